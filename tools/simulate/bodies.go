package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"fms-tui/model"
)

const (
	// BodiesSeed is the seed of the bundled sample "bodies".
	BodiesSeed = 2013
	// BodiesRepeats is the number of judgments a cell of the bundled sample.
	BodiesRepeats = 2
	// FullRepeats is the number of judgments a cell of the sample "bodies-full".
	FullRepeats = 30
	// MaxRepeats bounds the judgments a cell of Bodies: half the pool of
	// raters, none of whom judges a cell twice.
	MaxRepeats = raterCount / 2
)

// Streams of the random source. Each repeat has its own two, so that a larger
// k adds judgments and leaves the first ones as they were.
const (
	populationStream = iota
	judgmentStream   // plus 2·repeat
	raterStream      // plus 2·repeat
)

// Bodies simulates the paper's experiment with k judgments a cell: 880 objects,
// 39 attributes (37 binary at cost 1, two numeric at cost 4), labels height
// (inches) and weight (pounds), in that order. Judgments of a cell are
// independent given the object (S&K section 2): no rater is severe, and there
// is no halo.
//
// The objects, their labels and the distribution of their judgments depend on
// the seed alone, and Bodies(k, seed) holds the first k judgments of every cell
// of Bodies(k+1, seed). Bodies(BodiesRepeats, BodiesSeed) is the bundled
// sample. Simulating takes long enough to be felt: do not do it at start-up.
//
// Bodies panics unless k is between 1 and MaxRepeats.
func Bodies(k int, seed uint64) *model.Dataset {
	if k < 1 || k > MaxRepeats {
		panic(fmt.Sprintf("simulate: %d judgments a cell, want 1 to %d", k, MaxRepeats))
	}
	pop := newPopulation(objectCount, rand.New(rand.NewPCG(seed, populationStream)))
	work := newSchedule(objectCount, len(bodiesAttributes))
	judged := make([][][]float64, k) // by repeat, attribute, object
	for j := range judged {
		judged[j] = pop.judge(rand.New(rand.NewPCG(seed, judgmentStream+2*uint64(j))))
		work.assign(rand.New(rand.NewPCG(seed, raterStream+2*uint64(j))))
	}
	return pop.dataset(judged, work)
}

func bodyName(i int) string { return fmt.Sprintf("p%03d", i+1) }

// judge draws one judgment of every attribute on every object.
func (pop *population) judge(rng *rand.Rand) [][]float64 {
	drawn := make([][]float64, len(bodiesAttributes))
	for a, at := range bodiesAttributes {
		drawn[a] = make([]float64, len(pop.height))
		for i, expected := range pop.expected[a] {
			if est, ok := estimates[at.name]; ok {
				s := pop.logError[a]
				guess := expected * math.Exp(s*rng.NormFloat64()-s*s/2)
				drawn[a][i] = est.step * math.Round(guess/est.step)
			} else if rng.Float64() < expected {
				drawn[a][i] = 1
			}
		}
	}
	return drawn
}

// dataset arranges judgments and labels object by object.
func (pop *population) dataset(judged [][][]float64, work *schedule) *model.Dataset {
	var b model.Builder
	height, weight := b.AddLabel("height"), b.AddLabel("weight")
	for i := range pop.height {
		object := b.Object(bodyName(i))
		b.SetLabel(height, object, pop.height[i])
		b.SetLabel(weight, object, pop.weight[i])
		for a, at := range bodiesAttributes {
			attr := b.Attribute(at.name)
			for j := range judged {
				b.Add(object, attr, b.RaterID(work.rater(i, a, j)), judged[j][a][i])
			}
		}
	}
	d := b.Build()
	d.Name, d.Simulated = "bodies", true
	for _, at := range bodiesAttributes {
		price := model.Unit
		if _, numeric := estimates[at.name]; numeric {
			price = model.Units(numericPrice)
		}
		d.Prices = append(d.Prices, price)
	}
	return d
}
