package panel

import (
	"image"
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Document is a box of lines, more of them than fit: it scrolls.
type Document struct {
	Title  string
	Lines  []Line
	Offset int // the first line shown
	Focus  bool
}

// Clamp keeps the offset such that a box h high is full as far as there are
// lines.
func (d *Document) Clamp(h int) {
	d.Offset = max(0, min(d.Offset, len(d.Lines)-max(h-2, 0)))
}

// Draw draws the panel.
func (d *Document) Draw(c *chart.Canvas) {
	inner := c.Box(c.Bounds(), d.Title, border(d.Focus), theme.Title)
	if inner.Empty() {
		return
	}
	h := inner.Dy()
	for i := range h {
		if at := d.Offset + i; at < len(d.Lines) {
			d.Lines[at].Draw(c.Sub(image.Rect(inner.Min.X, inner.Min.Y+i, inner.Max.X, inner.Min.Y+i+1)))
		}
	}
	if more := len(d.Lines) - d.Offset - h; more > 0 || d.Offset > 0 {
		hint := " ↑↓ scroll "
		switch {
		case d.Offset == 0:
			hint = " ↓ more "
		case more <= 0:
			hint = " ↑ more "
		}
		c.TextRight(inner.Max.X-1, inner.Max.Y, hint, theme.Muted)
	}
}

// Cell is a cell of a Grid.
type Cell struct {
	Text string
	Pen  theme.Pen
}

// GridColumn says how a column of a Grid is laid out.
type GridColumn struct {
	Head  string
	Right bool
	Most  int // widest cell; 0 is any
	Leave int // where there is no room, columns of a higher number leave first; 0 stays
}

const gridGap = 2

// Grid lays rows of cells out in columns under their heads, each as wide as its widest
// cell. Columns may leave to keep lines within the given width.
func Grid(columns []GridColumn, rows [][]Cell, most int) []Line {
	widths := gridWidths(columns, rows)
	for leave := leaveLast(columns); ; leave-- {
		total := -gridGap
		for _, w := range widths {
			if w >= 0 {
				total += w + gridGap
			}
		}
		if leave == 0 || total <= most {
			break
		}
		for i := range columns {
			if columns[i].Leave == leave {
				widths[i] = -1
			}
		}
	}
	heads := make([]Cell, len(columns))
	for i, col := range columns {
		heads[i] = Cell{col.Head, theme.Muted}
	}
	lines := []Line{gridLine(columns, heads, widths)}
	for _, r := range rows {
		lines = append(lines, gridLine(columns, r, widths))
	}
	return lines
}

func leaveLast(columns []GridColumn) int {
	last := 0
	for _, c := range columns {
		last = max(last, c.Leave)
	}
	return last
}

func gridWidths(columns []GridColumn, rows [][]Cell) []int {
	widths := make([]int, len(columns))
	for i, col := range columns {
		widths[i] = chart.Width(col.Head)
		for _, r := range rows {
			widths[i] = max(widths[i], chart.Width(r[i].Text))
		}
		if col.Most > 0 {
			widths[i] = min(widths[i], max(col.Most, chart.Width(col.Head)))
		}
	}
	return widths
}

// gridLine lays out one row; columns of a negative width have left.
func gridLine(columns []GridColumn, cells []Cell, widths []int) Line {
	var l Line
	gap := ""
	for i, cell := range cells {
		if widths[i] < 0 {
			continue
		}
		text := chart.Truncate(cell.Text, widths[i])
		pad := strings.Repeat(" ", widths[i]-chart.Width(text))
		if columns[i].Right {
			l.Spans = append(l.Spans, Span{Text: gap + pad}, Span{text, cell.Pen})
		} else {
			l.Spans = append(l.Spans, Span{Text: gap}, Span{text, cell.Pen}, Span{Text: pad})
		}
		gap = strings.Repeat(" ", gridGap)
	}
	return l
}
