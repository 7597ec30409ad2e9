package classes

import (
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/internal/fresh"
)

// TestLines: of two classes both kinds of lines give the probability of Normal, and the
// probabilities of ordered classes are Bayes' rule.
func TestLines(t *testing.T) {
	const pi, c, v = .3, .08, .1
	n := NewNormal(pi, Moment{c, v})
	free, ordered := NewLines(false, []float64{1 - pi, pi}, Moment{c, v}, Moment{c, v}), NewLines(true, []float64{1 - pi, pi}, Moment{c, v})
	for _, z := range []float64{-.5, 0, .2, .9} {
		want := n.Probability(z)
		out := make([]float64, 2)
		if free.Probabilities([]float64{1 - pi - z, pi + z}, out); math.Abs(out[1]-want) > 1e-12 {
			t.Errorf("one against the rest: %g, want %g", out[1], want)
		}
		if ordered.Probabilities([]float64{pi + z}, out); math.Abs(out[1]-want) > 1e-12 {
			t.Errorf("ordered: %g, want %g", out[1], want)
		}
	}
	shares := []float64{.2, .5, .3} // ȳ 1.1, Var(y) .49
	l := NewLines(true, shares, Moment{.3, .25})
	z, within := .7, .25-.3*.3/.49
	out, sum, want := make([]float64, 3), 0.0, make([]float64, 3)
	for k, p := range shares {
		m := .3 / .49 * (float64(k) - 1.1)
		want[k] = p * math.Exp(-(z-m)*(z-m)/2/within)
		sum += want[k]
	}
	l.Probabilities([]float64{1.1 + z}, out)
	for k := range out {
		if math.Abs(out[k]-want[k]/sum) > 1e-12 {
			t.Errorf("class %d: %g, want %g", k, out[k], want[k]/sum)
		}
	}
	if none := NewLines(true, []float64{0, 1}, Moment{.3, .25}); true {
		none.Probabilities([]float64{0}, out[:2])
		if out[0] != 0 || out[1] != 1 {
			t.Errorf("a class without objects: %v", out)
		}
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
	by := Calling{Classes: 2}
	truth := by.Measure(rareCases(rng, 400_000)).Metrics
	const sets = 400
	covered := map[string]int{}
	for range sets {
		m := by.Measure(rareCases(rng, 80))
		for name, of := range map[string]func(*Metrics) float64{
			"accuracy": func(m *Metrics) float64 { return m.Accuracy },
			"balanced": func(m *Metrics) float64 { return m.Balanced },
			"kappa":    func(m *Metrics) float64 { return m.Kappa },
		} {
			if math.Abs(of(&m.Metrics)-of(&truth)) <= 2*of(&m.SE) {
				covered[name]++
			}
			if of(&m.SE) == 0 {
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
	m := Calling{Classes: 2}.Measure(cases)
	for _, se := range []float64{m.SE.Accuracy, m.SE.Balanced, m.SE.Kappa, m.SE.F1} {
		if !(se > .02) {
			t.Errorf("an error of %g: %+v", se, m.SE)
		}
	}
}
