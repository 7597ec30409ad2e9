package plot

import (
	"math"
	"slices"
	"sort"

	"fms-tui/core/report/figure"
)

// Point is an attribute on the map.
type Point struct {
	Name        string
	Noise       float64 // share of a judgment's variance, in [0,1]
	Correlation float64 // of the mean judgments with the label, in [-1,1]
	Repeats     int     // that the budget buys; 0 for none
}

// radius is the radius of an attribute's disc, whose area grows with the repeats.
func (q *Point) radius() float64 {
	if q.Repeats == 0 {
		return 3
	}
	return 4 + 3*math.Sqrt(float64(q.Repeats))
}

// Map is the attributes by noise and correlation, discs as large as what is bought.
type Map struct {
	Title  string
	Points []Point // NaN in either figure leaves one out
}

const mapWidth, mapHeight = 720., 440.

// Picture draws the map.
func (m *Map) Picture() *Picture {
	p := &Picture{Width: mapWidth, Height: mapHeight, Title: m.Title}
	b := box{56, 34, mapWidth - 24, mapHeight - 48}
	var known []Point
	var correlations []float64
	for _, q := range m.Points {
		if !math.IsNaN(q.Noise) && !math.IsNaN(q.Correlation) {
			known = append(known, q)
			correlations = append(correlations, q.Correlation)
		}
	}
	low, high, _ := span(correlations, []float64{-.1, .1})
	x, y := scale{0, 1, b.left, b.right}, scale{low - .08, high + .08, b.bottom, b.top}
	p.axes(b, x, y, "noise: share of a judgment's variance", "correlation with the label", func(v float64) string { return figure.Fixed(100*v, 0) + "%" }, figure.Corr)
	zero := y.at(0)
	p.add(&Line{X: []float64{b.left, b.right}, Y: []float64{zero, zero}, Role: Muted, Width: 1})
	// Large discs first, so that they cover none.
	sort.SliceStable(known, func(i, j int) bool { return known[i].Repeats > known[j].Repeats })
	for _, q := range known {
		d := &Dot{X: x.at(q.Noise), Y: y.at(q.Correlation), R: q.radius(), Role: Muted, Opacity: .6, Name: q.Name}
		if q.Repeats > 0 {
			d.Role, d.Opacity = First, .55
			d.Name += ", " + figure.CountOf(q.Repeats, "judgment")
		}
		p.add(d)
	}
	p.names(known, x, y, b)
	return p
}

// names writes names beside discs, of what is bought first and then of what goes with
// the label, as long as there is room.
func (p *Picture) names(known []Point, x, y scale, b box) {
	order := slices.Clone(known)
	sort.SliceStable(order, func(i, j int) bool {
		p, q := &order[i], &order[j]
		if (p.Repeats > 0) != (q.Repeats > 0) {
			return p.Repeats > q.Repeats
		}
		return math.Abs(p.Correlation) > math.Abs(q.Correlation)
	})
	var taken []box
	cover := func(bought bool) {
		for _, q := range order {
			if r := q.radius(); q.Repeats > 0 == bought {
				taken = append(taken, box{x.at(q.Noise) - r, y.at(q.Correlation) - r, x.at(q.Noise) + r, y.at(q.Correlation) + r})
			}
		}
	}
	cover(true)
	for i, q := range order {
		if q.Repeats == 0 && (i == 0 || order[i-1].Repeats > 0) { // names of what is bought may lie over other discs
			cover(false)
		}
		r, role := q.radius()+3, Muted
		if q.Repeats > 0 {
			role = Ink
		}
		width := textWidth(q.Name, textSize)
		at, base := x.at(q.Noise), y.at(q.Correlation)+4
		for _, t := range []*Text{
			{X: at + r, Y: base, Anchor: Start},
			{X: at - r, Y: base, Anchor: End},
			{X: at, Y: base - r - 2, Anchor: Middle},
			{X: at, Y: base + r + 8, Anchor: Middle},
		} {
			left := t.X - width*[]float64{0, .5, 1}[t.Anchor]
			own := box{left, t.Y - textSize, left + width, t.Y + 3}
			if own.left < b.left || own.right > b.right || slices.ContainsFunc(taken, own.meets) {
				continue
			}
			t.Text, t.Size, t.Role = q.Name, textSize, role
			p.add(t)
			taken = append(taken, own)
			break
		}
	}
}

func (b box) meets(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}
