package classes

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestManyNormalOrdered: the metrics of one Gaussian score of classes in order equal a
// literal sum over a fine grid.
func TestManyNormalOrdered(t *testing.T) {
	shares, by := []float64{.3, .45, .25}, Calling{Classes: 3, Ordered: true}
	mean, vary := moments(shares)
	for _, r2 := range []float64{.1, .5, .8} {
		c := r2 * vary
		n := ManyNormal{Shares: shares, Covariance: [][]float64{{c}}, Ordered: true}
		m := n.At(1)
		var right, logLoss float64
		s := math.Sqrt(c - c*c/vary)
		p := make([]float64, 3)
		const steps = 4000
		for k, share := range shares {
			for i := range steps {
				z := mean + c/vary*(float64(k)-mean) + s*distuv.UnitNormal.Quantile((float64(i)+.5)/steps)
				NewOrderedLines(shares, c, c).Probabilities([]float64{z}, p)
				if by.Call(p) == k {
					right += share / steps
				}
				logLoss -= share / steps * math.Log(p[k])
			}
		}
		if !(math.Abs(m.Accuracy-right) <= .01) || !(math.Abs(m.LogLoss-logLoss) <= .01) {
			t.Errorf("R² %g: accuracy %g, log loss %g, want %g, %g", r2, m.Accuracy, m.LogLoss, right, logLoss)
		}
	}
}

// TestManyNormalScores: the metrics of Gaussian scores of classes without an order agree
// with many objects drawn with their means and covariance.
func TestManyNormalScores(t *testing.T) {
	shares := []float64{.2, .5, .3}
	n := ManyNormal{Shares: shares}
	for k := range shares { // a third of the indicators' own covariance
		row := make([]float64, 3)
		for j := range shares {
			row[j] = -shares[j] * shares[k] / 3
		}
		row[k] += shares[k] / 3
		n.Covariance = append(n.Covariance, row)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var cases []Case
	for range 20_000 {
		k, u := 0, rng.Float64()
		for u > shares[k] {
			u -= shares[k]
			k++
		}
		// Indicators less their means, a third of them, and noise with what is missing: of
		// covariance (1/3 - 1/9) (diag π - π πᵀ), which Σ √π_j g_j has with its mean taken off.
		g, sum := make([]float64, 3), 0.0
		for j := range g {
			g[j] = math.Sqrt(shares[j]) * rng.NormFloat64()
			sum += g[j]
		}
		score := make([]float64, 3)
		for j := range score {
			score[j] = shares[j] - shares[j]/3 + math.Sqrt(2.0/9)*(g[j]-shares[j]*sum)
		}
		score[k] += 1.0 / 3
		p := make([]float64, 3)
		_, _, l := n.parts(1)
		l.Probabilities(score, p)
		cases = append(cases, Case{P: p, Class: k})
	}
	want, got := Calling{Classes: 3}.Measure(cases).Metrics, n.At(1)
	for i, x := range got.values() {
		if w := *want.values()[i]; !(math.Abs(*x-w) <= .02) {
			t.Errorf("metric %d: %g, want %g", i, *x, w)
		}
	}
}

// TestGuess: what asking nothing gives are the metrics of cases that all have the shares for
// probabilities, and of a model that explains nothing.
func TestGuess(t *testing.T) {
	shares := []float64{.2, .5, .3}
	var cases []Case
	for k, share := range shares {
		for range int(math.Round(1000 * share)) {
			cases = append(cases, Case{P: shares, Class: k})
		}
	}
	got := Guess(shares)
	none := ManyNormal{Shares: shares, Covariance: [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	for name, want := range map[string]Metrics{"cases": Calling{Classes: 3}.Measure(cases).Metrics, "model": none.At(0)} {
		for i, x := range got.values() {
			if w := *want.values()[i]; !(math.Abs(*x-w) <= 1e-9) {
				t.Errorf("%s, metric %d: %g, want %g", name, i, *x, w)
			}
		}
	}
}
