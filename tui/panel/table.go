package panel

import (
	"cmp"
	"fmt"
	"image"
	"math"
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

// explainRows is how many lines a table h high has for its explanation: one from a height on, and of
// the lines of more each takes a row.
func (t *Table) explainRows(h int) int {
	const from, more = 6, 3
	if h < from {
		return 0
	}
	return max(1, min(t.Tall, 1+(h-from)/more))
}

// Visible is the number of lines that a table h high shows.
func (t *Table) Visible(h int) int { return max(h-1-t.explainRows(h), 0) }

func (t *Table) Draw(c *chart.Canvas) {
	w, h := c.Size()
	places := t.Columns(w)
	for _, p := range places {
		t.drawHead(c, p)
	}
	n := t.Visible(h)
	for i := range min(n, t.Lines()-t.Offset) {
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
	if rows := t.explainRows(h); rows > 0 {
		position := t.position(n)
		t.Explain.draw(c, h-rows, rows, chart.Width(position))
		c.TextRight(w-1, h-1, position, theme.Muted)
	}
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

func (p Place) dial(c *chart.Canvas) chart.Dial {
	return c.Dial(func(x int) float64 { return chart.SliderShare(x-p.X, p.W) })
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
	return positionOf(from, last, len(t.Rows)+t.Hidden)
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

// drawForm draws the line over the rows of a form, and its rolls where all its rows
// share them; or the line over rows that are folded.
func (t *Table) drawForm(c *chart.Canvas, y int, f *FormRow, places []Place) {
	right, _ := c.Size()
	if f.Shared {
		p := rolls(places)
		t.drawRoll(c, p, y, f.Track, false)
		right = p.X - 1
	}
	if f.Fold != "" {
		c.TextMax(1, y, f.Fold, right-1, theme.Muted)
		return
	}
	bought := ""
	switch {
	case f.Name != "" && f.Filled == 0:
		bought = "·"
	case f.Name != "":
		bought = fmt.Sprintf("×%d", f.Filled)
	}
	spans := []Span{{Text: "┌ ", Pen: theme.Border}, {Text: cmp.Or(f.Name, "bought singly"), Pen: theme.Title}, {Text: " " + bought, Pen: t.Active}}
	if f.Price != "" {
		spans = append(spans, Span{Text: " at " + f.Price, Pen: theme.Muted})
	}
	drawSpans(c, 1, y, right, spans)
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
		switch cell := r.Cells[p.Column]; {
		case p.Column == ColumnName:
			t.drawName(c, p, y, r, text)
		case p.Column == ColumnRolls:
			t.drawRoll(c, p, y, r.Index, r.Shared)
		case p.Column == ColumnGain && (r.Unusable != "" || math.IsNaN(r.Gain)):
		case p.Column == ColumnGain:
			c.Text(p.X, y, chart.BarText(r.Gain, p.W), t.Active)
		case p.Column == ColumnCorr:
			bar := p.W - figureWide
			if bar%2 == 0 { // an odd one has a middle
				bar--
			}
			c.SignedBar(p.X, y, bar, r.Corr, theme.Muted, theme.Muted, theme.Faint)
			c.TextRight(p.X+p.W, y, cell.Text, text)
		case cell.Pen == theme.Text:
			c.TextRight(p.X+p.W, y, cell.Text, text)
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
