package classes

import (
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/internal/fresh"
)

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
	by := Calling{Classes: 2, Threshold: .5}
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
