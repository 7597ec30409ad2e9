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

// Table is a table on the screen, to read or to select a row of. A report lays it out: what of it has
// room, how wide, and on which side. In a box it has a title; with rolls it lies open, under a chart.
type Table struct {
	report.Table        // of Cells, Names, Barred figures and what reports have; heads that are all empty take no line
	Cursor       int    // the row selected; -1 for none
	Empty        string // said in place of the rows where there are none
	// Below are lines about the selected row, the last of them cut, and Lead is what they begin with.
	Below []string
	Lead  string
	Focus bool
	Rolls *Rolls // nil for none: it lies in a box

	Title  string
	Marked []int   // the rows that are set
	Prompt *Prompt // above the table; nil for none
	Over   bool    // it lies over the screen
}

// drawnValue is a value that has looks of its own: text is as much of it as a report shows in its column.
type drawnValue interface {
	spans(text string, w int, pen theme.Pen) []Span
}

// Cell is a text with the pen that it is drawn in.
type Cell struct {
	Text string
	Pen  theme.Pen
	Note string // behind it, as a warning; "" for none
}

func (c Cell) String() string {
	if c.Note == "" {
		return c.Text
	}
	return c.Text + "  " + c.Note
}

func (c Cell) spans(text string, _ int, _ theme.Pen) []Span {
	if n := len(c.Text); c.Note != "" && n < len(text) {
		return []Span{{Text: text[:n], Pen: c.Pen}, {Text: text[n:], Pen: theme.Warning}}
	}
	return []Span{{Text: text, Pen: c.Pen}}
}

// Name is a name, cut in its middle where it is too long, and what is set of it, which is not cut.
type Name struct{ Text, Set string }

func (n Name) String() string {
	if n.Set == "" {
		return n.Text
	}
	return n.Text + " " + n.Set
}

func (n Name) spans(_ string, w int, pen theme.Pen) []Span {
	set := strings.TrimRight(" "+n.Set, " ")
	return []Span{{Text: chart.TruncateMiddle(n.Text, max(w-chart.Width(set), 1)), Pen: pen}, {Text: set, Pen: theme.Accent}}
}

// Barred is a figure, behind a bar where its column has room for one.
type Barred struct {
	Text  string
	Value float64 // of the bar, -1 to 1
	Bar   func(value float64, width int) string
}

func (b Barred) String() string { return b.Text }

// figureWide is how wide a figure is without its bar.
const figureWide = 5

func (b Barred) spans(_ string, w int, pen theme.Pen) []Span {
	bar := b.Bar(b.Value, w-figureWide)
	return []Span{{Text: bar, Pen: pen}, {Text: strings.Repeat(" ", max(w-chart.Width(bar+b.Text), 0))}, {Text: b.Text, Pen: pen}}
}

// Grid lays a table out as lines of at most a width, its heads first.
func Grid(t *report.Table, width int) []Line {
	l := lay(t, width)
	lines := []Line{row(t, l, l.Heads, nil, theme.Muted, nil)}
	for i, texts := range l.Rows {
		if t.Shown != nil {
			i = t.Shown[i]
		}
		lines = append(lines, row(t, l, texts, t.Rows[i], theme.Text, nil))
	}
	return lines
}

func lay(t *report.Table, width int) *report.Laid {
	l, err := t.Lay(width, chart.Width)
	if err != nil { // of a table that is made while it is written: the screen has none
		return &report.Laid{}
	}
	return l
}

// row is a row in its columns; pen is the pen of values that have none, and is what a press on a column
// is about, nil for nothing. A text that runs over other columns says why there is no more.
func row(t *report.Table, l *report.Laid, texts []string, values []any, pen theme.Pen, is func(column int) any) (line Line) {
	for i, text := range texts {
		column, cell := l.Columns[i], []Span{{Text: text, Pen: pen}}
		if i == len(texts)-1 && i < len(l.Columns)-1 {
			cell[0].Pen = theme.Excluded
			return Line{append(line.Spans, cell...)}
		}
		cell[0].Text = chart.Truncate(text, l.Widths[i])
		if values != nil {
			if v, ok := values[column].(drawnValue); ok {
				cell = v.spans(cell[0].Text, l.Widths[i], pen)
			}
		}
		blank := Span{Text: strings.Repeat(" ", max(l.Widths[i]-Width(cell), 0))}
		if t.Columns[column].Align == report.Right {
			cell = append([]Span{blank}, cell...)
		} else {
			cell = append(cell, blank)
		}
		if i < len(texts)-1 {
			cell = append(cell, Span{Text: strings.Repeat(" ", l.Gap)})
		}
		for k := range cell {
			if is != nil {
				cell[k].Does = is(column)
			}
		}
		line.Spans = append(line.Spans, cell...)
	}
	return line
}

const markWidth = 2

func (t *Table) Move(n int) { t.Cursor = max(0, min(t.Cursor+n, len(t.Rows)-1)) }

func (t *Table) Draw(c *chart.Canvas) {
	if t.Rolls != nil {
		t.drawOpen(c)
		return
	}
	w, h := c.Size()
	inner := c.Box(t.Title, t.Focus || t.Over, t.Over)
	if inner.Dx() < 6 || inner.Empty() {
		return
	}
	width := inner.Dx() - markWidth
	if t.Over { // it has a margin
		width--
	}
	lines, x, n := Grid(&t.Table, width), inner.Min.X+markWidth, len(t.Rows)
	top := 1 // the line on which the rows begin
	if t.Prompt != nil {
		t.Prompt.Draw(c.Sub(image.Rect(inner.Min.X, inner.Min.Y, inner.Max.X, inner.Min.Y+1)))
		top++
	}
	if strings.TrimSpace(Plain(lines[0].Spans)) != "" {
		drawSpans(c, x, top, inner.Max.X, lines[0].Spans)
		top++
	}
	room := max(min(n, h-top-1), 0)
	first := max(0, min(t.Cursor-room/2, n-room)) // the selected row lies in the middle
	for y := range room {
		at := first + y
		c.Target(image.Rect(0, top+y, w, top+y+1), At{Row: at})
		drawSpans(c, x, top+y, inner.Max.X, lines[1+at].Spans)
		t.mark(c, top+y, at)
	}
	if n == 0 {
		c.TextMax(x, top, t.Empty, inner.Max.X-x, theme.Muted)
	}
	if room < n {
		c.TextRight(w-2, h-1, t.position(first, room), theme.Muted)
	}
	t.drawBelow(c.Sub(image.Rect(x-1, top+room, inner.Max.X+1, inner.Max.Y)))
}

// mark sets a row off that is set or selected.
func (t *Table) mark(c *chart.Canvas, y, row int) {
	w, _ := c.Size()
	switch {
	case slices.Contains(t.Marked, row) && t.Over:
		c.Text(1, y, "●", theme.Accent)
	case slices.Contains(t.Marked, row):
		cell, _ := t.Rows[row][0].(Cell)
		c.Text(1, y, "▸", cell.Pen)
	case row == t.Cursor && t.Over:
		c.Text(1, y, "▸", theme.Accent)
	}
	if row == t.Cursor {
		c.Restyle(image.Rect(1, y, w-1, y+1), theme.Pen.Selected)
	}
}

func (t *Table) drawBelow(c *chart.Canvas) {
	w, h := c.Size()
	for y, line := range t.Below[:min(len(t.Below), h)] {
		if y == h-1 {
			line = strings.Join(t.Below[y:], " ")
		}
		n := c.TextMax(1, y, line, w-2, theme.Muted)
		if y == 0 {
			c.TextMax(1, 0, t.Lead, n, theme.Text.Strong())
		}
	}
}

// position says which of the rows are shown, lines over others not counted.
func (t *Table) position(first, n int) string {
	count := func(rows [][]any) (n int) {
		for i := range rows {
			if t.Rolls == nil || t.Rolls.of(rows[i]).Over == nil && t.Rolls.of(rows[i]).Alone != 2 {
				n++
			}
		}
		return n
	}
	all := count(t.Rows)
	if t.Rolls != nil {
		all += t.Rolls.Hidden
	}
	return " " + strconv.Itoa(count(t.Rows[:first])+1) + "–" + strconv.Itoa(count(t.Rows[:min(first+n, len(t.Rows))])) + " of " + figure.Count(all) + " "
}
