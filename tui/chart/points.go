package chart

import (
	"image"
	"math"

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

// center is the braille dot in the middle of a point.
func (l Layout) center(p *Point) (x, y float64) {
	w, h := 2*l.Plot.Dx(), 4*l.Plot.Dy()
	return float64(dot(l.X.share(p.X), w)), float64(h - 1 - dot(l.Y.share(p.Y), h))
}

// shown reports whether the middle of a point lies on the chart.
func (p *Point) shown(l Layout) bool { return l.X.inside(p.X) && l.Y.inside(p.Y) }

// brailleDots are the bits of a cell's dots, by row and column.
var brailleDots = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// stamp adds a point's dots. Of a ring the inside is left out.
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

// drawPoints draws the points, and then as many of their names as find room, the
// first points first. Names keep clear of dots and of one another.
func (p *Plot) drawPoints(c *Canvas, l Layout, k *ink) {
	for i := len(p.Points) - 1; i >= 0; i-- {
		if q := &p.Points[i]; q.shown(l) && !q.Selected {
			k.stamp(q, l)
		}
	}
	for i := range p.Points {
		if q := &p.Points[i]; q.shown(l) && q.Selected {
			k.stamp(q, l)
		}
	}
	k.draw(c)
	for i := range p.Points {
		if q := &p.Points[i]; q.shown(l) && q.Selected {
			name(c, q, l, k, true)
		}
	}
	for i := range p.Points {
		if q := &p.Points[i]; q.shown(l) && !q.Selected {
			name(c, q, l, k, false)
		}
	}
}

// name writes a point's name right or left of it, above or below, where there is
// room; force writes it to the right, or the left, whatever is there.
func name(c *Canvas, p *Point, l Layout, k *ink, force bool) {
	n := Width(p.Name)
	if n == 0 || n > k.w {
		return
	}
	at := cellsOf(p, l)
	middle := (at.Min.Y + at.Max.Y - 1) / 2
	places := []image.Point{
		{at.Max.X + 1, middle},
		{at.Min.X - 1 - n, middle},
		{(at.Min.X+at.Max.X-n)/2 + 1, at.Min.Y - 1},
		{(at.Min.X+at.Max.X-n)/2 + 1, at.Max.Y},
	}
	pen := p.Pen
	if p.Selected {
		pen = pen.Strong()
	}
	for _, q := range places {
		box := image.Rect(q.X, q.Y, q.X+n, q.Y+1)
		if box.In(image.Rect(0, 0, k.w, k.h)) && k.free(margin(box, k)) {
			write(c, k, box, p.Name, pen)
			return
		}
	}
	if k.lead(c, p, l, at, n, pen) {
		return
	}
	if force {
		x := places[0].X
		if x+n > k.w {
			x = max(places[1].X, 0)
		}
		write(c, k, image.Rect(x, middle, x+n, middle+1), p.Name, pen)
	}
}

// mostLead is how many rows away from its point a name can stand.
const mostLead = 8

// lead writes a name where there is room further away, with a line that leads from the
// point to it, and reports whether there is such a place.
func (k *ink) lead(c *Canvas, p *Point, l Layout, at image.Rectangle, n int, pen theme.Pen) bool {
	middle := (at.Min.Y + at.Max.Y - 1) / 2
	for away := 1; away <= mostLead; away++ {
		for _, y := range []int{middle - away, middle + away} {
			for _, x := range []int{at.Max.X + 2*away, at.Min.X - n - 2*away} {
				box := image.Rect(x, y, x+n, y+1)
				if !box.In(image.Rect(0, 0, k.w, k.h)) || !k.free(margin(box, k)) {
					continue
				}
				px, py := l.center(p)
				toX, toY := float64(2*x-2), float64(4*y+2)
				if x < at.Min.X {
					toX = float64(2*(x+n) + 1)
				}
				steps := max(math.Abs(toX-px), math.Abs(toY-py))
				for i := p.Radius + 2; i < steps; i += 2 {
					dx, dy := int(px+i/steps*(toX-px)), int(py+i/steps*(toY-py))
					cell := dy/4*k.w + dx/2
					if dx < 0 || dy < 0 || dx >= 2*k.w || dy >= 4*k.h || k.dots[cell] != 0 && k.pens[cell] != theme.Guide {
						continue
					}
					k.pens[cell] = theme.Guide
					k.dots[cell] |= brailleDots[dy%4][dx%2]
				}
				for cell := range k.dots {
					if k.pens[cell] == theme.Guide && k.dots[cell] != 0xff && k.dots[cell] != 0 {
						c.over(cell%k.w, cell/k.w, 0x2800+rune(k.dots[cell]), theme.Guide)
					}
				}
				write(c, k, box, p.Name, pen)
				return true
			}
		}
	}
	return false
}

// margin widens a name by a column on both sides.
func margin(r image.Rectangle, k *ink) image.Rectangle {
	r.Min.X, r.Max.X = max(r.Min.X-1, 0), min(r.Max.X+1, k.w)
	return r
}

func write(c *Canvas, k *ink, box image.Rectangle, text string, pen theme.Pen) {
	c.Text(box.Min.X, box.Min.Y, text, pen)
	k.reserve(box)
}

// cellsOf are the cells that a point takes, relative to the plot.
func cellsOf(p *Point, l Layout) image.Rectangle {
	x, y := l.center(p)
	r := p.Radius
	return image.Rect(int(math.Floor((x-r)/2)), int(math.Floor((y-r)/4)), int(math.Floor((x+r)/2))+1, int(math.Floor((y+r)/4))+1)
}

// PointAt returns the index of the point nearest to a cell of the canvas, if one
// is near, or -1.
func (p *Plot) PointAt(l Layout, col, row int) int {
	const near = 6 // dots: three columns
	best, at := float64(near), -1
	x, y := float64(2*(col-l.Plot.Min.X))+.5, float64(4*(row-l.Plot.Min.Y))+1.5
	for i := range p.Points {
		q := &p.Points[i]
		if !q.shown(l) {
			continue
		}
		cx, cy := l.center(q)
		if d := max(math.Hypot(cx-x, cy-y)-q.Radius, 0); d < best {
			best, at = d, i
		}
	}
	return at
}
