package core

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// TestUnshrunk: the comparison equals the comparison of two Results, and proposes the
// paper's b only if it is better by more than one standard error.
func TestUnshrunk(t *testing.T) {
	proposed := 0
	for seed := range uint64(12) {
		ds := simulate.Draw(simulate.World{Objects: 60 + 30*int(seed), Attributes: 6, K: 2, Zero: .2, Missing: .1}, seed)
		shrunk, paper := solve(t, ds, Request{}), solve(t, ds, Request{Settings: model.Settings{Shrink: model.ShrinkNone}})
		h, other := validate(t, shrunk, 0, selection.Full), validate(t, paper, 0, selection.Full)
		for _, budget := range []model.Amount{2 * model.Unit, 9 * model.Unit} {
			u, err := h.Unshrunk(context.Background(), selection.Full, budget)
			if err != nil {
				t.Fatal(err)
			}
			want := other.Raw(selection.Full, budget)
			if !sameEstimate(u.Honest, want, shrunk.LabelVar, 1e-9) {
				t.Errorf("seed %d B=%s: %v, solved by the paper's b %v", seed, budget, u.Honest, want)
			}
			if less := want.Loss - h.Raw(selection.Full, budget).Loss; !(math.Abs(u.Less.Loss-less) <= 1e-9*shrunk.LabelVar) {
				t.Errorf("seed %d B=%s: less %g, want %g", seed, budget, u.Less.Loss, less)
			}
			better := u.Less.Loss+u.Less.SE*distuv.StudentsT{Sigma: 1, Nu: float64(h.parts.Blocks() - 1)}.Quantile(.975)/2 < 0
			if u.Better() != better || (len(u.warning(shrunk.LabelVar)) == 1) != better {
				t.Errorf("seed %d B=%s: %+v is better: %v", seed, budget, u, u.Better())
			}
			if better {
				proposed++
			}
		}
		if u, err := other.Unshrunk(context.Background(), selection.Full, model.Unit); u != nil || err != nil {
			t.Errorf("seed %d: %+v, %v of the paper's b", seed, u, err)
		}
	}
	if proposed == 0 || proposed == 24 {
		t.Errorf("%d of 24 are better by the paper's b: the test lost its power", proposed)
	}
}
