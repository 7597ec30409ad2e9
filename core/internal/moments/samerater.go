package moments

// A rater's error on one attribute of an object often recurs on the next attribute:
// same-rater error, or halo. Judgments that are bought in forms carry it, and it does
// not fade with more attributes. It is estimated from the objects that have pairs of
// judgments of both kinds, with
//
//	E = average of x'_a x'_a' over the pairs by one rater
//	D = average of x'_a x'_a' over the pairs by different raters
//
// E - D holds neither the truth nor, but for their averages of x', the shift:
//
//	avg (x_a-μ_a)(x_a'-μ_a') = avg x'_a x'_a' - μ'_a' avg x'_a - μ'_a avg x'_a' + μ'_a μ'_a'
//
// and the last term is in both averages. With P = Σ(E-D) and A the same
// difference of the averages of x'_a, the covariance of one rater's errors is
//
//	C[a,a'] = (P - μ'_a' A[a,a'] - μ'_a A[a',a]) / N
//
// Judgments whose rater is not known are by raters of their own.

// halo is an entry of Halo, i <= j:
//
//	(P_k - μ_a' A_k[a,a'] - μ_a A_k[a',a]) / N
//
// with the training means about the shift, N of all blocks, and both
// attributes standardised.
func (o *HeldOut) halo(i, j int) float64 {
	h := o.from
	if i == j || !h.usable(i, j) {
		return 0
	}
	n, _, _, _ := h.whole.pair(SameRater, i, j)
	if n == 0 {
		return 0
	}
	at, other := &h.train.Attr[i], &h.train.Attr[j]
	_, p, ai, aj := o.sums.pair(SameRater, i, j)
	return (p - (other.Mean-h.Shift[j])*ai - (at.Mean-h.Shift[i])*aj) / n / (at.T * other.T)
}
