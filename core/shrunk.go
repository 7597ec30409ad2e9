package core

import "math"

// Shrunk is what takes the place of an attribute's label covariance b.
type Shrunk struct {
	// B is b̃, the posterior of b, in the units of the attribute times the units of the
	// label, as b itself. NaN where the paper's b is taken, and for attributes that
	// cannot be selected.
	B float64
	// Tau is the variance τ > 0 of the prior of the attribute's slope, per standard
	// deviation of its cell means: squared label units. NaN where B is.
	Tau float64
	// Share is b̃/b, the share of b that is left. It can be above 1 or below 0, since
	// b̃ also learns from other attributes; NaN where B is, and where b is 0.
	Share float64
}

// Shrunk returns b̃ of attribute a (package posterior), which choices, weights and
// losses take in place of b.
func (r *Result) Shrunk(a int) Shrunk {
	at := &r.Attributes[a]
	if !r.Shrinks() || !at.Selectable() {
		return Shrunk{B: math.NaN(), Tau: math.NaN(), Share: math.NaN()}
	}
	if r.Several() {
		sum := 0.0
		for _, p := range r.posteriors {
			sum += square(p.B[a] * at.T)
		}
		return Shrunk{B: math.Sqrt(sum), Tau: math.NaN(), Share: math.Sqrt(sum) / at.B}
	}
	posterior := r.posteriors[0]
	s := Shrunk{B: posterior.B[a] * at.T, Tau: posterior.Tau[a], Share: math.NaN()}
	if at.B != 0 {
		s.Share = s.B / at.B
	}
	return s
}
