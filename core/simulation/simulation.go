// Package simulation says how large a pilot must be, before there are any data.
//
// The package makes no promise to other programs.
package simulation

import (
	"context"
	"math"
	"math/rand/v2"

	"fms-tui/core"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

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
	pilots := make([]*pilot, q.Pilots)
	parallel.Each(q.Pilots, func(i int) {
		pilots[i] = q.pilot(ctx, objects, repeats, rand.New(rand.NewPCG(q.Seed, uint64(i)<<32|uint64(objects)<<8|uint64(repeats))))
	})
	d := Design{Objects: objects, Repeats: repeats}
	var square, within float64
	for _, p := range pilots {
		if p == nil {
			continue
		}
		d.Pilots++
		d.True += p.truth
		d.Honest += p.honest
		d.SE += p.se
		square += (p.honest - p.truth) * (p.honest - p.truth)
		if math.Abs(p.honest-p.truth) <= q.Within {
			within++
		}
	}
	n := float64(d.Pilots)
	d.True, d.Honest, d.SE, d.Error, d.Share = d.True/n, d.Honest/n, d.SE/n, math.Sqrt(square/n), within/n
	return d
}

// pilot is the R² of what is chosen from a pilot: cross-validated with its standard error, and true.
type pilot struct{ honest, se, truth float64 }

// pilot is nil where there is no honest loss, and where the context ends.
func (q *Question) pilot(ctx context.Context, objects, repeats int, rng *rand.Rand) *pilot {
	world := q.Population.World(rng)
	t, err := core.NewStudy(world.Pilot(objects, repeats, rng)).Tune(ctx, core.Request{Budgets: []model.Amount{q.Budget}}, core.DefaultFolds)
	if err != nil {
		return nil
	}
	p := t.At(selection.Full, q.Budget)
	if p.See(ctx) != nil {
		return nil
	}
	e := p.Estimate()
	if math.IsNaN(e.Loss) {
		return nil
	}
	w, intercept := p.Weights()
	return &pilot{p.Selection.R2At(e.Loss), e.R2SE, world.TrueR2(w, intercept, p.Selection.Repeats, !p.Design.Singles())}
}
