// Package experts learns a binary label from the votes of experts of whom none
// need be right, after Izbicki & Stern 2013, "Learning with many experts: Model
// selection and sparsity" (I&S).
//
// An object i has features x_i, an unknown label Z_i and votes Y_ik of the
// experts k in A_i, any of whom may be missing (at random). The model is
//
//	P(Z_i = 1 | x_i)         = σ(η_i),   η_i = b + x_iᵀβ
//	P(Y_ik = Z_i | Z_i, x_i) = σ(τ_ik),  τ_ik = α_k + x_iᵀγ
//
// with σ(t) = 1/(1+e^-t) and votes independent given label and features: α_k says how
// good the expert is, and γ what makes objects easy. EM maximises the likelihood l of
// the votes, EM-Sparse J = l - λ|β|₁ - λ|γ|₁, and Majority is a logistic regression
// with an L1 penalty on the majority vote.
//
// The surrogate risk Ŝ chooses the model and λ without labels (I&S section 2): the
// share of held-out votes that a classifier disagrees with. Ŝ is larger than the risk.
// But Ŝ and the risk are least for the same classifier, if experts are right more often
// than wrong.
//
// [FromDataset] makes [Data] of judgments. Data, [Votes] and [Theta] are plain values;
// [Select] returns a [Study], whose Points hold a fit of all objects for every λ, and shows
// them while they are found. A Fit has labels, and experts' accuracy with intervals.
package experts
