package panel

import (
	"cmp"
	"fmt"
	"image"
	"strconv"
	"strings"

	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Table shows attributes by row, and how often each is asked at every budget.
type Table struct {
	Rows     []Row
	Cursor   int // row selected; -1 for none
	Offset   int // first line shown
	Sort     Column
	Reverse  bool
	Show     [AllColumns]bool
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
	// Forms are the lines over the rows that are asked together, rising by At, or the
	// line over the rows that are never asked.
	Forms  []FormRow
	Hidden int // rows that one of these lines stands for
}

// Lines is the number of lines that rows and forms take; Offset counts them.
func (t *Table) Lines() int { return len(t.Rows) + len(t.Forms) }

// LineOf is the line of a row.
func (t *Table) LineOf(row int) int {
	line := row
	for i := range t.Forms {
		if t.Forms[i].At <= row {
			line++
		}
	}
	return line
}

// on returns what stands on a line: a form, or nil and the row.
func (t *Table) on(line int) (form *FormRow, row int) {
	for i := range t.Forms {
		switch at := t.Forms[i].At + i; {
		case line == at:
			return &t.Forms[i], t.Forms[i].At
		case line < at:
			return nil, line - i
		}
	}
	return nil, line - len(t.Forms)
}

// Heights from which a table explains itself in its last line, and of
// which each line of more takes a row.
const explainFrom, explainMore = 6, 3

// explainRows is how many lines a table h high has for its explanation.
func (t *Table) explainRows(h int) int {
	if h < explainFrom {
		return 0
	}
	return max(1, min(t.Tall, 1+(h-explainFrom)/explainMore))
}

// Visible is the number of lines that a table h high shows.
func (t *Table) Visible(h int) int {
	return max(h-1-t.explainRows(h), 0)
}

// Draw draws the table.
func (t *Table) Draw(c *chart.Canvas) {
	w, h := c.Size()
	places := t.Columns(w)
	for _, p := range places {
		t.drawHead(c, p)
	}
	n := t.Visible(h)
	for i := range n {
		if t.Offset+i >= t.Lines() {
			break
		}
		y := 1 + i
		form, at := t.on(t.Offset + i)
		target(c, y, form, at, places)
		if form != nil {
			t.drawForm(c, y, form, places)
			continue
		}
		t.drawRow(c, y, &t.Rows[at], places)
		if at == t.Cursor {
			t.highlight(c, y, places)
		}
	}
	if len(t.Rows) == 0 && n > 0 {
		c.TextMax(2, 1, t.None, w-2, theme.Muted)
	}
	t.drawLast(c, n)
}

// target notes that a line is a row, of a form its first, or folds others; pressed in a column.
func target(c *chart.Canvas, y int, form *FormRow, row int, places []Place) {
	w, _ := c.Size()
	if form != nil && form.Fold != "" {
		c.Target(image.Rect(0, y, w, y+1), Folded{})
		return
	}
	c.Target(image.Rect(0, y, w, y+1), At{row, -1})
	for _, p := range places {
		c.Target(image.Rect(p.X, y, p.X+p.W+1, y+1), At{row, int(p.Column)})
	}
}

// dial is the axis of budgets over a column of rolls: the share of it.
func (p Place) dial(c *chart.Canvas) chart.Dial {
	return c.Dial(func(x int) float64 { return chart.SliderShare(x-p.X, p.W) })
}

// drawLast explains in the last line, and says which rows are shown if not all are.
func (t *Table) drawLast(c *chart.Canvas, visible int) {
	w, h := c.Size()
	position := t.position(visible)
	if rows := t.explainRows(h); rows > 0 {
		t.Explain.draw(c, h-rows, rows, chart.Width(position))
		c.TextRight(w-1, h-1, position, theme.Muted)
	}
}

// position says which rows are shown, "" for all.
func (t *Table) position(visible int) string {
	if visible >= t.Lines() {
		return ""
	}
	_, from := t.on(t.Offset)
	form, last := t.on(min(t.Offset+visible, t.Lines()) - 1)
	if form == nil {
		last++
	}
	return " " + strconv.Itoa(from+1) + "–" + strconv.Itoa(last) + " of " + figure.Count(len(t.Rows)+t.Hidden) + " "
}

// highlight sets off the selected row; where that is by reverse, the rolls stay as they
// are.
func (t *Table) highlight(c *chart.Canvas, y int, places []Place) {
	right, _ := c.Size()
	for _, p := range places {
		if t.Flat && p.Column == ColumnRolls {
			c.Restyle(image.Rect(p.X+p.W, y, right, y+1), theme.Pen.Selected)
			right = p.X
		}
	}
	c.Restyle(image.Rect(0, y, right, y+1), theme.Pen.Selected)
}

// drawForm draws the line over the rows of a form, and its rolls where all its rows
// share them.
func (t *Table) drawForm(c *chart.Canvas, y int, f *FormRow, places []Place) {
	right, _ := c.Size()
	for _, p := range places {
		if f.Shared && p.Column == ColumnRolls {
			t.drawRoll(c, p, y, f.Track, false)
			right = p.X - 1
		}
	}
	f.draw(c, y, 1, right, t.Active)
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
	if kinds[p.Column].left {
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
		if draw := kinds[p.Column].draw; draw != nil {
			draw(t, c, p, y, r, text)
			continue
		}
		t.drawCell(c, p, y, r, text)
	}
	if r.Unusable != "" {
		t.drawReason(c, y, r, places)
	}
}

// drawReason says why an attribute cannot be chosen, on its track or, where there is none, at
// the end of the name.
func (t *Table) drawReason(c *chart.Canvas, y int, r *Row, places []Place) {
	last := places[len(places)-1]
	from, wide := places[0].X+nameLeast/2, false
	for _, p := range places {
		if p.Column == ColumnRolls {
			from, wide = p.X, true
			break
		}
	}
	right := last.X + last.W
	text := chart.Truncate(r.Unusable, right-from)
	x := max(from, right-chart.Width(r.Unusable))
	if wide {
		x = from
	}
	c.Fill(image.Rect(x-1, y, right, y+1), ' ', theme.Excluded)
	c.Text(x, y, text, theme.Excluded)
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

// FormRow is the line over attributes that are asked together: how often their form is
// filled.
type FormRow struct {
	At     int    // the row that it stands over
	Name   string // of the form; "" for the attributes on none
	Price  string // of one filled form; "" where each answer is paid
	Filled int    // times it is filled by the active algorithm
	Shared bool   // all its rows have the same rolls: it shows them
	Track  int    // and the rolls are this attribute's
	Fold   string // the line over the rows never asked, in words; "" for a form
}

// Bought says how often a form is filled; "" for the attributes on none.
func (f *FormRow) Bought() string {
	switch {
	case f.Name == "":
		return ""
	case f.Filled == 0:
		return "·"
	}
	return fmt.Sprintf("×%d", f.Filled)
}

// draw writes the line from column x up to column limit.
func (f *FormRow) draw(c *chart.Canvas, y, x, limit int, active theme.Pen) {
	if f.Fold != "" {
		c.TextMax(x, y, f.Fold, limit-x, theme.Muted)
		return
	}
	spans := []Span{{"┌ ", theme.Border}, {cmp.Or(f.Name, "bought singly"), theme.Title}, {" " + f.Bought(), active}}
	if f.Price != "" {
		spans = append(spans, Span{" at " + f.Price, theme.Muted})
	}
	drawSpans(c, x, y, limit, spans)
}
