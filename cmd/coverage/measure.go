package main

import (
	"context"
	"math"
	"math/rand/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// trial is one choice in one world, in shares of the label's true variance.
type trial struct {
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

// measure draws a world and its pilot, lets Full and Scoring choose, and holds
// their losses against the truth.
func measure(ctx context.Context, k kind, fresh int, seed, number uint64) ([]trial, error) {
	stream := number*1000 + uint64(k.objects*100+k.attributes) + uint64(k.halo*10)*1_000_000_007
	rng := rand.New(rand.NewPCG(seed, stream))
	w := newWorld(k, rng)
	q := core.Request{Settings: model.Settings{Raters: model.RatersAware}, Reach: model.Units(50)}
	r, err := core.NewStudy(w.pilot(rng)).Solve(ctx, q)
	if err != nil {
		return nil, err
	}
	h, err := r.Honest(ctx, 0, selection.Algorithms()...)
	if err != nil {
		return nil, err
	}
	total := w.explained() + w.rest*w.rest
	var trials []trial
	for _, alg := range selection.Algorithms() {
		for _, b := range budgets() {
			s := r.At(alg, model.Units(b))
			weights, intercept := r.Weights(&s)
			e := h.At(alg, s.Budget)
			t := trial{
				algorithm: alg, budget: b, projected: s.Loss / total, honest: e.Loss / total, se: e.SE / total,
				truth: w.truth(weights, s.Repeats, intercept, fresh, rng) / total,
			}
			t.coversHonest = math.Abs(t.truth-t.honest) <= 2*t.se
			t.coversProjected = math.Abs(t.truth-t.projected) <= 2*t.se
			trials = append(trials, t)
		}
	}
	return trials, nil
}
