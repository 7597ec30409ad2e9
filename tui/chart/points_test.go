package chart

import (
	"fmt"
	"image"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestNamesOfPoints: whatever points there are, no name covers another, and a name stands at its
// point: nothing leads to it from afar.
func TestNamesOfPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		p := &Plot{X: Range{0, 1}, Y: Range{0, 1}}
		for i := range r.IntN(60) {
			p.Points = append(p.Points, Point{
				X: r.Float64(), Y: r.NormFloat64()/9 + .5, Name: fmt.Sprintf("attribute-%d", i*i*i), Radius: 1.2, Selected: i == 3,
			})
		}
		l := p.Layout(40+r.IntN(120), 8+r.IntN(40))
		k := newInk(l.Plot.Dx(), l.Plot.Dy())
		p.stampAll(l, k)
		var boxes []image.Rectangle
		for _, n := range p.nameAll(l, k) {
			box := image.Rectangle{n.at, n.at.Add(image.Pt(Width(n.text), 1))}
			if slices.ContainsFunc(boxes, box.Overlaps) {
				t.Errorf("%q covers another name", n.text)
			}
			boxes = append(boxes, box)
			at := slices.IndexFunc(p.Points, func(q Point) bool { return q.Name == n.text })
			if d := cellsOf(&p.Points[at], l).Inset(-2); !d.Overlaps(box) {
				t.Errorf("%q stands at %v, its point at %v", n.text, box, d)
			}
		}
	}
}
