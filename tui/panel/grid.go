package panel

import (
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Cell is a cell of a Grid.
type Cell struct {
	Text string
	Pen  theme.Pen
}

// GridColumn says how a column of a Grid is laid out.
type GridColumn struct {
	Head   string
	Right  bool
	Most   int  // widest cell; 0 is any
	Leave  int  // where there is no room, columns of a higher number leave first; 0 stays
	Fills  bool // it takes the width that is left, too
	Sorted bool // rows are sorted by it
}

// gridGap is the room between two columns.
const gridGap = 2

// Grid lays rows of cells out in columns under their heads, each as wide as its widest
// cell. Columns may leave to keep lines within the given width.
func Grid(columns []GridColumn, rows [][]Cell, most int) []Line {
	widths := gridWidths(columns, rows, most)
	heads := make([]Cell, len(columns))
	for i, col := range columns {
		if heads[i] = (Cell{col.Head, theme.Muted}); col.Sorted {
			heads[i].Pen = theme.Accent
		}
	}
	lines := []Line{gridLine(columns, heads, widths)}
	for _, r := range rows {
		lines = append(lines, gridLine(columns, r, widths))
	}
	return lines
}

// gridWidths are the widths of columns on lines of the given width; 0 for one that has
// left, or is empty.
func gridWidths(columns []GridColumn, rows [][]Cell, most int) []int {
	widths, leave := make([]int, len(columns)), 0
	for i, col := range columns {
		head := chart.Width(col.Head)
		widths[i] = head
		for _, r := range rows {
			widths[i] = max(widths[i], chart.Width(r[i].Text))
		}
		if col.Most > 0 {
			widths[i] = min(widths[i], max(col.Most, head))
		}
		leave = max(leave, col.Leave)
	}
	spare := func() int {
		room := most + gridGap
		for _, w := range widths {
			if w > 0 {
				room -= w + gridGap
			}
		}
		return room
	}
	for ; leave > 0 && spare() < 0; leave-- {
		for i := range columns {
			if columns[i].Leave == leave {
				widths[i] = 0
			}
		}
	}
	for i := range columns {
		if columns[i].Fills && widths[i] > 0 {
			widths[i] += max(spare(), 0)
		}
	}
	return widths
}

// gridColumnAt is the column at x of a line, -1 where there is none.
func gridColumnAt(widths []int, x int) int {
	for i, w := range widths {
		if w > 0 && x >= 0 && x < w {
			return i
		}
		if w > 0 {
			x -= w + gridGap
		}
	}
	return -1
}

// gridLine lays out one row.
func gridLine(columns []GridColumn, cells []Cell, widths []int) Line {
	var l Line
	gap := ""
	for i, cell := range cells {
		if widths[i] == 0 {
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
