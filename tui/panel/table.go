package panel

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Column names a column of the attribute table.
type Column int

// The columns, in the order they are shown in.
const (
	ColumnName Column = iota
	ColumnCost
	ColumnCorr
	ColumnV
	ColumnSigma2
	ColumnNoise
	ColumnReliability
	ColumnRolls        // repeats at every budget, by the active algorithm and the compared one
	ColumnActive       // repeats at B by the active algorithm
	ColumnCompared     // and by the one compared with it
	AllColumns     int = iota
)

const (
	edge       = 1
	nameLeast  = 10
	nameEasy   = 16 // what is nice to have does not cut names below
	corrThin   = 5  // beside rolls
	figureWide = 4
	trackLeast = 18 // columns of the rolls before others leave
	wideTable  = 100
)

// columns are how the columns are laid out. A new one is a constant and an entry here; what its
// value is and how it is written, sorted by and kept says tui/screen/table.go.
var columns = [AllColumns]struct {
	report.Column
	least int // columns that it has at least
	from  int // least width of a table that shows it
}{
	ColumnName:        {report.Column{Head: "attribute", Least: nameLeast}, 0, 0},
	ColumnCost:        {report.Column{Head: "cost", Align: report.Right, Priority: 4}, 0, 0},
	ColumnCorr:        {report.Column{Head: "corr", Align: report.Right, Priority: 3}, figureWide, 0},
	ColumnV:           {report.Column{Head: "v", Align: report.Right, Priority: 5}, 0, wideTable},
	ColumnSigma2:      {report.Column{Head: "σ²", Align: report.Right, Priority: 6}, 0, wideTable},
	ColumnNoise:       {report.Column{Head: "noise", Align: report.Right, Priority: 2}, figureWide, 0},
	ColumnReliability: {report.Column{Head: "rel", Align: report.Right, Priority: 7}, 0, 160},
	ColumnRolls:       {report.Column{}, trackLeast, 0},
	ColumnActive:      {report.Column{Align: report.Right}, figureWide, 0},
	ColumnCompared:    {report.Column{Align: report.Right}, figureWide, 0},
}

// Table shows attributes by row, and how often each is asked at every budget.
type Table struct {
	Rows     []Row
	Cursor   int // row selected; -1 for none
	Offset   int // first row shown
	Sort     Column
	Reverse  bool
	Priced   bool      // prices are shown
	Active   theme.Pen // hue of the active algorithm
	Compared theme.Pen // and of the one compared with it
	// ActiveName and ComparedName are their names, heads of their repeats.
	ActiveName, ComparedName string

	Axis   chart.Budgets // of the rolls
	Budget string        // where the axis has its mark
	At     int           // and its column; -1 for none
	// Rolls are the repeats by column of the axis and attribute, of the active
	// algorithm and the compared one.
	Rolls  [2][][]int
	Digits bool // blocks are digits: the terminal has no colours, or no signs
	Flat   bool // the selected row stands in reverse
	Brief  bool // heads of repeats are short

	Prefix  string // all names begin with it; it stands in the head alone
	Explain Explanation
	Tall    int // lines that the explanation needs
	Focus   bool
	None    string // said in place of the rows where there are none
	Hidden  int    // attributes that a row stands for
}

// Row is an attribute of the table, or a line over attributes.
type Row struct {
	Index    int              // of the attribute whose roll it shows, -1 for none
	Name     string           // of the attribute; "" for a line over others
	Cells    [AllColumns]Cell // as they are written; a plain one is in the pen of the row
	Corr     float64          // NaN where not defined
	Active   int              // repeats by the active algorithm
	Compared int              // by the one compared with it
	Unusable string           // why it cannot be chosen, or ""
	Limit    string           // bounds on its repeats, or ""
	Shared   bool             // the line over it shows its roll

	Over  []Span // a line over others, in words
	Folds bool   // which a press folds or unfolds
}

// Place is a column's place in a table, in columns from its left edge.
type Place struct {
	Column Column
	X, W   int
}

// head is the head of a column: of repeats, the algorithm.
func (t *Table) head(c Column) string {
	switch {
	case c == ColumnActive:
		return t.ActiveName
	case c == ColumnCompared && t.Brief:
		return ShortName(t.ComparedName)
	case c == ColumnCompared:
		return t.ComparedName
	case c == ColumnName && t.Prefix != "":
		return chart.Clean(t.Prefix) + "…"
	}
	return columns[c].Head
}

// need is the width of a column: of its values, where it has no least one, and of its head.
func (t *Table) need(c Column) int {
	w := chart.Width(t.head(c))
	if c == t.Sort {
		w++ // the mark
	}
	w = max(w, columns[c].least)
	for i := range t.Rows {
		switch r := &t.Rows[i]; {
		case r.Over != nil || columns[c].least > 0:
		case c != ColumnName:
			w = max(w, chart.Width(r.Cells[c].Text))
		case r.Limit != "":
			w = max(w, chart.Width(r.Name)-chart.Width(t.Prefix)+1+chart.Width(r.Limit))
		default:
			w = max(w, chart.Width(r.Name)-chart.Width(t.Prefix))
		}
	}
	return w
}

// Columns lays the columns out on a table w wide: the rolls lie where the axis of budgets does,
// names and figures left of it, as many as fit, and what is asked at B right of it, under the names
// of the chart's curves.
func (t *Table) Columns(w int) (out []Place) {
	var left []Column
	var laid []report.Column
	var natural []int
	var right []Place
	after := 0 // columns that the right takes
	for c := range Column(AllColumns) {
		switch n := t.need(c); {
		case c == ColumnRolls || c == ColumnCost && !t.Priced || w < columns[c].from:
		case c < ColumnRolls:
			left, laid, natural = append(left, c), append(laid, columns[c].Column), append(natural, n)
		case after+n+1 <= w-edge-nameLeast-trackLeast-2:
			right, after = append(right, Place{c, 0, n}), after+n+1
		}
	}
	from, axis, gap := w-1-trackLeast-after, axisFrom(w), 1 // the gap keeps the figures left of the axis under the receipt
	if w >= wideTable {
		laid[0].Least, gap = nameEasy, AxisLabels-1
	}
	if axis == 0 {
		axis = from
	}
	axis = min(axis, from)
	kept, widths := report.Fit(laid, natural, axis-edge-2, 1)
	spare := axis - gap - edge
	for _, n := range widths {
		spare -= n + 1
	}
	if i := slices.IndexFunc(kept, func(i int) bool { return left[i] == ColumnCorr }); i > 0 && spare > corrThin { // room for bars
		widths[i] += corrThin + 1
		spare -= corrThin + 1
	}
	widths[0] += max(spare, 0)
	x := edge
	for i, c := range kept {
		out = append(out, Place{left[c], x, widths[i]})
		x += widths[i] + 1
	}
	from = max(x, axis)
	to := max(w-1-max(after, curveNames(w)), min(from+trackLeast, w-1-after))
	out, x = append(out, Place{ColumnRolls, from, max(to-from, 1)}), to+1
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
	case w >= wideTable:
		return 13
	case w >= 72:
		return 11
	}
	return 0
}

func rolls(places []Place) Place {
	return places[slices.IndexFunc(places, func(p Place) bool { return p.Column == ColumnRolls })]
}

// AxisAt is where the rolls lie on a table w wide: their first column, and the one
// after the last. The chart above shares them.
func (t *Table) AxisAt(w int) (from, to int) {
	p := rolls(t.Columns(w))
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
	places := t.Columns(w)
	for _, p := range places {
		t.drawHead(c, p)
	}
	n := t.Visible(h)
	for i := range min(n, len(t.Rows)-t.Offset) {
		y, at := 1+i, t.Offset+i
		if r := &t.Rows[at]; r.Over != nil {
			c.Target(image.Rect(0, y, w, y+1), t.target(at))
			t.drawOver(c, y, r, places)
			continue
		}
		c.Target(image.Rect(0, y, w, y+1), At{at, -1})
		for _, p := range places {
			c.Target(image.Rect(p.X, y, p.X+p.W+1, y+1), At{at, int(p.Column)})
		}
		t.drawRow(c, y, &t.Rows[at], places)
		if at == t.Cursor {
			t.highlight(c, y, places)
		}
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

// target is what a press on a line over others is about: folding them, or the first of them.
func (t *Table) target(row int) any {
	if t.Rows[row].Folds {
		return Folded{}
	}
	return At{row + 1, -1}
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

// highlight sets off the selected row; where that is by reverse, the rolls stay as they
// are.
func (t *Table) highlight(c *chart.Canvas, y int, places []Place) {
	right, _ := c.Size()
	if p := rolls(places); t.Flat {
		c.Restyle(image.Rect(p.X+p.W, y, right, y+1), theme.Pen.Selected)
		right = p.X
	}
	c.Restyle(image.Rect(0, y, right, y+1), theme.Pen.Selected)
}

// drawOver draws a line over others, with the roll that they share.
func (t *Table) drawOver(c *chart.Canvas, y int, r *Row, places []Place) {
	right, _ := c.Size()
	if r.Index >= 0 {
		p := rolls(places)
		t.drawRoll(c, p, y, r.Index, false)
		right = p.X - 1
	}
	drawSpans(c, 1, y, right, r.Over)
}

func (t *Table) drawHead(c *chart.Canvas, p Place) {
	if p.Column == ColumnRolls {
		drawTicks(c, p.X, 0, p.W, t.Axis, t.At, t.Budget)
		if len(t.Rows) > 0 {
			c.Target(image.Rect(p.X, 0, p.X+p.W, 1), p.dial(c))
		}
		return
	}
	c.Target(image.Rect(p.X, 0, p.X+p.W+1, 1), Head(p.Column))
	head, pen := t.head(p.Column), theme.Muted
	switch {
	case p.Column == t.Sort && t.Reverse:
		head, pen = head+"▴", theme.Accent
	case p.Column == t.Sort:
		head, pen = head+"▾", theme.Accent
	case p.Column == ColumnActive:
		pen = t.Active
	case p.Column == ColumnCompared:
		pen = t.Compared
	case p.Column == ColumnName && t.Focus:
		pen = theme.Accent
	}
	if p.Column == ColumnName {
		c.TextMax(p.X, 0, head, p.W, pen)
		return
	}
	c.TextRight(p.X+p.W, 0, head, pen)
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

// drawRow draws a row. One that cannot be chosen says why in place of its rolls.
func (t *Table) drawRow(c *chart.Canvas, y int, r *Row, places []Place) {
	text := theme.Muted
	switch {
	case r.Unusable != "":
		text = theme.Excluded
		c.Text(0, y, "×", text)
	case r.Active > 0:
		text = theme.Text.Strong()
	}
	for _, p := range places {
		cell := r.Cells[p.Column]
		if cell.Pen == theme.Text {
			cell.Pen = text
		}
		switch p.Column {
		case ColumnName:
			t.drawName(c, p, y, r, text)
		case ColumnRolls:
			t.drawRoll(c, p, y, r.Index, r.Shared)
		case ColumnCorr:
			bar := p.W - figureWide
			if bar%2 == 0 { // an odd one has a middle
				bar--
			}
			c.SignedBar(p.X, y, bar, r.Corr, theme.Muted, theme.Muted, theme.Faint)
			fallthrough
		default:
			c.TextRight(p.X+p.W, y, cell.Text, cell.Pen)
		}
	}
	if r.Unusable != "" {
		last, from := places[len(places)-1], rolls(places).X
		right := last.X + last.W
		c.Fill(image.Rect(from-1, y, right, y+1), ' ', theme.Excluded)
		c.TextMax(from, y, r.Unusable, right-from, theme.Excluded)
	}
}

func (t *Table) drawName(c *chart.Canvas, p Place, y int, r *Row, text theme.Pen) {
	room := p.W
	if r.Limit != "" {
		room -= chart.Width(r.Limit) + 1
	}
	end := p.X + c.Text(p.X, y, chart.TruncateMiddle(r.Name[min(len(t.Prefix), len(r.Name)):], max(room, 1)), text)
	c.TextMax(end+1, y, r.Limit, p.X+p.W-end-1, theme.Accent)
}

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
