// Package bound says how far a choice of repeats is from the best possible
// one: it certifies lower bounds on the projected loss of every repeat vector
// that a budget pays for, and finds the best vector of a small problem.
//
// # The relaxed problem
//
// The projected loss of repeats r (the Full objective of Sabato & Kalai 2013,
// Algorithm 1, taken from Var(y)) is the least over all weights w on its
// support of
//
//	Var(y) - 2bᵀw + wᵀΣ⁺w + Σ_a v[a] w[a]²/r[a]
//
// Let r be any real numbers >= 0 with Σ_a c[a] r[a] <= B, c the prices. For
// given weights the best r is then known in closed form: by Cauchy and Schwarz
//
//	(Σ √(v[a]c[a]) |w[a]|)² <= Σ v[a] w[a]²/r[a] · Σ c[a] r[a]
//
// with equality where r[a] ∝ |w[a]| √(v[a]/c[a]), so that what whole judgments
// within B can reach is bounded from below by
//
//	L(B) = min_w  Var(y) - 2bᵀw + wᵀΣ⁺w + ‖w‖²/B,   ‖w‖ = Σ_a s[a] |w[a]|,  s[a] = √(v[a]c[a])
//
// a convex problem in w alone: a lasso, weighted, with its penalty squared. It
// has no parameter to choose, for B is the budget. L falls as B rises.
//
// # The certificate
//
// No minimum need be reached for a bound that holds. Let w be any weights and
// ρ = b - Σ⁺w. For every u, as Σ⁺ is positive semi-definite,
//
//	uᵀΣ⁺u >= 2wᵀΣ⁺u - wᵀΣ⁺w
//	ρᵀu   <= D ‖u‖,          D = max_a |ρ[a]|/s[a]
//
// so that the relaxed loss of u is at least Var(y) - wᵀΣ⁺w - 2D‖u‖ + ‖u‖²/B,
// which is least where ‖u‖ = B·D:
//
//	LB(w) = Var(y) - wᵀΣ⁺w - B·D²  <=  L(B)
//
// This is Fenchel's dual of the relaxed problem. The loss at w lies above by
//
//	(‖w‖/√B - √B·D)² + 2(D‖w‖ - ρᵀw)
//
// two terms that are never negative, and both 0 at the minimiser, where
// |ρ[a]| = s[a]‖w‖/B on the support and is no more outside it.
//
// Judgments come in whole numbers, with minima and maxima. These limits only remove
// repeat vectors, so the bound ignores them and holds; where an attribute is fixed at
// one number of judgments it uses that (relaxation.go). A ridge only raises the loss,
// so that the bound, which has none, holds under any.
//
// Where judgments are bought in forms or calls, or of a panel, errors are shared
// and prices too: what the relaxed problem is there, and why it bounds the loss,
// is in forms.go. The weights of a form are then a group, ‖w‖ a sum of Euclidean
// norms, and all of the above holds with norms for absolute values.
package bound
