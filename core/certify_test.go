package core

import (
	"context"
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestCertificates: a bound is below what any algorithm reaches; what is said to
// be optimal loses no more than another choice at its budget; and the quick form
// of many attributes takes a bound that holds.
func TestCertificates(t *testing.T) {
	optimal := 0
	for r, seed := range results(t, 40, fresh.Seed(t, 640)) {
		if err := r.AddBounds(t.Context()); err != nil {
			t.Fatal(err)
		}
		budgets, loss := r.Bounds()
		if !slices.IsSorted(budgets) || len(budgets) != len(loss) {
			t.Fatalf("seed %d: bounds at %v", seed, budgets)
		}
		for i := range budgets {
			if i > 0 && loss[i] > loss[i-1] {
				t.Fatalf("seed %d: bounds %v rise", seed, loss)
			}
		}
		s := r.At(selection.Full, max(3*r.Step, r.Required))
		c, err := r.Certify(context.Background(), &s)
		if err != nil {
			t.Fatal(err)
		}
		if quick := r.CertifyQuickly(&s); quick != c && !math.IsNaN(c.Bound) {
			t.Errorf("seed %d: %+v, quickly %+v", seed, c, quick)
		}
		if !math.IsNaN(c.Bound) && (s.Loss < c.Bound-1e-9*r.LabelVar || !near(c.Gap, max(0, (s.Loss-c.Bound)/r.LabelVar), 1, 1e-12)) {
			t.Errorf("seed %d: %+v of a loss of %g, Var(y) %g", seed, c, s.Loss, r.LabelVar)
		}
		if c.Optimal && r.Settings.Ridge == 0 && s.Loss > -r.LabelVar {
			optimal++
			if x := r.At(selection.Exchange, s.Budget); x.Loss < s.Loss-1e-6*r.LabelVar {
				t.Errorf("seed %d: %g is said to be optimal, exchange finds %g", seed, s.Loss, x.Loss)
			}
		}
	}
	if fresh.Fixed() && optimal < 5 {
		t.Errorf("%d choices were optimal: the test lost its power", optimal)
	}
}

// TestManyAttributesAreCertifiedQuickly by the bound of the next budget of the
// range.
func TestManyAttributesAreCertifiedQuickly(t *testing.T) {
	r := solve(t, simulate.Draw(simulate.World{Objects: 60, Attributes: quickAttributes + 1, K: 2}, 1), Request{Range: 30 * model.Unit})
	s := r.At(selection.Full, 3*model.Unit)
	if quick := r.CertifyQuickly(&s); !math.IsNaN(quick.Bound) {
		t.Errorf("a bound of %g before bounds are added", quick.Bound)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := r.AddBounds(ended); err == nil || r.HasBounds() {
		t.Errorf("bounds after the end of the context: %v", err)
	}
	if err := r.AddBounds(t.Context()); err != nil || !r.HasBounds() {
		t.Fatal(err)
	}
	budgets, loss := r.Bounds()
	next, _ := slices.BinarySearch(budgets, s.Budget)
	if c := r.CertifyQuickly(&s); c != r.CertificateFrom(&s, loss[next]) {
		t.Errorf("%+v", c)
	}
	if beyond := r.At(selection.Full, r.Max+1); !math.IsNaN(r.CertifyQuickly(&beyond).Bound) {
		t.Error("a bound beyond the range")
	}
	if c := r.CertificateFrom(&s, s.Loss); c.Gap != 0 || !c.Optimal {
		t.Errorf("at its bound: %+v", c)
	}
	if c := r.CertificateFrom(&s, math.NaN()); c.Optimal || !math.IsNaN(c.Gap) {
		t.Errorf("without a bound: %+v", c)
	}
}

// TestKeptBounds: a bound that is asked for again has the digits of a bound without anything
// before it.
func TestKeptBounds(t *testing.T) {
	for w, seed := range simulate.Worlds(10, fresh.Seed(t, 641)) {
		r := solve(t, simulate.Draw(w, seed), Request{Budgets: []model.Amount{20 * model.Unit}})
		for _, b := range []model.Amount{20 * model.Unit, 7 * model.Unit, 20 * model.Unit, 7 * model.Unit} {
			want, ok := r.prepared().Fresh().At(b)
			if got := r.Bound(b); got != want && ok {
				t.Errorf("seed %d: at %s %g, alone %g", seed, b, got, want)
			}
		}
	}
}
