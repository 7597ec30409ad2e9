package core

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// nearCopies draws a world of 500 objects and 12 attributes. Four attributes are copies
// of the first with noise of .1, .01 and .001 of their own. Each is judged twice with
// identical results, as by a model at temperature 0. 2 % of the cells are missing. The
// label could be predicted with R² .85.
func nearCopies(seed uint64) (*model.Dataset, func(w []float64, r []int, intercept float64) float64) {
	const m, d = 500, 12
	rng := rand.New(rand.NewPCG(seed, 77))
	beta, noise := make([]float64, d), make([]float64, d)
	for a := range beta {
		beta[a] = rng.NormFloat64()
		if noise[a] = .5; a < 4 {
			noise[a], beta[a] = 0, 0
		}
	}
	beta[0] = 2
	draw := func(z []float64) float64 {
		common, y := rng.NormFloat64(), 0.0
		for a := range z {
			z[a] = .6*common + .8*rng.NormFloat64()
		}
		for k, sd := range []float64{.1, .01, .001} {
			z[k+1] = z[0] + sd*rng.NormFloat64()
		}
		for a := range z {
			y += beta[a] * z[a]
		}
		return y
	}
	// The variance of βᵀz: .36 (Σβ)² of what is common, .64 Σβ² of the rest.
	var sum, squares float64
	for _, x := range beta {
		sum += x
		squares += x * x
	}
	rest := math.Sqrt((.36*sum*sum + .64*squares) * .15 / .85)
	b := new(model.Builder)
	label := b.AddLabel("y")
	for a := range d { // in this order, whatever cells are missing
		b.Attribute(fmt.Sprint("a", a))
	}
	z := make([]float64, d)
	for i := range m {
		o := b.Object(fmt.Sprint("o", i))
		b.SetLabel(label, o, draw(z)+rest*rng.NormFloat64())
		for a, x := range z {
			if rng.Float64() < .02 {
				continue
			}
			for range 2 {
				b.Add(o, b.Attribute(fmt.Sprint("a", a)), model.NoRater, x+noise[a]*rng.NormFloat64())
			}
		}
	}
	truth := func(w []float64, r []int, intercept float64) (loss float64) {
		const fresh = 5000
		for range fresh {
			e := draw(z) + rest*rng.NormFloat64() - intercept
			for a, n := range r {
				if n > 0 {
					e -= w[a] * (z[a] + noise[a]/math.Sqrt(float64(n))*rng.NormFloat64())
				}
			}
			loss += e * e / fresh
		}
		return loss
	}
	return b.Build(), truth
}

// TestNearCopies: copies that nothing tells apart do not ruin a predictor, in any
// of twenty worlds.
func TestNearCopies(t *testing.T) {
	for seed := range uint64(20) {
		ds, truth := nearCopies(seed)
		r := solve(t, ds, Request{Algorithms: []selection.Algorithm{selection.Exchange}})
		for _, a := range []selection.Algorithm{selection.Full, selection.Scoring, selection.Exchange} {
			s := r.At(a, 20*model.Unit)
			w, intercept := r.Weights(&s)
			loss := truth(w, s.Repeats, intercept) / r.LabelVar
			most := .4
			if a == selection.Scoring { // it spends on all the copies
				most = .5
			}
			if !(loss < most) || s.Loss < 0 {
				t.Errorf("seed %d %s: %v projects %.3f Var(y), and truly loses %.3f", seed, a, s.Repeats, s.Loss/r.LabelVar, loss)
			}
		}
	}
}
