package panel

import (
	"image"
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
	X      chart.Range  // zero: the marker of the curves
	Cursor float64      // a vertical line, if Marked
	Marked bool
	Ticks  []float64 // of X; nil: round numbers
	Empty  string    // said in place of the chart where there are no curves
	Lit    bool      // the first curve has its hue, the others are grey
	Boxed  bool      // with a frame; otherwise with a title line alone
	Focus  bool
}

// Draw draws the chart in a frame, or under a title line.
func (e *Errors) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	area := c.Bounds()
	if e.Boxed {
		area = c.Box(area, e.Title, border(e.Focus), theme.Title)
	} else {
		c.TextMax(0, 0, e.Title, w, theme.Title)
		area.Min.Y++
	}
	switch {
	case area.Empty():
	case len(e.Curves) == 0:
		drawWrapped(c, area, e.Empty)
	default:
		e.plot(area.Dx()).Draw(c.Sub(area))
	}
}

// drawWrapped says something in place of a chart.
func drawWrapped(c *chart.Canvas, area image.Rectangle, text string) {
	for i, line := range chart.Wrap(text, max(area.Dx()-2, 1)) {
		if i < area.Dy() {
			c.TextMax(area.Min.X+1, area.Min.Y+i, line, area.Dx()-2, theme.Muted)
		}
	}
}

// XAt returns what column x of a boxed panel of w×h cells stands for, clamped to
// the range, and false where there is no chart.
func (e *Errors) XAt(x, w, h int) (float64, bool) {
	l := e.plot(w-2).Layout(w-2, h-2)
	if l.Plot.Empty() || len(e.Curves) == 0 {
		return 0, false
	}
	return l.XAt(min(max(x-1, l.Plot.Min.X), l.Plot.Max.X-1)), true
}

// OnDial tells whether a point of a boxed panel of w×h cells sets what XAt returns.
func (e *Errors) OnDial(q image.Point, w, h int) bool {
	return len(e.Curves) > 0 && e.plot(w-2).Layout(w-2, h-2).OnDial(q.X-1, q.Y-1)
}

// NameAt returns the curve whose name is at a point of a boxed panel of w×h cells; "" for
// none.
func (e *Errors) NameAt(q image.Point, w, h int) string {
	if len(e.Curves) == 0 {
		return ""
	}
	if i := e.plot(w-2).NameAt(q.X-1, q.Y-1, w-2, h-2); i >= 0 {
		return e.Curves[i/2].Name // each curve is followed by its bars
	}
	return ""
}

// apart is how far the bars of neighbouring curves stand from one another, in
// shares of the range over columns: a dot.
const apart = .5

// plot is the chart proper. The bars of each curve stand a little beside the bars of
// the curve before.
func (e *Errors) plot(columns int) *chart.Plot {
	p := &chart.Plot{TicksX: e.Ticks}
	var xs, ys [][]float64
	for _, q := range e.Curves {
		xs = append(xs, q.X)
		ys = append(ys, q.Y, q.ends(-1), q.ends(1))
	}
	p.X, p.Y = chart.RangeOf(xs...), chart.RangeOf(ys...)
	step := apart * (p.X.Max - p.X.Min) / float64(max(columns, 1))
	if e.X != (chart.Range{}) {
		p.X = e.X
	}
	p.X.Max += step * float64(len(e.Curves))
	if e.Marked {
		p.Cursors = []chart.Cursor{{On: true, X: e.Cursor, Pen: theme.Cursor}}
	}
	for i, q := range e.Curves {
		if e.Lit && i > 0 {
			q.Pen = theme.Faint
		}
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
