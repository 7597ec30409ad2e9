package chart

import (
	"image"
	"math"
	"slices"

	"fms-tui/tui/theme"
)

// Point is a named disc or ring of a scatter.
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
	return float64(dot(l.X.share(p.X), w)), float64(h - 1 - dot(l.Y.share(p.Y), h))
}

func (p *Point) shown(l Layout) bool { return l.X.inside(p.X) && l.Y.inside(p.Y) }

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
			x, y := int(cx+dx), int(cy+dy)
			if x < 0 || y < 0 || x >= 2*k.w || y >= 4*k.h {
				continue
			}
			i := y/4*k.w + x/2
			if k.pens[i] != p.Pen {
				k.dots[i] = 0 // this point is in front
			}
			k.pens[i] = p.Pen
			k.dots[i] |= brailleDots[y%4][x%2]
		}
	}
}

func (p *Plot) drawPoints(c *Canvas, l Layout, k *ink) {
	area := c.Sub(l.Plot)
	p.stampAll(l, k)
	k.draw(area)
	for _, n := range p.nameAll(l, k) {
		area.Text(n.at.X, n.at.Y, n.text, n.pen)
	}
	for near := 1; near >= 0; near-- { // points lie over what is near others
		for i := range slices.Backward(p.Points) {
			if q := &p.Points[i]; q.shown(l) {
				r := cellsOf(q, l)
				area.Target(image.Rect(r.Min.X-2*near, r.Min.Y-near, r.Max.X+2*near, r.Max.Y+near), Pointed(i))
			}
		}
	}
}

// stampAll puts the dots of the points that are shown, the selected last.
func (p *Plot) stampAll(l Layout, k *ink) {
	for _, selected := range []bool{false, true} {
		for i := len(p.Points) - 1; i >= 0; i-- {
			if q := &p.Points[i]; q.shown(l) && q.Selected == selected {
				k.stamp(q, l)
			}
		}
	}
}

type label struct {
	at   image.Point
	text string
	pen  theme.Pen
}

// nameAll finds places for the points' names, the selected points and then the first
// ones first. Names keep clear of dots and of one another.
func (p *Plot) nameAll(l Layout, k *ink) (named []label) {
	for _, selected := range []bool{true, false} {
		for i := range p.Points {
			q := &p.Points[i]
			if !q.shown(l) || q.Selected != selected || Width(q.Name) == 0 {
				continue
			}
			if at, ok := k.beside(q, l, Width(q.Name), selected); ok {
				named = append(named, label{at, q.Name, q.pen()})
			}
		}
	}
	return named
}

func (p *Point) pen() theme.Pen {
	if p.Selected {
		return p.Pen.Strong()
	}
	return p.Pen
}

// beside finds a place for a text of n columns right or left of a point, above or below
// it, or at its corners, and keeps others out of it; force takes the right or the left
// over anything else.
func (k *ink) beside(p *Point, l Layout, n int, force bool) (image.Point, bool) {
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
		if box.In(image.Rect(0, 0, k.w, k.h)) && k.free(margin(box, k)) {
			k.reserve(box)
			return q, true
		}
	}
	if !force {
		return image.Point{}, false
	}
	if right+n > k.w {
		right = max(left, 0)
	}
	k.reserve(image.Rect(right, middle, right+n, middle+1))
	return image.Pt(right, middle), true
}

func margin(r image.Rectangle, k *ink) image.Rectangle {
	r.Min.X, r.Max.X = max(r.Min.X-1, 0), min(r.Max.X+1, k.w)
	return r
}

// cellsOf are the cells that a point takes, relative to the plot.
func cellsOf(p *Point, l Layout) image.Rectangle {
	x, y := l.center(p)
	r := p.Radius
	return image.Rect(int(math.Floor((x-r)/2)), int(math.Floor((y-r)/4)), int(math.Floor((x+r)/2))+1, int(math.Floor((y+r)/4))+1)
}
