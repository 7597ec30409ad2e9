package chart

import (
	"math"
	"strings"

	"fms-tui/tui/theme"
)

// halves fill a cell from the left with a thin line: bars of full height make a wall
// where every row has one.
var halves = [3]rune{' ', '╸', '━'}

// Bar draws a thin bar from (x, y) to the right over the share fraction, 0 to 1, of
// width columns, in steps of half a column. A fraction above 0 shows at least half a
// column; NaN shows nothing.
func (c *Canvas) Bar(x, y, width int, fraction float64, pen theme.Pen) {
	for n := barSteps(fraction, width, 2); n > 0; n -= 2 {
		c.put(x, y, halves[min(n, 2)], pen)
		x++
	}
}

// BarText is what Bar draws, as text.
func BarText(fraction float64, width int) string {
	var b strings.Builder
	for n := barSteps(fraction, width, 2); n > 0; n -= 2 {
		b.WriteRune(halves[min(n, 2)])
	}
	return b.String()
}

// HatchedBar is Bar in a hatched texture, to be told from Bar without colour.
// Its steps are whole columns.
func (c *Canvas) HatchedBar(x, y, width int, fraction float64, pen theme.Pen) {
	for range barSteps(fraction, width, 1) {
		c.put(x, y, '▒', pen)
		x++
	}
}

// barSteps returns the length of a bar in steps, of which a column has per.
func barSteps(fraction float64, width, per int) int {
	if width <= 0 || !(fraction > 0) {
		return 0
	}
	steps := width * per
	return max(int(math.Round(min(fraction, 1)*float64(steps))), 1)
}

// SignedBar draws value, -1 to 1, as a thin bar from the middle of width columns, an
// odd number of them, to the right or, below 0, to the left, in steps of half a
// column. NaN shows the middle alone, in pen axis.
func (c *Canvas) SignedBar(x, y, width int, value float64, negative, positive, axis theme.Pen) {
	if width <= 0 {
		return
	}
	side := (width - 1) / 2
	c.put(x+side, y, '│', axis)
	n := 0
	if !math.IsNaN(value) {
		n = int(math.Round(min(math.Abs(value), 1) * float64(2*side)))
	}
	step, half, pen := 1, '╸', positive
	if value < 0 {
		step, half, pen = -1, '╺', negative
	}
	for at := x + side + step; n > 0; at, n = at+step, n-2 {
		if n == 1 {
			c.put(at, y, half, pen)
		} else {
			c.put(at, y, '━', pen)
		}
	}
}
