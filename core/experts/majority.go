package experts

import (
	"math"

	"fms-tui/core/regress"
)

// majority is what most of the votes on each object say: 1 or 0, .5 for a tie,
// and NaN without votes.
func (v *Votes) majority() []float64 {
	out := make([]float64, v.Objects())
	for i := range out {
		yes := 0
		for r := v.Start[i]; r < v.Start[i+1]; r++ {
			if v.Yes[r] {
				yes++
			}
		}
		switch n := v.Of(i); {
		case n == 0:
			out[i] = math.NaN()
		case 2*yes > n:
			out[i] = 1
		case 2*yes == n:
			out[i] = .5
		}
	}
	return out
}

// onMajority is the logistic regression on the majority's labels; a tie is half
// an object of each class. All objects must have votes.
func (d *Data) onMajority() *regress.Logistic {
	l := &regress.Logistic{X: d.X, Groups: 1, Target: d.majority(), Penalty: make([]float64, len(d.X))}
	for j := range l.Penalty {
		l.Penalty[j] = 1
	}
	return l
}

// majorityTheta is a classifier without experts.
func majorityTheta(c regress.Coefficients) Theta {
	return Theta{Beta0: c.Intercept[0], Beta: c.Coef, Gamma: make([]float64, len(c.Coef))}
}

// agreement counts the objects that a classifier puts where most votes do.
func agreement(eta, majority []float64, sign float64) (n int) {
	for i, m := range majority {
		if m == 1 && sign*eta[i] > 0 || m == 0 && !(sign*eta[i] > 0) {
			n++
		}
	}
	return n
}

// signed returns θ or -θ, whose likelihoods are the same: the one whose classifier
// agrees with the majority on more objects, θ if both agree equally often (I&S section
// 3).
func (t Theta) signed(d *Data) (signed Theta, flipped bool) {
	eta, majority := t.eta(d), d.majority()
	if agreement(eta, majority, -1) > agreement(eta, majority, 1) {
		return t.negated(), true
	}
	return t, false
}
