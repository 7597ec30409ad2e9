package classes

import (
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/internal/fresh"
)

// drawnMany draws cases of k classes with ties.
func drawnMany(rng *rand.Rand, n, k, blocks int) []ManyCase {
	cases := make([]ManyCase, n)
	for i := range cases {
		p, sum := make([]float64, k), 0.0
		for j := range p {
			p[j] = float64(1 + rng.IntN(9))
			sum += p[j]
		}
		for j := range p {
			p[j] /= sum
		}
		class := rng.IntN(k)
		if rng.IntN(2) == 0 {
			class = Called(p)
		}
		cases[i] = ManyCase{P: p, Class: class, Block: rng.IntN(blocks)}
	}
	return cases
}

// TestManyOfTwo: of two classes every metric agrees with Measure.
func TestManyOfTwo(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 41), seed))
		var two []Case
		var many []ManyCase
		for _, c := range drawn(rng, 60, 6) {
			if c.P == .5 {
				c.P = .45 // a tie is called otherwise
			}
			// The log of 1-P loses ten digits where P is as near 1 as Measure's bound.
			c.P = min(max(c.P, .001), .999)
			class := index(c.Class)
			two, many = append(two, c), append(many, ManyCase{P: []float64{1 - c.P, c.P}, Class: class, Block: c.Block, Fold: c.Fold})
		}
		for _, ordered := range []bool{false, true} {
			got, want := MeasureMany(many, 2, ordered), Measure(two, .5)
			as := func(m ManyMetrics) Metrics {
				return Metrics{LogLoss: m.LogLoss, Brier: m.Brier, AUC: m.AUC, Accuracy: m.Accuracy, Balanced: m.Balanced, Kappa: m.Kappa}
			}
			if err := near(as(got.ManyMetrics), want.Metrics); err != nil {
				t.Fatal(err)
			}
			if err := near(as(got.SE), want.SE); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestManyByDefinition holds the metrics of calls against their definitions: κ with
// quadratic weights is 1 minus the mean squared distance of class and call, divided by
// the mean squared distance of classes and calls paired at random.
func TestManyByDefinition(t *testing.T) {
	const k = 4
	cases := drawnMany(rand.New(rand.NewPCG(fresh.Seed(t, 43), 1)), 80, k, 5)
	var apart, random, right, f1, balanced float64
	for _, a := range cases {
		apart += square(a.Class - Called(a.P))
		for _, b := range cases {
			random += square(a.Class-Called(b.P)) / float64(len(cases))
		}
		if Called(a.P) == a.Class {
			right++
		}
	}
	for class := range k {
		var both, of, called float64
		for _, c := range cases {
			if c.Class == class {
				of++
			}
			if Called(c.P) == class {
				called++
			}
			if c.Class == class && Called(c.P) == class {
				both++
			}
		}
		precision, recall := both/called, both/of
		f1 += 2 * precision * recall / (precision + recall) / k
		balanced += recall / k
	}
	got := MeasureMany(cases, k, true)
	for _, x := range []struct{ got, want float64 }{
		{got.Kappa, 1 - apart/random}, {got.Accuracy, right / 80}, {got.F1, f1}, {got.Balanced, balanced},
	} {
		if math.Abs(x.got-x.want) > 1e-12 {
			t.Errorf("%g, want %g", x.got, x.want)
		}
	}
}

func square(n int) float64 { return float64(n * n) }

// TestLines: of two classes both kinds of lines give the probability of Normal, and the
// probabilities of ordered classes are Bayes' rule.
func TestLines(t *testing.T) {
	const pi, c, v = .3, .08, .1
	n := NewNormal(pi, c, v)
	free, ordered := NewLines([]float64{1 - pi, pi}, []float64{c, c}, []float64{v, v}), NewOrderedLines([]float64{1 - pi, pi}, c, v)
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
	l := NewOrderedLines(shares, .3, .25)
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
	if none := NewOrderedLines([]float64{0, 1}, .3, .25); true {
		none.Probabilities([]float64{0}, out[:2])
		if out[0] != 0 || out[1] != 1 {
			t.Errorf("a class without objects: %v", out)
		}
	}
}

// TestAbsentClass: a class that no object has is no part of the AUC, which is the mean of
// the others.
func TestAbsentClass(t *testing.T) {
	cases := drawnMany(rand.New(rand.NewPCG(fresh.Seed(t, 44), 1)), 60, 3, 5)
	sum := 0.0
	for i := range cases {
		cases[i].Class %= 2
	}
	for class := range 2 {
		better, pairs := 0.0, 0.0
		for _, a := range cases {
			for _, b := range cases {
				if a.Class != class || b.Class == class {
					continue
				}
				pairs++
				if d := a.P[class] - b.P[class]; d > 0 {
					better++
				} else if d == 0 {
					better += .5
				}
			}
		}
		sum += better / pairs
	}
	if got := MeasureMany(cases, 3, false).AUC; !(math.Abs(got-sum/2) <= 1e-9) {
		t.Errorf("AUC %g, want %g", got, sum/2)
	}
}
