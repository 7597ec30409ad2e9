package classes

import (
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestLines: of two classes both kinds of lines give the probability of two normal densities, and the
// probabilities of ordered classes are Bayes' rule.
func TestLines(t *testing.T) {
	const pi, c, v = .3, .08, .1
	at := func(ordered bool, shares []float64, scores []float64, of ...Moment) []float64 {
		return Probabilities(WithLines(model.PredictorClasses{Ordered: ordered, Shares: shares}, nil, of...), scores)
	}
	for _, z := range []float64{-.5, 0, .2, .9} {
		want := probability(pi, Moment{c, v}, z)
		if out := at(false, []float64{1 - pi, pi}, []float64{1 - pi - z, pi + z}, Moment{c, v}, Moment{c, v}); math.Abs(out[1]-want) > 1e-12 {
			t.Errorf("one against the rest: %g, want %g", out[1], want)
		}
		if out := at(true, []float64{1 - pi, pi}, []float64{pi + z}, Moment{c, v}); math.Abs(out[1]-want) > 1e-12 {
			t.Errorf("ordered: %g, want %g", out[1], want)
		}
	}
	shares := []float64{.2, .5, .3} // ȳ 1.1, Var(y) .49
	z, within := .7, .25-.3*.3/.49
	sum, want := 0.0, make([]float64, 3)
	for k, p := range shares {
		m := .3 / .49 * (float64(k) - 1.1)
		want[k] = p * math.Exp(-(z-m)*(z-m)/2/within)
		sum += want[k]
	}
	for k, p := range at(true, shares, []float64{1.1 + z}, Moment{.3, .25}) {
		if math.Abs(p-want[k]/sum) > 1e-12 {
			t.Errorf("class %d: %g, want %g", k, p, want[k]/sum)
		}
	}
	if out := at(true, []float64{0, 1}, []float64{0}, Moment{.3, .25}); out[0] != 0 || out[1] != 1 {
		t.Errorf("a class without objects: %v", out)
	}
}

// rareCases are objects of which few are of class 1, with the probabilities that follow from a score.
func rareCases(rng *rand.Rand, n int) []Case {
	const prevalence, apart = .15, 1.5
	cases := make([]Case, n)
	for i := range cases {
		rare, z := rng.Float64() < prevalence, rng.NormFloat64()
		if rare {
			z += apart
		}
		cases[i] = two(Logistic(apart*z-apart*apart/2+math.Log(prevalence/(1-prevalence))), rare)
		cases[i].Block = i % 40
	}
	return cases
}

// TestRareClassErrors: at a prevalence of .15 two standard errors cover the truth of calls in at
// least .92 of small sets, and no error is 0.
func TestRareClassErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 5), 1))
	by := named(2, true)
	truth := Measure(by, 0, rareCases(rng, 400_000)).Metrics
	const sets = 400
	covered := map[Metric]int{}
	for range sets {
		m := Measure(by, 0, rareCases(rng, 80))
		for _, name := range []Metric{Accuracy, Balanced, Kappa} {
			if math.Abs(name.Of(&m.Metrics)-name.Of(&truth)) <= 2*name.Of(&m.SE) {
				covered[name]++
			}
			if name.Of(&m.SE) == 0 {
				t.Errorf("an error of 0 of %s: %+v", name, m)
			}
		}
	}
	for name, n := range covered {
		t.Logf("%s: %d of %d", name, n, sets)
		if missed := sets - n; missed > fresh.AtMost(sets, .08) {
			t.Errorf("%s is covered by %d of %d sets", name, n, sets)
		}
	}
}

// TestNoCallOfAClass: nobody is called 1, so that the jackknife sees no difference.
func TestNoCallOfAClass(t *testing.T) {
	var cases []Case
	for i := range 60 {
		c := two(.1, i%6 == 5)
		c.Block = i / 6
		cases = append(cases, c)
	}
	m := Measure(named(2, true), 0, cases)
	for _, name := range []Metric{Accuracy, Balanced, Kappa, F1} {
		if se := name.Of(&m.SE); !(se > .02) {
			t.Errorf("an error of %g: %+v", se, m.SE)
		}
	}
}
