package selection

import (
	"fms-tui/model"
)

// Forms says on which form each attribute is asked, what a form costs, and what
// one rater's judgments of two attributes of an object have in common. A nil
// *Forms in a Problem is the design in which every judgment is by another rater.
//
// Raters of a form are nested: rater j answers what is wanted at least j times.
// With C+ = Halo, for the support S of repeats r
//
//	cost(r)  = Σ_g Price[g] max_{a∈g} r[a] + Σ_a c[a] r[a]          c = Problem.Price
//	M_S      = Σ⁺_SS + (C+ ∘ Ω(r))_SS + λI
//	Ω[a,a]   = 1/r[a]
//	Ω[a,a']  = 1/max(r[a], r[a'])  on one form
//	           1/Panel             between other attributes where Panel > 0
//	           0                   else
//
// in standardised units (docs/buying.md).
type Forms struct {
	Of    []int          // by attribute: the number of its form; one that is bought singly has a form of its own
	Price []model.Amount // by form: of one filled form or call; 0 where answers alone are paid
	Panel int            // R, the raters who judge every object; 0 where raters are others each time
	// Halo is C+, d×d by rows and symmetric, standardised like Problem.Sigma:
	// what the errors of one rater in two attributes share; its diagonal is V.
	Halo []float64
}
