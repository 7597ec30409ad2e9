// Package panel draws the parts of the screen. A panel is a plain value that
// holds what it shows; Draw is a pure function of it and of the canvas it is
// given, so the same panels serve the live screen, the plain-text report and
// golden tests.
package panel

import (
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Panel is something that can be drawn into the cells it is given.
type Panel interface {
	Draw(c *chart.Canvas)
}

// Render draws a panel on w×h cells and paints it: h lines of w columns.
func Render(p Panel, w, h int, th *theme.Theme) string {
	c := chart.New(w, h)
	p.Draw(c)
	return c.String(th)
}

// border is the pen of a panel's frame.
func border(focus bool) theme.Pen {
	if focus {
		return theme.BorderFocus
	}
	return theme.Border
}

// AlgorithmStyle is how an algorithm's line is drawn everywhere, so that lines
// differ without colour too.
func AlgorithmStyle(name string) chart.Style {
	switch name {
	case "full":
		return chart.Solid
	case "exchange":
		return chart.Short
	case "averages":
		return chart.Dotted
	case "copies":
		return chart.Points
	case "uniform":
		return chart.Long
	}
	return chart.Dashed
}

// AlgorithmPen is the hue that an algorithm keeps everywhere.
func AlgorithmPen(name string) theme.Pen {
	switch name {
	case "full":
		return theme.Full
	case "scoring":
		return theme.Scoring
	case "exchange":
		return theme.Exchange
	}
	return theme.Baseline
}

// ShortName is an algorithm's name where there is little room.
func ShortName(name string) string {
	if len(name) <= 4 {
		return name
	}
	return name[:2] + "."
}

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
