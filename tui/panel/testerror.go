package panel

import (
	"math"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// ErrorCurve is a curve of which each point has a standard error, 0 or NaN for
// none.
type ErrorCurve struct {
	Name  string
	X, Y  []float64 // X rising
	SE    []float64
	Pen   theme.Pen
	Style chart.Style
}

// Errors is the chart of test errors with error bars.
type Errors struct {
	Title  string
	Curves []ErrorCurve // the most important first
	Level  float64      // a horizontal line, such as the label's variance; NaN for none
	Named  string       // that line
}

// Draw draws a title line and the chart below.
func (e *Errors) Draw(c *chart.Canvas) {
	w, h := c.Size()
	c.TextMax(0, 0, e.Title, w, theme.Title)
	area := c.Bounds()
	area.Min.Y++
	if h > 1 {
		e.plot(w).Draw(c.Sub(area))
	}
}

// apart is how far the bars of neighbouring curves stand from one another, in
// shares of the range over columns: a dot.
const apart = .5

// plot is the chart proper. The bars of each curve stand a little beside those of
// the one before it.
func (e *Errors) plot(columns int) *chart.Plot {
	p := &chart.Plot{Legend: true}
	var xs, ys [][]float64
	for _, q := range e.Curves {
		xs = append(xs, q.X)
		ys = append(ys, q.Y, q.ends(-1), q.ends(1))
	}
	p.X, p.Y = chart.RangeOf(xs...), chart.RangeOf(ys...)
	step := apart * (p.X.Max - p.X.Min) / float64(max(columns, 1))
	p.X.Max += step * float64(len(e.Curves))
	for i, q := range e.Curves {
		p.Series = append(p.Series, chart.Series{Name: q.Name, X: q.X, Y: q.Y, Pen: q.Pen, Style: q.Style})
		bars := chart.Series{Pen: q.Pen}
		low, high := q.ends(-1), q.ends(1)
		for k, x := range q.X {
			x += step * float64(i)
			bars.X = append(bars.X, x, x, math.NaN())
			bars.Y = append(bars.Y, low[k], high[k], math.NaN())
		}
		p.Series = append(p.Series, bars)
	}
	if !math.IsNaN(e.Level) {
		p.Guides = []chart.Guide{{Y: e.Level, Name: e.Named, Pen: theme.Muted}}
	}
	return p
}

// ends are the ends of the error bars on one side.
func (q *ErrorCurve) ends(side float64) []float64 {
	out := make([]float64, len(q.Y))
	for i, y := range q.Y {
		out[i] = y
		if !math.IsNaN(q.SE[i]) {
			out[i] += side * q.SE[i]
		}
	}
	return out
}
