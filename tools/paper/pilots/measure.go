package pilots

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// The methods that are compared, in the order of the table. Clearly is the refit
// where its honest loss is lower by more than one standard error.
const (
	none      = "none"
	ridgeAuto = "ridge auto"
	auto      = "auto"
	refit     = "auto, refit"
	clearly   = "refit if clearly lower"
	lasso     = "lasso, uniform"
)

var methods = []string{none, ridgeAuto, auto, refit, clearly, lasso}

// trial is what one method came to in one split, in shares of the variance of the
// label over the objects left out.
type trial struct {
	set       string
	objects   int
	budget    int
	split     uint64
	method    string
	truth     core.Estimate
	honest    core.Estimate // NaN for the lasso
	projected float64       // likewise
	taken     bool          // the weights are the refit's
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
	pilot, rest := part(s.Dataset, order[:m]), part(s.Dataset, order[m:])
	study := core.NewStudy(pilot)
	held := held(s.Dataset)
	var all []trial
	for _, method := range []string{none, ridgeAuto, auto} {
		settings := model.Settings{MaxRepeats: held, Shrink: model.ShrinkNone}.WithRidge(0, method == ridgeAuto)
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
// moments, with the weights taken, and with the refit if its honest loss is clearly
// lower.
func (s set) judge(ctx context.Context, t *core.Tuning, method string, budget int, rest *model.Dataset) ([]trial, error) {
	a := t.At(selection.Full, model.Units(budget))
	p := core.Pick{Answer: a, Selection: a.At(selection.Full, model.Units(budget))}
	of := func(name string) []trial {
		return tested(p.Result, rest, p.Selection.Repeats, trial{method: name}, p.Weights, p.Projected(), p.Estimate())
	}
	all := of(method)
	if method != auto {
		return all, nil
	}
	if err := p.See(ctx); err != nil {
		return nil, err
	}
	taken := p.RidgeRefit.Taken
	all = append(all, of(refit)...)
	p.RidgeRefit.Taken = taken && p.RidgeRefit.Less.Loss < -p.RidgeRefit.Less.SE
	all = append(all, of(clearly)...)
	for i := range all {
		all[i].taken = taken
	}
	return all, nil
}

// tested is a trial of some weights on the objects left out, none where too few of
// them hold the judgments.
func tested(r *core.Result, rest *model.Dataset, repeats []int, t trial, weights func() ([]float64, float64), projected float64, honest core.Estimate) []trial {
	w, intercept := weights()
	truth, n := r.On(rest, repeats, w, intercept)
	whole, _ := r.On(rest, make([]int, len(w)), make([]float64, len(w)), labelMean(rest, r.Label))
	if n < leastTested || !(whole.Loss > 0) {
		return nil
	}
	share := func(e core.Estimate) core.Estimate {
		return core.Estimate{Loss: e.Loss / whole.Loss, SE: e.SE / whole.Loss}
	}
	t.truth, t.honest, t.projected = share(truth), share(honest), projected/whole.Loss
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

// part is a data set of some of the objects, with all that belongs to them.
func part(ds *model.Dataset, objects []int) *model.Dataset {
	b := new(model.Builder)
	for _, a := range ds.Attributes {
		b.Attribute(a)
	}
	var labels []int
	for _, l := range ds.Labels {
		labels = append(labels, b.AddLabel(l.Name))
	}
	for _, i := range objects {
		o := b.Object(ds.Objects[i])
		for n, l := range ds.Labels {
			if !math.IsNaN(l.Values[i]) {
				b.SetLabel(labels[n], o, l.Values[i])
			}
		}
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			rater := model.NoRater
			if w := ds.Rater[j]; w != model.NoRater {
				rater = b.RaterID(ds.Raters[w])
			}
			b.Add(o, int(ds.Attr[j]), rater, ds.Value[j])
		}
	}
	return b.Build()
}
