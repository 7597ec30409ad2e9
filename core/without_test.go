package core

import (
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// TestLeaveOut: a choice without an attribute is the choice of a study that leaves it out, with the
// weights that are taken there; its difference from the choice with it is the difference of their
// honest losses, also before the pick is seen.
func TestLeaveOut(t *testing.T) {
	const b = 8 * model.Unit
	pick := func(r *Result) *Pick {
		return &Pick{Result: r, Honest: validate(t, r, 0, selection.Full), Selection: r.At(selection.Full, b)}
	}
	taken := 0
	for seed := range uint64(6) {
		ds := simulate.Draw(simulate.World{Objects: 120, Attributes: 4, K: 3, Raters: 30, WholeForms: true, Halo: 2}, seed)
		r := solve(t, ds, Request{})
		p := pick(r)
		most := 0
		for i, n := range p.Selection.Repeats {
			if n > p.Selection.Repeats[most] {
				most = i
			}
		}
		got, less, err := LeaveOut(t.Context(), p, most, 0)
		if err != nil {
			t.Fatal(err)
		}
		want := pick(solve(t, ds, Request{Settings: model.Settings{}.WithExcluded(r.Attributes[most].Name, true)}))
		for _, p := range []*Pick{p, want} {
			if err := p.See(t.Context()); err != nil {
				t.Fatal(err)
			}
			if p.RidgeRefit.Taken {
				taken++
			}
		}
		if e, w := got.Estimate(), want.Estimate(); !near(e.Loss, w.Loss, w.Loss, 1e-9) || got.Selection.Repeats[most] != 0 {
			t.Errorf("seed %d: without %s the loss is %g, want %g", seed, r.Attributes[most].Name, e.Loss, w.Loss)
		}
		if d := want.Estimate().Loss - p.Estimate().Loss; !near(less.Loss, d, p.Estimate().Loss, 1e-6) || !(less.SE > 0) {
			t.Errorf("seed %d: the difference is %+v, want %g", seed, less, d)
		}
	}
	if taken == 0 {
		t.Error("no refit is taken: the test lost its power")
	}
}
