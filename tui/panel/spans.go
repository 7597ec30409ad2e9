package panel

import (
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Span is a piece of text in one pen.
type Span struct {
	Text string
	Pen  theme.Pen
}

// drawSpans writes spans one after another from x, and returns the column
// after the last. Nothing is drawn from column limit on.
func drawSpans(c *chart.Canvas, x, y, limit int, spans []Span) int {
	for _, s := range spans {
		if x >= limit {
			break
		}
		x += c.TextMax(x, y, s.Text, limit-x, s.Pen)
	}
	return x
}

func spansWidth(spans []Span) int {
	w := 0
	for _, s := range spans {
		w += chart.Width(s.Text)
	}
	return w
}

// Line is a line of spans, such as the readout or a note.
type Line struct{ Spans []Span }

// Draw draws the line.
func (l *Line) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	drawSpans(c, 1, 0, w, l.Spans)
}

// Plain is the text of spans.
func Plain(spans []Span) string {
	var s strings.Builder
	for _, p := range spans {
		s.WriteString(p.Text)
	}
	return s.String()
}
