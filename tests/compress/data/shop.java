package shop;

import java.util.List;

/** A shop. */
public class Shop {
    private final String name;

    public Shop(String name) {
        this.name = name;
        System.out.println(name);
        new Thing(1);
    }

    @Override
    public int total(List<Line> lines) {
        int sum = 0;
        for (Line l : lines) {
            sum += l.amount();
        }
        return check(sum);
    }

    private static int check(int sum)
    {
        if (sum < 0) {
            throw new IllegalStateException("x");
        }
        return sum;
    }
}
