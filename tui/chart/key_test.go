package chart

import (
	"fmt"
	"image"
	"math/rand/v2"
	"testing"
)

// TestNamesOfPoints: whatever points there are, no name or number covers another, each
// point that has a line in the key has its number once, and a name stands at its
// point: nothing leads to it from afar.
func TestNamesOfPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		p := &Plot{X: Range{0, 1}, Y: Range{0, 1}, Key: true}
		for i := range r.IntN(60) {
			p.Points = append(p.Points, Point{
				X: r.Float64(), Y: r.NormFloat64()/9 + .5, Name: fmt.Sprintf("attribute-%d", i*i*i), Radius: 1.2, Selected: i == 3,
			})
		}
		c := New(40+r.IntN(120), 8+r.IntN(40))
		l := p.Layout(c.Size())
		p.Draw(c)
		k := newInk(l.Plot.Dx(), l.Plot.Dy())
		p.stampAll(l, k)
		named, keyed := p.nameAll(l, k)
		if len(named) > len(p.Points) || len(keyed) > l.Plot.Dy() {
			t.Fatalf("%d names and %d lines for %d points", len(named), len(keyed), len(p.Points))
		}
		numbers := map[string]int{}
		for i, n := range named {
			box := image.Rectangle{n.at, n.at.Add(image.Pt(Width(n.text), 1))}
			for _, m := range named[:i] {
				if other := (image.Rectangle{m.at, m.at.Add(image.Pt(Width(m.text), 1))}); box.Overlaps(other) {
					t.Errorf("%q and %q cover each other", n.text, m.text)
				}
			}
			at := -1
			for j := range p.Points {
				if p.Points[j].Name == n.text {
					at = j
				}
			}
			if at < 0 {
				numbers[n.text]++
				fmt.Sscan(n.text, &at)
				at = keyed[at-1]
			}
			if d := cellsOf(&p.Points[at], l).Inset(-2); !d.Overlaps(box) {
				t.Errorf("%q stands at %v, its point at %v", n.text, box, d)
			}
		}
		for row, i := range keyed {
			if got := c.TargetAt(image.Pt(l.Plot.Max.X+2, l.Plot.Min.Y+row)); got != Pointed(i) {
				t.Errorf("line %d of the key is of point %v, not %d", row+1, got, i)
			}
			if numbers[fmt.Sprint(row+1)] != 1 {
				t.Errorf("line %d of the key has its number %d times", row+1, numbers[fmt.Sprint(row+1)])
			}
		}
	}
}
