// Package panel draws the parts of the screen. A panel is a plain value that holds what it shows; Draw is a pure
// function of it and of the canvas it is given, so the same panels serve the live screen, the plain-text report and
// golden tests.
package panel

import (
	"image"
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

type Panel interface {
	Draw(c *chart.Canvas)
}

// What a press on the parts of a table is about.
type (
	Head   int                       // the head of a column
	At     struct{ Row, Column int } // a row, and the column where there are columns
	Folded struct{}                  // the line over rows that are folded
)

// curves are how the curves of algorithms and of learners are drawn everywhere, by name: in a hue, and
// in a style so that they differ without colour too. Other algorithms are dashed.
var curves = map[string]chart.Series{
	"full": {Pen: theme.Full, Style: chart.Solid}, "scoring": {Pen: theme.Scoring, Style: chart.Dashed},
	"exchange": {Pen: theme.Exchange, Style: chart.Short}, "averages": {Pen: theme.Baseline, Style: chart.Dotted},
	"copies": {Pen: theme.Baseline, Style: chart.Points}, "uniform": {Pen: theme.Baseline, Style: chart.Long},
	"aer": {Pen: theme.Accent, Style: chart.Solid}, "baseline-psd": {Pen: theme.Baseline, Style: chart.Dotted},
	"lasso": {Pen: theme.Muted, Style: chart.Short}, "ridge": {Pen: theme.Text, Style: chart.Long},
}

// AlgorithmSeries is the curve of an algorithm, or of a learner, without points.
func AlgorithmSeries(name string) chart.Series {
	s, known := curves[name]
	if !known {
		s = chart.Series{Pen: theme.Baseline, Style: chart.Dashed}
	}
	s.Of = name
	return s
}

// AlgorithmPen is the hue that an algorithm keeps everywhere.
func AlgorithmPen(name string) theme.Pen { return AlgorithmSeries(name).Pen }

// ShortName is an algorithm's name where there is little room.
func ShortName(name string) string {
	if len(name) <= 4 {
		return name
	}
	return name[:2] + "."
}

// Span is a piece of text in one pen. Does is what a press on it is about, nil for nothing.
type Span struct {
	Text string
	Pen  theme.Pen
	Does any
}

// drawSpans writes spans one after another from x, and returns the column
// after the last. Nothing is drawn from column limit on.
func drawSpans(c *chart.Canvas, x, y, limit int, spans []Span) int {
	for _, s := range spans {
		if x >= limit {
			break
		}
		n := c.TextMax(x, y, s.Text, limit-x, s.Pen)
		if s.Does != nil {
			c.Target(image.Rect(x, y, x+n, y+1), s.Does)
		}
		x += n
	}
	return x
}

func Width(spans []Span) (w int) {
	for _, s := range spans {
		w += chart.Width(s.Text)
	}
	return w
}

func Plain(spans []Span) string {
	var s strings.Builder
	for _, p := range spans {
		s.WriteString(p.Text)
	}
	return s.String()
}

// Line is a line of spans, such as the readout or a note.
type Line struct{ Spans []Span }

// DrawLines draws as many lines one under another as there is room for.
func DrawLines(c *chart.Canvas, lines []Line) {
	w, h := c.Size()
	for y := range min(h, len(lines)) {
		drawSpans(c, 1, y, w, lines[y].Spans)
	}
}
