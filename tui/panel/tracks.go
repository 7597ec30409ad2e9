package panel

import (
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Halves says how a track shows two algorithms in one cell.
type Halves int

// The ways.
const (
	HalfBlocks Halves = iota // two shades, one above the other
	DotLines                 // two lines of dots; the number of repeats is written where it grows
	Specks                   // the same where dots are single characters
)

// The dots of braille for a track: asked, and paused.
const (
	upperAsked, upperPaused = 0x09, 0x01
	lowerAsked, lowerPaused = 0xc0, 0x40
)

// drawTracks draws the repeats of an attribute at every budget: the active algorithm's in
// the upper half of the cells, the compared algorithm's in the lower, stronger with every
// repeat; and the budget's line over them. A track is one track from the first budget
// that asks: budgets beyond it without repeats are paused. Where another line shows
// the tracks, only the budget's line is drawn.
func (t *Table) drawTracks(c *chart.Canvas, p Place, y, attribute int, shared bool) {
	var most [2]int // repeats so far
	for col := range min(p.W, len(t.Tracks[0])) {
		var n [2]int
		for k := range n {
			if t.Tracks[k] != nil && !shared {
				n[k] = t.Tracks[k][col][attribute]
			}
		}
		grown := n[0] > most[0]
		most[0], most[1] = max(most[0], n[0]), max(most[1], n[1])
		switch block := [4]rune{' ', '▀', '▄', '█'}[min(n[0], 1)+2*min(n[1], 1)]; {
		case col == t.At && block == ' ':
			c.Set(p.X+col, y, '│', theme.Cursor)
		case col == t.At:
			c.Set(p.X+col, y, block, theme.Cursor)
		case t.Halves == HalfBlocks:
			t.drawHalves(c, p.X+col, y, t.tone(t.Active, n[0], most[0]), t.tone(t.Compared, n[1], most[1]))
		case grown && n[0] < 10:
			c.Set(p.X+col, y, rune('0'+n[0]), theme.Text)
		default:
			t.drawDots(c, p.X+col, y, n, most)
		}
	}
}

// tone is the shade of repeats, if the given number was asked at a smaller budget.
func (t *Table) tone(pen theme.Pen, n, most int) theme.Tone {
	if n == 0 && most > 0 {
		return theme.PausedTone(pen)
	}
	return theme.ToneOf(pen, n)
}

// drawHalves draws two shades in a cell.
func (t *Table) drawHalves(c *chart.Canvas, x, y int, upper, lower theme.Tone) {
	switch {
	case upper != 0:
		c.Set(x, y, '▀', theme.Tones(upper, lower))
	case lower != 0:
		c.Set(x, y, '▄', theme.Tones(lower, 0))
	}
}

// drawDots draws two lines of dots in a cell, thinner where they pause.
func (t *Table) drawDots(c *chart.Canvas, x, y int, n, most [2]int) {
	dots, pen := rune(0), theme.Text
	for k, of := range [2][2]rune{{upperAsked, upperPaused}, {lowerAsked, lowerPaused}} {
		switch {
		case n[k] > 0:
			dots |= of[0]
		case most[k] > 0 && t.Halves == DotLines:
			dots |= of[1]
		}
	}
	if n[0] == 0 {
		pen = theme.Muted
	}
	if dots != 0 {
		c.Set(x, y, 0x2800+dots, pen)
	}
}
