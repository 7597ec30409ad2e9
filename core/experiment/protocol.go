package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Protocol measures the test error of what algorithms choose (S&K section 4,
// figures 3 to 8), on random splits of the objects.
type Protocol struct {
	// Designs are the training parts: a number of objects, of which the algorithms see
	// k judgments a cell. The designs of a split are nested in one another, and tested
	// on the same objects.
	Setup
	Algorithms []selection.Algorithm
	Budgets    []model.Amount // rising
	Test       int            // objects to test on, at least 1
	Splits     int            // at least 1
	Folds      int            // of the honest loss of each training part; 0 for none
	// Ridges are the candidates from which each training part takes the one with the
	// smallest honest loss, by algorithm and budget; nil for the ridge of Terms. They
	// need Folds.
	Ridges []float64
}

// Run draws the splits, on all processors. report, if not nil, is given what the first
// splits come to each time that more of them are done, never by two goroutines at once.
// The result depends on the seed, never on the number of processors. A context that
// ends returns its error with the finished splits, the first ones. The other errors are
// that the objects do not split so, and that Sampler data are no panel for the fixed mode.
func (p *Protocol) Run(ctx context.Context, report func(*TestErrors)) (_ *TestErrors, err error) {
	defer overflow.Catch(&err)
	if err := p.check(); err != nil {
		return nil, err
	}
	soFar := func(drawn [][]outcome) *TestErrors { return &TestErrors{Protocol: p, Done: len(drawn), drawn: drawn} }
	var told func([][]outcome)
	if report != nil {
		told = func(drawn [][]outcome) { report(soFar(drawn)) }
	}
	drawn, err := parallel.Series(ctx, parallel.Each, p.Splits, func(i int) ([]outcome, error) { return p.split(ctx, i) }, told)
	return soFar(drawn), err
}

func (p *Protocol) check() error {
	m, most := p.Sampler.Objects(), p.most()
	for _, d := range p.Designs {
		if d.Objects < 2 || d.K < 1 {
			panic("experiment: a design of fewer than two objects, or of no judgment")
		}
	}
	if p.Test < 1 || most+p.Test > m {
		return fmt.Errorf("%d objects have the label and judgments, which do not split into %d to learn from and %d to test on", m, most, p.Test)
	}
	return nil
}

func (p *Protocol) most() int {
	return slices.MaxFunc(p.Designs, func(a, b Design) int { return cmp.Compare(a.Objects, b.Objects) }).Objects
}

// measure is one of what a choice came to in one split.
type measure int

const (
	refitError     measure = iota // test error of least squares on the enhanced training part; NaN where that cannot be fitted
	projectedError                // test error of the projected predictor
	trainingError                 // mean squared residual of the refit
	promisedLoss                  // projected loss
	honestLoss                    // NaN without
	attributes                    // chosen
	judgments                     // bought
	again                         // share of the judgments of the test objects that were drawn again
	measures
)

// outcome is what an algorithm's choice at one budget came to in one split.
type outcome struct {
	why error // why the algorithm could not run; all else is then 0
	of  [measures]float64
}

// arms is the number of outcomes of a split: by design, algorithm and budget.
func (p *Protocol) arms() int { return len(p.Designs) * len(p.Algorithms) * len(p.Budgets) }

// split runs one split. Test objects are the last of a random order, training
// parts the first.
func (p *Protocol) split(ctx context.Context, i int) ([]outcome, error) {
	rng := rand.New(rand.NewPCG(p.Seed, uint64(i)))
	order := rng.Perm(p.Sampler.Objects())
	most := p.most()
	rows := append(order[:most:most], order[len(order)-p.Test:]...)
	shuffled := p.Sampler.Shuffle(rows, rng)
	out := make([]outcome, 0, p.arms())
	for _, d := range p.Designs {
		l := &learner{Protocol: p, part: shuffled.Pilot(d.Objects, d.K, p.Folds > 0)}
		choices, err := l.choose(ctx)
		if err != nil {
			return nil, err
		}
		t := newTest(l.part, shuffled, choices, d.Objects, most)
		first := len(out)
		out = append(out, make([]outcome, len(choices))...)
		parallel.Each(len(choices), func(i int) {
			if ctx.Err() == nil {
				t.test(&choices[i])
				out[first+i] = choices[i].outcome
			}
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return out, nil
}

// chosen is a choice, with what is known of its outcome.
type chosen struct {
	outcome
	repeats   []int
	w         []float64 // of the projected predictor, label units per unit of the attribute
	intercept float64
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

func (l *learner) choose(ctx context.Context) ([]chosen, error) {
	m, u := l.part.Moments, l.part
	if !(m.LabelVariance > 0) { // a constant label: nothing is worth a judgment
		return slices.Repeat([]chosen{l.nothing()}, len(l.Algorithms)*len(l.Budgets)), nil
	}
	var list []chosen
	parts, err := l.parts(ctx)
	if err != nil {
		return nil, err
	}
	learned := honest.NewLearned(u.Blocks, func() *moments.Sums { return u.Sums }, m, m.Project(l.Projection))
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
				if c[i].of[honestLoss] < best[i].of[honestLoss] {
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
	m := l.part.Moments
	c := chosen{repeats: make([]int, len(m.Attr)), w: make([]float64, len(m.Attr)), intercept: m.LabelMean}
	c.of[promisedLoss], c.of[honestLoss] = m.LabelVariance, math.NaN()
	return c
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
	var few honest.TooFewError
	if errors.As(err, &few) {
		return nil, nil
	}
	return parts, err
}

func (l *learner) run(ctx context.Context, a selection.Algorithm, terms honest.Terms, learned *honest.Learned, parts *honest.Parts) ([]chosen, error) {
	q, curve, why, err := choose(ctx, l.part, learned, terms, a, l.Budgets)
	if err != nil {
		return nil, err
	}
	list := make([]chosen, len(l.Budgets))
	if why != nil {
		for i := range list {
			list[i].why = why
		}
		return list, nil
	}
	for i := range list {
		c := &list[i]
		*c = l.nothing()
		c.repeats = curve.Choices[i].Repeats(len(c.w))
		w, promised := q.Weights(&curve.Choices[i])
		c.w, c.of[promisedLoss] = w[0], promised
		c.intercept = l.part.Moments.OwnUnits(c.w)
	}
	if parts == nil {
		return list, nil
	}
	run, err := parts.Run(ctx, terms, a, l.Budgets)
	if err != nil {
		return nil, err
	}
	losses, err := run.Along(ctx, l.Budgets)
	for i := range losses {
		list[i].of[honestLoss] = parts.Estimate(losses[i]).Loss
	}
	return list, err
}
