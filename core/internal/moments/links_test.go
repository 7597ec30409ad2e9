package moments

import (
	"fmt"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

func linksOf(t testing.TB, ds *model.Dataset) *Links {
	t.Helper()
	l, err := LinkedAttributes(t.Context(), ds)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestLinksAgainstDefinition counts object by object.
func TestLinksAgainstDefinition(t *testing.T) {
	shared := 0
	check := func(ds *model.Dataset, seed uint64) {
		l := linksOf(t, ds)
		c := literal{ds, make([]float64, len(ds.Objects)), model.RatersAware, func(int) bool { return true }}
		for a := range ds.Attributes {
			for b := a + 1; b < len(ds.Attributes); b++ {
				both, smaller := 0, 0
				for i := range ds.Objects {
					p, q := c.cell(i, a), c.cell(i, b)
					smaller += min(len(p), len(q))
					for _, j := range p {
						if slices.ContainsFunc(q, func(k judgment) bool { return k.rater == j.rater && j.rater >= 0 }) {
							both++
						}
					}
				}
				if len(ds.Raters) == 0 {
					smaller = 0
				}
				at := a*l.D + b
				if l.Shared[at] != both || l.Smaller[at] != smaller {
					t.Fatalf("seed %d: %d,%d shares %d of %d, want %d of %d", seed, a, b, l.Shared[at], l.Smaller[at], both, smaller)
				}
				if phi := l.Phi(b, a); smaller > 0 && phi != float64(both)/float64(smaller) || phi < 0 || phi > 1 {
					t.Fatalf("seed %d: φ = %g", seed, phi)
				}
				shared += both
			}
		}
	}
	for w, seed := range simulate.Worlds(60, fresh.Seed(t, 4300)) {
		check(simulate.Draw(w, seed), seed)
	}
	for seed := range fresh.Seeds(t, 0, 6) { // many rows, of few and of many attributes
		w := simulate.World{Objects: 200, Attributes: 40, K: 3, Raters: 12, WholeForms: seed%2 == 0, Missing: .1 + .3*float64(seed%3), Ragged: .2, Anonymous: .1}
		check(simulate.Draw(w, seed), seed)
	}
	if fresh.Fixed() && shared < 10000 {
		t.Errorf("only %d shared raters", shared)
	}
}

// TestForms: chains of links make one form, and forms come in data order.
func TestForms(t *testing.T) {
	b := new(model.Builder)
	for a := range 7 {
		b.Attribute(fmt.Sprint("a", a))
	}
	judge := func(rater string, attributes ...int) {
		for i := range 4 {
			o := b.Object(fmt.Sprint("o", i))
			for _, a := range attributes {
				b.Add(o, a, b.RaterID(rater), 1)
			}
		}
	}
	judge("u", 0, 5) // 0-5, 5-2 and so one form; 1-6; 3 and 4 singly, by a rater who is elsewhere too
	judge("v", 5, 2)
	judge("w", 1, 6)
	judge("x", 3)
	judge("u", 3)
	judge("y", 3)
	judge("z", 4)
	l := linksOf(t, b.Build())
	if got, want := l.Forms(), []int{0, 1, 0, 0, 2, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("forms %v, want %v (u judged all that 0 has, and 3)", got, want)
	}
	whole := linksOf(t, simulate.Draw(simulate.World{Objects: 50, Attributes: 4, K: 3, Raters: 9, WholeForms: true}, 1))
	single := linksOf(t, simulate.Draw(simulate.World{Objects: 50, Attributes: 4, K: 3, Raters: 60}, 1))
	none := linksOf(t, simulate.Draw(simulate.World{Objects: 50, Attributes: 4, K: 3}, 1))
	for want, l := range map[string]*Links{"[0 0 0 0]": whole, "[0 1 2 3]": single} {
		if got := fmt.Sprint(l.Forms()); got != want {
			t.Errorf("forms %s, want %s", got, want)
		}
	}
	if got := fmt.Sprint(none.Forms()); got != "[0 1 2 3]" || whole.Phi(0, 1) != 1 {
		t.Errorf("without raters %s; φ of whole forms %g", got, whole.Phi(0, 1))
	}
}

// TestLinksAmong: attributes in other places, and counts of parts, add up.
func TestLinksAmong(t *testing.T) {
	l := linksOf(t, simulate.Draw(simulate.World{Objects: 60, Attributes: 4, K: 2, Raters: 5, Missing: .2}, 2))
	place := []int{4, 0, 3, 1}
	m := l.Among(5, place)
	m.Add(l.Among(5, place))
	for a := range 4 {
		for b := range a {
			if m.Phi(place[a], place[b]) != l.Phi(a, b) || l.Phi(a, b) == 0 {
				t.Errorf("φ[%d,%d] is %g, want %g", a, b, m.Phi(place[a], place[b]), l.Phi(a, b))
			}
		}
	}
}
