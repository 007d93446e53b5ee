import { readFile } from "node:fs";
import type { Order } from "./types";

/**
 * Reads orders.
 * Second line.
 * Third.
 */
export async function readOrders(path: string): Promise<Order[]> {
  const text = await new Promise<string>((resolve, reject) => {
    readFile(path, "utf8", (error, data) => {
      if (error) reject(error);
      else resolve(data);
    });
  });
  return parseOrders(text);
}

const parseOrders = (text: string): Order[] => {
  const rows = text.split("\n");
  function one(row: string) {
    const cells = row.split(",");
    const id = Number(cells[0]);
    return { id, name: cells[1] };
  }
  return rows.map(one);
};

export class Shop {
  private total = 0;
  constructor(readonly name: string) {
    this.total = 1;
    this.total += 1;
    this.total += 2;
  }
  add(order: Order): void {
    this.total += order.total;
    audit(order);
    this.check();
  }
  check = () => {
    if (this.total < 0) {
      throw new Error("negative");
    }
  };
}

describe("shop", () => {
  it("adds orders", async () => {
    const shop = new Shop("x");
    shop.add({ total: 1 });
    expect(shop.total).toBe(1);
  });
  it("fails", () => {
    const shop = new Shop("x");
    shop.add({ total: -1 });
    expect(1).toBe(1);
  });
});
