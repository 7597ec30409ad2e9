// Package posterior shrinks the label covariance b of a small pilot.
//
// With 40 to 150 objects b is mostly chance, and a greedy that picks the largest of
// many estimates buys this chance. Sabato & Kalai 2013 take b as it is. Here it is
// replaced by its posterior mean, given a pilot with such noise, from the same moments,
// in closed form and without a parameter to tune.
//
// # Model
//
//	y    = ȳ + Σ_a β[a] s[a] + e     s external values of the attributes, Cov(s) = Z
//	x    = s + noise                 cell means of the pilot,          Cov(noise) = N
//	β[a] ~ N(0, τ[a])                independent
//
// Attributes are standardised by the spread t of their cell means: Z is
// Σ⁺/(t t'), N and b likewise. The label covariance of external values is Zβ; the
// b of the pilot estimates it with an error that Z, N and the m objects determine.
//
// # What the pilot says of β
//
// Given its cell means an object's external values have the posterior mean
//
//	ŝ = A'(x - μ),   A = (Z + N)⁻¹ Z
//
// and with it the pilot is a regression of y on ŝ, of which only the moments matter: u =
// A'b, the covariance of ŝ with y, and M = ZA, the covariance of ŝ with itself. With
// residual variance σ² (s2 in the code) and prior T = Diag(τ), β is normal with
//
//	mean     (M + σ²/m T⁻¹)⁻¹ u
//	variance H = (m M/σ² + T⁻¹)⁻¹,    so that the mean is H u m/σ²
//
// # How wide the prior is
//
// One τ common to all first: with κ = σ²/(m τ) the evidence of the pilot's labels is
// in closed form for each κ of a grid, and its average over the grid gives σ² and
// τ0 (evidence.go). Then every attribute gets a τ of its own, by steps of
// expectation and maximisation that hold it at τ0 with the weight of one
// observation more (tau.go).
//
// # What takes the place of b
//
//	b̃ = Z β
//
// in the objectives, bounds and weights alike. It lies in the range of Z, so that
// b̃'M⁻¹b̃ <= β'Zβ for every M >= Z whatever the repeats, and β'Zβ is held at or
// below Var(y): a projected loss made with b̃ is never below 0.
package posterior
