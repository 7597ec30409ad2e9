package bound

import (
	"math/rand/v2"
	"testing"

	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestCeiling: what is known without eigenvectors is what eigenvectors tell, digit by digit, and no
// bound of whole forms is above a ceiling.
func TestCeiling(t *testing.T) {
	spared, near := 0, 0
	for k := range fresh.Share(120) {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 8700), uint64(k)))
		w := randomWorld(rng, 3+rng.IntN(14))
		if k%2 == 0 {
			d := 3 + rng.IntN(14)
			w = world{p: wideOf(rng, d, 1+rng.IntN(3), model.Amount(rng.IntN(3))*model.Unit, model.Unit), kind: "wide"}
		}
		for _, budget := range []float64{0, .5, 3, 20, 200} {
			b := amount(budget)
			quick, whole := NewPath(w.p), NewPath(w.p)
			whole.begin()
			got, ok := quick.At(b)
			want, known := whole.At(b)
			if ok != known || ok && got != want {
				t.Fatalf("world %d (%s), B=%g: %.17g (%t), with eigenvectors %.17g (%t)", k, w.kind, budget, got, ok, want, known)
			}
			if quick.descent == nil && whole.descent != nil {
				spared++
			}
			lower, upper, ok := whole.bracket(b)
			for _, c := range quick.met {
				if ok && c.at(budget) < lower {
					t.Fatalf("world %d (%s), B=%g: ceiling %.12g, bound of whole forms %.12g", k, w.kind, budget, c.at(budget), lower)
				}
				if ok && c.at(budget) < upper+1e-3*w.p.VarY {
					near++
				}
			}
		}
	}
	if fresh.Fixed() && (spared < 100 || near < 50) {
		t.Errorf("eigenvectors were spared %d times, and %d ceilings were near the bound: the test lost its power", spared, near)
	}
}
