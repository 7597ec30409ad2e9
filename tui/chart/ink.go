package chart

import (
	"image"
	"math"

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

// set puts a dot of a series there, unless another pen owns the cell.
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

// trace draws one series. An ntcharts grid says which dots its lines have, in shares of
// the ranges, 0 to 1, after clipping: ntcharts drops lines that run far outside and
// misdraws values that are not finite. The dots themselves are kept here: a grid of
// every series would have to be made and read again for each frame.
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

func (k *ink) draw(c *Canvas) {
	for i, dots := range k.dots {
		if dots != 0 {
			c.over(i%k.w, i/k.w, 0x2800+rune(dots), k.pens[i])
		}
	}
}

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

// stroke draws one line after the other and keeps the rhythm of a broken line
// going across them.
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
			s.ink.set(d.X, d.Y, s.series.Pen)
			if s.series.Thick {
				s.ink.set(d.X, d.Y+1, s.series.Pen)
			}
		}
		s.n++
	}
	s.end = q
}

// clip cuts the line from a to b to the unit square (Liang & Barsky 1984). ok
// is false if nothing is left.
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
