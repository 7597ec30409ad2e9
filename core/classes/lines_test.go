package classes

import (
	"math"
	"testing"
)

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
