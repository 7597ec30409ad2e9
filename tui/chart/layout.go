package chart

import (
	"cmp"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core/report/figure"
	"fms-tui/tui/theme"
)

const (
	minPlotWidth  = 8 // columns below which a plot is not drawn
	minPlotHeight = 3 // rows below which a plot is not drawn
	axisFromRows  = 6 // height from which the x axis is drawn
	labelGap      = 2 // blank columns between two labels of the x axis
)

// Layout is where the parts of a plot lie on a canvas, and the mapping between columns and values that the drawing
// uses: a click at column c means XAt(c), and the cursor for it is drawn in column c.
type Layout struct {
	// Plot is the rectangle of the data, without axes; empty if the canvas is too small, and then nothing is drawn.
	Plot image.Rectangle
	// X and Y are the ranges shown.
	X, Y Range

	axisX            bool
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
	long, brief := 0, 0 // the names of series get the room of all longer ones, else of the shorter, else none
	for i := range p.Series {
		s := &p.Series[i]
		long, brief = max(long, Width(s.Name)), max(brief, Width(cmp.Or(s.Brief, s.Name)))
	}
	switch {
	case long <= w/4:
		l.names = long
	case brief <= w/3:
		l.names = brief
	}
	if l.names > 0 {
		l.Plot.Max.X -= l.names + 1
	}
	if gutter := widest(l.labelsY) + 2; l.Plot.Max.X-gutter >= max(minPlotWidth, w/2) {
		l.Plot.Min.X = gutter
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

// snapped widens a range as little as possible such that round values lie at equal distances on whole rows of h, and
// returns these. A row has four dots, and each tick lies on the second one from below of its row.
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
	var ticks []float64
	for n := math.Ceil(best.Min/bestStep - 1e-9); n*bestStep <= best.Max+1e-9*bestStep && len(ticks) < mostTicks; n++ {
		ticks = append(ticks, n*bestStep+0)
	}
	return best, ticks
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

// ColAt returns the column that shows x; the first or the last one for values out of range, and the first for NaN.
func (l Layout) ColAt(x float64) int {
	w := l.Plot.Dx()
	if w == 0 || math.IsNaN(x) {
		return l.Plot.Min.X
	}
	return l.Plot.Min.X + Place(l.X.share(x), 2*w)/2
}

// XAt returns the value that column col stands for, such that the first column means Min, the last Max, and
// ColAt(XAt(col)) is col. Columns beside the plot mean its nearest one.
func (l Layout) XAt(col int) float64 {
	w := l.Plot.Dx()
	switch s := float64(col-l.Plot.Min.X) / float64(w-1); {
	case w == 0 || s <= 0:
		return l.X.Min
	case s >= 1:
		return l.X.Max
	default:
		return l.X.Min*(1-s) + l.X.Max*s
	}
}

func (l Layout) RowAt(y float64) int {
	h := l.Plot.Dy()
	if h == 0 || math.IsNaN(y) {
		return l.Plot.Max.Y
	}
	return l.Plot.Max.Y - 1 - Place(l.Y.share(y), 4*h)/4
}

func (r Range) inside(v float64) bool { return r.Min <= v && v <= r.Max }

// Labels formats ticks with one number of decimals, the least that tells each tick but for rounding
// in its last bits; very large and very small ones all with an exponent.
func Labels(ticks []float64) []string {
	format, largest, decimals := byte('f'), 0.0, 0
	for _, v := range ticks {
		largest = max(largest, math.Abs(v))
	}
	if largest >= 1e7 || largest > 0 && largest < 1e-4 {
		format = 'e'
	}
	for _, v := range ticks {
		digits, power, _ := strings.Cut(strconv.FormatFloat(v, 'e', 14, 64), "e")
		_, behind, _ := strings.Cut(strings.TrimRight(digits, "0"), ".")
		exp, _ := strconv.Atoi(power)
		if format == 'e' || v == 0 {
			exp = 0
		}
		decimals = max(decimals, len(behind)-exp)
	}
	labels := make([]string, len(ticks))
	for i, v := range ticks {
		labels[i] = strconv.FormatFloat(v+0, format, decimals, 64)
	}
	return labels
}

// Range is an interval of values on an axis. The zero Range asks for the range of the data.
type Range struct{ Min, Max float64 }

func (r Range) valid() bool {
	return r.Min < r.Max && !math.IsInf(r.Min, 0) && !math.IsInf(r.Max, 0)
}

// share returns where v lies in r: 0 at Min, 1 at Max. Halves keep the
// difference of huge bounds finite, the limit keeps the result so.
func (r Range) share(v float64) float64 {
	const far = 1e6
	s := (v/2 - r.Min/2) / (r.Max/2 - r.Min/2)
	return max(min(s, far), -far)
}

// RangeOf returns the range of the finite values, widened where all are equal
// and never below 0 if no value is. Without finite values it is 0 to 1.
func RangeOf(values ...[]float64) Range {
	r := Range{math.Inf(1), math.Inf(-1)}
	for _, vs := range values {
		for _, v := range vs {
			if finite(v) {
				r.Min, r.Max = min(r.Min, v), max(r.Max, v)
			}
		}
	}
	if r.Min > r.Max {
		return Range{0, 1}
	}
	if r.Min == r.Max {
		v := r.Min
		pad := max(math.Abs(v)/10, 0.5)
		if v == 0 {
			pad = 1
		}
		r = Range{v - pad, v + pad}
		if v >= 0 {
			r.Min = max(r.Min, 0)
		}
	}
	return r
}

// gridStep is how far the dots of the grid lie apart.
const gridStep = 4

// drawAxes writes the ticks of y left of the data, with dots on their rows where nothing else is, and
// below it the x axis.
func (p *Plot) drawAxes(c *Canvas, l Layout) {
	left, right, bottom := l.Plot.Min.X, l.Plot.Max.X, l.Plot.Max.Y
	taken := bottom // the row of the label before; ticks ascend
	for i, v := range l.ticksY {
		y := l.RowAt(v)
		if !l.Y.inside(v) || y == taken {
			continue
		}
		taken = y
		c.TextRight(left-1, y, l.labelsY[i], theme.Axis)
		for x := left; x < right; x += gridStep {
			if s, pen := c.At(x, y); s == " " && !pen.OnBand() {
				c.put(x, y, '·', theme.Guide)
			}
		}
	}
	if !l.axisX {
		return
	}
	for x := left; x < right; x++ {
		c.put(x, bottom, '─', theme.Axis)
	}
	w, _ := c.Size()
	labels := LabelRow{Canvas: c, To: w, Y: bottom + 1, Gap: labelGap}
	for i, v := range l.ticksX {
		if l.X.inside(v) {
			c.put(l.ColAt(v), bottom, '┴', theme.Axis)
			labels.Put(l.ColAt(v), l.labelsX[i], theme.Axis)
		}
	}
	for _, k := range slices.Backward(p.Cursors) {
		if l.X.inside(k.X) {
			c.put(l.ColAt(k.X), bottom, '┴', k.Pen)
		}
	}
}

// mostTicks bounds the ticks of an axis.
const mostTicks = 200

// LabelRow is a row of labels that keep clear of each other.
type LabelRow struct {
	*Canvas
	From, To, Y int      // the columns that it may use, and its row
	Gap         int      // blank columns between two labels
	taken       [][2]int // columns in use, from and to
}

// Put centres a label under column x, moved inwards at the edges, unless it would touch an earlier label.
func (r *LabelRow) Put(x int, label string, pen theme.Pen) {
	n := Width(label)
	from := max(min(x-n/2, r.To-n), r.From)
	if n == 0 || n > r.To-r.From {
		return
	}
	for _, t := range r.taken {
		if from < t[1]+r.Gap && t[0] < from+n+r.Gap {
			return
		}
	}
	r.taken = append(r.taken, [2]int{from, from + n})
	r.Text(from, r.Y, label, pen)
}

// Budgets is the one axis of budgets, from 0 to Max. Its first judgments matter most and get the most room: the share
// of the axis up to budget B is log(1+B/K)/log(1+Max/K).
type Budgets struct {
	K, Max float64
	Sign   string // before the labels of its ticks, such as $
}

// Share is where a budget lies, 0 to 1; 0 where the axis has no length.
func (a Budgets) Share(budget float64) float64 {
	if !(a.Max > 0 && a.K > 0) {
		return 0
	}
	return max(0, min(math.Log1p(budget/a.K)/math.Log1p(a.Max/a.K), 1))
}

// At is the budget at a share of the axis; both ends exactly.
func (a Budgets) At(share float64) float64 {
	switch {
	case !(a.Max > 0 && a.K > 0) || !(share > 0):
		return 0
	case share >= 1:
		return a.Max
	}
	return a.K * math.Expm1(share*math.Log1p(a.Max/a.K))
}

func (a Budgets) Col(budget float64, w int) int { return Place(a.Share(budget), max(w, 1)) }

// Ticks are 0, the end, and 1, 2 and 5 times powers of ten between, as many as have
// labels that stand apart on w columns.
func (a Budgets) Ticks(w int) ([]float64, []string) {
	if !(a.Max > 0) {
		return []float64{0}, []string{"0"}
	}
	values := []float64{0}
	for exp := int(math.Floor(math.Log10(a.K / 4))); len(values) < mostTicks; exp++ {
		for _, m := range []float64{1, 2, 5} {
			if v := figure.Scale(m, exp); v >= a.K/4*.999 && v < a.Max {
				values = append(values, v)
			}
		}
		if figure.Scale(1, exp+1) >= a.Max {
			break
		}
	}
	var ticks []float64
	var labels []string
	last := a.Sign + Labels([]float64{a.Max})[0]
	end := w - Width(last) // the label of the end keeps clear of others
	free := 0
	for _, v := range values {
		text := Labels([]float64{v})[0]
		if v > 0 {
			text = a.Sign + text
		}
		n := Width(text)
		from := max(a.Col(v, w)-n/2, 0)
		if from >= free && from+n+labelGap <= end {
			ticks, labels = append(ticks, v), append(labels, text)
			free = from + n + 1
		}
	}
	return append(ticks, a.Max), append(labels, last)
}
