package experiment

import (
	"cmp"
	"context"
	"errors"
	"math"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/parallel"
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
	m, u := l.part.Moments, l.part
	var list []chosen
	if !(m.LabelVariance > 0) { // a constant label: nothing is worth a judgment
		for range len(l.Algorithms) * len(l.Budgets) {
			list = append(list, l.nothing())
		}
		return list, nil
	}
	var parts *honest.Parts
	var learned *honest.Learned
	var err error
	both(func() { parts, err = l.parts(ctx) }, func() { learned = honest.NewLearned(u.Blocks, u.Sums, m, m.Project(l.Projection)) })
	if err != nil {
		return nil, err
	}
	ridges := l.Ridges
	if ridges == nil || parts == nil {
		ridges = []float64{l.Terms.Limits.Ridge}
	}
	for _, a := range l.Algorithms {
		var best []chosen
		for _, lambda := range ridges {
			terms := l.Terms
			terms.Limits.Ridge = lambda
			c, err := l.run(ctx, a, terms, learned, parts)
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

// both does two pieces of work at the same time: the folds alone do not keep all processors busy
// to their end.
func both(one, other func()) {
	parallel.Each(2, func(i int) {
		if i == 0 {
			one()
		} else {
			other()
		}
	})
}

// inTurn is both, one after the other.
func inTurn(one, other func()) {
	one()
	other()
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
func (l *learner) run(ctx context.Context, a selection.Algorithm, terms honest.Terms, learned *honest.Learned, parts *honest.Parts) ([]chosen, error) {
	u := l.part
	q, err := terms.Problem(learned).Equip(a, selection.Equipment{
		Means:  func() ([]float64, []int) { return u.Blocks.CellMeans(u.Sums, u.Moments), u.Moments.K() },
		Copies: func() (*moments.Copies, error) { return u.Copies(ctx, nil) },
	})
	if err != nil {
		return nil, err
	}
	list := make([]chosen, len(l.Budgets))
	var honestly []float64
	var unable error
	if why := q.Check(a); why != nil {
		for i := range list {
			list[i] = chosen{why: why}
		}
		return list, nil
	}
	run := both
	if l.wide() { // the whole takes as much memory as two folds
		run = inTurn
	}
	run(func() { err = l.fill(ctx, q, a, list) }, func() { honestly, unable = l.validate(ctx, a, terms, parts) })
	if err = cmp.Or(err, unable); err != nil {
		return nil, err
	}
	for i, x := range honestly {
		list[i].honest = x
	}
	return list, nil
}

// fill fills in what an algorithm chooses from the whole part.
func (l *learner) fill(ctx context.Context, q *selection.Problem, a selection.Algorithm, list []chosen) error {
	curve, err := selection.NewCurve(ctx, q, a, l.Budgets)
	if err != nil {
		return err
	}
	for i := range list {
		c := &list[i]
		*c = l.nothing()
		c.repeats = curve.Choices[i].Repeats(len(c.w))
		c.w, c.promised = q.Weights(&curve.Choices[i])
		c.intercept = l.part.Moments.OwnUnits(c.w)
	}
	return nil
}

// validate returns the honest losses, by budget; nothing where there are no parts for them.
func (l *learner) validate(ctx context.Context, a selection.Algorithm, terms honest.Terms, parts *honest.Parts) ([]float64, error) {
	if parts == nil {
		return nil, nil
	}
	run, err := parts.Run(ctx, terms, a, l.Budgets)
	if err != nil {
		return nil, err
	}
	losses, err := run.Along(ctx, l.Budgets)
	if err != nil {
		return nil, err
	}
	estimates := make([]float64, len(losses))
	for i := range losses {
		estimates[i] = parts.Estimate(losses[i]).Loss
	}
	return estimates, nil
}
