package panel

import (
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Sheet is a table in a box: to read, to select a row of, or to sort by a column. It lists what
// a screen shows, and over the screen what there is to choose from.
type Sheet struct {
	Title  string
	Table  report.Table // of Cells; heads that are all empty take no line
	Marked []int        // the rows that are set
	Cursor int          // the row selected; -1 for none
	Offset int          // the first row shown where none is selected
	Sorted int          // the column sorted by; -1 for none
	Prompt *Prompt      // above the table; nil for none
	Empty  string       // said in place of the rows where there are none
	Below  []string     // sentences below the rows
	List   []string     // lines about the selected row, below these
	Over   bool         // it lies over the screen
	Focus  bool
}

// markWidth is the room before a name for a mark.
const markWidth = 2

// heads is 1 where the table has heads.
func (s *Sheet) heads() int {
	for i := range s.Table.Columns {
		if head := s.Table.Columns[i].Head; head != "" && head != report.NoHead {
			return 1
		}
	}
	return 0
}

// top is the line of a box on which the rows begin.
func (s *Sheet) top() int {
	if s.Prompt != nil {
		return 2 + s.heads()
	}
	return 1 + s.heads()
}

// Room is how many rows a box h high shows.
func (s *Sheet) Room(h int) int { return max(min(len(s.Table.Rows), h-s.top()-1), 0) }

// room is the width of the table in a box w wide inside: over the screen it has a margin.
func (s *Sheet) room(w int) int {
	if s.Over {
		return w - markWidth - 1
	}
	return w - markWidth
}

// first is the first row that a box h high shows: the selected one lies in the middle.
func (s *Sheet) first(h int) int {
	at := s.Offset
	if s.Cursor >= 0 {
		at = s.Cursor - s.Room(h)/2
	}
	return max(0, min(at, len(s.Table.Rows)-s.Room(h)))
}

// Size is how large a box of at most w×h cells has to be for all of it, with some lines below
// its rows.
func (s *Sheet) Size(w, h, below int) image.Point {
	l, err := s.Table.Lay(w, chart.Width)
	if err != nil {
		return image.Point{}
	}
	width := (len(l.Widths) - 1) * l.Gap
	for _, n := range l.Widths {
		width += n
	}
	return image.Pt(min(max(width+4+markWidth, chart.Width(s.Title)+6), w), min(len(s.Table.Rows)+s.top()+1+below, h))
}

// Choices is a list over the screen to take one of.
func Choices(title string, items []string, at int) *Sheet {
	s := &Sheet{Title: title, Cursor: at, Sorted: -1, Over: true}
	s.Table.Columns = []report.Column{{Head: report.NoHead}}
	for _, item := range items {
		s.Table.Row(item)
	}
	return s
}

// Box is where the list lies on a screen of w×h cells, below (x, y) if it fits there.
func (s *Sheet) Box(x, y, w, h int) image.Rectangle {
	size := s.Size(w, h, 0)
	x, y = min(max(x, 0), w-size.X), min(max(y, 0), h-size.Y)
	return image.Rect(x, y, x+size.X, y+size.Y)
}

// Move selects the row n rows below the selected one.
func (s *Sheet) Move(n int) { s.Cursor = max(0, min(s.Cursor+n, len(s.Table.Rows)-1)) }

// Draw draws the panel.
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
	x, top := inner.Min.X+markWidth, s.top()
	lines, first := Grid(&s.Table, s.room(inner.Dx())), s.first(h)
	if s.heads() > 0 {
		drawSpans(c, x, top-1, inner.Max.X, lines[0].Spans)
		s.drawHeads(c, x, top-1, s.room(inner.Dx()))
	}
	for i := range s.Room(h) {
		c.Target(image.Rect(0, top+i, w, top+i+1), At{Row: first + i})
		s.drawRow(c, top+i, first+i, lines[1+first+i].Spans)
	}
	if len(s.Table.Rows) == 0 {
		c.TextMax(x, top, s.Empty, inner.Max.X-x, theme.Muted)
	}
	if n := len(s.Table.Rows); s.Room(h) < n {
		position := " " + strconv.Itoa(first+1) + "–" + strconv.Itoa(first+s.Room(h)) + " of " + figure.Count(n) + " "
		c.TextRight(w-2, h-1, position, theme.Muted)
	}
	s.drawBelow(c, image.Rect(x, top+s.Room(h), inner.Max.X, inner.Max.Y))
}

// drawRow draws a row with its mark.
func (s *Sheet) drawRow(c *chart.Canvas, y, row int, spans []Span) {
	w, _ := c.Size()
	drawSpans(c, 1+markWidth, y, w-1, spans)
	switch {
	case slices.Contains(s.Marked, row) && s.Over:
		c.Text(1, y, "●", theme.Accent)
	case slices.Contains(s.Marked, row):
		c.Text(1, y, "▸", s.pen(row))
	case row == s.Cursor && s.Over:
		c.Text(1, y, "▸", theme.Accent)
	}
	if row == s.Cursor {
		c.Restyle(image.Rect(1, y, w-1, y+1), theme.Pen.Selected)
	}
}

// drawHeads sets off the head of the column sorted by, and notes where each is.
func (s *Sheet) drawHeads(c *chart.Canvas, x, y, w int) {
	l, err := s.Table.Lay(w, chart.Width)
	if err != nil {
		return
	}
	for i, column := range l.Columns {
		c.Target(image.Rect(x, y, x+l.Widths[i], y+1), Head(column))
		if column == s.Sorted {
			c.Restyle(image.Rect(x, y, x+l.Widths[i], y+1), func(theme.Pen) theme.Pen { return theme.Accent })
		}
		x += l.Widths[i] + l.Gap
	}
}

// pen is the hue of a row: of its first cell.
func (s *Sheet) pen(row int) theme.Pen {
	if cell, ok := s.Table.Rows[row][0].(Cell); ok {
		return cell.Pen
	}
	return theme.Text
}

// drawBelow writes the sentences below the rows, a clause each where there is no room for
// more, and the lines about the selected row, of which the last is cut.
func (s *Sheet) drawBelow(c *chart.Canvas, r image.Rectangle) {
	y := r.Min.Y
	for _, text := range s.Below {
		if y >= r.Max.Y {
			break
		}
		for _, line := range chart.Fit(text, r.Dx(), max(r.Max.Y-y-len(s.List), 1), 0) {
			c.TextMax(r.Min.X, y, line, r.Dx(), theme.Text)
			y++
		}
	}
	for i, line := range s.List {
		if y == r.Max.Y-1 {
			line = strings.Join(s.List[i:], " ")
		}
		if y < r.Max.Y {
			c.TextMax(r.Min.X, y, line, r.Dx(), theme.Muted)
			y++
		}
	}
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

// VerdictPen is the hue of a verdict.
func VerdictPen(verdict string) theme.Pen {
	switch {
	case strings.HasSuffix(verdict, "better"):
		return theme.Good
	case strings.HasSuffix(verdict, "worse"):
		return theme.Bad
	}
	return theme.Muted
}
