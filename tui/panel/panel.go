// Package panel draws the parts of the screen. A panel is a plain value that
// holds what it shows; Draw is a pure function of it and of the canvas it is
// given, so the same panels serve the live screen, the plain-text report and
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

func border(focus bool) theme.Pen {
	if focus {
		return theme.BorderFocus
	}
	return theme.Border
}

// drawn is how a curve is drawn everywhere: its hue, and a style so that curves differ without
// colour too.
type drawn struct {
	pen   theme.Pen
	style chart.Style
}

// algorithms and learners are how their curves are drawn; others are as the entry "" says.
var (
	algorithms = map[string]drawn{
		"full": {theme.Full, chart.Solid}, "scoring": {theme.Scoring, chart.Dashed}, "exchange": {theme.Exchange, chart.Short},
		"averages": {theme.Baseline, chart.Dotted}, "copies": {theme.Baseline, chart.Points}, "uniform": {theme.Baseline, chart.Long}, "": {theme.Baseline, chart.Dashed},
	}
	learners = map[string]drawn{
		"aer": {theme.Accent, chart.Solid}, "baseline": {theme.Baseline, chart.Dashed}, "baseline-psd": {theme.Baseline, chart.Dotted},
		"lasso": {theme.Muted, chart.Short}, "": {theme.Text, chart.Long},
	}
)

func drawnAs(among map[string]drawn, name string) drawn {
	if d, known := among[name]; known {
		return d
	}
	return among[""]
}

// AlgorithmSeries is an algorithm's curve without points.
func AlgorithmSeries(name string) chart.Series {
	d := drawnAs(algorithms, name)
	return chart.Series{Of: name, Pen: d.pen, Style: d.style}
}

func LearnerSeries(name string) chart.Series {
	d := drawnAs(learners, name)
	return chart.Series{Name: name, Pen: d.pen, Style: d.style}
}

// AlgorithmPen is the hue that an algorithm keeps everywhere.
func AlgorithmPen(name string) theme.Pen { return drawnAs(algorithms, name).pen }

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

func (l *Line) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	drawSpans(c, 1, 0, w, l.Spans)
}
