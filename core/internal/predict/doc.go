// Package predict applies a predictor to the judgments of new objects:
//
//	prediction = intercept + Σ_a w[a] · x̄[a]
//
// where x̄[a] is the mean of all judgments of attribute a that the object has (Sabato &
// Kalai 2013, Table 2), each minus the offset of its rater if the predictor is for a
// fixed panel.
//
// # How far off one prediction is
//
// The predictor carries the moments of its support S: v, b, Σ⁺, Var(y), μ. The mean of
// n[a] judgments is the object's own value plus noise of variance v[a]/n[a], which is
// correlated neither with the values nor with the label. As intercept = ȳ - wᵀμ, the
// error is the same for centred quantities,
//
//	y - prediction = (y-ȳ) - wᵀ(x̄-μ),
//
// and its expected square over objects with the counts n is the projected loss
// of (w, n), n in place of the repeats r that w was made for:
//
//	loss(w, n) = Var(y) - 2 wᵀb + wᵀ (Σ⁺ + Diag(v/n)) w
//
// whatever w is, so that no penalty of a ridge enters. Its root is the standard
// error of a prediction. At n = r it is the root of the projected loss, and like
// that it is optimistic where few objects were learned from: the honest loss of
// the predictor says how much. A loss below 0 means moments that cannot be
// believed; the standard error is then not known.
//
// The noise of two attributes counts as unrelated if the design of the predictor asks
// them of different raters. A rater who judged several of them has correlated errors
// (halo), and a prediction's error exceeds its standard error: Prediction.Halo. If they
// are asked on one form, or of a panel, the predictor holds C+, the shared errors of
// one rater, and Diag(v/n) becomes C+ ∘ Ω(n) with the shares Ω of pairs of judgments by one
// rater (docs/buying.md).
//
// # Weights for the judgments at hand
//
// w is best for r judgments. For other counts, and for objects that lack
// attributes altogether, the weights that minimise loss(w, n) + λ Σ t²w² over
// the attributes A with n > 0 are
//
//	w = (Σ⁺_AA + λ Diag(t²) + (C+ ∘ Ω(n))_AA)⁻¹ b_A,  intercept = ȳ - wᵀμ_A,
//
// docs/research/method.md section 4 with n for r. A predictor does not hold ȳ, but its own
// weights give it: ȳ = intercept + Σ w μ. It does not hold the order in which
// attributes were bought, which decides the redundant attributes of a singular matrix:
// such attributes had weight 0 and enter last.
package predict
