package panel

import (
	"image"
	"strconv"

	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/theme"
)

// Table shows attributes by row.
type Table struct {
	Title   string
	Rows    []Row
	Cursor  int // row selected; -1 for none
	Offset  int // first row shown
	Sort    Column
	Reverse bool
	Repeats bool      // show the two columns of repeats
	Stable  bool      // show the two columns of the bootstrap
	Active  theme.Pen // hue of the active algorithm
	Focus   bool
	None    string // said in place of the rows where there are none
	// Forms are the lines over the rows that are asked together, rising by At; nil
	// where every judgment is bought by itself.
	Forms []FormRow
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

// Visible is the number of lines that a table h high shows.
func (t *Table) Visible(h int) int { return max(h-2*tableFrame-1, 0) }

// RowAt returns the row drawn at line y of a table h high, or -1; that of a form
// is the first on it.
func (t *Table) RowAt(y, h int) int {
	i := y - tableFrame - 1
	if i < 0 || i >= t.Visible(h) || t.Offset+i >= t.Lines() {
		return -1
	}
	_, row := t.on(t.Offset + i)
	return row
}

// HeadAt returns the column whose head is at (x, y), and false where none is.
func (t *Table) HeadAt(x, y, w int) (Column, bool) {
	if y != tableFrame {
		return 0, false
	}
	for _, p := range t.Columns(w) {
		if x >= p.X && x <= p.X+p.W {
			return p.Column, true
		}
	}
	return 0, false
}

// Draw draws the table in a box.
func (t *Table) Draw(c *chart.Canvas) {
	w, h := c.Size()
	c.Box(c.Bounds(), t.Title, border(t.Focus), theme.Title)
	places := t.Columns(w)
	for _, p := range places {
		t.drawHead(c, p)
	}
	n := t.Visible(h)
	for i := range n {
		if t.Offset+i >= t.Lines() {
			break
		}
		y := tableFrame + 1 + i
		form, at := t.on(t.Offset + i)
		if form != nil {
			form.draw(c, y, w-tableFrame, t.Active)
			continue
		}
		t.drawRow(c, y, &t.Rows[at], places)
		if at == t.Cursor {
			c.Restyle(image.Rect(tableFrame, y, w-tableFrame, y+1), theme.Pen.Selected)
		}
	}
	if len(t.Rows) == 0 && n > 0 {
		c.TextMax(tableFrame+markWidth, tableFrame+1, t.None, w-2*tableFrame-markWidth, theme.Muted)
	}
	t.drawPosition(c, n)
}

// drawPosition says in the frame which rows are shown, if not all are.
func (t *Table) drawPosition(c *chart.Canvas, visible int) {
	w, h := c.Size()
	if visible >= t.Lines() || h < 2 {
		return
	}
	_, from := t.on(t.Offset)
	form, last := t.on(min(t.Offset+visible, t.Lines()) - 1)
	if form == nil {
		last++
	}
	s := " " + strconv.Itoa(from+1) + "–" + strconv.Itoa(last) + " of " + figure.Count(len(t.Rows)) + " "
	if chart.Width(s)+4 <= w {
		c.TextRight(w-2, h-1, s, theme.Muted)
	}
}

func (t *Table) drawHead(c *chart.Canvas, p Place) {
	head, pen := p.Column.String(), theme.Muted
	if p.Column == t.Sort {
		mark := "▾"
		if t.Reverse {
			mark = "▴"
		}
		head += mark
		pen = theme.Accent
	}
	if kinds[p.Column].left {
		c.TextMax(p.X, tableFrame, head, p.W, pen)
		return
	}
	c.TextRight(p.X+p.W, tableFrame, head, pen)
}

func (t *Table) drawRow(c *chart.Canvas, y int, r *Row, places []Place) {
	text := theme.Text
	if r.Unusable != "" {
		text = theme.Excluded
		c.Text(tableFrame, y, "×", text)
	} else if r.Chosen {
		c.Text(tableFrame, y, "●", t.Active)
	}
	for _, p := range places {
		kinds[p.Column].draw(t, c, p, y, r, text)
	}
	if r.Unusable != "" {
		drawReason(c, y, r, places)
	}
}

// drawReason says why an attribute cannot be chosen, from the reliability's
// column to the last, or at the end of the name where there is too little room.
func drawReason(c *chart.Canvas, y int, r *Row, places []Place) {
	last := places[len(places)-1]
	from := places[0].X + nameLeast/2
	for _, p := range places {
		if p.Column == ColumnReliability && last.Column == ColumnGain {
			from = p.X
		}
	}
	right := last.X + last.W
	text := chart.Truncate(r.Unusable, right-from)
	x := max(from, right-chart.Width(r.Unusable))
	if last.Column == ColumnGain {
		x = from
	}
	c.Fill(image.Rect(x-1, y, right, y+1), ' ', theme.Excluded)
	c.Text(x, y, text, theme.Excluded)
}
