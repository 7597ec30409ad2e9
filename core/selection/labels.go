package selection

import (
	"fmt"
	"slices"
)

// # Several labels
//
// The same judgments may predict several labels y_1 … y_K: the indicators of K classes,
// or labels of their own. Each label has weights w_k of its own, all have the repeats r
// and so M_S in common. The loss to be made small is the sum
//
//	Σ_k E(y_k - ȳ_k - w_kᵀ(x̄-μ))² = Σ_k Var(y_k) - Σ_k b_kᵀ M_S⁻¹ b_k    at w_k = M_S⁻¹ b_k,
//
// for moments are linear in y: only b depends on the label. A judgment changes M_S as
// for one label. So every gain is a sum of single-label gains over K residual vectors.
// K = 1 is the paper's problem.

// WithLabel returns p for its labels together with the labels of another problem about
// the same judgments. The objective and the loss are sums over all labels. For weighted
// losses change the units of labels: y times √u has u times the loss.
func (p *Problem) WithLabel(o *Problem) *Problem {
	q := *p
	q.B = slices.Concat(p.B, o.B)
	if p.PaperB != nil || o.PaperB != nil {
		q.PaperB = slices.Concat(measuredOf(p), measuredOf(o))
	}
	q.VarY += o.VarY
	return &q
}

// sumSquares is Σ x[a]² over what is by label.
func sumSquares(labels [][]float64, a int) (sum float64) {
	for _, x := range labels {
		sum += x[a] * x[a]
	}
	return sum
}

// Labels is K, the number of labels that are predicted.
func (p *Problem) Labels() int { return len(p.B) }

// Weights returns the weights w = M_S⁻¹ b_S of a choice in standardised units, by label and by
// attribute and 0 outside the support, and the projected loss of all labels, in squared label units.
// Both come from a fresh factorisation.
//
// The support enters in the order of buying. An attribute that adds nothing to the attributes
// before it, so that M_S is singular, has weight 0.
func (p *Problem) Weights(c *Choice) (w [][]float64, loss float64) {
	anew := newChoice(p, slices.Collect(c.lots), new(cholesky))
	return anew.Weights(p.d()), anew.Loss
}

// WeightsAt returns the weights of each label at some repeats, which are by attribute like the
// weights. What is bought of order enters in that order.
func (p *Problem) WeightsAt(repeats, order []int) [][]float64 {
	anew := newChoice(p, lotsOf(repeats, order), new(cholesky))
	return anew.Weights(p.d())
}

// Alone returns the problem of label k by itself, whose variance is varY.
func (p *Problem) Alone(k int, varY float64) *Problem {
	q := *p
	q.VarY, q.B = varY, p.B[k:k+1]
	if p.PaperB != nil {
		q.PaperB = p.PaperB[k : k+1]
	}
	return &q
}

// WithPosterior returns p, of one label, with a shrunk label covariance in place of the paper's: b̃ by
// attribute, standardised, as from package posterior. Objectives, bounds and weights
// all use b̃. The paper's baseline Averages still chooses by b, kept in PaperB.
func (p *Problem) WithPosterior(b []float64) *Problem {
	if len(b) != p.d() {
		panic(fmt.Sprintf("selection: a label covariance of %d attributes for %d", len(b), p.d()))
	}
	q := *p
	q.PaperB, q.B = measuredOf(p), [][]float64{b}
	return &q
}

// measuredOf is b as the pilot shows it, standardised.
func measuredOf(p *Problem) [][]float64 {
	if p.PaperB != nil {
		return p.PaperB
	}
	return p.B
}
