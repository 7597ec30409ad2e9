package panel

import (
	"strings"

	"fms-tui/core/report"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Cell is a value of a table with the pen that it is drawn in.
type Cell struct {
	Text string
	Pen  theme.Pen
}

func (c Cell) String() string { return c.Text }

// Grid lays a table out as lines of at most a width, its heads first.
func Grid(t *report.Table, width int) []Line {
	l, err := t.Lay(width, chart.Width)
	if err != nil { // of a table that is made while it is written: the screen has none
		return nil
	}
	heads := make([]report.Value, len(t.Columns))
	lines := []Line{gridLine(t, l, l.Heads, heads, theme.Muted)}
	for i, row := range l.Rows {
		lines = append(lines, gridLine(t, l, row, t.Rows[i], theme.Text))
	}
	return lines
}

// gridLine is one row; pen is the pen of values that have none.
func gridLine(t *report.Table, l *report.Laid, texts []string, values []report.Value, pen theme.Pen) (line Line) {
	gap := ""
	for i, text := range texts {
		at := pen
		if cell, ok := values[l.Columns[i]].(Cell); ok {
			at = cell.Pen
		}
		if i == len(texts)-1 && i < len(l.Columns)-1 { // it runs over the other columns
			return Line{append(line.Spans, Span{gap, at}, Span{text, at})}
		}
		text = chart.Truncate(text, l.Widths[i])
		line.Spans = append(line.Spans, Span{Text: gap}, Span{t.Pad(l.Columns[i], text, chart.Width(text), l.Widths[i]), at})
		gap = strings.Repeat(" ", l.Gap)
	}
	return line
}
