package panel

import (
	"image"
	"math"
	"strings"

	"fms-tui/core/report"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Sheet is a table in a box, to select a row of and to sort by a column.
type Sheet struct {
	Title  string
	Table  report.Table // of Cells; a row that ends in a [report.Spill] cannot be taken
	Marked int          // the row that is set
	Cursor int          // the row selected
	Sorted int          // the column sorted by
	Below  []string     // sentences below the rows
	List   []string     // lines about the selected row, below these
	Focus  bool
}

// markWidth is the room before a name for a mark.
const markWidth = 2

// RowAt returns the row at line y, or -1.
func (s *Sheet) RowAt(y int) int {
	if i := y - 2; i >= 0 && i < len(s.Table.Rows) {
		return i
	}
	return -1
}

// HeadAt returns the column whose head is at a point of a panel w wide, -1 for none.
func (s *Sheet) HeadAt(q image.Point, w int) int {
	l, err := s.Table.Lay(w-2-markWidth, chart.Width)
	if err != nil || q.Y != 1 {
		return -1
	}
	if i := l.At(q.X - 1 - markWidth); i >= 0 {
		return l.Columns[i]
	}
	return -1
}

// Draw draws the panel.
func (s *Sheet) Draw(c *chart.Canvas) {
	w, h := c.Size()
	inner := c.Box(c.Bounds(), s.Title, border(s.Focus), theme.Title)
	if inner.Dx() < 12 || inner.Dy() < 2 {
		return
	}
	x, y := inner.Min.X+markWidth, inner.Min.Y
	for i, line := range Grid(&s.Table, inner.Max.X-x) {
		drawSpans(c, x, y+i, inner.Max.X, line.Spans)
	}
	s.drawSorted(c, x, y, inner.Max.X-x)
	y++
	if pen := s.pen(s.Marked); s.Marked >= 0 {
		c.Text(inner.Min.X, y+s.Marked, "▸", pen)
	}
	c.Restyle(image.Rect(1, y+s.Cursor, w-1, y+s.Cursor+1), theme.Pen.Selected)
	s.drawBelow(c, image.Rect(x, y+len(s.Table.Rows), inner.Max.X, min(inner.Max.Y, h-1)))
}

// drawSorted sets off the head of the column sorted by.
func (s *Sheet) drawSorted(c *chart.Canvas, x, y, w int) {
	l, err := s.Table.Lay(w, chart.Width)
	if err != nil {
		return
	}
	for i, column := range l.Columns {
		if column == s.Sorted {
			c.Restyle(image.Rect(x, y, x+l.Widths[i], y+1), func(theme.Pen) theme.Pen { return theme.Accent })
		}
		x += l.Widths[i] + l.Gap
	}
}

// pen is the hue of a row: of its first cell.
func (s *Sheet) pen(row int) theme.Pen {
	if row >= 0 && row < len(s.Table.Rows) {
		if cell, ok := s.Table.Rows[row][0].(Cell); ok {
			return cell.Pen
		}
	}
	return theme.Text
}

// drawBelow writes the sentences below the rows, a clause each where there is no room for
// more, and the lines about the selected row, of which the last is cut.
func (s *Sheet) drawBelow(c *chart.Canvas, r image.Rectangle) {
	y := r.Min.Y
	for _, text := range s.Below {
		lines := chart.Wrap(text, r.Dx())
		if y+len(lines)+len(s.List) > r.Max.Y {
			lines = []string{chart.Clauses(text, r.Dx())}
		}
		for _, line := range lines {
			if y < r.Max.Y {
				c.TextMax(r.Min.X, y, line, r.Dx(), theme.Text)
				y++
			}
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
