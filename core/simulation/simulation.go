// Package simulation says how large a pilot must be, before there are any data.
//
// The package makes no promise to other programs.
package simulation

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"fms-tui/core"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/parallel"
	"fms-tui/core/internal/population"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Population is what the populations have in common that pilots are drawn from.
type Population = population.Kind

// Question asks how large a pilot must be, before there are any data.
type Question struct {
	Population Population
	Budget     model.Amount // at which the repeats are chosen; every judgment costs 1
	Within     float64      // the standard error that the honest R² may have, above 0
	Pilots     int          // of each design, at least 2
	Seed       uint64       // random seed: the same seed draws the same
}

// Design is what pilots of one size came to.
type Design struct {
	Objects, Repeats int     // of the pilot; each attribute is judged Repeats times
	True, Honest     float64 // R² of what was chosen, on average: on new objects, and cross-validated
	Error            float64 // root of the mean of (honest - true)²
	SE               float64 // the standard error of the honest R² as pilots print it, on average
	Share            float64 // of the pilots whose honest R² is within Within of the true one, in [0,1]
	Pilots           int     // that had an honest loss
}

// Answer is the answer: designs by rising repeats and objects.
type Answer struct {
	Designs []Design
	Enough  []Design // by repeats, the first whose Error is at most Within
}

// Sizes that are simulated: objects from first to last, by doubling, and repeats.
var (
	simulatedObjects = []int{50, 100, 200, 400, 800, 1600}
	simulatedRepeats = []int{2, 3, 4}
)

// Run draws pilots of known populations, chooses from each as Full does at the budget,
// and compares the honest R² with the true one. For each number of repeats it goes on to
// larger pilots until the error is small enough. report, if not nil, gets the number of
// designs done and the largest number that there can be. The only error is the context's;
// the result then holds what is done so far.
func Run(ctx context.Context, q Question, report func(done, of int)) (_ *Answer, err error) {
	defer overflow.Catch(&err)
	out := &Answer{}
	of := len(simulatedObjects) * len(simulatedRepeats)
	for i, k := range simulatedRepeats {
		for n, m := range simulatedObjects {
			d := q.design(ctx, m, k)
			if ctx.Err() != nil {
				return out, ctx.Err()
			}
			out.Designs = append(out.Designs, d)
			if report != nil {
				report(i*len(simulatedObjects)+n+1, of)
			}
			if d.Error <= q.Within {
				out.Enough = append(out.Enough, d)
				break
			}
		}
	}
	return out, nil
}

// design draws the pilots of one size, each from its own simulation. The draw depends
// on the seed, the size and the number of the pilot, never on the processors.
func (q *Question) design(ctx context.Context, objects, repeats int) Design {
	type outcome struct {
		honest, se, truth float64
		err               error
	}
	outcomes := make([]outcome, q.Pilots)
	parallel.Each(q.Pilots, func(i int) {
		o := &outcomes[i]
		o.honest, o.se, o.truth, o.err = q.pilot(ctx, objects, repeats, rand.New(rand.NewPCG(q.Seed, uint64(i)<<32|uint64(objects)<<8|uint64(repeats))))
	})
	d := Design{Objects: objects, Repeats: repeats}
	var square, within float64
	for _, o := range outcomes {
		if o.err != nil {
			continue
		}
		d.Pilots++
		d.True += o.truth
		d.Honest += o.honest
		d.SE += o.se
		square += (o.honest - o.truth) * (o.honest - o.truth)
		if math.Abs(o.honest-o.truth) <= q.Within {
			within++
		}
	}
	n := float64(d.Pilots)
	d.True, d.Honest, d.SE, d.Error, d.Share = d.True/n, d.Honest/n, d.SE/n, math.Sqrt(square/n), within/n
	return d
}

var errNoHonest = errors.New("no honest loss")

func (q *Question) pilot(ctx context.Context, objects, repeats int, rng *rand.Rand) (honest, se, truth float64, err error) {
	world := population.New(q.Population, rng)
	study := core.NewStudy(world.Pilot(objects, repeats, rng))
	t, err := study.Tune(ctx, core.Request{Budgets: []model.Amount{q.Budget}}, core.DefaultFolds)
	if err != nil {
		return 0, 0, 0, err
	}
	answer := t.At(selection.Full, q.Budget)
	p := core.Pick{Answer: answer, Selection: answer.At(selection.Full, q.Budget)}
	if err := p.See(ctx); err != nil {
		return 0, 0, 0, err
	}
	e := p.Estimate()
	if math.IsNaN(e.Loss) {
		return 0, 0, 0, errNoHonest
	}
	w, intercept := p.Weights()
	form := !p.Design.Singles()
	return p.Selection.R2At(e.Loss), e.R2SE, world.TrueR2(w, intercept, p.Selection.Repeats, form), nil
}
