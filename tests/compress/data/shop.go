package shop

import (
	"fmt"
	"os"
)

// Order is one order.
// It has many lines.
// And more.
type Order struct {
	ID   int
	Name string
}

// Total sums.
func (o *Order) Total(lines []Line) (int, error) {
	sum := 0
	for _, l := range lines {
		sum += l.Amount
	}
	return check(sum), nil
}

func check(sum int) int {
	if sum < 0 {
		panic("negative")
	}
	x := sum
	fmt.Println(x)
	return x
}
