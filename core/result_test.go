package core

import (
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

func TestAttributeFigures(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		b, v, sigma2                    float64
		reliability, noise, correlation float64
	}{
		{3, 1, 4, .8, .25, 1.5},
		{-3, 0, 4, 1, 0, -1.5},
		{3, 1, 0, 0, inf, inf},
		{-3, 1, 0, 0, inf, -inf},
		{0, 1, 0, 0, inf, nan},
		{0, 0, 0, nan, nan, nan},
		{3, nan, nan, nan, nan, nan},
	} {
		a := Attribute{Attribute: moments.Attribute{B: c.b, V: c.v, Sigma2: c.sigma2}}
		for _, f := range []struct {
			name      string
			got, want float64
		}{
			{"reliability", a.Reliability(), c.reliability},
			{"noise ratio", a.NoiseRatio(), c.noise},
			{"normalized correlation", a.NormalizedCorrelation(), c.correlation},
		} {
			if f.got != f.want && !(math.IsNaN(f.got) && math.IsNaN(f.want)) {
				t.Errorf("b=%g v=%g σ²=%g: %s %g, want %g", c.b, c.v, c.sigma2, f.name, f.got, f.want)
			}
		}
	}
}

// TestUsualRange holds the end of the range to its rule: 20·2^j of the cheapest
// judgments, for the smallest j at which doubling gains too little of Var(y), or ends
// below 0, or j = 8. The range is longer if minima take half of it. The first budget is
// a quarter of it, in whole steps.
func TestUsualRange(t *testing.T) {
	longest := 0
	worlds := func(yield func(*Result, uint64) bool) {
		results(t, 150, fresh.Seed(t, 8000))(yield)
		results(t, 80, 2306456082)(yield) // one with a ridge under which the better choice loses more
	}
	for r, seed := range worlds {
		if r.Step == 0 {
			continue
		}
		loss := func(b model.Amount) float64 {
			s := r.At(selection.Full, b)
			return s.Loss
		}
		want := 20 * r.Step
		for want < 2*r.Required {
			want *= 2
		}
		for j := 0; j < 8; j++ {
			next := loss(2 * want)
			if next < 0 || loss(want)-next < 0.03*r.LabelVar {
				break
			}
			want *= 2
			longest = max(longest, j+1)
		}
		most := make([]int, len(r.Attributes))
		for a := range most {
			if r.Attributes[a].Selectable() {
				most[a] = r.problem.Most(a)
			}
		}
		if all, ok := r.problem.Cost(most); ok {
			want = min(want, all)
		}
		if r.UsualMax != want || r.Max != want {
			t.Fatalf("seed %d: range to %s, asked for %s, want %s", seed, r.UsualMax, r.Max, want)
		}
		if first := r.FirstBudget(); first != max(want/4/r.Step*r.Step, r.Step, r.Required) {
			t.Fatalf("seed %d: first budget %s of %s by %s, %s required", seed, first, want, r.Step, r.Required)
		}
	}
	if fresh.Fixed() && longest < 2 {
		t.Errorf("no range was doubled more than %d times: the test lost its power", longest)
	}
}

const pathBudgets, tailBudgets = 10240, 640 // of package budgetrange

// checkGrid: a curve's budgets rise from 0 to the end of the range, in whole
// steps but for the budget to be reached.
func checkGrid(t *testing.T, r *Result, reach model.Amount) {
	t.Helper()
	for _, alg := range algorithms() {
		budgets, losses := r.Curve(alg)
		if budgets[0] != 0 || budgets[len(budgets)-1] != r.Max || len(losses) != len(budgets) || len(budgets) > pathBudgets+2 {
			t.Errorf("%d budgets from %s to %s of %s", len(budgets), budgets[0], budgets[len(budgets)-1], r.Max)
		}
		if !slices.IsSorted(budgets) || len(slices.Compact(slices.Clone(budgets))) != len(budgets) {
			t.Error("budgets do not rise")
		}
		if i, found := slices.BinarySearch(budgets, reach); !found {
			t.Errorf("%s is no budget of the curve", reach)
		} else if reach%r.Step != 0 && reach < r.Max {
			budgets = slices.Delete(slices.Clone(budgets), i, i+1)
		}
		for i, b := range budgets[:len(budgets)-1] {
			if b%r.Step != 0 || r.Max/r.Step <= 640 && b != model.Amount(i)*r.Step {
				t.Errorf("budget %d of the curve is %s, by steps of %s", i, b, r.Step)
			}
		}
	}
}

// TestCoarseGrid: where every budget would be too many, the curve takes fewer,
// still in whole steps.
func TestCoarseGrid(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 100, Attributes: 3, K: 2}, 1)
	equal := solve(t, ds, Request{Reach: 15_000 * model.Unit})
	if b, _ := equal.Curve(selection.Full); len(b) < pathBudgets/2 || b[1] <= equal.Step {
		t.Errorf("equal prices: %d budgets by %s to %s", len(b), b[1], equal.Max)
	}
	checkGrid(t, equal, 15_000*model.Unit)
	unequal := solve(t, ds, Request{Settings: model.Settings{}.WithCost("a1", 3*model.Unit/2), Reach: 3000 * model.Unit})
	if b, _ := unequal.Curve(selection.Full); len(b) < tailBudgets/2 || len(b) > tailBudgets+2 || b[1] <= unequal.Step {
		t.Errorf("unequal prices: %d budgets by %s to %s", len(b), b[1], unequal.Max)
	}
	checkGrid(t, unequal, 3000*model.Unit)
	// A price that only an excluded attribute has does not matter.
	s := model.Settings{}.WithCost("a1", 3*model.Unit/2).WithExcluded("a1", true)
	r := solve(t, ds, Request{Settings: s, Reach: 3000 * model.Unit})
	if b, _ := r.Curve(selection.Full); b[1] != r.Step {
		t.Errorf("equal prices of what is included: %d budgets by %s to %s", len(b), b[1], r.Max)
	}
}

// TestCardFigures: an attribute enters where its first step is.
func TestCardFigures(t *testing.T) {
	for seed := range fresh.Seeds(t, 0, 20) {
		ds := simulate.Draw(simulate.World{Objects: 120, Attributes: 6, K: 3, Raters: 12, Halo: .5}, seed)
		r := solve(t, ds, Request{})
		s := r.At(selection.Full, model.Units(9))
		path, _ := r.Path(&s)
		for a := range r.Attributes {
			first := -1
			for i := len(path) - 1; i >= 0; i-- {
				if path[i].Attribute == a {
					first = i
				}
			}
			spent, ok := r.Enters(&s, a)
			if ok != (first >= 0) || ok && spent != path[first].Spent {
				t.Fatalf("seed %d, %s: enters at %v (%v), path %+v", seed, r.Attributes[a].Name, spent, ok, path)
			}
		}
	}
}
