package core

import (
	"math"
	"slices"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// mostCompared is how many budgets Differ looks at: algorithms part early, or not
// where anybody would look.
const mostCompared = 2000

// Differ returns the first budget of the range at which two algorithms choose different
// repeats. It is false if they always agree, or if one of them was not computed.
func (r *Result) Differ(a, b selection.Algorithm) (model.Amount, bool) {
	if !r.Has(a) || !r.Has(b) || r.Step == 0 {
		return 0, false
	}
	budgets := r.budgets()
	for _, budget := range budgets[:min(len(budgets), mostCompared)] {
		x, y := r.curves[a].At(budget), r.curves[b].At(budget)
		if !slices.Equal(x.Repeats(len(r.Attributes)), y.Repeats(len(r.Attributes))) {
			return budget, true
		}
	}
	return 0, false
}

// Bend returns the budget at which an algorithm's honest loss bends: where it lies
// farthest below the straight line from its beginning to its lowest value, both axes
// scaled to that span (Satopää et al. 2011, "kneedle", without smoothing). Beyond this
// budget a unit brings less than the average unit before. It is false if the loss does
// not fall, or never lies below the line.
func (h *Honest) Bend(a selection.Algorithm) (model.Amount, bool) {
	if !h.Has(a) {
		return 0, false
	}
	budgets, estimates := h.Curve(a)
	best, _ := h.Lowest(a)
	lowest, found := slices.BinarySearch(budgets, best)
	if !found {
		return 0, false
	}
	fall := estimates[0].Loss - estimates[lowest].Loss
	if lowest < 2 || !(fall > 0) {
		return 0, false
	}
	from, span := budgets[0].Float(), budgets[lowest].Float()-budgets[0].Float()
	deepest, at := 0.0, -1
	for i := 1; i < lowest; i++ {
		x := (budgets[i].Float() - from) / span
		y := (estimates[0].Loss - estimates[i].Loss) / fall
		if d := y - x; d > deepest && !math.IsNaN(d) {
			deepest, at = d, i
		}
	}
	if at < 0 {
		return 0, false
	}
	return budgets[at], true
}
