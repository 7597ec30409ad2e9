// Package subset chooses subsets of attributes and objects to label next. It follows a
// lecture (A. De, Lecture 21, "Feature Selection and Auto Learning"): sections 21.1 to
// 21.4 on subsets, and section 21.5 on objects. It also bounds the distance of the
// greedy choice from the best choice.
//
// # The set function
//
// F(S) is the least loss that attributes S allow, F(∅) the loss of the label's mean,
// and f(S) = F(∅) - F(S) the gain:
//
//	f(S) = c_Sᵀ G_S⁻¹ c_S
//
// c the covariances with the label and G the covariances of the attributes: least
// squares on sums of products if they come from those, the projected loss of a fixed
// number of judgments of each attribute if G = Σ⁺ + Diag(v/r). f never falls as S
// grows. An attribute that is redundant given the rest, to 1e-6 of its own variance or
// to rounding, gains nothing (selection.IsRounding).
//
// The naive method (21.2) goes through all subsets, Best; the successive
// algorithm (21.3), Forward, adds the attribute with the smallest F one after
// another: S(t+1) = S(t) ∪ e, where the lecture prints S(t+1) on both sides.
//
// # Weak submodularity
//
// With gain(e|S) = F(S) - F(S∪e), the submodularity ratio is
//
//	α = min gain(e|S) / gain(e|T)   over S ⊆ T, e ∉ T with gain(e|T) > 0
//
// at most 1, for S = T is allowed. (The lecture prints the last inequality of 21.4,
// gain(e|S) <= α gain(e|T), the wrong way round.) α is near 0 if any attribute is
// useful only beside another (a suppressor), and then guarantees little. The proof of
// the guarantee uses less: with S_0 ⊂ S_1 ⊂ ... the sets of the successive algorithm, S
// among S_0..S_{k-1}, |T∖S| <= k-1 (AlphaGreedy), or indeed only sums of gains (Das &
// Kempe 2011),
//
//	γ_k = min Σ_{e∈L} gain(e|S_t) / (F(S_t) - F(S_t∪L))   over t < k, |L| <= k
//
// so that α <= α_greedy <= γ <= 1, and
//
//	f(S_k) >= (1 - e^{-γ_k}) f(opt_k)
//
// For: a step gains at least the mean of the gains of opt's members, which is at least
// γ/k (f(opt) - f(S_t)); the missing gain shrinks by 1 - γ/k <= e^{-γ/k}, k times.
//
// The lecture's F* <= F_opt/(1-e^{-α}) is a bound on the loss instead, and wrong:
// with y = x0+x1 and x2 = y + noise F_opt = 0, while the successive algorithm
// takes x2 first and F* > 0. A test has it.
//
// The package makes no promise to other programs.
package subset
