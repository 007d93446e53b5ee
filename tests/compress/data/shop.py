"""Orders of a shop.

How an order is read, summed and checked, at some length,
so that there is something to leave out.
"""

from __future__ import annotations

import json
from pathlib import Path

LIMITS = {
    "north": 1,
    "south": 2,
    "east": 3,
    "west": 4,
    "harbour": 5,
    "station": 6,
    "market": 7,
    "bridge": 8,
    "castle": 9,
    "tower": 10,
    "garden": 11,
    "mill": 12,
}


class Shop:
    """A shop.

    It has a name and orders.
    """

    name: str = "corner"

    def __init__(self, path: Path) -> None:
        # first read, then check
        self.orders = load(path)
        self.total = 0
        for order in self.orders:
            self.total += order["total"]

    @property
    def is_open(self) -> bool:
        return bool(self.orders)

    async def close(self, *, at: int = 22) -> None:
        """Close the shop at an hour.

        Args:
            at: The hour.
        """

        def last(order: dict[str, int]) -> bool:
            hour = order["hour"]
            late = hour >= at
            return late

        for order in self.orders:
            if last(order):
                check(order)
        self.orders = []


def load(path: Path) -> list[dict[str, int]]:
    rows = json.loads(path.read_text(encoding="utf-8"))
    found = []
    for row in rows:
        found.append(check(row))
    return found


def check(
    order: dict[str, int],
) -> dict[str, int]:
    if order["total"] < 0:
        raise ValueError("negative")
    order["checked"] = 1
    return order
