package core

import (
	"context"

	"fms-tui/core/internal/overflow"
	"fms-tui/core/selection"
)

// LeaveOut is the choice of the same algorithm at the same budget if an attribute is left out and
// the money is spent on others, with its honest loss. less is its honest loss less the pick's, on
// the same objects; NaN where other objects count then. Errors are those of [Study.Solve] and
// [Result.Honest]: nothing may be left to choose.
func LeaveOut(ctx context.Context, p *Pick, attribute, folds int) (out *Pick, less Estimate, err error) {
	defer overflow.Catch(&err)
	r, s := p.Result, &p.Selection
	out, less = &Pick{}, UnknownEstimate()
	out.Result, err = r.study.Solve(ctx, Request{
		Settings: r.Settings.WithExcluded(r.Attributes[attribute].Name, true), Reach: s.Budget, Algorithms: []selection.Algorithm{s.Algorithm}, Unbounded: true,
	})
	if err != nil {
		return nil, less, err
	}
	if out.Honest, err = out.Result.Honest(ctx, folds, s.Algorithm); err != nil {
		return nil, less, err
	}
	if out.Selection = out.Result.At(s.Algorithm, s.Budget); out.Result.Objects == r.Objects && out.Honest.Why == "" {
		less = out.Less(p)
	}
	return out, less, nil
}
