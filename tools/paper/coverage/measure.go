package coverage

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// The methods that the text of the table names. Auto has the weights of moments;
// with the refit it is what fms-tui exports.
const (
	none  = "none"
	auto  = "auto"
	refit = "auto, refit"
)

// method is how the loss of few objects is met.
type method struct {
	name     string
	settings func() model.Settings
}

// methods are the ones that the table is about. The truth is measured on judgments
// by different raters, so that is how they are bought.
func methods() []method {
	of := func(s model.Settings) func() model.Settings {
		s.Raters = model.RatersAware
		return func() model.Settings { return s.WithDesign(model.Design{Kind: model.DesignSingle}) }
	}
	return []method{
		{none, of(model.Settings{Shrink: model.ShrinkNone})},
		{"ridge auto", of(model.Settings{Shrink: model.ShrinkNone}.WithRidge(0, true))},
		{auto, of(model.Settings{Shrink: model.ShrinkAuto})},
	}
}

// trial is one choice in one world, in shares of the label's true variance.
type trial struct {
	method          string
	algorithm       selection.Algorithm
	budget          int
	truth           float64 // on fresh judgments
	projected       float64
	honest, se      float64
	coversHonest    bool // the truth is within two standard errors
	coversProjected bool
}

// budgets are the ones that the table is about, in judgments an object.
func budgets() []int { return []int{10, 20, 50} }

// measure draws a world and its pilot, lets Full and Scoring choose by every
// method, and holds their losses against the truth.
func measure(ctx context.Context, k kind, fresh int, seed, number uint64) ([]trial, error) {
	stream := number*1000 + uint64(k.objects*100+k.attributes) + uint64(k.halo*10)*1_000_000_007
	rng := rand.New(rand.NewPCG(seed, stream))
	w := newWorld(k, rng)
	study := core.NewStudy(w.pilot(rng))
	var trials []trial
	for _, m := range methods() {
		q := core.Request{Settings: m.settings(), Reach: model.Units(slices.Max(budgets()))}
		t, err := study.Tune(ctx, q, 0)
		if err != nil {
			return nil, err
		}
		judged, err := w.judge(ctx, m, t, fresh, rand.NewPCG(seed, ^stream))
		if err != nil {
			return nil, err
		}
		trials = append(trials, judged...)
	}
	return trials, nil
}

// judge measures the choices of Full and Scoring by a method. All methods of a world
// meet the same fresh objects. Full's choice by the posterior is measured once more,
// with the refit if its weights are taken.
func (w *world) judge(ctx context.Context, m method, tuned *core.Tuning, fresh int, draws *rand.PCG) ([]trial, error) {
	var trials []trial
	for _, alg := range selection.Algorithms() {
		for _, b := range budgets() {
			answer := tuned.At(alg, model.Units(b))
			p := core.Pick{Answer: answer, Selection: answer.At(alg, model.Units(b))}
			again := *draws // the refit meets the objects that the moments' weights meet
			trials = append(trials, w.trial(m.name, b, p, fresh, draws))
			if m.name != auto || alg != selection.Full {
				continue
			}
			if err := p.See(ctx); err != nil {
				return nil, err
			}
			trials = append(trials, w.trial(refit, b, p, fresh, &again))
		}
	}
	return trials, nil
}

// trial holds the losses of one predictor against the truth.
func (w *world) trial(name string, budget int, p core.Pick, fresh int, draws *rand.PCG) trial {
	total := w.explained() + w.rest*w.rest
	weights, intercept := p.Weights()
	e := p.Estimate()
	t := trial{
		method: name, algorithm: p.Selection.Algorithm, budget: budget, projected: p.Projected() / total, honest: e.Loss / total, se: e.SE / total,
		truth: w.truth(weights, p.Selection.Repeats, intercept, fresh, rand.New(draws)) / total,
	}
	t.coversHonest = math.Abs(t.truth-t.honest) <= 2*t.se
	t.coversProjected = math.Abs(t.truth-t.projected) <= 2*t.se
	return t
}
