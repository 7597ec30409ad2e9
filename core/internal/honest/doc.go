// Package honest says what chosen judgments will really be worth.
//
// The projected loss of chosen repeats is optimistic: repeats and weights were chosen to make it small, on
// the same objects. The honest (cross-validated) loss is not: of each of F folds of the objects, moments,
// projection, path and weights come from the other folds alone.
//
// This is possible although the fold's objects carry k judgments and the predictor
// wants r, usually more: by S&K Lemma A.2 the loss of fixed weights w at repeats r is a
// form in the moments,
//
//	Var(y) - 2 bᵀw + wᵀ(Σ + Diag(v/r))w
//
// each of which has an unbiased estimate from any two judgments a cell. The fold's own moments are put in
// as they are, never projected (moments.HeldOut).
//
// Everything comes from block sums: ten thousand objects cost as much as a hundred, and a path is run once a
// fold for every budget.
//
// # Candidates
//
// A [Candidate] is what each training part predicts with: repeats, and weights by label. Its
// makers differ in where these come from: the algorithm's choice ([Run.Chosen]), given repeats
// ([Parts.Given]), or a regression on the pilot's own means ([Evaluator.Ridge],
// [Evaluator.LeastSquares]). [Parts.Projected] evaluates one by the moments of the objects held
// out, [Evaluator.Squared] and [Evaluator.Cases] by their judgments, under a [Rule] that says
// which of these count. All give losses by block, so that any two are compared in pairs
// ([Parts.Difference]).
//
// # Standard errors
//
// Objects are few, folds fewer; but blocks are up to 50, and each block's contribution ℓ_k to the
// loss is known: the jackknife over blocks ([Sum]). [Estimate.Learned] adds what learning does to a
// loss, and [Estimate.Paired] what folds have in common in a difference (docs/research/method.md
// section 5).
//
// # Bootstrap
//
// Blocks drawn with replacement say how much moments vary, and which attributes other objects would choose.
package honest
