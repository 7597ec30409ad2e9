package chart

import (
	"cmp"
	"image"
	"math"
	"slices"
	"sort"
	"strings"

	"fms-tui/tui/theme"
)

// Style is how a series is drawn, so that series differ without colour too.
type Style uint8

const (
	Solid  Style = iota // a line
	Dashed              // a broken line
	Dotted              // a dotted line
	Short               // a line of short dashes
	Long                // a line of long dashes
	Points              // one dot a point, not joined
	Marks               // one ○ a point, not joined
)

// Series is one curve. X ascends for lines; points beyond the shorter of X and
// Y are not drawn. A NaN or infinite coordinate breaks the line.
type Series struct {
	Of    string // what it is of, where its name says more
	Name  string // at its right end; empty for none
	X, Y  []float64
	Pen   theme.Pen
	Style Style
	Brief string   // the name where there is little room; empty: the same
	Thick bool     // two dots thick
	Texts []string // of Marks, right of each where there is room; nil for none
}

// Band is the ground between two curves over the same X, ascending.
type Band struct{ X, Lo, Hi []float64 }

type Cursor struct {
	X     float64
	Marks bool // a ● where it crosses the first line
	Pen   theme.Pen
}

// Plot is a line chart. In a cell that several things want to use, data win over the cursor and the cursor over
// bands. Each cell with data belongs to one series.
type Plot struct {
	X, Y    Range     // zero: the range of the data; Y grows to whole rows
	Axis    Budgets   // of which X are shares; zero: round numbers
	TicksY  []float64 // nil: round numbers
	NamesY  []string  // of the ticks; nil: their values
	Series  []Series  // the most important first: it owns the cells of its dots
	Bands   []Band
	Points  []Point  // named discs and rings; the most important first: it is named first
	Cursors []Cursor // the most important first
	// Columns are the first column of the data and the one after the last, where the x
	// axis is drawn elsewhere; zero: the columns that axis and names leave.
	Columns [2]int
	Plain   bool // the terminal shows no grounds: bands are hatched
}

// Apart shows the first curve, and its band, at some of its points alone on w columns: a mark with its value in words,
// and a bar of three columns.
func (p *Plot) Apart(at []float64, w int, words func(float64) string) {
	curve, band := p.Series[0], p.Bands[0]
	s, bars := &p.Series[0], &p.Bands[0]
	s.X, s.Y, s.Style, *bars = nil, nil, Marks, Band{}
	for _, x := range at {
		i := slices.Index(curve.X, x)
		if i < 0 {
			continue
		}
		x, half := float64(Place(x, w))/float64(max(w-1, 1)), 1.2/float64(w)
		s.X, s.Y, s.Texts = append(s.X, x), append(s.Y, curve.Y[i]), append(s.Texts, words(curve.Y[i]))
		bars.X = append(bars.X, x-half, x+half, math.NaN())
		bars.Lo = append(bars.Lo, band.Lo[i], band.Lo[i], math.NaN())
		bars.Hi = append(bars.Hi, band.Hi[i], band.Hi[i], math.NaN())
	}
}

// Draw fills the canvas with the plot; below 8×3 cells it draws nothing.
func (p *Plot) Draw(c *Canvas) {
	l := p.Layout(c.Size())
	if l.Plot.Empty() {
		return
	}
	area := c.Sub(l.Plot)
	if dial := l.Plot; len(p.Series) > 0 && len(p.Cursors) > 0 { // on the data, or on the x axis below
		if l.axisX {
			dial.Max.Y += 2
		}
		c.Target(dial, c.Dial(l.XAt))
	}
	for i := range p.Bands {
		p.Bands[i].draw(area, l, p.Plain)
	}
	for _, k := range slices.Backward(p.Cursors) {
		for y := 0; y < l.Plot.Dy() && l.X.inside(k.X); y++ {
			area.over(l.ColAt(k.X)-l.Plot.Min.X, y, '│', k.Pen)
		}
	}
	ink := newInk(l.Plot.Dx(), l.Plot.Dy())
	for i := range p.Series {
		ink.trace(&p.Series[i], l)
	}
	p.drawPoints(c, l, ink)
	p.drawMarks(area, l)
	p.drawAxes(c, l)
	p.drawNames(c, l)
}

// draw grounds the cells between the curves in every column they span, in half rows at the edges.
func (b *Band) draw(c *Canvas, l Layout, plain bool) {
	w, h := c.Size()
	half := func(v float64) int { return (4*h - 1 - Place(l.Y.share(v), 4*h)) / 2 }
	for col := range w {
		x := l.XAt(col + l.Plot.Min.X)
		lo, hi := interpolate(b.X, b.Lo, x), interpolate(b.X, b.Hi, x)
		if lo > hi {
			lo, hi = hi, lo
		}
		// NaN, where there is no band, fails this test as well.
		if !(hi >= l.Y.Min && lo <= l.Y.Max) {
			continue
		}
		top, bottom := half(hi), half(lo)
		for y := top / 2; y <= bottom/2; y++ {
			switch up, down := 2*y >= top, 2*y+1 <= bottom; {
			case plain:
				c.put(col, y, '░', theme.Band)
			case up && down:
				c.put(col, y, ' ', theme.Text.Shaded())
			case down:
				c.put(col, y, '▄', theme.Band)
			case up:
				c.put(col, y, '▀', theme.Band)
			}
		}
	}
}

// drawMarks puts a mark on every point of a Marks series, the most important one last, on top, and
// where a cursor crosses the first line.
func (p *Plot) drawMarks(c *Canvas, l Layout) {
	put := func(x, y float64, mark rune, pen theme.Pen) {
		if l.X.inside(x) && l.Y.inside(y) {
			c.over(l.ColAt(x)-l.Plot.Min.X, l.RowAt(y)-l.Plot.Min.Y, mark, pen)
		}
	}
	for i := len(p.Series) - 1; i >= 0; i-- {
		s := &p.Series[i]
		if s.Style == Marks {
			for j := range min(len(s.X), len(s.Y)) {
				put(s.X[j], s.Y[j], '○', s.Pen)
				x, room := l.ColAt(s.X[j])-l.Plot.Min.X+2, l.Plot.Dx()
				if j+1 < len(s.X) {
					room = l.ColAt(s.X[j+1]) - l.Plot.Min.X - 2
				}
				if j < len(s.Texts) && l.Y.inside(s.Y[j]) && x+Width(s.Texts[j]) <= room {
					c.Text(x, l.RowAt(s.Y[j])-l.Plot.Min.Y, s.Texts[j], s.Pen)
				}
			}
		}
	}
	for _, k := range p.Cursors {
		if k.Marks && l.X.inside(k.X) && len(p.Series) > 0 {
			s := &p.Series[0]
			put(k.X, interpolate(s.X, s.Y, k.X), '●', s.Pen.Strong())
		}
	}
}

func (p *Plot) ranges() (x, y Range) {
	var xs, ys [][]float64
	for _, s := range p.Series {
		xs, ys = append(xs, s.X), append(ys, s.Y)
	}
	for _, b := range p.Bands {
		xs, ys = append(xs, b.X), append(ys, b.Lo, b.Hi)
	}
	for _, q := range p.Points {
		xs, ys = append(xs, []float64{q.X}), append(ys, []float64{q.Y})
	}
	return RangeOf(xs...), RangeOf(ys...)
}

// interpolate returns the height at x of the line through the points, NaN
// beside it and next to a point that is not finite.
func interpolate(xs, ys []float64, x float64) float64 {
	n := min(len(xs), len(ys))
	// The first point at or after x. Ascending X with NaN among them rules a
	// binary search out, and a frame asks this for few columns.
	for i := range n {
		switch {
		case xs[i] == x:
			return ys[i]
		case xs[i] < x || math.IsNaN(xs[i]):
			continue
		case i == 0 || !(xs[i-1] < x):
			return math.NaN()
		}
		s := Range{xs[i-1], xs[i]}.share(x)
		return ys[i-1]*(1-s) + ys[i]*s
	}
	return math.NaN()
}

// nameAt is where the name of a series is written.
type nameAt struct {
	y      int
	at     float64 // where the series ends, in millionths of the axis: rounding orders no names
	text   string
	series *Series
}

// drawNames draws the names of the series, right of where they end; the most important ones where
// there are more than rows.
func (p *Plot) drawNames(c *Canvas, l Layout) {
	var labels []nameAt
	for i := range p.Series {
		s := &p.Series[i]
		k, name := min(len(s.X), len(s.Y))-1, s.Name
		for k >= 0 && !finite(s.Y[k]) {
			k--
		}
		if Width(name) > l.names {
			name = cmp.Or(s.Brief, name)
		}
		if at := strings.LastIndexByte(name, ' '); Width(name) > l.names && at >= 0 {
			name = name[at+1:] // the value alone, in the series' hue
		}
		if k >= 0 && name != "" && len(labels) < l.Plot.Dy() {
			labels = append(labels, nameAt{l.RowAt(s.Y[k]), math.Round(1e6 * l.Y.share(s.Y[k])), name, s})
		}
	}
	sort.SliceStable(labels, func(i, j int) bool { return labels[i].at > labels[j].at })
	for i := 1; i < len(labels); i++ {
		labels[i].y = max(labels[i].y, labels[i-1].y+1)
	}
	free := l.Plot.Max.Y
	for i := len(labels) - 1; i >= 0; i-- {
		labels[i].y = min(labels[i].y, free-1)
		free = labels[i].y
	}
	for _, n := range labels {
		x := l.Plot.Max.X + 1
		end := x + c.TextMax(x, n.y, n.text, l.names, n.series.Pen)
		c.Target(image.Rect(x, n.y, end, n.y+1), Named(cmp.Or(n.series.Of, n.series.Name)))
	}
}
