package core

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

func solve(t testing.TB, ds *model.Dataset, q Request) *Result {
	t.Helper()
	r, err := NewStudy(ds).Solve(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// results solves varied worlds under varied settings: modes, projections,
// exclusions, ridge, limits, and prices that are equal for some seeds and
// unequal for others. Every judgment is by another rater; designs have tests of
// their own.
// Worlds with fewer than two labelled objects are left out.
func results(t testing.TB, n int, seed uint64) func(yield func(*Result, uint64) bool) {
	return func(yield func(*Result, uint64) bool) {
		for w, seed := range simulate.Worlds(n, seed) {
			if w.Unlabelled > 0 {
				w.Objects += 5
			}
			ds := simulate.Draw(w, seed)
			if learnable(ds) < 2 {
				continue
			}
			r, err := NewStudy(ds).Solve(context.Background(), Request{Settings: settings(ds, seed), Algorithms: baselines()})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if !yield(r, seed) {
				return
			}
		}
	}
}

// learnable counts the objects that have the label and a judgment.
func learnable(ds *model.Dataset) (n int) {
	for i, y := range ds.Labels[0].Values {
		if !math.IsNaN(y) && ds.Start[i+1] > ds.Start[i] {
			n++
		}
	}
	return n
}

// settings draws settings for a data set.
func settings(ds *model.Dataset, seed uint64) model.Settings {
	rng := rand.New(rand.NewPCG(seed, 17))
	var s model.Settings
	s.Raters = []string{"", model.RatersAuto, model.RatersAware, model.RatersPaper}[rng.IntN(4)]
	s.Design.Kind, s.Shrink = model.DesignSingle, model.ShrinkNone
	s.PSD = []string{"", model.ProjectScaled, model.ProjectPaper}[rng.IntN(3)]
	unequal := rng.IntN(2) == 0
	for _, a := range ds.Attributes {
		if unequal {
			s = s.WithCost(a, []model.Amount{model.Unit, model.Unit / 4, 4 * model.Unit, 3 * model.Unit / 10}[rng.IntN(4)])
		}
		if rng.IntN(6) == 0 {
			s = s.WithExcluded(a, true)
		}
	}
	if rng.IntN(4) == 0 {
		s.Ridge = []float64{.01, .3, 2}[rng.IntN(3)]
	}
	if rng.IntN(3) == 0 {
		s.MaxRepeats = rng.IntN(7)
		a := rng.IntN(len(ds.Attributes))
		limit := model.Limit{Min: rng.IntN(3), Max: 2 + rng.IntN(3)}
		if !askedTwice(ds, a) {
			limit.Min = min(limit.Min, 1) // two of them would be refused
		}
		s = s.WithLimit(ds.Attributes[a], limit)
	}
	return s
}

// askedTwice tells whether some object with the label has two judgments of an attribute.
func askedTwice(ds *model.Dataset, attribute int) bool {
	for i, y := range ds.Labels[0].Values {
		n := 0
		for _, a := range ds.Attr[ds.Start[i]:ds.Start[i+1]] {
			if int(a) == attribute {
				n++
			}
		}
		if n > 1 && !math.IsNaN(y) {
			return true
		}
	}
	return false
}

// someBudgets are budgets on the grid, off it, beyond it and at its ends.
func someBudgets(r *Result) []model.Amount {
	return []model.Amount{
		0, 1, max(r.Step-1, 0), r.Step, 3 * r.Step, 7*r.Step + r.Step/3, r.FirstBudget(), r.UsualMax, r.Max, 3*r.Max/2 + 1,
	}
}

func algorithms() []selection.Algorithm { return selection.Algorithms() }

// baselines adds to algorithms what needs neither a name nor equal cells.
func baselines() []selection.Algorithm {
	return append(algorithms(), selection.Exchange, selection.Averages, selection.Single, selection.Uniform)
}

// near tells whether two numbers differ by at most tol times scale.
func near(got, want, scale, tol float64) bool { return math.Abs(got-want) <= tol*scale }
