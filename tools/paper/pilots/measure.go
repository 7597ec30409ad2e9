package pilots

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tools/paper/page"
)

// The methods that are compared, in the order of the table.
const (
	none      = "none"
	ridgeAuto = "ridge auto"
	auto      = "auto"
	refit     = "auto, refit"
	lasso     = "lasso, uniform"
)

var methods = []string{none, ridgeAuto, auto, refit, lasso}

// trial is what one method came to in one split, in shares of the variance of the
// label over the objects left out.
type trial struct {
	set     string
	objects int
	budget  int
	split   uint64
	method  string
	truth   core.Estimate
}

// leastTested is the number of objects left out that must hold the judgments of a
// choice for its loss on them to count.
const leastTested = 60

// measure lets every method choose from a pilot of m objects, at a third of a
// judgment of each attribute, one and three.
func (s set) measure(ctx context.Context, m int, seed, split uint64) ([]trial, error) {
	rng := rand.New(rand.NewPCG(seed, split))
	order := rng.Perm(len(s.Objects))
	if m+leastTested > len(order) {
		return nil, nil
	}
	pilot, rest := page.Part(s.Dataset, order[:m]), page.Part(s.Dataset, order[m:])
	study := core.NewStudy(pilot)
	held := held(s.Dataset)
	var all []trial
	for _, method := range []string{none, ridgeAuto, auto} {
		settings := model.Settings{MaxRepeats: held, Shrink: model.ShrinkNone, AutoRidge: method == ridgeAuto}
		if method == auto {
			settings.Shrink = model.ShrinkAuto
		}
		budgets := s.budgets(held)
		t, err := study.Tune(ctx, core.Request{Settings: settings, Reach: model.Units(budgets[len(budgets)-1])}, 0)
		if err != nil {
			return nil, err
		}
		for _, b := range budgets {
			trials, err := s.judge(ctx, t, method, b, rest)
			if err != nil {
				return nil, err
			}
			if method == none {
				trials = append(trials, s.lassoTrial(t.Answers[0].Result, pilot, rest, b, held)...)
			}
			for i := range trials {
				trials[i].set, trials[i].objects, trials[i].budget, trials[i].split = s.name, m, b, split
			}
			all = append(all, trials...)
		}
	}
	return all, nil
}

// budgets are a third of a judgment of each attribute, one, and three: as many as
// cells hold.
func (s set) budgets(held int) []int {
	d := len(s.Attributes)
	return slices.Compact([]int{(d + 2) / 3, d, min(3, held) * d})
}

// judge tests a method's choice at a budget. auto is tested with the weights of
// moments, and with the weights taken.
func (s set) judge(ctx context.Context, t *core.Tuning, method string, budget int, rest *model.Dataset) ([]trial, error) {
	p := t.At(selection.Full, model.Units(budget))
	of := func(name string) []trial {
		return tested(p.Result, rest, p.Selection.Repeats, trial{method: name}, p.Weights)
	}
	all := of(method)
	if method != auto {
		return all, nil
	}
	if err := p.See(ctx); err != nil {
		return nil, err
	}
	return append(all, of(refit)...), nil
}

// tested is a trial of some weights on the objects left out, none where too few of
// them hold the judgments.
func tested(r *core.Result, rest *model.Dataset, repeats []int, t trial, weights func() ([]float64, float64)) []trial {
	w, intercept := weights()
	truth, n := r.On(rest, repeats, w, intercept)
	whole, _ := r.On(rest, make([]int, len(w)), make([]float64, len(w)), labelMean(rest, r.Label))
	if n < leastTested || !(whole.Loss > 0) {
		return nil
	}
	t.truth = core.Estimate{Loss: truth.Loss / whole.Loss, SE: truth.SE / whole.Loss}
	return []trial{t}
}

func labelMean(ds *model.Dataset, label string) float64 {
	sum, n := 0.0, 0.0
	for _, y := range ds.Label(label).Values {
		if !math.IsNaN(y) {
			sum += y
			n++
		}
	}
	return sum / n
}

// held is the largest number of judgments that half of the objects hold of every
// attribute.
func held(ds *model.Dataset) int {
	var least []int
	n := make([]int, len(ds.Attributes))
	for i := range ds.Objects {
		clear(n)
		for _, a := range ds.Attr[ds.Start[i]:ds.Start[i+1]] {
			n[a]++
		}
		least = append(least, slices.Min(n))
	}
	slices.Sort(least)
	return max(1, least[len(least)/2])
}
