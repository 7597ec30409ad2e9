package chart

import (
	"image"
	"math"
	"slices"
	"strconv"

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

// shown reports whether the middle of a point lies on the chart.
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
	named, keyed := p.nameAll(l, k)
	for _, n := range named {
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
	x := l.Plot.Max.X + 1
	for row, i := range keyed {
		c.Target(image.Rect(x, l.Plot.Min.Y+row, x+l.names, l.Plot.Min.Y+row+1), Pointed(i))
		q := &p.Points[i]
		pen := q.pen()
		c.TextRight(x+keyDigits, l.Plot.Min.Y+row, strconv.Itoa(row+1), pen.Strong())
		c.Text(x+keyDigits+1, l.Plot.Min.Y+row, TruncateMiddle(q.Name, l.names-keyDigits-1), pen)
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

// label is a text at a point of the chart.
type label struct {
	at   image.Point
	text string
	pen  theme.Pen
}

// keyDigits are the columns of the numbers in the key.
const keyDigits = 2

// nameAll finds places for the points' names, the selected points and then the first
// ones first. Names keep clear of dots and of one another. A name without a place
// gets the number of its line in the key, where there is a key; keyed are the
// points of its lines.
func (p *Plot) nameAll(l Layout, k *ink) (named []label, keyed []int) {
	var without []int
	for _, selected := range []bool{true, false} {
		for i := range p.Points {
			q := &p.Points[i]
			if !q.shown(l) || q.Selected != selected || Width(q.Name) == 0 {
				continue
			}
			if at, ok := k.beside(q, l, Width(q.Name), selected); ok {
				named = append(named, label{at, q.Name, q.pen()})
				continue
			}
			without = append(without, i)
		}
	}
	if !p.Key {
		return named, nil
	}
	keyed = without[:min(len(without), l.Plot.Dy(), 99)]
	slices.SortStableFunc(keyed, func(i, j int) int { // from top to bottom, as they stand on the chart
		switch p, q := &p.Points[i], &p.Points[j]; {
		case p.above(q, l):
			return -1
		case q.above(p, l):
			return 1
		}
		return 0
	})
	dots := slices.Clone(k.dots)
	for {
		numbers, failed := p.number(keyed, l, k)
		if failed < 0 {
			return append(named, numbers...), keyed
		}
		keyed = slices.Delete(keyed, failed, failed+1)
		copy(k.dots, dots)
	}
}

// number finds places for the numbers of points, and says which point has none; -1 for
// all have.
func (p *Plot) number(keyed []int, l Layout, k *ink) (numbers []label, failed int) {
	for row, i := range keyed {
		q, text := &p.Points[i], strconv.Itoa(row+1)
		at, ok := k.beside(q, l, len(text), false)
		if !ok { // on the point itself
			x, y := l.center(q)
			at = image.Pt(max(0, min(int(x)/2, k.w-len(text))), int(y)/4)
			box := image.Rectangle{at, at.Add(image.Pt(len(text), 1))}
			if k.taken(margin(box, k)) {
				return nil, row
			}
			k.reserve(box)
		}
		numbers = append(numbers, label{at, text, q.pen().Strong()})
	}
	return numbers, -1
}

// above tells whether a point stands higher than another, or as high and left of it.
func (p *Point) above(q *Point, l Layout) bool {
	x, y := l.center(p)
	u, v := l.center(q)
	return y < v || y == v && x < u
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

// Unnamed is the number of points whose names have no place beside them.
func (p *Plot) Unnamed(w, h int) int {
	l := p.Layout(w, h)
	k := newInk(l.Plot.Dx(), l.Plot.Dy())
	p.stampAll(l, k)
	named, _ := p.nameAll(l, k)
	shown := 0
	for i := range p.Points {
		if q := &p.Points[i]; q.shown(l) && Width(q.Name) > 0 {
			shown++
		}
	}
	return shown - len(named)
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
