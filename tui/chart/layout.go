package chart

import (
	"cmp"
	"image"
	"math"

	"fms-tui/core/report/figure"
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
	names            int // columns kept at the right end for the names of series
}

func (p *Plot) Layout(w, h int) Layout {
	l := Layout{X: p.X, Y: p.Y}
	if w < minPlotWidth || h < minPlotHeight {
		return l
	}
	if x, y := l.X.valid(), l.Y.valid(); !x || !y {
		across, up := p.ranges()
		if !x {
			l.X = across
		}
		if !y {
			l.Y = up
		}
	}
	l.Plot = image.Rect(0, 0, w, h)
	if l.axisX = p.Columns == [2]int{} && h >= axisFromRows; l.axisX {
		l.Plot.Max.Y -= 2
	}
	if l.ticksY = p.TicksY; l.ticksY == nil {
		l.Y, l.ticksY = snapped(l.Y, l.Plot.Dy())
	}
	if l.labelsY = p.NamesY; l.labelsY == nil {
		l.labelsY = Labels(l.ticksY)
	}
	if p.Columns != [2]int{} {
		l.Plot.Min.X, l.Plot.Max.X = p.Columns[0], min(p.Columns[1], w)
		l.names = w - l.Plot.Max.X - 1
		return l
	}
	l.names = p.namesWidth(w)
	l.Plot.Max.X -= l.names
	if l.names > 0 {
		l.Plot.Max.X--
	}
	if gutter := widest(l.labelsY) + 2; l.Plot.Max.X-gutter >= max(minPlotWidth, w/2) {
		l.axisY = true
		l.Plot.Min.X = gutter
	} else if l.axisX {
		l.Plot.Min.X = 1 // the corner of the x axis
	}
	l.ticksX, l.labelsX = p.fitTicksX(l.X, l.Plot.Dx())
	return l
}

// namesWidth is the room that the names of series get beside the data: all of the
// longer names, else of the shorter, else none.
func (p *Plot) namesWidth(w int) int {
	long, brief := 0, 0
	for i := range p.Series {
		s := &p.Series[i]
		long, brief = max(long, Width(s.Name)), max(brief, Width(cmp.Or(s.Brief, s.Name)))
	}
	for _, g := range p.Guides {
		long, brief = max(long, Width(g.Name)), max(brief, Width(g.Name))
	}
	switch {
	case long <= w/4:
		return long
	case brief <= w/3:
		return brief
	}
	return 0
}

func widest(labels []string) int {
	w := 0
	for _, s := range labels {
		w = max(w, Width(s))
	}
	return w
}

// snapped widens a range as little as possible such that round values lie at equal
// distances on whole rows of h, and returns these. A row has four dots, and each tick
// lies on the second one from below of its row.
func snapped(r Range, h int) (Range, []float64) {
	span := r.Max - r.Min
	if h < 1 || !finite(span) || span <= max(1e-10*math.Abs(r.Min), 1e-10*math.Abs(r.Max), 1e-300) {
		return r, figure.Ticks(r.Min, r.Max, 2)
	}
	fewest := max(2, h/8) // rows from tick to tick
	most := max(fewest+2, h/4)
	if h <= 4 {
		fewest, most = 1, 2
	}
	best, bestRow, bestStep := r, math.Inf(1), 0.0
	last := int(math.Floor(math.Log10(span))) + 2
	for exp := int(math.Floor(math.Log10(span/float64(h)))) - 1; exp <= last; exp++ {
		for _, m := range []float64{1, 2, 5} {
			for rows := fewest; rows <= most; rows++ {
				row := figure.Scale(m, exp) / float64(rows)
				if !(row < bestRow) {
					continue
				}
				low := math.Floor(r.Min/row+.25)*row - row/4
				if high := low + row*float64(4*h-1)/4; high >= r.Max {
					best, bestRow, bestStep = Range{low, high}, row, figure.Scale(m, exp)
				}
			}
		}
	}
	if bestStep == 0 || !best.valid() || !(best.Min <= r.Min) {
		return r, figure.Ticks(r.Min, r.Max, 2)
	}
	return best, tickMultiples(best, bestStep)
}

func tickMultiples(r Range, step float64) []float64 {
	var ticks []float64
	for n := math.Ceil(r.Min/step - 1e-9); n*step <= r.Max+1e-9*step && len(ticks) < mostTicks; n++ {
		ticks = append(ticks, n*step+0)
	}
	return ticks
}

// fitTicksX finds the most ticks whose labels stand apart in w columns.
func (p *Plot) fitTicksX(r Range, w int) ([]float64, []string) {
	if p.Axis.Max > 0 {
		ticks, labels := p.Axis.Ticks(w)
		for i, v := range ticks {
			ticks[i] = p.Axis.Share(v)
		}
		return ticks, labels
	}
	for most := max(w/6, 2); most > 0; most-- {
		ticks := figure.Ticks(r.Min, r.Max, most)
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

// RowAt returns the row that shows y, like ColAt.
func (l Layout) RowAt(y float64) int {
	h := l.Plot.Dy()
	if h == 0 || math.IsNaN(y) {
		return l.Plot.Max.Y
	}
	return l.Plot.Max.Y - 1 - dot(l.Y.share(y), 4*h)/4
}

func dot(s float64, n int) int {
	return int(math.Round(max(min(s, 1), 0) * float64(n-1)))
}

func (r Range) inside(v float64) bool { return r.Min <= v && v <= r.Max }
