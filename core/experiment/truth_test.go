package experiment_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/experiment"
	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/selection"
	"fms-tui/core/simulation"
	"fms-tui/model"
)

// kind is what the populations of the tests have in common.
func kind(attributes int) simulation.Population {
	return simulation.Population{Attributes: attributes, Reliability: .4, R2: .7, Correlation: .2}
}

// drawn are objects of a population with k judgments of each attribute.
func drawn(attributes, objects, k int) *model.Dataset {
	rng := rand.New(rand.NewPCG(2, 2))
	return kind(attributes).World(rng).Pilot(objects, k, rng)
}

// trueLoss is the true loss of what a data set leads to, on new objects.
func trueLoss(t *testing.T, p *simulation.World, ds *model.Dataset, budget model.Amount) float64 {
	t.Helper()
	blocks := accumulate(t, ds, model.RatersPaper)
	m := blocks.Moments(blocks.Union(nil))
	terms := equalTerms(ds)
	q := selection.NewProblem(m, m.Project(model.ProjectScaled), terms.Price, terms.Limits, terms.Excluded)
	c, err := selection.NewCurve(context.Background(), q, selection.Full, []model.Amount{budget})
	if err != nil {
		t.Fatal(err)
	}
	all, _ := q.Weights(&c.Choices[0])
	w := all[0]
	intercept := m.OwnUnits(w)
	return p.Vary * (1 - p.TrueR2(w, intercept, c.Choices[0].Repeats(len(w)), false))
}

func accumulate(t testing.TB, ds *model.Dataset, mode string) *moments.Blocks {
	t.Helper()
	b, err := moments.Accumulate(context.Background(), ds, &ds.Labels[0], mode)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func equalTerms(ds *model.Dataset) honest.Terms {
	t := honest.Terms{Names: ds.Attributes, Excluded: func(int) bool { return false }}
	for range ds.Attributes {
		t.Price = append(t.Price, model.Unit)
	}
	return t
}

func pilots(t testing.TB, ds *model.Dataset, mode string, designs []experiment.Design, subsamples int) *experiment.Pilots {
	t.Helper()
	sampler := moments.NewSampler(ds, &ds.Labels[0], accumulate(t, ds, mode), func(int) bool { return true })
	return &experiment.Pilots{
		Setup:     experiment.Setup{Sampler: sampler, Projection: model.ProjectScaled, Terms: equalTerms(ds), Designs: designs, Seed: 1},
		Algorithm: selection.Full, Budget: model.Units(15), Subsamples: subsamples,
	}
}

// tally is how far estimates are from what they estimate, in their standard
// errors and in units of the loss.
type tally struct{ n, sum, squares, covered, se float64 }

func (c *tally) add(e honest.Estimate, want float64) {
	off := e.Loss - want
	c.n++
	c.sum += off
	c.squares += off * off
	c.se += e.SE
	if math.Abs(off) <= 2*e.SE {
		c.covered++
	}
}

func (c *tally) mean() float64 { return c.sum / c.n }

// error is the standard error of the mean.
func (c *tally) error() float64 {
	return math.Sqrt((c.squares/c.n - c.mean()*c.mean()) / c.n)
}

func (c *tally) String() string {
	return fmt.Sprintf("off by %+.4f ± %.4f, said ± %.4f, covered %.2f", c.mean(), c.error(), c.se/c.n, c.covered/c.n)
}

// TestPilotsTellTheTruth draws data sets from a population of which everything
// is known, and holds what subsamples of them say of pilots against the true
// losses of real pilots: without bias, and within two standard errors, where the
// data hold the judgments; too high where some are drawn again. How clearly
// two dozen data sets show it depends on the population: this one is always the same.
func TestPilotsTellTheTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("long: other tests run the same")
	}
	const d, sets, drawn = 6, 24, 80
	rng := rand.New(rand.NewPCG(4, 5))
	pop := kind(d).World(rng)
	for _, held := range []int{3, 2} {
		designs := []experiment.Design{{90, 2}, {60, 3}, {300, 2}}
		truth := make([]float64, len(designs))
		for i, design := range designs {
			for range drawn {
				truth[i] += trueLoss(t, pop, pop.Pilot(design.Objects, design.K, rng), model.Units(15)) / drawn
			}
		}
		loss, more := make([]tally, len(designs)), make([]tally, len(designs))
		for range sets {
			outcomes, _, err := pilots(t, pop.Pilot(200, held, rng), model.RatersPaper, designs, 12).Run(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, o := range outcomes {
				loss[i].add(o.Loss, truth[i])
				if lowest := outcomes[2]; lowest.Lowest && i < 2 {
					more[i].add(o.More, truth[i]-truth[2])
				}
				if o.Extrapolated != (i == 2) || (o.Repeated > 0) != (o.K > held) || math.IsNaN(o.Spread) != o.Extrapolated {
					t.Fatalf("%+v", o)
				}
			}
		}
		for i, design := range designs {
			l, m := &loss[i], &more[i]
			text := fmt.Sprintf("%d held, %v, true loss %.3f: %v; difference %v", held, design, truth[i], l, m)
			if design.K > held {
				if m.mean() < 3*m.error() {
					t.Errorf("%s: judgments drawn again do no harm, which the user is told they do", text)
				}
				continue
			}
			if !(math.Abs(l.mean()) <= 4*l.error()) || l.covered < .85*l.n {
				t.Errorf("%s: biased, or too sure", text)
			}
			if i < 2 && (m.n < sets/2 || m.covered < .85*m.n) {
				t.Errorf("%s: the difference is too sure", text)
			}
		}
	}
}
