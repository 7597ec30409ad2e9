package panel

import (
	"cmp"
	"image"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Column is a column of a table on the axis of budgets, as it is declared: the first has the rows'
// names, those before the rolls lie left of the axis, and those behind it right of it.
type Column struct {
	report.Column
	Kind Kind
	Wide int       // it is so wide whatever its values are; 0: as wide as they need
	From int       // least width of a table that shows it
	Pen  theme.Pen // of its head
}

// Kind is what the cells of a column show.
type Kind int

const (
	Figures Kind = iota
	Names
	Bars  // figures from -1 to 1, behind a bar where there is room
	Rolls // repeats at every budget, by the active algorithm or the compared one
)

// The widths of a table's parts: those of columns have a name so that declarations share them.
const (
	NameLeast, FigureWide, TrackLeast = 10, 4, 18
	WideTable                         = 100

	edge     = 1
	nameEasy = 16 // what is nice to have does not cut names below
	barWide  = 5
)

// Table shows attributes by row, and how often each is asked at every budget.
type Table struct {
	Columns []Column
	Rows    []Row
	Cursor  int // row selected; -1 for none
	Offset  int // first row shown
	Sort    int // the column that it is sorted by
	Reverse bool

	Axis   chart.Budgets // of the rolls
	Budget string        // where the axis has its mark
	At     int           // and its column; -1 for none
	// Rolls are the repeats by column of the axis and attribute, of the active algorithm and the
	// compared one, and Hues their pens.
	Rolls  [2][][]int
	Hues   [2]theme.Pen
	Digits bool // blocks are digits: the terminal has no colours, or no signs
	Flat   bool // the selected row stands in reverse

	Explain Explanation
	Tall    int // lines that the explanation needs
	Focus   bool
	None    string // said in place of the rows where there are none
	Hidden  int    // attributes that a row stands for
}

// Row is an attribute of the table, or a line over attributes.
type Row struct {
	Index    int     // of the attribute whose roll it shows, -1 for none
	Name     string  // of the attribute; "" for a line over others
	Cells    []Cell  // by column; a plain one is in the pen of the row
	Corr     float64 // of the bar; NaN where not defined
	Active   int     // repeats by the active algorithm
	Compared int     // by the one compared with it
	Unusable string  // why it cannot be chosen, or ""
	Shared   bool    // the line over it shows its roll

	Over  []Span // a line over others, in words
	Folds bool   // which a press folds or unfolds
}

// Place is a column's place in a table, in columns from its left edge.
type Place struct{ Column, X, W int }

// need is the width of a column: of its values, where it has none of its own, and of its head.
func (t *Table) need(c int) int {
	col := &t.Columns[c]
	w := max(chart.Width(col.Head), col.Wide)
	if c == t.Sort {
		w = max(chart.Width(col.Head)+1, col.Wide) // the mark
	}
	if col.Wide == 0 {
		for i := range t.Rows {
			if r := &t.Rows[i]; r.Over == nil {
				w = max(w, chart.Width(r.Cells[c].String()))
			}
		}
	}
	return w
}

// Places lays the columns out on a table w wide: the rolls lie where the axis of budgets does,
// names and figures left of it, as many as fit, and what is asked at B right of it, under the names
// of the chart's curves.
func (t *Table) Places(w int) (out []Place) {
	var left, natural []int
	var laid []report.Column
	var right []Place
	after, axis := 0, slices.IndexFunc(t.Columns, func(c Column) bool { return c.Kind == Rolls })
	rolls := Place{Column: axis}
	for c := range t.Columns {
		if c == axis || w < t.Columns[c].From {
			continue
		}
		switch n := t.need(c); {
		case c < axis:
			left, laid, natural = append(left, c), append(laid, t.Columns[c].Column), append(natural, n)
		case after+n+1 <= w-edge-NameLeast-TrackLeast-2:
			right, after = append(right, Place{c, 0, n}), after+n+1
		}
	}
	last, gap := w-1-TrackLeast-after, 1 // the gap keeps the figures left of the axis under the receipt
	if w >= WideTable {
		laid[0].Least, gap = nameEasy, AxisLabels-1
	}
	from := min(cmp.Or(axisFrom(w), last), last)
	kept, widths := report.Fit(laid, natural, from-edge-2, 1)
	spare := from - gap - edge
	for _, n := range widths {
		spare -= n + 1
	}
	if i := slices.IndexFunc(kept, func(i int) bool { return t.Columns[left[i]].Kind == Bars }); i > 0 && spare > barWide {
		widths[i] += barWide + 1
		spare -= barWide + 1
	}
	widths[0] += max(spare, 0)
	x := edge
	for i, c := range kept {
		out = append(out, Place{left[c], x, widths[i]})
		x += widths[i] + 1
	}
	rolls.X = max(x, from)
	to := max(w-1-max(after, curveNames(w)), min(rolls.X+TrackLeast, w-1-after))
	rolls.W = max(to-rolls.X, 1)
	out, x = append(out, rolls), to+1
	for _, p := range right {
		out = append(out, Place{p.Column, x, p.W})
		x += p.W + 1
	}
	return out
}

// curveNames are the columns that the names of the chart's curves have right of the rolls, on a
// table w wide.
func curveNames(w int) int {
	switch {
	case w >= 130:
		return 16
	case w >= WideTable:
		return 13
	case w >= 72:
		return 11
	}
	return 0
}

func (t *Table) rolls(places []Place) Place {
	return places[slices.IndexFunc(places, func(p Place) bool { return t.Columns[p.Column].Kind == Rolls })]
}

// AxisAt is where the rolls lie on a table w wide: their first column, and the one
// after the last. The chart above shares them.
func (t *Table) AxisAt(w int) (from, to int) {
	p := t.rolls(t.Places(w))
	return p.X, p.X + p.W
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

// explainRows is how many lines a table h high has for its explanation: one from a height on, and of
// the lines of more each takes a row.
func (t *Table) explainRows(h int) int {
	const from, more = 6, 3
	if h < from {
		return 0
	}
	return max(1, min(t.Tall, 1+(h-from)/more))
}

// Visible is the number of rows that a table h high shows.
func (t *Table) Visible(h int) int { return max(h-1-t.explainRows(h), 0) }

func (t *Table) Draw(c *chart.Canvas) {
	w, h := c.Size()
	places, n := t.Places(w), t.Visible(h)
	for _, p := range places {
		t.drawHead(c, p)
	}
	for i := range min(n, len(t.Rows)-t.Offset) {
		t.drawRow(c, 1+i, t.Offset+i, places)
	}
	if len(t.Rows) == 0 && n > 0 {
		c.TextMax(2, 1, t.None, w-2, theme.Muted)
	}
	if rows := t.explainRows(h); rows > 0 {
		position := t.position(n)
		t.Explain.draw(c, h-rows, rows, chart.Width(position))
		c.TextRight(w-1, h-1, position, theme.Muted)
	}
}

func (p Place) dial(c *chart.Canvas) chart.Dial {
	return c.Dial(func(x int) float64 { return chart.SliderShare(x-p.X, p.W) })
}

func Attributes(rows []Row) (n int) {
	for i := range rows {
		if rows[i].Over == nil {
			n++
		}
	}
	return n
}

// position says which attributes are shown, "" for all.
func (t *Table) position(visible int) string {
	if visible >= len(t.Rows) {
		return ""
	}
	return positionOf(Attributes(t.Rows[:t.Offset]), Attributes(t.Rows[:min(t.Offset+visible, len(t.Rows))]), Attributes(t.Rows)+t.Hidden)
}

func positionOf(from, to, of int) string {
	return " " + strconv.Itoa(from+1) + "–" + strconv.Itoa(to) + " of " + figure.Count(of) + " "
}

func (t *Table) drawHead(c *chart.Canvas, p Place) {
	col := &t.Columns[p.Column]
	if col.Kind == Rolls {
		drawTicks(c, p.X, 0, p.W, t.Axis, t.At, t.Budget)
		if len(t.Rows) > 0 {
			c.Target(image.Rect(p.X, 0, p.X+p.W, 1), p.dial(c))
		}
		return
	}
	c.Target(image.Rect(p.X, 0, p.X+p.W+1, 1), Head(p.Column))
	head, pen := col.Head, cmp.Or(col.Pen, theme.Muted)
	if p.Column == t.Sort {
		head, pen = head+map[bool]string{false: "▾", true: "▴"}[t.Reverse], theme.Accent
	}
	switch {
	case col.Kind != Names:
		c.TextRight(p.X+p.W, 0, head, pen)
	case t.Focus:
		c.TextMax(p.X, 0, head, p.W, theme.Accent)
	default:
		c.TextMax(p.X, 0, head, p.W, pen)
	}
}

// drawTicks writes the labels of an axis of budgets, first the label of the budget
// itself, at a column of the axis.
func drawTicks(c *chart.Canvas, x, y, w int, axis chart.Budgets, at int, budget string) {
	row := chart.NewLabels(c, x, x+w, y)
	if at >= 0 {
		row.Put(x+at, budget, theme.Accent.Strong())
	}
	ticks, labels := axis.Ticks(w)
	for i, v := range ticks {
		row.Put(x+axis.Col(v, w), labels[i], theme.Muted)
	}
}

// drawRow draws a row, set off where it is selected: where that is by reverse, the rolls stay as
// they are. A press on a line over others folds them, or is about the first of them.
func (t *Table) drawRow(c *chart.Canvas, y, row int, places []Place) {
	right, _ := c.Size()
	r, rolls := &t.Rows[row], t.rolls(places)
	whole := image.Rect(0, y, right, y+1)
	if r.Over != nil {
		if c.Target(whole, At{row + 1, -1}); r.Folds {
			c.Target(whole, Folded{})
		}
		if r.Index >= 0 { // the roll that they share
			t.drawRoll(c, rolls, y, r)
			right = rolls.X - 1
		}
		drawSpans(c, edge, y, right, r.Over)
		return
	}
	c.Target(whole, At{row, -1})
	t.drawCells(c, y, row, places)
	if row == t.Cursor && t.Flat {
		c.Restyle(image.Rect(rolls.X+rolls.W, y, right, y+1), theme.Pen.Selected)
		whole.Max.X = rolls.X
	}
	if row == t.Cursor {
		c.Restyle(whole, theme.Pen.Selected)
	}
}

// drawCells draws an attribute's cells. One that cannot be chosen says why in place of its rolls.
func (t *Table) drawCells(c *chart.Canvas, y, row int, places []Place) {
	r, text := &t.Rows[row], theme.Muted
	switch {
	case r.Unusable != "":
		text = theme.Excluded
		c.Text(0, y, "×", text)
	case r.Active > 0:
		text = theme.Text.Strong()
	}
	for _, p := range places {
		kind, cell := t.Columns[p.Column].Kind, r.Cells[p.Column]
		c.Target(image.Rect(p.X, y, p.X+p.W+1, y+1), At{row, p.Column})
		switch kind {
		case Rolls:
			if r.Unusable != "" {
				c.TextMax(p.X, y, r.Unusable, places[len(places)-1].X+places[len(places)-1].W-p.X, text)
				return
			}
			t.drawRoll(c, p, y, r)
			continue
		case Names:
			end := p.X + c.Text(p.X, y, chart.TruncateMiddle(cell.Text, max(p.W-chart.Width(cell.Note)-min(len(cell.Note), 1), 1)), text)
			c.TextMax(end+1, y, cell.Note, p.X+p.W-end-1, theme.Accent)
			continue
		case Bars:
			c.SignedBar(p.X, y, p.W-FigureWide-1+(p.W-FigureWide)%2, r.Corr, theme.Muted, theme.Muted, theme.Faint) // an odd one has a middle
		}
		c.TextRight(p.X+p.W, y, cell.Text, cmp.Or(cell.Pen, text))
	}
}

// drawRoll draws when an attribute is bought along the axis of budgets: a block where its
// repeats first reach a new height, a line where it is asked at all, and gaps where larger
// budgets drop it. The budget's line has passed filled blocks; hollow ones are to come. An
// attribute that the active algorithm never asks has the compared algorithm's roll. Where
// another line shows the roll, only the budget's line is drawn.
func (t *Table) drawRoll(c *chart.Canvas, p Place, y int, r *Row) {
	roll, pen := t.rollOf(r, p.W)
	most := 0
	for col := range p.W {
		n, mark, at := 0, ' ', theme.Guide
		if col < len(roll) {
			n = roll[col][r.Index]
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

func (t *Table) rollOf(r *Row, w int) ([][]int, theme.Pen) {
	for k, roll := range t.Rolls {
		for _, n := range roll[:min(w, len(roll))] {
			if n[r.Index] > 0 && !r.Shared {
				return roll, t.Hues[k]
			}
		}
	}
	return nil, theme.Text
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

// Explanation is what stands below the rows of a table: what the filter keeps, "" for everything,
// and the focused figure in words, of which the last clauses give way first.
type Explanation struct{ Lead, Text string }

// draw writes the explanation from row y on; the last line keeps some columns free.
func (e *Explanation) draw(c *chart.Canvas, y, rows, free int) {
	w, _ := c.Size()
	text := strings.TrimSuffix(strings.TrimPrefix(e.Lead+" · "+e.Text, " · "), " · ")
	for i, line := range chart.Fit(text, w-2, rows, free) {
		n := c.Text(1, y+i, line, theme.Muted)
		if i == 0 && e.Lead != "" {
			c.TextMax(1, y, e.Lead, n, theme.Accent)
		}
	}
}
