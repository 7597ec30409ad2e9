package selection

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// trunkOf returns a path that buys the attributes listed.
func trunkOf(attrs []int) []lot {
	var trunk []lot
	for _, a := range attrs {
		trunk = append(trunk, lot{a, 1})
	}
	return trunk
}

// lossesOneByOne follows a path by fullState, which keeps M_S⁻¹.
func lossesOneByOne(p *Problem, trunk []lot) []float64 {
	s := newBlindState(p)
	losses := []float64{s.loss()}
	for _, l := range trunk {
		s.answer(l.attribute)
		losses = append(losses, s.loss())
	}
	return losses
}

// TestTrunkLosses compares the losses along paths with those found one step after another,
// over several lumps, for one label and for several, and where attributes are bought again
// long after their first judgment.
func TestTrunkLosses(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 51), 1))
	for i := range fresh.Share(40) {
		d := 2 + rng.IntN(90)
		p := wellConditioned(rng, d, 1+i%3)
		attrs := make([]int, 1+rng.IntN(3*d+2*lump))
		some := 1 + rng.IntN(d) // of the attributes are bought
		for k := range attrs {
			attrs[k] = rng.IntN(some)
		}
		trunk := trunkOf(attrs)
		got, ok := trunkLosses(p, trunk)
		if !ok {
			t.Fatalf("%d: %d steps among %d attributes were not followed", i, len(trunk), d)
		}
		for k, want := range lossesOneByOne(p, trunk) {
			if !(math.Abs(got[k]-want) <= 1e-11*p.VarY) {
				t.Fatalf("%d: after %d steps the loss is %g, one by one %g", i, k, got[k], want)
			}
		}
	}
}

// TestTrunkLossesRefuse: what rounding may decide is not followed by lumps.
func TestTrunkLossesRefuse(t *testing.T) {
	rng := rand.New(rand.NewPCG(52, 1))
	for what, change := range map[string]func(p *Problem){
		"little noise": func(p *Problem) { p.V[1] = 1e-7 * p.own(1) },
		"a ridge":      func(p *Problem) { p.Ridge = .1 },
		"a copy of an attribute with hardly any noise": func(p *Problem) {
			d := p.d()
			for a := range d {
				p.Sigma[1*d+a] = p.Sigma[a]
			}
			for a := range d {
				p.Sigma[a*d+1] = p.Sigma[a*d]
			}
			p.V[0], p.V[1] = 2e-6, 2e-6
		},
	} {
		p := wellConditioned(rng, 5, 1)
		trunk := trunkOf([]int{0, 0, 0, 0, 1, 2})
		if _, ok := trunkLosses(p, trunk); !ok {
			t.Errorf("%s: not followed before", what)
		}
		change(p)
		if _, ok := trunkLosses(p, trunk); ok {
			t.Errorf("%s: followed", what)
		}
	}
}

// TestPathAllocations: how often a path allocates does not depend on its judgments.
func TestPathAllocations(t *testing.T) {
	const d = 150
	p := problemOf(t, simulate.Draw(simulate.World{Objects: 600, Attributes: d, K: 2}, 3), nil)
	for _, alg := range Algorithms() {
		var counts []float64
		for _, n := range []int{60, 200, 600} {
			budgets := budgetsUpTo(n, model.Unit)
			counts = append(counts, testing.AllocsPerRun(3, func() { newCurve(t, p, alg, budgets) }))
		}
		if got := fmt.Sprint(counts); counts[0] != counts[1] || counts[1] != counts[2] {
			t.Errorf("%s allocates %s times for 60, 200 and 600 judgments", alg, got)
		}
	}
}
