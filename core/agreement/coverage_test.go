package agreement

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// truth is a population whose coefficients are known.
type truth struct {
	objects, raters, k int // k raters judge each object
	object, rest       float64
	offsets            []float64 // of the raters, on whom intervals are conditional
}

func (p *truth) draw(rng *rand.Rand) *model.Dataset {
	var b model.Builder
	a := b.Attribute("x")
	for r := range p.raters {
		b.RaterID(fmt.Sprint("r", r))
	}
	for range p.objects {
		o, x := b.Object(fmt.Sprintf("item %d", rng.Uint64())), p.object*rng.NormFloat64()
		for _, r := range rng.Perm(p.raters)[:p.k] {
			b.Add(o, a, int32(r), x+p.offsets[r]+p.rest*rng.NormFloat64())
		}
	}
	return b.Build()
}

// coefficients are the population's ICC1, ICCA1, ICCC1, ICCAk and α. Raters who judge
// several objects take 1/raters of their variance off the variance between objects of
// ICC1 and α: these assume raters who judge one object each.
func (p *truth) coefficients() []float64 {
	n, m, r2 := float64(p.raters), 0., 0.
	for _, x := range p.offsets {
		m += x / n
	}
	for _, x := range p.offsets {
		r2 += (x - m) * (x - m) / (n - 1)
	}
	o, e := p.object*p.object, p.rest*p.rest
	one := (o - r2/n) / (o - r2/n + r2 + e)
	return []float64{one, o / (o + r2 + e), o / (o + e), o / (o + (r2+e)/float64(p.k)), one}
}

const coverageWorlds = 150

// leastCoverage is .92, less three standard errors of a simulated share with the seeds of
// every run, and less what chance takes from .92 with others.
func leastCoverage() float64 {
	if fresh.Fixed() {
		return .92 - 3*math.Sqrt(Level*(1-Level)/coverageWorlds)
	}
	return 1 - float64(fresh.AtMost(coverageWorlds, 1-.92))/coverageWorlds
}

// covered measures worlds and checks how often each interval holds the truth.
func covered(t *testing.T, what string, names []string, want []float64, draw func() *model.Dataset, figures func(*Attribute) []Coefficient) {
	t.Helper()
	count := make([]int, len(want))
	for w := range coverageWorlds {
		a := &measured(t, draw(), Question{Replicates: 200, Seed: uint64(w)}).Attributes[0]
		for i, c := range figures(a) {
			if c.Low <= want[i] && want[i] <= c.High {
				count[i]++
			}
		}
	}
	for i, name := range names {
		if share := float64(count[i]) / coverageWorlds; !(share >= leastCoverage()) {
			t.Errorf("%s: the interval of %s covers %.3f in %.3f of the cases", what, name, want[i], share)
		} else {
			t.Logf("%s: %s %.3f", what, name, share)
		}
	}
}

// TestCoverage: intervals hold what they say, of small and large pilots, complete
// panels and crowds.
func TestCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 95), 1))
	for _, p := range []*truth{
		{objects: 50, raters: 4, k: 4, object: 1, rest: 1, offsets: []float64{-.5, 0, .3, .6}},
		{objects: 120, raters: 12, k: 2, object: 1, rest: .7},
		{objects: 120, raters: 3, k: 3, object: .6, rest: 1},
	} {
		for len(p.offsets) < p.raters {
			p.offsets = append(p.offsets, .4*rng.NormFloat64())
		}
		covered(t, fmt.Sprintf("%d objects by %d of %d raters", p.objects, p.k, p.raters),
			[]string{"ICC(1)", "ICC(A,1)", "ICC(C,1)", "ICC(A,k)", "interval α"}, p.coefficients(),
			func() *model.Dataset { return p.draw(rng) },
			func(a *Attribute) []Coefficient {
				return []Coefficient{a.ICC1, a.ICCA1, a.ICCC1, a.ICCAk, a.AlphaInterval}
			})
	}
}

// TestCoverageOfCategories: likewise of a yes or no, true of .4 of the objects, with
// raters who are wrong with probability .2. Two judgments agree with probability .8² +
// .2² = .68, and say yes with .44.
func TestCoverageOfCategories(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 96), 1))
	const chance = .44*.44 + .56*.56
	const kappa = (.68 - chance) / (1 - chance)
	for _, k := range []int{2, 4} {
		draw := func() *model.Dataset {
			rows := make([][]float64, 80)
			for i := range rows {
				yes := rng.Float64() < .4
				for range k {
					x := 0.
					if yes == (rng.Float64() >= .2) {
						x = 1
					}
					rows[i] = append(rows[i], x)
				}
			}
			return panel(rows)
		}
		covered(t, fmt.Sprintf("%d raters", k), []string{"κ", "nominal α", "ordinal α"}, []float64{kappa, kappa, kappa}, draw,
			func(a *Attribute) []Coefficient { return []Coefficient{a.Kappa, a.AlphaNominal, a.AlphaOrdinal} })
	}
}
