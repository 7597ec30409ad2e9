package core

import (
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestMarks: before the first difference the algorithms agree, at it they do
// not; and the bend lies within the fall of the honest loss, below its chord.
func TestMarks(t *testing.T) {
	bends := 0
	for seed := range fresh.Seeds(t, 0, 12) {
		ds := simulate.Draw(simulate.World{Objects: 200, Attributes: 6, K: 2, Raters: 12}, seed)
		r := solve(t, ds, Request{})
		at, ok := r.Differ(selection.Full, selection.Scoring)
		for b := model.Amount(0); b <= r.Max; b += r.Step {
			full, scoring := r.At(selection.Full, b), r.At(selection.Scoring, b)
			if !slices.Equal(full.Repeats, scoring.Repeats) {
				if !ok || b != at {
					t.Fatalf("seed %d: they differ first at %s, said is %s (%v)", seed, b, at, ok)
				}
				break
			}
		}
		if _, ok := r.Differ(selection.Full, selection.Exchange); ok {
			t.Fatal("an algorithm that was not computed differs")
		}
		h, err := r.Honest(t.Context(), 0, selection.Full)
		if err != nil {
			t.Fatal(err)
		}
		b, ok := h.Bend(selection.Full)
		if !ok {
			continue
		}
		bends++
		budgets, estimates := h.Curve(selection.Full)
		best, lowest := h.Lowest(selection.Full)
		first, last := estimates[0].Loss, lowest.Loss
		if b <= budgets[0] || b >= best || h.At(selection.Full, b).Loss >= first-(first-last)*b.Float()/best.Float() {
			t.Errorf("seed %d: bend at %s of 0 to %s", seed, b, best)
		}
		below, deepest := 0.0, model.Amount(0)
		for i, budget := range budgets {
			if d := first - (first-last)*budget.Float()/best.Float() - estimates[i].Loss; budget < best && d > below*(1+1e-12) {
				below, deepest = d, budget
			}
		}
		if b != deepest {
			t.Errorf("seed %d: bend at %s, deepest below the chord at %s", seed, b, deepest)
		}
	}
	if fresh.Fixed() && bends < 6 {
		t.Errorf("%d of 12 losses bend", bends)
	}
}
