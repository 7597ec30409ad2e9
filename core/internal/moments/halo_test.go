package moments

import (
	"math"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

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

// TestHaloAgainstDefinition: about the means no other sums are needed.
func TestHaloAgainstDefinition(t *testing.T) {
	pairs := 0
	for w, seed := range simulate.Worlds(120, fresh.Seed(t, 55)) {
		ds := simulate.Draw(w, seed)
		got := haloOf(t, ds)
		l := literal{ds, ds.Labels[0].Values, model.RatersAware, func(int) bool { return true }}
		m := l.moments()
		mean := make([]float64, len(m.Attr))
		for a := range mean {
			mean[a] = m.Attr[a].Mean
		}
		for i, c := range got.C {
			a, b := i/len(mean), i%len(mean)
			if a == b {
				continue // v
			}
			n, p, _, _ := l.sameRater(a, b, mean)
			if got.N[i] != int(n) {
				t.Fatalf("seed %d: %d objects for pair %d, want %g", seed, got.N[i], i, n)
			}
			if n > 0 {
				pairs++
			}
			if want := p / max(n, 1); !near(c, want, sizeOf(&m.Attr[a])*sizeOf(&m.Attr[b]), 1e-8) {
				t.Fatalf("seed %d: C[%d] = %g, want %g", seed, i, c, want)
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
