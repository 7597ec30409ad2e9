package predict

import (
	"math"

	"fms-tui/core/classes"
)

// probability is P(1) of a prediction z + ȳ, as docs/classes.md derives it from the
// covariance c of z with the label and the variance V of z.
//
// The predictor's own V is for its repeats. Other numbers n of judgments change only the
// noise in z, so V(n) = V + loss(n) - loss(r), and SE² is loss(n). Weights recomputed for
// n are of least loss: c and V are both projected to be Var(y) - loss(n). c then shrinks
// by the same share as the honest loss shrinks the predictor's own c. Of a refit c and V shrink
// by the share V(n)/V(r) of ŷ(r) that n judgments explain.
func (r *Run) probability(p *Prediction) float64 {
	k := r.p.Classes
	if k == nil || math.IsNaN(p.Value) {
		return math.NaN()
	}
	z, c, v := p.Value-k.Prevalence, k.Covariance, k.Variance
	loss, vary := p.SE*p.SE, r.p.LabelVariance
	switch own := vary - r.p.ProjectedLoss; {
	case math.IsNaN(loss):
	case !r.partial:
		v += loss - r.p.ProjectedLoss
	case r.noise.refit:
		if whole := r.noise.v; whole > 0 {
			left := max(whole+r.p.ProjectedLoss-loss, 0) / whole // V(n)/V(r)
			c, v = c*left, v*left
		}
	case own > 0:
		v = vary - loss
		c *= v / own
	}
	intercept, slope := classes.NewNormal(k.Prevalence, c, v).Logit()
	offset, t := k.Correction()
	return classes.Logistic(offset + t*(intercept+slope*z))
}
