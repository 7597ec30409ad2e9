package panel

import (
	"image"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// drawRoll draws when an attribute is bought along the axis of budgets: a block where its
// repeats first reach a new height, a line where it is asked at all, and gaps where larger
// budgets drop it. The budget's line has passed filled blocks; hollow ones are to come. An
// attribute that the active algorithm never asks has the compared algorithm's roll. Where
// another line shows the roll, only the budget's line is drawn.
func (t *Table) drawRoll(c *chart.Canvas, p Place, y, attribute int, shared bool) {
	roll, pen := t.rollOf(attribute, p.W)
	if shared {
		roll = nil
	}
	most := 0
	for col := range p.W {
		n, mark, at := 0, ' ', theme.Guide
		if col < len(roll) {
			n = roll[col][attribute]
		}
		switch passed := col <= t.At; {
		case n > most:
			most = n
			mark, at = t.block(n, passed), pen
			if !passed {
				at = pen.Ahead()
			}
			c.Target(image.Rect(p.X+col, y, p.X+col+1, y+1), p.dial(c))
		case col == t.At:
			mark, at = '│', theme.Cursor
		case n > 0:
			mark = '─'
			if passed {
				at = pen.Ahead()
			}
		}
		if mark != ' ' {
			c.Set(p.X+col, y, mark, at)
		}
	}
}

// rollOf is the roll that a row shows, and its hue.
func (t *Table) rollOf(attribute, w int) ([][]int, theme.Pen) {
	for k, pen := range [...]theme.Pen{t.Active, t.Compared} {
		for _, n := range t.Rolls[k][:min(w, len(t.Rolls[k]))] {
			if n[attribute] > 0 {
				return t.Rolls[k], pen
			}
		}
	}
	return nil, t.Active
}

// block is the mark where the n-th judgment is bought: a digit where colours do not tell
// what is bought from what is to come.
func (t *Table) block(n int, passed bool) rune {
	switch {
	case t.Digits && n < 10:
		return rune('0' + n)
	case t.Digits:
		return '+'
	case passed:
		return '■'
	}
	return '□'
}

// LossRow is an algorithm of the readout over the chart: its loss at B.
type LossRow struct {
	Mark, Name string
	Value      string
	Series     chart.Named // "" for none
	Pen        theme.Pen
}

// Scale is the target of what names the scale.
type Scale struct{}

// The readout over the chart: the columns that it takes, the rows of a chart that has room
// for it, and for a line of it.
const readoutWide, readoutFrom, readoutLine = 35, 11, 5

// readout is how many lines are written over a chart of w×h cells, and the first of them:
// at the top, or at the bottom where the curves are there.
func (l *Loss) readout(w, h int) (y, lines, from int) {
	room := w - l.Columns[0] - 1
	from = w - 1 - min(readoutWide, room)
	if l.Boxed || room < readoutWide*2/3 || h < readoutLine {
		return 0, 0, w
	}
	if h < readoutFrom || room < readoutWide {
		return 0, 1, from
	}
	lines = 1 + len(l.Rows)
	lay, top, bottom := l.plot(w).Layout(w, h), 0, 0
	curves := l.Curves
	if len(l.Honest.Y) > 0 {
		curves = append(curves[:len(curves):len(curves)], l.Honest.Series)
	}
	for _, curve := range curves {
		for i, x := range curve.X {
			if lay.ColAt(x) < from {
				continue
			}
			switch row := lay.RowAt(curve.Y[i]); {
			case row <= lines:
				top++
			case row >= h-lines-1:
				bottom++
			}
		}
	}
	if top > bottom {
		y = h - lines
	}
	return y, lines, from
}

// drawReadout writes what the chart comes to at the budget, over the chart.
func (l *Loss) drawReadout(c *chart.Canvas) {
	w, h := c.Size()
	y, lines, from := l.readout(w, h)
	if lines == 0 {
		return
	}
	text := func(i int, left, right string, pen, end theme.Pen, is any) {
		c.Target(image.Rect(from, y+i, w-1, y+i+1), is)
		for x := from - 1; x < w; x++ {
			c.Set(x, y+i, ' ', theme.Text)
		}
		room := w - 1 - from - chart.Width(right) - 1
		c.TextMax(from, y+i, left, room, pen)
		c.TextRight(w-1, y+i, right, end)
	}
	if lines == 1 {
		first := l.Rows[0]
		pen := first.Pen.Strong()
		text(0, l.Words[0], first.Value, pen, pen, Scale{})
		return
	}
	head := theme.Muted
	if l.Focus {
		head = theme.Accent
	}
	text(0, l.Words[0]+" "+l.Words[1], l.At, head, theme.Accent.Strong(), Scale{})
	for i, r := range l.Rows {
		text(1+i, r.Mark+" "+r.Name, r.Value, r.Pen, r.Pen, r.Series)
	}
}
