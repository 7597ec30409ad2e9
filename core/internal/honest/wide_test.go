package honest

import (
	"context"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// TestWide: figures that are recomputed with many attributes equal the kept figures digit
// for digit.
func TestWide(t *testing.T) {
	ctx := context.Background()
	ds := simulate.Draw(simulate.World{Objects: 90, Attributes: 6, K: 3, Raters: 9, WholeForms: true, Halo: 1}, 1)
	b, err := moments.Accumulate(ctx, ds, &ds.Labels[0], model.RatersAware)
	if err != nil {
		t.Fatal(err)
	}
	terms := Terms{
		Names: ds.Attributes, Price: slices.Repeat([]model.Amount{model.Unit}, 6), Shrink: true, Excluded: func(int) bool { return false },
		Forms: &selection.Forms{Of: make([]int, 6), Price: []model.Amount{model.Unit}},
	}
	budgets := []model.Amount{4 * model.Unit, 20 * model.Unit}
	var want []Loss
	for _, lend := range []bool{false, true} {
		p, err := newParts(ctx, Source{
			Blocks: b, Sums: b.Union(nil), Projection: model.ProjectScaled,
			Copies: func(ctx context.Context, include func(int) bool) (*moments.Copies, error) {
				return moments.AccumulateCopies(ctx, ds, &ds.Labels[0], model.RatersAware, include)
			},
		}, DefaultFolds, lend, nil)
		if err != nil {
			t.Fatal(err)
		}
		own := terms
		var losses []Loss
		for _, a := range []selection.Algorithm{selection.Full, selection.Scoring, selection.Averages, selection.Copies} {
			for _, own.Shrink = range []bool{true, false} {
				run, err := p.Run(ctx, own, a, budgets)
				if err != nil {
					t.Fatal(err)
				}
				along, err := run.Along(ctx, budgets)
				if err != nil {
					t.Fatal(err)
				}
				losses = append(append(losses, along...), run.Projected(run.Chosen(11*model.Unit)), run.Projected(run.Chosen(9*model.Unit)))
			}
		}
		if want == nil {
			want = losses
			continue
		}
		for i := range want {
			if !floats.EqualApprox(losses[i], want[i], 1e-12) { // sums of blocks in another order
				t.Errorf("losses %d are %v, want %v", i, losses[i], want[i])
			}
		}
	}
	if slices.Equal(want[0], want[4]) {
		t.Error("shrinking b changes no loss")
	}
}

// Folds is F, the number of folds that hold objects.
func (p *Parts) Folds() int { return len(p.folds) }
