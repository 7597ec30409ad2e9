package chart

import (
	"image"
	"math"
)

const (
	minPlotWidth  = 8 // columns below which a plot is not drawn
	minPlotHeight = 3 // rows below which a plot is not drawn
	axisFromRows  = 6 // height from which the x axis is drawn
	labelGap      = 2 // blank columns between two labels of the x axis
)

// Layout is where the parts of a plot lie on a canvas, and the mapping between
// columns and values that the drawing uses: a click at column c means
// XAt(c), and the cursor for it is drawn in column c.
type Layout struct {
	// Plot is the rectangle of the data, without axes; empty if the canvas is
	// too small, and then nothing is drawn.
	Plot image.Rectangle
	// X and Y are the ranges shown.
	X, Y Range

	axisY, axisX     bool
	ticksX, ticksY   []float64
	labelsX, labelsY []string
}

// Layout lays the plot out on a canvas of w columns and h rows.
func (p *Plot) Layout(w, h int) Layout {
	l := Layout{X: p.X, Y: p.Y}
	if w < minPlotWidth || h < minPlotHeight {
		return l
	}
	if !l.X.valid() {
		l.X = p.rangeX()
	}
	if !l.Y.valid() {
		l.Y = p.rangeY()
	}
	l.axisX = h >= axisFromRows
	l.Plot = image.Rect(0, 0, w, h)
	if l.axisX {
		l.Plot.Max.Y -= 2
	}
	if l.ticksY = p.TicksY; l.ticksY == nil {
		l.ticksY = fitTicksY(l.Y, l.Plot.Dy())
	}
	if l.labelsY = p.NamesY; l.labelsY == nil {
		l.labelsY = Labels(l.ticksY)
	}
	if gutter := widest(l.labelsY) + 2; w-gutter >= max(minPlotWidth, w/2) {
		l.axisY = true
		l.Plot.Min.X = gutter
	} else if l.axisX {
		l.Plot.Min.X = 1 // the corner of the x axis
	}
	l.ticksX, l.labelsX = p.fitTicksX(l.X, l.Plot.Dx())
	return l
}

func widest(labels []string) int {
	w := 0
	for _, s := range labels {
		w = max(w, Width(s))
	}
	return w
}

// fitTicksY finds ticks about three rows apart, closer where that leaves less
// than two of them.
func fitTicksY(r Range, h int) []float64 {
	most := max(2, h*2/5)
	ticks := tickValues(r.Min, r.Max, most)
	for ; len(ticks) < 2 && most <= h; most++ {
		ticks = tickValues(r.Min, r.Max, most)
	}
	return ticks
}

// fitTicksX finds the most ticks whose labels stand apart in w columns.
func (p *Plot) fitTicksX(r Range, w int) ([]float64, []string) {
	if p.TicksX != nil {
		return p.TicksX, Labels(p.TicksX)
	}
	for most := max(w/6, 2); most > 0; most-- {
		ticks := tickValues(r.Min, r.Max, most)
		labels := Labels(ticks)
		if len(ticks) < 2 {
			return ticks, labels
		}
		step := r.share(ticks[1]) - r.share(ticks[0])
		if step*float64(w-1) >= float64(widest(labels)+labelGap) {
			return ticks, labels
		}
	}
	return nil, nil
}

// ColAt returns the column that shows x; the first or the last one for values
// out of range, and the first for NaN.
func (l Layout) ColAt(x float64) int {
	w := l.Plot.Dx()
	if w == 0 || math.IsNaN(x) {
		return l.Plot.Min.X
	}
	return l.Plot.Min.X + dot(l.X.share(x), 2*w)/2
}

// XAt returns the value that column col stands for, such that the first column
// means Min, the last Max, and ColAt(XAt(col)) is col. Columns beside the plot
// mean its nearest one.
func (l Layout) XAt(col int) float64 {
	w := l.Plot.Dx()
	if w == 0 {
		return l.X.Min
	}
	return l.X.at(float64(col-l.Plot.Min.X) / float64(w-1))
}

// rowAt returns the row that shows y, like ColAt.
func (l Layout) rowAt(y float64) int {
	h := l.Plot.Dy()
	if h == 0 || math.IsNaN(y) {
		return l.Plot.Max.Y
	}
	return l.Plot.Max.Y - 1 - dot(l.Y.share(y), 4*h)/4
}

// dot returns which of n dots shows share s, the way ntcharts rounds.
func dot(s float64, n int) int {
	return int(math.Round(max(min(s, 1), 0) * float64(n-1)))
}

// inside reports whether v lies in r.
func (r Range) inside(v float64) bool { return r.Min <= v && v <= r.Max }
