package chart

import (
	"image"
	"math"
	"slices"

	"github.com/NimbleMarkets/ntcharts/v2/canvas"
	"github.com/NimbleMarkets/ntcharts/v2/canvas/graph"

	"fms-tui/tui/theme"
)

// ink collects braille dots. Each cell belongs to the pen of the first series with a
// dot there: dots of two series in one cell would show in one colour.
type ink struct {
	w, h int
	dots []uint8
	pens []theme.Pen
	grid *graph.BrailleGrid // of shares of the ranges
}

func newInk(w, h int) *ink {
	return &ink{
		w: w, h: h, dots: make([]uint8, w*h), pens: make([]theme.Pen, w*h),
		grid: graph.NewBrailleGrid(w, h, 0, 1, 0, 1),
	}
}

// set adds a dot, unless its cell is of another pen: then a dot in front takes the cell.
func (k *ink) set(x, y int, pen theme.Pen, front bool) {
	if x < 0 || y < 0 || x >= 2*k.w || y >= 4*k.h {
		return
	}
	i := y/4*k.w + x/2
	switch other := k.dots[i] != 0 && k.pens[i] != pen; {
	case other && !front:
		return
	case other:
		k.dots[i] = 0
	}
	k.pens[i] = pen
	k.dots[i] |= brailleDots[y%4][x%2]
}

// strokes gives, per line style, how many dots are drawn and how many are left out in turn.
var strokes = [...]struct{ on, off int }{
	Solid:  {1, 0},
	Dashed: {5, 3},
	Dotted: {1, 3},
	Short:  {2, 2},
	Long:   {9, 2},
	Points: {1, 0},
}

// trace draws one series. An ntcharts grid says which dots its lines have, in shares of the ranges, 0 to 1, after
// clipping: ntcharts drops lines that run far outside and misdraws values that are not finite. The dots themselves
// are kept here: a grid of every series would have to be made and read again for each frame.
func (k *ink) trace(s *Series, l Layout) {
	if s.Style == Marks {
		return
	}
	pen := stroke{ink: k, series: s}
	n := min(len(s.X), len(s.Y))
	var last canvas.Float64Point
	joined := false // whether last is the point before, finite
	for i := range n {
		if !finite(s.X[i]) || !finite(s.Y[i]) {
			joined = false
			continue
		}
		p := canvas.Float64Point{X: l.X.share(s.X[i]), Y: l.Y.share(s.Y[i])}
		// A point between two gaps is drawn as a dot, a line of no length.
		lone := !joined && (i+1 == n || !finite(s.X[i+1]) || !finite(s.Y[i+1]))
		if lone || s.Style == Points {
			last = p
		}
		if joined || lone || s.Style == Points {
			pen.line(last, p)
		}
		last, joined = p, true
	}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func (k *ink) reserve(r image.Rectangle) {
	r = r.Intersect(image.Rect(0, 0, k.w, k.h))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			k.dots[y*k.w+x] = 0xff
		}
	}
}

func (k *ink) free(r image.Rectangle) bool {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if k.dots[y*k.w+x] != 0 {
				return false
			}
		}
	}
	return true
}

// stroke draws one line after the other and keeps the rhythm of a broken line going across them.
type stroke struct {
	ink    *ink
	series *Series
	n      int          // dots passed so far, drawn or left out
	end    canvas.Point // dot where the line before ended
}

// line draws from a to b, in shares of the ranges, as far as it is visible.
func (s *stroke) line(a, b canvas.Float64Point) {
	a, b, ok := clip(a, b)
	if !ok {
		return
	}
	p, q := s.ink.grid.GridPoint(a), s.ink.grid.GridPoint(b)
	dots := graph.GetLinePoints(p, q)
	backwards := len(dots) > 0 && dots[0] != p
	pattern := strokes[s.series.Style]
	for i := range dots {
		d := dots[i]
		if backwards {
			d = dots[len(dots)-1-i]
		}
		if s.n > 0 && d == s.end {
			continue // shared with the line before
		}
		if s.n%(pattern.on+pattern.off) < pattern.on {
			s.ink.set(d.X, d.Y, s.series.Pen, false)
			if s.series.Thick {
				s.ink.set(d.X, d.Y+1, s.series.Pen, false)
			}
		}
		s.n++
	}
	s.end = q
}

// clip cuts the line from a to b to the unit square (Liang & Barsky 1984). ok is false if nothing is left.
func clip(a, b canvas.Float64Point) (_, _ canvas.Float64Point, ok bool) {
	dx, dy := b.X-a.X, b.Y-a.Y
	enter, leave := 0.0, 1.0
	for _, edge := range [4]struct{ toward, room float64 }{
		{-dx, a.X}, {dx, 1 - a.X}, {-dy, a.Y}, {dy, 1 - a.Y},
	} {
		switch t := edge.room / edge.toward; {
		case edge.toward == 0 && edge.room < 0:
			return a, b, false
		case edge.toward < 0:
			enter = max(enter, t)
		case edge.toward > 0:
			leave = min(leave, t)
		}
	}
	if enter > leave {
		return a, b, false
	}
	from := canvas.Float64Point{X: a.X + enter*dx, Y: a.Y + enter*dy}
	to := canvas.Float64Point{X: a.X + leave*dx, Y: a.Y + leave*dy}
	return from, to, true
}

type Point struct {
	X, Y   float64
	Name   string  // beside it where there is room; "" for none
	Radius float64 // in braille dots, of which a cell has two by four; 0 is one dot
	Filled bool    // a disc; otherwise a ring
	Pen    theme.Pen
	// Selected points are named whatever is in the way, and drawn last.
	Selected bool
}

func (l Layout) center(p *Point) (x, y float64) {
	w, h := 2*l.Plot.Dx(), 4*l.Plot.Dy()
	return float64(Place(l.X.share(p.X), w)), float64(h - 1 - Place(l.Y.share(p.Y), h))
}

func (l Layout) shows(p *Point) bool { return l.X.inside(p.X) && l.Y.inside(p.Y) }

// brailleDots are the bits of a cell's dots, by row and column.
var brailleDots = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// stamp adds a point's dots. A ring has no inside.
func (k *ink) stamp(p *Point, l Layout) {
	cx, cy := l.center(p)
	r := p.Radius
	for dy := -math.Ceil(r); dy <= math.Ceil(r); dy++ {
		for dx := -math.Ceil(r); dx <= math.Ceil(r); dx++ {
			d := math.Hypot(dx, dy)
			if d > r+.3 || !p.Filled && d < r-.7 {
				continue
			}
			k.set(int(cx+dx), int(cy+dy), p.Pen, true)
		}
	}
}

func (p *Plot) drawPoints(c *Canvas, l Layout, k *ink) {
	area := c.Sub(l.Plot)
	for _, q := range slices.Backward(p.ranked(l)) {
		k.stamp(q, l)
	}
	for i, dots := range k.dots {
		if dots != 0 {
			area.over(i%k.w, i/k.w, 0x2800+rune(dots), k.pens[i])
		}
	}
	for _, n := range p.nameAll(l, k) {
		area.Text(n.at.X, n.at.Y, n.text, n.pen)
	}
	for near := 1; near >= 0; near-- { // points lie over what is near others
		for i := range slices.Backward(p.Points) {
			if q := &p.Points[i]; l.shows(q) {
				r := cellsOf(q, l)
				area.Target(image.Rect(r.Min.X-2*near, r.Min.Y-near, r.Max.X+2*near, r.Max.Y+near), Pointed(i))
			}
		}
	}
}

// ranked are the points that are shown, selected ones and then the first ones first.
func (p *Plot) ranked(l Layout) (all []*Point) {
	n := 0
	for i := range p.Points {
		switch q := &p.Points[i]; {
		case !l.shows(q):
		case q.Selected:
			all = slices.Insert(all, n, q)
			n++
		default:
			all = append(all, q)
		}
	}
	return all
}

type label struct {
	at   image.Point
	text string
	pen  theme.Pen
}

// nameAll finds places for the points' names, which keep clear of dots and of one another.
func (p *Plot) nameAll(l Layout, k *ink) (named []label) {
	for _, q := range p.ranked(l) {
		if n := Width(q.Name); n > 0 {
			if at, ok := k.beside(q, l, n); ok {
				pen := q.Pen
				if q.Selected {
					pen = pen.Strong()
				}
				named = append(named, label{at, q.Name, pen})
			}
		}
	}
	return named
}

// beside finds a place for a text of n columns right or left of a point, above or below it, or at its corners, and
// keeps others out of it; a selected point takes the right or the left over anything else.
func (k *ink) beside(p *Point, l Layout, n int) (image.Point, bool) {
	whole := image.Rect(0, 0, k.w, k.h)
	if n > k.w {
		return image.Point{}, false
	}
	at := cellsOf(p, l)
	middle, center := (at.Min.Y+at.Max.Y-1)/2, (at.Min.X+at.Max.X-n)/2+1
	right, left := at.Max.X+1, at.Min.X-1-n
	for _, q := range []image.Point{
		{right, middle},
		{left, middle},
		{center, at.Min.Y - 1},
		{center, at.Max.Y},
		{right - 1, at.Min.Y - 1},
		{right - 1, at.Max.Y},
		{left + 1, at.Min.Y - 1},
		{left + 1, at.Max.Y},
	} {
		box := image.Rect(q.X, q.Y, q.X+n, q.Y+1)
		if box.In(whole) && k.free(image.Rect(q.X-1, q.Y, q.X+n+1, q.Y+1).Intersect(whole)) {
			k.reserve(box)
			return q, true
		}
	}
	if !p.Selected {
		return image.Point{}, false
	}
	if right+n > k.w {
		right = max(left, 0)
	}
	k.reserve(image.Rect(right, middle, right+n, middle+1))
	return image.Pt(right, middle), true
}

// cellsOf are the cells that a point takes, relative to the plot.
func cellsOf(p *Point, l Layout) image.Rectangle {
	x, y := l.center(p)
	r := p.Radius
	return image.Rect(int(math.Floor((x-r)/2)), int(math.Floor((y-r)/4)), int(math.Floor((x+r)/2))+1, int(math.Floor((y+r)/4))+1)
}
