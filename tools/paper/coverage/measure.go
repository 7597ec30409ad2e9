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
		s.Design = model.Design{Kind: model.DesignSingle}
		return func() model.Settings { return s }
	}
	return []method{
		{none, of(model.Settings{Shrink: model.ShrinkNone})},
		{"ridge auto", of(model.Settings{Shrink: model.ShrinkNone, AutoRidge: true})},
		{auto, of(model.Settings{Shrink: model.ShrinkAuto})},
	}
}

// trial is one choice in one world, in shares of the label's true variance.
type trial struct {
	method                        string
	algorithm                     selection.Algorithm
	budget                        int
	truth                         float64 // expected on new objects
	projected                     float64
	honest, se                    float64
	step                          float64 // honest less true fall of the loss since the budget before, in its standard errors; NaN at the first
	coversHonest, coversProjected bool    // the truth is within two standard errors
	form                          bool    // all is bought on one form
}

// budgets are the ones that the table is about, in judgments an object.
func budgets() []int { return []int{10, 20, 50} }

// measure draws a world and its pilot, lets Full and Scoring choose by every
// method, and holds their losses against the truth.
func measure(ctx context.Context, k kind, seed, number uint64) ([]trial, error) {
	stream := number*1000 + uint64(k.objects*100+k.attributes) + uint64(k.halo*10)*1_000_000_007
	rng := rand.New(rand.NewPCG(seed, stream))
	w := newWorld(k, rng)
	study := core.NewStudy(w.pilot(rng))
	var trials []trial
	for _, m := range methods() {
		t, err := study.Tune(ctx, core.Request{Settings: m.settings(), Reach: model.Units(slices.Max(budgets()))}, 0)
		if err != nil {
			return nil, err
		}
		for _, alg := range selection.Algorithms() {
			of, err := w.trials(m.name, t, alg, budgets(), func(*core.Pick) error { return nil })
			if err != nil {
				return nil, err
			}
			trials = append(trials, of...)
		}
		if m.name != auto {
			continue
		}
		refits, err := w.trials(refit, t, selection.Full, budgets(), func(p *core.Pick) error { return p.See(ctx) })
		if err != nil {
			return nil, err
		}
		trials = append(trials, refits...)
	}
	return trials, nil
}

// trials are the choices of an algorithm at the budgets, with the weights of moments, or those
// that see takes.
func (w *world) trials(name string, tuned *core.Tuning, alg selection.Algorithm, budgets []int, see func(*core.Pick) error) ([]trial, error) {
	var all []trial
	var before *core.Pick
	total := w.variance()
	for _, b := range budgets {
		p := tuned.At(alg, model.Units(b))
		if err := see(&p); err != nil {
			return nil, err
		}
		weights, intercept := p.Weights()
		e := p.Estimate()
		t := trial{
			method: name, algorithm: alg, budget: b, projected: p.Projected() / total, honest: e.Loss / total, se: e.SE / total,
			truth: w.truth(weights, p.Selection.Repeats, intercept) / total, step: math.NaN(),
		}
		t.coversHonest = math.Abs(t.truth-t.honest) <= 2*t.se
		t.coversProjected = math.Abs(t.truth-t.projected) <= 2*t.se
		if before != nil {
			if d := p.Less(before); d.SE > 0 {
				t.step = (d.Loss/total - (t.truth - all[len(all)-1].truth)) / (d.SE / total)
			}
		}
		t.form = p.Design.Kind == model.DesignForm
		all, before = append(all, t), &p
	}
	return all, nil
}
