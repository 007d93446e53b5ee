using System;
using System.Linq;

namespace Shop;

public class Shop
{
    public int Total { get; set; }
    public Shop(string name)
    {
        Total = 1;
        Total += 1;
        Total += 2;
    }
    public async Task<int> Sum(IEnumerable<int> lines)
    {
        var sum = lines.Sum();
        Console.WriteLine(sum);
        return Check(sum);
    }
    private static int Check(int sum) => sum < 0
        ? throw new Exception()
        : sum;
}
