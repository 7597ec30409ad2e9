package experts

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Theta are the parameters of the model.
type Theta struct {
	Beta0 float64   // log odds of a label of 1 where all features are 0
	Beta  []float64 // by feature
	Alpha []float64 // by expert: log odds of a right vote where all features are 0
	Gamma []float64 // by feature: what makes all experts right more often
}

// Penalty is λ, one for β and one for γ. The paper has one for both, and suggests two.
// Both are >= 0, and weighed against a likelihood that is a sum over objects, with
// features of variance 1.
type Penalty struct{ Beta, Gamma float64 }

// times scales a penalty.
func (p Penalty) times(by float64) Penalty { return Penalty{p.Beta * by, p.Gamma * by} }

// clone returns a copy.
func (t Theta) clone() Theta {
	return Theta{t.Beta0, append([]float64{}, t.Beta...), append([]float64{}, t.Alpha...), append([]float64{}, t.Gamma...)}
}

// negated is -θ, which has the same likelihood: labels and experts' errors are
// exchanged.
func (t Theta) negated() Theta {
	t = t.clone()
	t.Beta0 = -t.Beta0
	for _, v := range [][]float64{t.Beta, t.Alpha, t.Gamma} {
		for j := range v {
			v[j] = 0 - v[j] // and no -0
		}
	}
	return t
}

// combined is b + Σ_j c_j x_j by object.
func combined(b float64, c []float64, x [][]float64, to []float64) {
	for i := range to {
		to[i] = b
	}
	for j, v := range c {
		if v != 0 {
			floats.AddScaled(to, v, x[j])
		}
	}
}

// eta is the log odds of a label of 1 for each object, without its votes.
func (t Theta) eta(d *Data) []float64 {
	eta := make([]float64, d.Objects())
	combined(t.Beta0, t.Beta, d.X, eta)
	return eta
}

// ease is xᵀγ for each object: an expert's log odds of a right vote less α.
func (t Theta) ease(d *Data) []float64 {
	ease := make([]float64, d.Objects())
	combined(0, t.Gamma, d.X, ease)
	return ease
}

// Classify is the classifier ẑ(x) = 1(b + xᵀβ > 0), which uses no votes.
func (t Theta) Classify(d *Data) []bool {
	out := make([]bool, d.Objects())
	for i, eta := range t.eta(d) {
		out[i] = eta > 0
	}
	return out
}

// posterior is P(Z = 1 | x, votes) for each object, also for new objects. By Bayes'
// rule its log odds are η + Σ_k (2Y_k-1) τ_k, over the object's votes. Without votes it
// is P(Z = 1 | x).
func (t Theta) posterior(d *Data) []float64 {
	out, ease := t.eta(d), t.ease(d)
	for i, odds := range out {
		for r := d.Start[i]; r < d.Start[i+1]; r++ {
			tau := t.Alpha[d.Expert[r]] + ease[i]
			if d.Yes[r] {
				odds += tau
			} else {
				odds -= tau
			}
		}
		out[i] = sigmoid(odds)
	}
	return out
}

// sigmoid is 1/(1+e^-t).
func sigmoid(t float64) float64 {
	if t >= 0 {
		return 1 / (1 + math.Exp(-t))
	}
	e := math.Exp(t)
	return e / (1 + e)
}
