package chart

import (
	"math"
	"strings"

	"fms-tui/tui/theme"
)

// BarText is a thin bar over the share fraction, 0 to 1, of width columns, in steps of half a column: bars of full
// height make a wall where every row has one. A fraction above 0 shows at least half a column; NaN shows nothing.
func BarText(fraction float64, width int) string {
	if width <= 0 || !(fraction > 0) {
		return ""
	}
	n := max(int(math.Round(min(fraction, 1)*float64(2*width))), 1)
	return strings.Repeat("━", n/2) + strings.Repeat("╸", n%2)
}

// SignedBar is a value, -1 to 1, as a thin bar from the middle of width columns, an odd number of them, to
// the right or, below 0, to the left. NaN shows the middle alone.
func SignedBar(value float64, width int) string {
	if width <= 0 {
		return ""
	}
	side := (width - 1) / 2
	bar := BarText(math.Abs(value), side)
	blank := strings.Repeat(" ", side-Width(bar))
	if value < 0 {
		whole, half := strings.CutSuffix(bar, "╸")
		return blank + strings.Repeat("╺", map[bool]int{true: 1}[half]) + whole + "│" + strings.Repeat(" ", side)
	}
	return strings.Repeat(" ", side) + "│" + bar + blank
}

// RisingBar is a value, 0 to 1, as a thin bar from an axis on the left of width columns.
func RisingBar(value float64, width int) string {
	if width <= 0 {
		return ""
	}
	return "│" + BarText(value, width-1)
}

// ShareBar is a share, 0 to 1, as the thick part of a bar of width columns. NaN is a row of dots.
func ShareBar(share float64, width int) string {
	if width <= 0 || math.IsNaN(share) {
		return strings.Repeat("·", max(width, 0))
	}
	thick := int(math.Round(max(0, min(share, 1)) * float64(width)))
	return strings.Repeat("━", thick) + strings.Repeat("─", width-thick)
}

// SliderMark is a place on the track worth a look. The thumb hides it.
type SliderMark struct {
	Fraction float64 // 0 to 1
	Rune     rune    // one column wide, '┬' for example
	Pen      theme.Pen
}

// Place is the one of n columns, rows or dots, from 0, on which a share lies; shares beyond 0 to 1 lie at the ends.
func Place(share float64, n int) int {
	return int(math.Round(max(min(share, 1), 0) * float64(n-1)))
}

// SliderShare returns the share that column col of a slider stands for: 0 at column 0 or
// below, 1 at column w-1 or above, and Place(SliderShare(col)) is col in between.
func SliderShare(col, w int) float64 {
	if w < 2 {
		return 0
	}
	return max(0, min(float64(col)/float64(w-1), 1))
}
