package experiment

import (
	"context"
	"errors"
	"math"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/selection"
)

// chosen is what an algorithm makes of a training part at one budget.
type chosen struct {
	why       error
	repeats   []int
	w         []float64 // of the projected predictor, label units per unit of the attribute
	intercept float64
	promised  float64
	honest    float64
}

// learner lets the algorithms choose from a training part, as a user would who has
// nothing else: moments, projection, problem, path, weights. With several ridges
// it does so for each, and keeps for each algorithm and budget the choice whose
// honest loss, by cross-validation within the part, is lowest; the first of equal
// ones. The test objects play no part in that.
type learner struct {
	*Protocol
	part *moments.Subsample
}

// choose returns the choices by algorithm and budget.
func (l *learner) choose(ctx context.Context) ([]chosen, error) {
	m := l.part.Moments
	var list []chosen
	if !(m.LabelVariance > 0) { // a constant label: nothing is worth a judgment
		for range len(l.Algorithms) * len(l.Budgets) {
			list = append(list, l.nothing())
		}
		return list, nil
	}
	parts, err := l.parts(ctx)
	if err != nil {
		return nil, err
	}
	ridges := l.Ridges
	if ridges == nil || parts == nil {
		ridges = []float64{l.Terms.Limits.Ridge}
	}
	projected := m.Project(l.Projection)
	for _, a := range l.Algorithms {
		var best []chosen
		for _, lambda := range ridges {
			terms := l.Terms
			terms.Limits.Ridge = lambda
			c, err := l.run(ctx, a, terms, projected, parts)
			if err != nil {
				return nil, err
			}
			if best == nil {
				best = c
			}
			for i := range c {
				if c[i].honest < best[i].honest {
					best[i] = c[i]
				}
			}
		}
		list = append(list, best...)
	}
	return list, nil
}

// nothing is the choice of no judgments: the mean label predicts.
func (l *learner) nothing() chosen {
	d := len(l.part.Moments.Attr)
	return chosen{
		repeats: make([]int, d), w: make([]float64, d), intercept: l.part.Moments.LabelMean,
		promised: l.part.Moments.LabelVariance, honest: math.NaN(),
	}
}

// parts are the parts for cross-validation within the training part, nil if they were
// not asked for, or its objects are too few.
func (l *learner) parts(ctx context.Context) (*honest.Parts, error) {
	if l.Folds == 0 {
		return nil, nil
	}
	s := honest.Source{Blocks: l.part.Blocks, Sums: l.part.Sums, Projection: l.Projection, Copies: l.part.Copies}
	if l.part.Blocks.Panel != nil {
		s.Fixed = l.part.WithOffsets
	}
	parts, err := honest.NewParts(ctx, s, l.Folds)
	var few *honest.TooFewError
	if errors.As(err, &few) {
		return nil, nil
	}
	return parts, err
}

// run returns the choices of one algorithm, by budget.
func (l *learner) run(ctx context.Context, a selection.Algorithm, terms honest.Terms, projected moments.Projected, parts *honest.Parts) ([]chosen, error) {
	u := l.part
	q := terms.Problem(honest.NewLearned(u.Blocks, u.Sums, u.Moments, projected))
	q, err := q.Equip(a, selection.Equipment{
		Means:  func() ([]float64, []int) { return u.Blocks.CellMeans(u.Sums, u.Moments), u.Moments.K() },
		Copies: func() (*moments.Copies, error) { return u.Copies(ctx, nil) },
	})
	if err != nil {
		return nil, err
	}
	list := make([]chosen, len(l.Budgets))
	if why := q.Check(a); why != nil {
		for i := range list {
			list[i] = chosen{why: why}
		}
		return list, nil
	}
	curve, err := selection.NewCurve(ctx, q, a, l.Budgets)
	if err != nil {
		return nil, err
	}
	for i := range list {
		c := &list[i]
		*c = l.nothing()
		c.repeats = curve.Choices[i].Repeats(len(c.w))
		c.w, c.promised = q.Weights(&curve.Choices[i])
		c.intercept = u.Moments.OwnUnits(c.w)
	}
	if parts == nil {
		return list, nil
	}
	return list, l.validate(ctx, a, terms, parts, list)
}

// validate fills in the honest losses.
func (l *learner) validate(ctx context.Context, a selection.Algorithm, terms honest.Terms, parts *honest.Parts, list []chosen) error {
	run, err := parts.Run(ctx, terms, a, l.Budgets)
	if err != nil {
		return err
	}
	losses, err := run.Along(ctx, l.Budgets)
	if err != nil {
		return err
	}
	for i := range list {
		list[i].honest = parts.Estimate(losses[i]).Loss
	}
	return nil
}
