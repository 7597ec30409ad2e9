package panel

import (
	"image"
	"math"
	"strconv"

	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
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
	ColumnReliability
	ColumnFull    // repeats by Full, where no panel of their own shows them
	ColumnScoring // repeats by Scoring
	ColumnFrequency
	ColumnMedian
	ColumnGain
	columns int = iota
)

// String is the column's head.
func (c Column) String() string {
	return [...]string{"attribute", "cost", "corr", "v", "σ²", "rel", "full", "scor", "freq", "med", "gain"}[c]
}

// Row is one attribute of the table.
type Row struct {
	Name    string
	Cost    string // written, as are V and Sigma2, by column
	V       string
	Sigma2  string
	Corr    float64 // NaN where not defined
	Rel     float64 // in [0,1], NaN where not defined
	Gain    float64 // share of the largest gain, in [0,1]
	Full    int     // repeats
	Scoring int
	// Frequency and Median say how often the active algorithm chooses the
	// attribute from resampled objects, and how many judgments; NaN while that is
	// not known.
	Frequency, Median float64

	Chosen   bool   // by the active algorithm
	Unusable string // why it cannot be chosen, or ""
	Limit    string // bounds on its repeats, or ""
}

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
	switch p.Column {
	case ColumnName, ColumnGain, ColumnReliability:
		c.TextMax(p.X, tableFrame, head, p.W, pen)
	default:
		c.TextRight(p.X+p.W, tableFrame, head, pen)
	}
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
		switch p.Column {
		case ColumnName:
			drawName(c, p, y, r, text)
		case ColumnCost:
			c.TextRight(p.X+p.W, y, r.Cost, text)
		case ColumnV:
			c.TextRight(p.X+p.W, y, r.V, text)
		case ColumnSigma2:
			c.TextRight(p.X+p.W, y, r.Sigma2, text)
		case ColumnCorr:
			c.SignedBar(p.X, y, p.W-figureWide, r.Corr, theme.Muted, theme.Muted, theme.Faint)
			c.TextRight(p.X+p.W, y, figure.Corr(r.Corr), text)
		case ColumnReliability:
			if r.Unusable != "" {
				break // the reason stands there
			}
			c.Bar(p.X, y, relBar, r.Rel, theme.Muted)
			if p.W > relBar {
				c.TextRight(p.X+p.W, y, figure.Share(r.Rel), text)
			}
		case ColumnFull:
			drawCount(c, p, y, r.Full, theme.Full)
		case ColumnScoring:
			drawCount(c, p, y, r.Scoring, theme.Scoring)
		case ColumnFrequency:
			drawKnown(c, p, y, r.Frequency, figure.Share(r.Frequency))
		case ColumnMedian:
			drawKnown(c, p, y, r.Median, strconv.FormatFloat(r.Median, 'f', -1, 64))
		case ColumnGain:
			t.drawGain(c, p, y, r)
		}
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

// drawName writes the name, and behind it the bounds on its repeats.
func drawName(c *chart.Canvas, p Place, y int, r *Row, text theme.Pen) {
	room := p.W
	if r.Limit != "" {
		room -= chart.Width(r.Limit) + 1
	}
	end := p.X + c.TextMax(p.X, y, r.Name, max(room, 1), text)
	c.TextMax(end+1, y, r.Limit, p.X+p.W-end-1, theme.Accent)
}

// drawGain shows the gain as a bar.
func (t *Table) drawGain(c *chart.Canvas, p Place, y int, r *Row) {
	if r.Unusable == "" && !math.IsNaN(r.Gain) {
		c.Bar(p.X, y, p.W, r.Gain, t.Active)
	}
}

// drawKnown writes a figure of the bootstrap: a dot for nothing, and no more
// than the place of it while it is not known.
func drawKnown(c *chart.Canvas, p Place, y int, v float64, text string) {
	switch {
	case math.IsNaN(v):
		c.TextRight(p.X+p.W, y, "…", theme.Faint)
	case v == 0:
		c.TextRight(p.X+p.W, y, "·", theme.Faint)
	default:
		c.TextRight(p.X+p.W, y, text, theme.Text)
	}
}

func drawCount(c *chart.Canvas, p Place, y, n int, pen theme.Pen) {
	if n == 0 {
		c.TextRight(p.X+p.W, y, "·", theme.Faint)
		return
	}
	c.TextRight(p.X+p.W, y, strconv.Itoa(n), pen)
}
