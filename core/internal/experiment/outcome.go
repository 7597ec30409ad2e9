package experiment

import (
	"math"

	"fms-tui/core/internal/honest"
)

// Outcome is what a design leads to.
type Outcome struct {
	Design
	// Loss is the expected honest loss at the budget of what is chosen from such a
	// pilot, squared label units.
	Loss honest.Estimate
	// Lowest marks the design with the lowest Loss, More is Loss less its: 0 there.
	Lowest bool
	More   honest.Estimate
	// Spread is the standard deviation of the loss between subsamples: how lucky or
	// unlucky a single pilot can be, and with it how uneven the held-out objects
	// are. NaN for what is extrapolated.
	Spread float64
	// Repeated is the share of judgments, in [0,1), that were drawn again because
	// cells hold too few.
	Repeated     float64
	Extrapolated bool // to more objects than the data hold
}

// outcomes sums up subsamples, at least two.
func (t *trial) outcomes(drawn []draw) []Outcome {
	all := make([]Outcome, len(t.Designs))
	lowest := 0
	for i, d := range t.Designs {
		o := &all[i]
		o.Design, o.Extrapolated = d, len(t.weights[i]) > 1
		o.Loss, o.Spread = t.estimate(drawn, t.weights[i])
		if o.Extrapolated {
			o.Spread = math.NaN()
		}
		for arm := range t.arms {
			if _, of := t.weights[i][arm]; of {
				for _, x := range drawn {
					o.Repeated = max(o.Repeated, x.repeated[arm])
				}
			}
		}
		if o.Loss.Loss < all[lowest].Loss.Loss {
			lowest = i
		}
	}
	all[lowest].Lowest = true
	for i := range all {
		difference := make(arms)
		for arm := range t.arms {
			difference[arm] = t.weights[i][arm] - t.weights[lowest][arm]
		}
		all[i].More, _ = t.estimate(drawn, difference)
	}
	return all
}

// estimate returns a weighted sum of the arms' losses with its standard error,
// and its standard deviation between subsamples.
func (t *trial) estimate(drawn []draw, w arms) (e honest.Estimate, spread float64) {
	blocks := len(drawn[0].held)
	part, share := make([]float64, blocks), make([]float64, blocks)
	total := make([]float64, len(drawn))
	count := float64(len(drawn))
	held := float64(t.Sampler.Objects() - t.most)
	for i, d := range drawn {
		for k, n := range d.held {
			share[k] += float64(n) / held / count
			for arm := range t.arms { // in order: sums must not depend on a map's order
				x := w[arm] * d.loss[arm][k]
				part[k] += x / count
				total[i] += x
			}
		}
		e.Loss += total[i] / count
	}
	var objects, draws, filled float64
	for k := range part {
		if share[k] > 0 {
			filled++
			dev := part[k] - share[k]*e.Loss
			objects += dev * dev
		}
	}
	for _, x := range total {
		draws += (x - e.Loss) * (x - e.Loss)
	}
	spread = math.Sqrt(draws / (count - 1))
	e.SE = math.Sqrt(filled/(filled-1)*objects + spread*spread/count)
	return e, spread
}
