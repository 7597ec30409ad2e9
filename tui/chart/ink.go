package chart

import (
	"image"
	"math"

	"fms-tui/tui/theme"
)

// ink collects braille dots. Each cell belongs to one pen, that of the first series
// with a dot there: dots of two series in one cell would show in one colour.
type ink struct {
	w, h int
	dots []uint8
	pens []theme.Pen
}

func newInk(w, h int) *ink {
	return &ink{w: w, h: h, dots: make([]uint8, w*h), pens: make([]theme.Pen, w*h)}
}

// brailleDots are the bits of a cell's dots, by row and column.
var brailleDots = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// set adds the dot in column x and row y of dots, unless its cell is another pen's.
func (k *ink) set(x, y int, pen theme.Pen) {
	if x < 0 || y < 0 || x >= 2*k.w || y >= 4*k.h {
		return
	}
	i := y/4*k.w + x/2
	if k.dots[i] != 0 && k.pens[i] != pen {
		return
	}
	k.pens[i] = pen
	k.dots[i] |= brailleDots[y%4][x%2]
}

// strokes gives, per line style, how many dots are drawn and how many are left
// out in turn.
var strokes = [...]struct{ on, off int }{
	Solid:  {1, 0},
	Dashed: {5, 3},
	Dotted: {1, 3},
	Short:  {2, 2},
	Long:   {9, 2},
	Points: {1, 0},
}

// vertex is a point in shares of the ranges, 0 to 1 on the chart.
type vertex struct{ x, y float64 }

// trace draws one series.
func (k *ink) trace(s *Series, l Layout) {
	if s.Style == Marks {
		return
	}
	pen := stroke{ink: k, series: s}
	n := min(len(s.X), len(s.Y))
	var last vertex
	joined := false // whether last is the point before, finite
	for i := range n {
		if !finite(s.X[i]) || !finite(s.Y[i]) {
			joined = false
			continue
		}
		p := vertex{l.X.share(s.X[i]), l.Y.share(s.Y[i])}
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

// draw puts the dots on a canvas, over the ground that is there.
func (k *ink) draw(c *Canvas) {
	for i, dots := range k.dots {
		if dots != 0 {
			c.over(i%k.w, i/k.w, 0x2800+rune(dots), k.pens[i])
		}
	}
}

// reserve keeps names out of r.
func (k *ink) reserve(r image.Rectangle) {
	r = r.Intersect(image.Rect(0, 0, k.w, k.h))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			k.dots[y*k.w+x] = 0xff
		}
	}
}

// free reports whether no dot lies in r.
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

// stroke draws one line after the other and keeps the rhythm of a broken line
// going across them.
type stroke struct {
	ink    *ink
	series *Series
	n      int         // dots passed so far, drawn or left out
	end    image.Point // dot where the line before ended
}

// line draws from a to b, as far as it is visible, by equal steps along the longer
// side.
func (s *stroke) line(a, b vertex) {
	a, b, ok := clip(a, b)
	if !ok {
		return
	}
	p, q := s.ink.dotAt(a), s.ink.dotAt(b)
	d := q.Sub(p)
	steps := max(d.X, -d.X, d.Y, -d.Y)
	pattern := strokes[s.series.Style]
	for i := range steps + 1 {
		at := p
		if steps > 0 {
			at = at.Add(image.Pt(roundDiv(d.X*i, steps), roundDiv(d.Y*i, steps)))
		}
		if s.n > 0 && at == s.end && i == 0 {
			continue // shared with the line before
		}
		if s.n%(pattern.on+pattern.off) < pattern.on {
			s.ink.set(at.X, at.Y, s.series.Pen)
			if s.series.Thick {
				s.ink.set(at.X, at.Y+1, s.series.Pen)
			}
		}
		s.n++
	}
	s.end = q
}

// dotAt is the dot of a point on the chart, from the top.
func (k *ink) dotAt(p vertex) image.Point {
	return image.Pt(dot(p.x, 2*k.w), 4*k.h-1-dot(p.y, 4*k.h))
}

// roundDiv is a/b, b > 0, rounded to the nearest whole number.
func roundDiv(a, b int) int {
	if a < 0 {
		return -((-a + b/2) / b)
	}
	return (a + b/2) / b
}

// clip cuts the line from a to b to the unit square (Liang & Barsky 1984). ok
// is false if nothing is left.
func clip(a, b vertex) (_, _ vertex, ok bool) {
	dx, dy := b.x-a.x, b.y-a.y
	enter, leave := 0.0, 1.0
	for _, edge := range [4]struct{ toward, room float64 }{
		{-dx, a.x}, {dx, 1 - a.x}, {-dy, a.y}, {dy, 1 - a.y},
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
	return vertex{a.x + enter*dx, a.y + enter*dy}, vertex{a.x + leave*dx, a.y + leave*dy}, true
}
