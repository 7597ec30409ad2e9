package core

import (
	"context"

	"fms-tui/core/internal/bound"
	"fms-tui/core/internal/overflow"
	"fms-tui/model"
)

// Optimum is the best repeat vector within a budget, by exhaustive search.
type Optimum struct {
	Budget, Spent model.Amount // Spent is at most Budget
	Repeats       []int        // by attribute
	Loss          float64      // projected loss without a ridge, squared label units
	Vectors       float64      // repeat vectors within the budget, estimated
	Parts         int          // of the search that were looked at: the bound ruled out the rest
}

// Optimum searches all repeat vectors within a budget, minima and maxima
// respected. The certified bound prunes: a dozen attributes take milliseconds.
// Errors say in words why a search was refused or given up, or that the budget
// does not pay for the minima; or are the context's.
func (r *Result) Optimum(ctx context.Context, budget model.Amount) (_ *Optimum, err error) {
	defer overflow.Catch(&err)
	e, err := bound.Search(ctx, r.problem, budget)
	if err != nil {
		return nil, err
	}
	o := &Optimum{Budget: budget, Repeats: e.Repeats, Loss: e.Loss, Vectors: e.Vectors, Parts: e.Parts}
	o.Spent, _ = r.problem.Cost(e.Repeats) // within the budget
	return o, nil
}

// Behind is the difference of a selection's projected loss and the optimum, in R²
// points, never negative. A difference within rounding is 0.
func (r *Result) Behind(s *Selection, o *Optimum) float64 {
	if behind := (s.Loss - o.Loss) / r.LabelVar; behind > certainGap {
		return behind
	}
	return 0
}
