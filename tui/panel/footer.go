package panel

import (
	"image"
	"math"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Hint is a key and what it does, in the footer.
type Hint struct {
	Key, Text string
	Rank      int  // hints of the highest rank leave first where there is no room
	Off       bool // not to be done now
}

func (h Hint) width() int { return chart.Width(h.Key) + 1 + chart.Width(h.Text) }

// Footer is the last line: the keys to know. Hints that do not fit are left
// out whole.
type Footer struct {
	Hints []Hint
	Steps string // what to do first, left of the hints; "" for nothing
}

const hintGap = 2

// places returns the place of each hint on a line w wide; an empty rectangle for a hint
// that is left out.
func (f *Footer) places(w int) []image.Rectangle {
	rank := math.MaxInt
	for f.total(rank) > w && rank >= 0 {
		highest := -1
		for _, h := range f.Hints {
			if h.Rank < rank {
				highest = max(highest, h.Rank)
			}
		}
		rank = highest
	}
	out := make([]image.Rectangle, len(f.Hints))
	x := f.begin()
	for i, h := range f.Hints {
		if h.Rank < rank {
			out[i] = image.Rect(x, 0, x+h.width(), 1)
			x += h.width() + hintGap
		}
	}
	return out
}

// total is the width that the hints below a rank take.
func (f *Footer) total(rank int) int {
	x := f.begin()
	for _, h := range f.Hints {
		if h.Rank < rank {
			x += h.width() + hintGap
		}
	}
	return x - hintGap + 1
}

// begin is the column of the first hint.
func (f *Footer) begin() int {
	if f.Steps == "" {
		return 1
	}
	return 1 + chart.Width(f.Steps) + 2*hintGap
}

// HintAt returns the index of the hint at column x, or -1.
func (f *Footer) HintAt(x, w int) int {
	for i, r := range f.places(w) {
		if image.Pt(x, 0).In(r) {
			return i
		}
	}
	return -1
}

// Draw draws the line.
func (f *Footer) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	c.TextMax(1, 0, f.Steps, w-1, theme.Muted)
	for i, r := range f.places(w) {
		if r.Empty() {
			continue
		}
		key, text := theme.Key, theme.Muted
		if f.Hints[i].Off {
			key, text = theme.Faint, theme.Faint
		}
		x := r.Min.X + c.Text(r.Min.X, 0, f.Hints[i].Key, key)
		c.Text(x+1, 0, f.Hints[i].Text, text)
	}
}
