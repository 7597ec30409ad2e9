package chart

import (
	"math"
	"strings"

	"fms-tui/tui/theme"
)

// eighths are the blocks that fill a cell from the left.
var eighths = [9]rune{' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'}

// Bar draws a bar from (x, y) to the right over the share fraction, 0 to 1, of
// width columns, in steps of an eighth of a column. A fraction above 0 shows
// at least the thinnest block; NaN shows nothing.
func (c *Canvas) Bar(x, y, width int, fraction float64, pen theme.Pen) {
	for n := barSteps(fraction, width, 8); n > 0; n -= 8 {
		c.put(x, y, eighths[min(n, 8)], pen)
		x++
	}
}

// BarText is what Bar draws, as text.
func BarText(fraction float64, width int) string {
	var b strings.Builder
	for n := barSteps(fraction, width, 8); n > 0; n -= 8 {
		b.WriteRune(eighths[min(n, 8)])
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

// SignedBar draws value, -1 to 1, as a bar from the middle of width columns to
// the right or, below 0, to the left, in steps of half a column. A value too
// small for a step, and NaN, show the middle alone, in pen axis.
func (c *Canvas) SignedBar(x, y, width int, value float64, negative, positive, axis theme.Pen) {
	if width <= 0 {
		return
	}
	// In half columns: the middle is at width, the ends are at 0 and 2·width.
	n := 0
	if !math.IsNaN(value) {
		n = int(math.Round(max(min(value, 1), -1) * float64(width)))
	}
	from, to, pen := width, width+n, positive
	if n < 0 {
		from, to, pen = width+n, width, negative
	}
	if n == 0 {
		mark := '▏'
		if width%2 == 1 {
			mark = '│'
		}
		c.put(x+width/2, y, mark, axis)
		return
	}
	for i := from / 2; i < (to+1)/2; i++ {
		left, right := from <= 2*i, to >= 2*i+2
		switch {
		case left && right:
			c.put(x+i, y, '█', pen)
		case left:
			c.put(x+i, y, '▌', pen)
		default:
			c.put(x+i, y, '▐', pen)
		}
	}
}
