package chart

import (
	"image"
	"math"

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

// sample is the style in two cells, for a legend.
func (s Style) sample() string {
	return [...]string{Solid: "━━", Dashed: "╌╌", Dotted: "··", Short: "╍╍", Long: "━╸", Points: "⠂⠐", Marks: "○ "}[s]
}

// Series is one curve. X ascends for lines; points beyond the shorter of X and
// Y are not drawn. A NaN or infinite coordinate breaks the line.
type Series struct {
	Name  string // for the legend; empty for none
	X, Y  []float64
	Pen   theme.Pen
	Style Style
}

// Band shades the cells between two curves over the same X, ascending.
type Band struct {
	Name      string // for the legend; empty for none
	X, Lo, Hi []float64
	Pen       theme.Pen
}

// Guide is a horizontal line at Y, with a word at its right end.
type Guide struct {
	Y    float64
	Name string
	Pen  theme.Pen
}

// Cursor is a vertical line at X.
type Cursor struct {
	On    bool
	X     float64
	Label string // below the axis, in the place of tick labels; empty for none
	Marks bool   // a ● where it crosses each line
	Pen   theme.Pen
}

// Plot is a line chart. In a cell that several things want to use, data win
// over the cursor, the cursor over guides and guides over bands.
type Plot struct {
	X, Y           Range     // zero: the range of the data
	TicksX, TicksY []float64 // nil: round numbers
	NamesY         []string  // of TicksY; nil: their values
	Series         []Series  // the most important first: it wins shared cells
	Bands          []Band
	Points         []Point // named discs and rings; the most important first: it is named first
	Guides         []Guide
	Cursors        []Cursor // the most important first
	Legend         bool     // where there is room free of data, if there is
}

// Draw fills the canvas with the plot; below 8×3 cells it draws nothing.
func (p *Plot) Draw(c *Canvas) {
	l := p.Layout(c.Size())
	if l.Plot.Empty() {
		return
	}
	area := c.Sub(l.Plot)
	for i := range p.Bands {
		p.Bands[i].draw(area, l)
	}
	p.drawGuides(area, l)
	for i := len(p.Cursors) - 1; i >= 0; i-- {
		p.Cursors[i].draw(area, l)
	}
	p.nameGuides(area, l)
	ink := newInk(l.Plot.Dx(), l.Plot.Dy())
	for i := range p.Series {
		ink.trace(&p.Series[i], l)
	}
	p.drawPoints(area, l, ink)
	p.drawMarks(area, l)
	p.drawAxes(c, l)
	if p.Legend {
		p.drawLegend(area, l, ink)
	}
}

// draw shades the rows between the curves in every column they span.
func (b *Band) draw(c *Canvas, l Layout) {
	w, h := c.Size()
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
		top, bottom := l.rowAt(hi)-l.Plot.Min.Y, l.rowAt(lo)-l.Plot.Min.Y
		for y := max(top, 0); y <= min(bottom, h-1); y++ {
			c.put(col, y, '░', b.Pen)
		}
	}
}

func (p *Plot) drawGuides(c *Canvas, l Layout) {
	w, _ := c.Size()
	for _, g := range p.Guides {
		if !l.Y.inside(g.Y) {
			continue
		}
		y := l.rowAt(g.Y) - l.Plot.Min.Y
		for x := range w {
			c.put(x, y, '┄', g.Pen)
		}
	}
}

// nameGuides writes the names where they take less than half of the line.
func (p *Plot) nameGuides(c *Canvas, l Layout) {
	w, _ := c.Size()
	for _, g := range p.Guides {
		if n := Width(g.Name); l.Y.inside(g.Y) && n > 0 && n < w/2 {
			c.TextRight(w, l.rowAt(g.Y)-l.Plot.Min.Y, " "+g.Name, g.Pen)
		}
	}
}

// shown reports whether the cursor lies on the chart.
func (k *Cursor) shown(l Layout) bool { return k.On && l.X.inside(k.X) }

func (k *Cursor) draw(c *Canvas, l Layout) {
	if !k.shown(l) {
		return
	}
	_, h := c.Size()
	for y := range h {
		c.put(l.ColAt(k.X)-l.Plot.Min.X, y, '│', k.Pen)
	}
}

// drawMarks puts a mark on every point of a Marks series, and where a cursor
// crosses a line; the most important series last, on top.
func (p *Plot) drawMarks(c *Canvas, l Layout) {
	put := func(x, y float64, mark rune, pen theme.Pen) {
		if l.X.inside(x) && l.Y.inside(y) {
			c.Set(l.ColAt(x)-l.Plot.Min.X, l.rowAt(y)-l.Plot.Min.Y, mark, pen)
		}
	}
	for i := len(p.Series) - 1; i >= 0; i-- {
		s := &p.Series[i]
		if s.Style == Marks {
			for j := range min(len(s.X), len(s.Y)) {
				put(s.X[j], s.Y[j], '○', s.Pen)
			}
		}
	}
	for i := len(p.Series) - 1; i >= 0; i-- {
		s := &p.Series[i]
		for _, k := range p.Cursors {
			if k.Marks && k.shown(l) && s.Style != Points && s.Style != Marks {
				put(k.X, interpolate(s.X, s.Y, k.X), '●', s.Pen.Strong())
			}
		}
	}
}

// rangeX returns the range of the finite points of all series and bands.
func (p *Plot) rangeX() Range {
	var xs [][]float64
	for _, s := range p.Series {
		xs = append(xs, s.X)
	}
	for _, b := range p.Bands {
		xs = append(xs, b.X)
	}
	for _, q := range p.Points {
		xs = append(xs, []float64{q.X})
	}
	return RangeOf(xs...)
}

func (p *Plot) rangeY() Range {
	var ys [][]float64
	for _, s := range p.Series {
		ys = append(ys, s.Y)
	}
	for _, b := range p.Bands {
		ys = append(ys, b.Lo, b.Hi)
	}
	for _, q := range p.Points {
		ys = append(ys, []float64{q.Y})
	}
	return RangeOf(ys...)
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

// legendRow is one entry of a legend.
type legendRow struct {
	sample, name string
	pen          theme.Pen
}

func (p *Plot) legendRows() []legendRow {
	var rows []legendRow
	for _, s := range p.Series {
		if s.Name != "" {
			rows = append(rows, legendRow{s.Style.sample(), s.Name, s.Pen})
		}
	}
	for _, b := range p.Bands {
		if b.Name != "" {
			rows = append(rows, legendRow{"░░", b.Name, b.Pen})
		}
	}
	return rows
}

// drawLegend puts the legend where it hides neither data nor the names of
// guides: as high as possible at the right edge, else at the left one.
func (p *Plot) drawLegend(c *Canvas, l Layout, ink *ink) {
	rows := p.legendRows()
	w, h := c.Size()
	need := image.Pt(0, len(rows))
	for _, r := range rows {
		need.X = max(need.X, Width(r.sample)+1+Width(r.name)+1)
	}
	if len(rows) == 0 || need.X > w {
		return
	}
	for _, g := range p.Guides {
		if l.Y.inside(g.Y) && g.Name != "" {
			ink.reserve(image.Rect(w-Width(g.Name)-1, 0, w, 1).Add(image.Pt(0, l.rowAt(g.Y)-l.Plot.Min.Y)))
		}
	}
	for _, x := range []int{w - need.X, 0} {
		for y := range h - need.Y + 1 {
			box := image.Rectangle{Max: need}.Add(image.Pt(x, y))
			if ink.free(box) {
				drawLegendRows(c, box, rows)
				return
			}
		}
	}
}

func drawLegendRows(c *Canvas, box image.Rectangle, rows []legendRow) {
	c.Fill(box, ' ', theme.Text)
	for i, r := range rows {
		n := c.Text(box.Min.X, box.Min.Y+i, r.sample, r.pen)
		c.Text(box.Min.X+n+1, box.Min.Y+i, r.name, theme.Muted)
	}
}
