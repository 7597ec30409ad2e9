package moments

import (
	"math"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// literalHalo computes C by its definition, object by object.
func literalHalo(l literal, m *Moments) *Halo {
	d := len(l.ds.Attributes)
	h := &Halo{C: make([]float64, d*d), N: make([]int, d*d)}
	for a := range d {
		h.C[a*d+a], h.N[a*d+a] = m.Attr[a].V, m.Attr[a].Objects
		for b := range d {
			if a == b {
				continue
			}
			var sum float64
			for _, i := range l.objects() {
				var same, different, ns, nd float64
				for _, p := range l.cell(i, a) {
					for _, q := range l.cell(i, b) {
						x := (p.x - m.Attr[a].Mean) * (q.x - m.Attr[b].Mean)
						if p.rater == q.rater {
							same += x
							ns++
						} else {
							different += x
							nd++
						}
					}
				}
				if ns > 0 && nd > 0 {
					h.N[a*d+b]++
					sum += same/ns - different/nd
				}
			}
			if n := h.N[a*d+b]; n > 0 {
				h.C[a*d+b] = sum / float64(n)
			}
		}
	}
	return h
}

// sizeOf is the size of an attribute's deviations; V is NaN where no cell has two
// judgments.
func sizeOf(at *Attribute) float64 {
	if math.IsNaN(at.V) {
		return 1e-3 + at.T
	}
	return 1e-3 + at.T + math.Sqrt(at.V)
}

// haloOf is the halo of all objects in the aware mode.
func haloOf(t testing.TB, ds *model.Dataset) *Halo {
	b := accumulate(t, ds, model.RatersAware)
	s := b.Union(nil)
	return b.Halo(b.Moments(s), s)
}

func TestHaloAgainstDefinition(t *testing.T) {
	pairs := 0
	for w, seed := range simulate.Worlds(120, fresh.Seed(t, 55)) {
		ds := simulate.Draw(w, seed)
		got := haloOf(t, ds)
		l := literal{ds, ds.Labels[0].Values, model.RatersAware, func(int) bool { return true }}
		m := l.moments()
		want := literalHalo(l, m)
		d := len(ds.Attributes)
		for i := range want.C {
			if got.N[i] != want.N[i] {
				t.Fatalf("seed %d: %d objects for pair %d, want %d", seed, got.N[i], i, want.N[i])
			}
			if want.N[i] > 0 && i/d != i%d {
				pairs++
				scale := sizeOf(&m.Attr[i/d]) * sizeOf(&m.Attr[i%d])
				if !near(got.C[i], want.C[i], scale, 1e-8) {
					t.Fatalf("seed %d: C[%d] = %g, want %g", seed, i, got.C[i], want.C[i])
				}
			}
		}
	}
	if fresh.Fixed() && pairs < 500 {
		t.Errorf("only %d pairs had halo to measure", pairs)
	}
}

// TestHaloIsFound: raters who add a shift of variance 1 to all they say of an
// object give every pair of attributes a halo of 1, and none give 0.
func TestHaloIsFound(t *testing.T) {
	for _, sd := range []float64{0, 1} {
		ds := simulate.Draw(simulate.World{Objects: 4000, Attributes: 3, K: 2, Raters: 40, WholeForms: true, Halo: sd}, 6)
		h := haloOf(t, ds)
		for i, c := range h.C {
			if i/3 != i%3 && !(math.Abs(c-sd*sd) <= .1) {
				t.Errorf("halo of sd %g: C[%d] = %.3f", sd, i, c)
			}
		}
	}
}
