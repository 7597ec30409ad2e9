package panel

import (
	"cmp"
	"image"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core/report"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Rolls are what a table of attributes has right of its columns: when each is bought, on the axis of
// budgets that chart and slider share, and how often at B. Its rows have a Roll in their column; the
// columns after it are how often the one and the other algorithm buys.
type Rolls struct {
	Column int   // of them, in the table
	Bars   []int // columns of figures with a bar where there is room, the first first
	Shares int   // the one among them whose bar is the share of signal
	Sort   int   // the column that the table is sorted by
	Offset int   // first row shown
	Tall   int   // lines that are wanted below the rows
	Hidden int   // attributes that a row stands for

	Axis   chart.Budgets
	Budget string // where the axis has its mark
	At     int    // and its column; -1 for none
	By     [2]Buyer
	Digits bool // blocks are digits: the terminal has no colours, or no signs
	Flat   bool // the name of the selected row stands in reverse
}

// Buyer is the active algorithm, or the one compared with it.
type Buyer struct {
	Head    string
	Pen     theme.Pen
	Repeats [][]int // by column of the axis and attribute
}

// Roll is of an attribute, or of a line over attributes.
type Roll struct {
	Of       int    // the attribute whose roll it is, -1 for none
	Repeats  [2]int // at B, by buyer
	Unusable string // why the attribute cannot be chosen, said in place of its roll
	Alone    int    // 1 or 2: it shows what one buyer buys; the second of these rows goes with the one above. 0: both

	Over  []Span // the line over others in words; nil for an attribute
	Folds bool   // a press folds or unfolds them
}

func (r *Rolls) of(row []any) Roll { return row[r.Column].(Roll) }

// Times is how often something is bought: a faint dot for never.
func Times(n int, pen theme.Pen) Span {
	if n == 0 {
		return Span{Text: "·", Pen: theme.Faint}
	}
	return Span{Text: "×" + strconv.Itoa(n), Pen: pen}
}

// NameLeast and NameEasy are the least widths of names: what is nice to have does not cut them below the
// second, in a table from WideTable on.
const (
	NameLeast, NameEasy, WideTable = 10, 16, 100

	edge       = 1
	barLeast   = 5
	barWide    = 9
	timesWide  = 4
	trackLeast = 18
)

func (b *Buyer) wide() int { return max(chart.Width(b.Head), timesWide) + 1 }

// Lie says where the rolls lie on a table w wide: their first column, and the one after the last.
func (r *Rolls) Lie(w int) (from, to int) {
	after := r.By[0].wide() + r.By[1].wide()
	last := w - 1 - trackLeast - after
	from = max(min(cmp.Or(axisFrom(w), last), last), edge+NameLeast+1)
	names := 0 // the columns of the names of the chart's curves, right of the rolls
	switch {
	case w >= 130:
		names = 16
	case w >= WideTable:
		names = 13
	case w >= 72:
		names = 11
	}
	to = max(w-1-max(after, names), min(from+trackLeast, w-1-after))
	return from, max(to, from+1)
}

// AxisLabels are the columns of a chart's own labels, left of its axis.
const AxisLabels = 7

// axisFrom is the column at which the axis of budgets begins on a table w wide: left of it stand
// the receipt, and names and figures. 0 is as far right as it can.
func axisFrom(w int) int {
	const fixed, easy = 60, 120 // the widths from which it has a place of its own, and half of what is more
	switch {
	case w < fixed:
		return 0
	case w < easy:
		return 46 + (w-80)*3/10
	}
	return 58 + (w-easy)/2
}

// BelowRows is how many lines an open table h high has below its rows: one from a height on, and of
// the lines of more each takes a row.
func (t *Table) BelowRows(h int) int {
	const from, more = 6, 3
	if h < from {
		return 0
	}
	return max(1, min(t.Rolls.Tall, 1+(h-from)/more))
}

// Visible is the number of rows that an open table h high shows.
func (t *Table) Visible(h int) int { return max(h-1-t.BelowRows(h), 0) }

// Position says which attributes are shown among n rows, "" for all.
func (t *Table) Position(n int) string {
	if n >= len(t.Rows) {
		return ""
	}
	return t.position(t.Rolls.Offset, n)
}

// layOpen lays out what stands left of the rolls. What is left over is for bars, then for names; the
// figures stand under the receipt's edge.
func (t *Table) layOpen(w int) *report.Laid {
	from, _ := t.Rolls.Lie(w)
	l, spare := lay(&t.Table, from-edge-2), from-edge-1
	if w >= WideTable {
		spare = from - edge - AxisLabels + 1
	}
	for _, n := range l.Widths {
		spare -= n + l.Gap
	}
	for _, column := range t.Rolls.Bars {
		if i := slices.Index(l.Columns, column); i > 0 && spare > barLeast && w >= WideTable {
			n := (min(spare, barWide+1) / 2) * 2 // a bar of an odd width, and a blank
			l.Widths[i] += n
			if blank := l.Widths[i] - len("signal") - chart.Width(l.Heads[i]); column == t.Rolls.Shares && blank > 0 {
				l.Heads[i] = "signal" + strings.Repeat(" ", blank) + l.Heads[i]
			}
			spare -= n
		}
	}
	l.Widths[0] += max(spare, 0)
	return l
}

// Heads are the columns that a table w wide shows, in their order.
func (t *Table) Heads(w int) []int {
	r := t.Rolls.Column
	return append(t.layOpen(w).Columns, r, r+1, r+2)
}

func (t *Table) drawOpen(c *chart.Canvas) {
	w, h := c.Size()
	l, n, r := t.layOpen(w), t.Visible(h), t.Rolls
	from, to := r.Lie(w)
	heads, buyers := make([]any, len(t.Columns)), [2]Span{}
	for i, column := range l.Columns {
		heads[column] = Cell{Pen: theme.Muted}
		if column == r.Sort || i == 0 && t.Focus {
			heads[column] = Cell{Pen: theme.Accent}
		}
	}
	for k, b := range r.By {
		buyers[k] = Span{Text: b.Head, Pen: b.Pen}
		if r.Column+1+k == r.Sort {
			buyers[k].Pen = theme.Accent
		}
	}
	is := func(column int) any { return Head(column) }
	t.drawSides(c, 0, row(&t.Table, l, l.Heads, heads, theme.Muted, is), buyers, is)
	drawTicks(c, from, 0, to-from, r.Axis, r.At, r.Budget)
	if len(t.Rows) > 0 {
		c.Target(image.Rect(from, 0, to, 1), r.dial(c, from, to))
	}
	for y := range min(n, len(t.Rows)-r.Offset) {
		t.drawRow(c, l, 1+y, r.Offset+y)
	}
	if len(t.Rows) == 0 && n > 0 {
		c.TextMax(2, 1, t.Empty, w-2, theme.Muted)
	}
	if rows := t.BelowRows(h); rows > 0 {
		t.drawBelow(c.Sub(image.Rect(0, h-rows, w, h)))
		c.TextRight(w-1, h-1, t.Position(n), theme.Muted)
	}
}

// drawSides draws what a row has left of the rolls, and of each buyer right of them.
func (t *Table) drawSides(c *chart.Canvas, y int, left Line, right [2]Span, is func(column int) any) {
	w, _ := c.Size()
	from, x := t.Rolls.Lie(w)
	drawSpans(c, edge, y, from, left.Spans)
	for k, s := range right {
		end := x + t.Rolls.By[k].wide()
		c.Target(image.Rect(x+1, y, end+1, y+1), is(t.Rolls.Column+1+k))
		c.TextRight(end, y, s.Text, s.Pen)
		x = end
	}
}

// drawTicks writes the labels of an axis of budgets, first the label of the budget itself, at a column of the axis.
func drawTicks(c *chart.Canvas, x, y, w int, axis chart.Budgets, at int, budget string) {
	row := chart.LabelRow{Canvas: c, From: x, To: x + w, Y: y, Gap: 1}
	if at >= 0 {
		row.Put(x+at, budget, theme.Accent.Strong())
	}
	ticks, labels := axis.Ticks(w)
	for i, v := range ticks {
		row.Put(x+axis.Col(v, w), labels[i], theme.Muted)
	}
}

// drawRow draws a row, set off where it is selected: where that is by reverse, its name alone. A press on a line over others folds them, or is about the first of them.
func (t *Table) drawRow(c *chart.Canvas, l *report.Laid, y, at int) {
	r, of := t.Rolls, t.Rolls.of(t.Rows[at])
	w, _ := c.Size()
	from, to := r.Lie(w)
	whole := image.Rect(0, y, w, y+1)
	if of.Over != nil {
		if c.Target(whole, At{at + 1, -1}); of.Folds {
			c.Target(whole, Folded{})
		}
		drawSpans(c, edge, y, w, of.Over)
		return
	}
	c.Target(whole, At{at, -1})
	is := func(column int) any { return At{at, column} }
	cells, times := row(&t.Table, l, l.Rows[at], t.Rows[at], of.pen(), is), [2]Span{}
	c.Target(image.Rect(from, y, to+1, y+1), is(r.Column))
	if of.Unusable != "" {
		c.Text(0, y, "×", of.pen())
		c.TextMax(from, y, of.Unusable, w-1-from, of.pen())
	} else {
		r.draw(c, from, to, y, of)
		for k, b := range r.By {
			if of.shows(k) {
				times[k] = Times(of.Repeats[k], b.Pen.Strong())
			}
		}
	}
	t.drawSides(c, y, cells, times, is)
	selected := at == t.Cursor || of.Alone == 2 && at == t.Cursor+1
	if selected && r.Flat {
		whole = image.Rect(edge, y, edge+min(l.Widths[0], chart.Width(l.Rows[at][0])), y+1)
	}
	if selected {
		c.Restyle(whole, theme.Pen.Selected)
	}
}

// shows tells whether the row is about a buyer.
func (r *Roll) shows(buyer int) bool { return r.Alone == 0 || r.Alone == buyer+1 }

func (r *Roll) pen() theme.Pen {
	switch {
	case r.Unusable != "":
		return theme.Excluded
	case r.Repeats[0] > 0 && r.shows(0):
		return theme.Text.Strong()
	}
	return theme.Muted
}

func (r *Rolls) dial(c *chart.Canvas, from, to int) chart.Dial {
	return c.Dial(func(x int) float64 { return chart.SliderShare(x-from, to-from) })
}

// draw draws when an attribute is bought along the axis of budgets: a block where its
// repeats first reach a new height, a line where it is asked at all, and gaps where larger
// budgets drop it. The budget's line has passed filled blocks; hollow ones are to come. An
// attribute that the active algorithm never asks has the compared algorithm's roll.
func (r *Rolls) draw(c *chart.Canvas, from, to, y int, of Roll) {
	var repeats [][]int
	most, pen := 0, theme.Text
	for k, b := range r.By {
		asks := func(n []int) bool { return n[of.Of] > 0 }
		if repeats == nil && of.shows(k) && slices.ContainsFunc(b.Repeats[:min(to-from, len(b.Repeats))], asks) {
			repeats, pen = b.Repeats, b.Pen
		}
	}
	for col := range to - from {
		n, mark, at := 0, ' ', theme.Guide.Ahead()
		if col < len(repeats) {
			n = repeats[col][of.Of]
		}
		switch passed := col <= r.At; {
		case n > most:
			most = n
			if mark, at = '■', pen; !passed {
				mark, at = '□', pen.Ahead()
			}
			if r.Digits { // colours do not tell what is bought from what is to come
				mark = rune("0123456789+"[min(n, 10)])
			}
			c.Target(image.Rect(from+col, y, from+col+1, y+1), r.dial(c, from, to))
		case col == r.At:
			mark, at = '│', theme.Cursor
		case n > 0:
			mark = '─'
			if passed {
				at = pen.Ahead()
			}
		}
		if mark != ' ' {
			c.Set(from+col, y, mark, at)
		}
	}
}
