package panel

import (
	"image"
	"math"
	"slices"
	"strings"

	"fms-tui/core/report"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Cell is a value of a table with the pen that it is drawn in.
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

// spans are a text of the cell, cut to its width, and its note.
func (c *Cell) spans(text string) []Span {
	if n := len(c.Text); c.Note != "" && n < len(text) {
		return []Span{{Text: text[:n], Pen: c.Pen}, {Text: text[n:], Pen: theme.Warning}}
	}
	return []Span{{Text: text, Pen: c.Pen}}
}

// Grid lays a table out as lines of at most a width, its heads first.
func Grid(t *report.Table, width int) []Line {
	lines, _ := grid(t, width)
	return lines
}

func grid(t *report.Table, width int) ([]Line, *report.Laid) {
	l, err := t.Lay(width, chart.Width)
	if err != nil { // of a table that is made while it is written: the screen has none
		return nil, &report.Laid{}
	}
	lines := []Line{gridLine(t, l, l.Heads, make([]report.Value, len(t.Columns)), theme.Muted)}
	for i, row := range l.Rows {
		if t.Shown != nil {
			i = t.Shown[i]
		}
		lines = append(lines, gridLine(t, l, row, t.Rows[i], theme.Text))
	}
	return lines, l
}

// gridLine is one row; pen is the pen of values that have none. A text that runs over other
// columns says why there is no more.
func gridLine(t *report.Table, l *report.Laid, texts []string, values []report.Value, pen theme.Pen) (line Line) {
	gap := ""
	for i, text := range texts {
		cell, ok := values[l.Columns[i]].(Cell)
		if !ok {
			cell = Cell{Pen: pen}
		}
		if i == len(texts)-1 && i < len(l.Columns)-1 {
			return Line{append(line.Spans, Span{Text: gap, Pen: pen}, Span{Text: text, Pen: theme.Excluded})}
		}
		text = chart.Truncate(text, l.Widths[i])
		blank := strings.Repeat(" ", max(l.Widths[i]-chart.Width(text), 0))
		if t.Columns[l.Columns[i]].Align == report.Right {
			gap, blank = gap+blank, ""
		}
		line.Spans = append(append(append(line.Spans, Span{Text: gap}), cell.spans(text)...), Span{Text: blank})
		gap = strings.Repeat(" ", l.Gap)
	}
	return line
}

// Sheet is a table in a box: to read, or to select a row of. It lists what a screen shows, and over
// the screen what there is to choose from.
type Sheet struct {
	Title  string
	Table  report.Table // of Cells; heads that are all empty take no line
	Marked []int        // the rows that are set
	Cursor int          // the row selected
	Prompt *Prompt      // above the table; nil for none
	Empty  string       // said in place of the rows where there are none
	List   []string     // lines about the selected row, below the rows
	Over   bool         // it lies over the screen
	Focus  bool
}

const markWidth = 2

// top is the line of a box on which the rows begin.
func (s *Sheet) top() int {
	top := 1
	if s.Prompt != nil {
		top++
	}
	if s.headed() {
		top++
	}
	return top
}

func (s *Sheet) headed() bool {
	return slices.ContainsFunc(s.Table.Columns, func(c report.Column) bool { return c.Head != "" && c.Head != report.NoHead })
}

// Choices is a list over the screen to take one of.
func Choices(title string, items []string, at int) *Sheet {
	s := &Sheet{Title: title, Cursor: at, Over: true}
	s.Table.Columns = []report.Column{{Head: report.NoHead}}
	for _, item := range items {
		s.Table.Row(item)
	}
	return s
}

// Box is where the whole list lies on a screen of w×h cells, below (x, y) if it fits there.
func (s *Sheet) Box(x, y, w, h int) image.Rectangle {
	_, l := grid(&s.Table, w)
	width := (len(l.Widths) - 1) * l.Gap
	for _, n := range l.Widths {
		width += n
	}
	width, rows := min(max(width+4+markWidth, chart.Width(s.Title)+6), w), min(len(s.Table.Rows)+s.top()+1, h)
	x, y = min(max(x, 0), w-width), min(max(y, 0), h-rows)
	return image.Rect(x, y, x+width, y+rows)
}

func (s *Sheet) Move(n int) { s.Cursor = max(0, min(s.Cursor+n, len(s.Table.Rows)-1)) }

func (s *Sheet) Draw(c *chart.Canvas) {
	w, h := c.Size()
	frame := border(s.Focus)
	if s.Over {
		c.Fill(c.Bounds(), ' ', theme.Text)
		frame = theme.BorderFocus
	}
	inner := c.Box(c.Bounds(), s.Title, frame, theme.Title)
	if inner.Dx() < 6 || inner.Empty() {
		return
	}
	if s.Prompt != nil {
		s.Prompt.Draw(c.Sub(image.Rect(inner.Min.X, inner.Min.Y, inner.Max.X, inner.Min.Y+1)))
	}
	width := inner.Dx() - markWidth
	if s.Over { // it has a margin
		width--
	}
	x, top, n := inner.Min.X+markWidth, s.top(), len(s.Table.Rows)
	room := max(min(n, h-top-1), 0)
	lines := Grid(&s.Table, width)
	first := max(0, min(s.Cursor-room/2, n-room)) // the selected row lies in the middle
	if s.headed() {
		drawSpans(c, x, top-1, inner.Max.X, lines[0].Spans)
	}
	for i := range room {
		c.Target(image.Rect(0, top+i, w, top+i+1), At{Row: first + i})
		s.drawRow(c, top+i, first+i, lines[1+first+i].Spans)
	}
	if n == 0 {
		c.TextMax(x, top, s.Empty, inner.Max.X-x, theme.Muted)
	}
	if room < n {
		c.TextRight(w-2, h-1, positionOf(first, first+room, n), theme.Muted)
	}
	for y, line := range s.List {
		if y += top + room; y == inner.Max.Y-1 { // the last is cut
			line = strings.Join(s.List[y-top-room:], " ")
		}
		if y < inner.Max.Y {
			c.TextMax(x, y, line, inner.Max.X-x, theme.Muted)
		}
	}
}

func (s *Sheet) drawRow(c *chart.Canvas, y, row int, spans []Span) {
	w, _ := c.Size()
	drawSpans(c, 1+markWidth, y, w-1, spans)
	switch {
	case slices.Contains(s.Marked, row) && s.Over:
		c.Text(1, y, "●", theme.Accent)
	case slices.Contains(s.Marked, row):
		cell, _ := s.Table.Rows[row][0].(Cell)
		c.Text(1, y, "▸", cell.Pen)
	case row == s.Cursor && s.Over:
		c.Text(1, y, "▸", theme.Accent)
	}
	if row == s.Cursor {
		c.Restyle(image.Rect(1, y, w-1, y+1), theme.Pen.Selected)
	}
}

// Document is a box of lines, more of them than fit: it scrolls.
type Document struct {
	Title  string
	Lines  []Line
	Offset int    // the first line shown
	Hint   string // said where there is more than fits; "" for what scrolls
	Over   bool   // it lies over the screen
	Focus  bool
}

// Clamp keeps the offset such that a box h high is full as far as there are
// lines.
func (d *Document) Clamp(h int) { d.Offset = max(0, min(d.Offset, len(d.Lines)-max(h-2, 0))) }

func (d *Document) Draw(c *chart.Canvas) {
	if d.Over {
		c.Fill(c.Bounds(), ' ', theme.Text)
	}
	inner := c.Box(c.Bounds(), d.Title, border(d.Focus), theme.Title)
	if inner.Empty() {
		return
	}
	h := inner.Dy()
	for i := range min(h, len(d.Lines)-d.Offset) {
		d.Lines[d.Offset+i].Draw(c.Sub(image.Rect(inner.Min.X, inner.Min.Y+i, inner.Max.X, inner.Min.Y+i+1)))
	}
	if more := len(d.Lines) - d.Offset - h; more > 0 || d.Offset > 0 {
		hint := " ↑↓ scroll "
		switch {
		case d.Hint != "":
			hint = " " + d.Hint + " "
		case d.Offset == 0:
			hint = " ↓ more "
		case more <= 0:
			hint = " ↑ more "
		}
		c.TextRight(inner.Max.X-1, inner.Max.Y, hint, theme.Muted)
	}
}

type Prompt struct {
	Name  string
	Value []rune
	At    int    // position of the cursor in Value
	Hint  string // what would be accepted, or what is wrong
	Bad   bool
	Fresh bool // the value is replaced by what is typed
}

// Draw implements Panel. As much of the value is cut off on the left as lets the cursor show; it
// looks at what is shown, for a pasted text may be long.
func (p *Prompt) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	from := chart.Width(p.Name) + 2
	cursor, skip := from, p.At
	for ; skip > 0; skip-- {
		x := from + chart.Width(string(p.Value[skip-1:p.At]))
		if x >= w-1 {
			break
		}
		cursor = x
	}
	c.PutCursor(min(cursor, max(w-1, 0)), 0)
	c.TextMax(1, 0, p.Name, w-1, theme.Accent)
	value := theme.Text.Strong()
	if p.Fresh {
		value = value.Selected()
	}
	x := from + c.Text(from, 0, string(p.Value[skip:min(len(p.Value), p.At+w)]), value)
	pen := theme.Faint
	if p.Bad {
		pen = theme.Bad
	}
	c.TextMax(x+2, 0, p.Hint, w-x-2, pen)
}

// Interval draws a value and the interval around it, from v[1] to v[2], on a scale from low to
// high that is w columns wide, with a line at 0 where the scale has one.
func Interval(v [3]float64, low, high float64, w int) string {
	if w < 1 || !(high > low) {
		return ""
	}
	col := func(x float64) int { return max(0, min(int(math.Round((x-low)/(high-low)*float64(w-1))), w-1)) }
	line := []rune(strings.Repeat(" ", w))
	for i := col(v[1]); i <= col(v[2]); i++ {
		line[i] = '─'
	}
	if low <= 0 && high >= 0 {
		line[col(0)] = '│'
	}
	line[col(v[0])] = '●'
	return string(line)
}

func VerdictPen(verdict string) theme.Pen {
	switch {
	case strings.HasSuffix(verdict, "better"):
		return theme.Good
	case strings.HasSuffix(verdict, "worse"):
		return theme.Bad
	}
	return theme.Muted
}
