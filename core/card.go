package core

import (
	"math"

	"fms-tui/model"
)

// Further returns the projected loss of a selection with 1, 2, … most more
// judgments of attribute a, whatever they cost.
func (r *Result) Further(s *Selection, a, most int) []float64 {
	return r.problem.Further(&s.choice, a, most)
}

// Enters returns what was spent when attribute a was first bought on the way to
// a selection, that purchase included; false where it never was.
func (r *Result) Enters(s *Selection, a int) (spent model.Amount, ok bool) {
	for _, st := range r.problem.Steps(&s.choice) {
		if st.Attribute == a {
			return st.Spent, true
		}
	}
	return 0, false
}

// Related returns the correlation of attribute a with every other one without
// the noise of judgments: Σ⁺[a,a']/(σ[a] σ[a']), halo taken out where the raters
// mode does so. NaN where either attribute has no external variance left, or
// cannot be used.
func (r *Result) Related(a int) []float64 {
	d := len(r.Attributes)
	related := make([]float64, d)
	for b := range related {
		related[b] = math.NaN()
		if r.Attributes[a].Usable() && r.Attributes[b].Usable() {
			if own := r.projected.Sigma[a*d+a] * r.projected.Sigma[b*d+b]; own > 0 {
				related[b] = r.projected.Sigma[a*d+b] / math.Sqrt(own)
			}
		}
	}
	return related
}
