package panel

import (
	"slices"
	"strings"

	"fms-tui/core/report"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Cell is a value of a table with the pen that it is drawn in.
type Cell struct {
	Text  string
	Pen   theme.Pen
	Marks []int  // bytes of Text that are set off
	Note  string // behind it, as a warning; "" for none
}

func (c Cell) String() string {
	if c.Note == "" {
		return c.Text
	}
	return c.Text + "  " + c.Note
}

// spans are a text of the cell, cut to its width, with its marks and its note.
func (c *Cell) spans(text string) (spans []Span) {
	if n := len(c.Text); c.Note != "" && n < len(text) {
		return append(c.spans(text[:n]), Span{text[n:], theme.Warning})
	}
	from := 0
	for i := range text {
		if next := i + 1; slices.Contains(c.Marks, i) && next <= len(text) && text[i] < 0x80 {
			spans = append(spans, Span{text[from:i], c.Pen}, Span{text[i:next], theme.Accent.Strong()})
			from = next
		}
	}
	return append(spans, Span{text[from:], c.Pen})
}

// Grid lays a table out as lines of at most a width, its heads first.
func Grid(t *report.Table, width int) []Line {
	l, err := t.Lay(width, chart.Width)
	if err != nil { // of a table that is made while it is written: the screen has none
		return nil
	}
	heads := make([]report.Value, len(t.Columns))
	lines := []Line{gridLine(t, l, l.Heads, heads, theme.Muted)}
	for i, row := range l.Rows {
		if t.Shown != nil {
			i = t.Shown[i]
		}
		lines = append(lines, gridLine(t, l, row, t.Rows[i], theme.Text))
	}
	return lines
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
			return Line{append(line.Spans, Span{gap, pen}, Span{text, theme.Excluded})}
		}
		text = chart.Truncate(text, l.Widths[i])
		blank := strings.Repeat(" ", max(l.Widths[i]-chart.Width(text), 0))
		if t.Columns[l.Columns[i]].Align == report.Right {
			line.Spans = append(line.Spans, Span{Text: gap + blank})
			blank = ""
		} else {
			line.Spans = append(line.Spans, Span{Text: gap})
		}
		line.Spans = append(append(line.Spans, cell.spans(text)...), Span{Text: blank})
		gap = strings.Repeat(" ", l.Gap)
	}
	return line
}
