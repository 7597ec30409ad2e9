// Package experiment holds experiments on data: what would a choice have been
// worth, had the data been others?
//
// # Pilots
//
// Given a total of M for judgments, should a pilot have more objects, or more judgments
// of each cell (Sabato & Kalai 2013, section 4 and figure 8)? The data are a pilot
// themselves, and contain smaller pilots. A design is a number of objects n and of
// judgments of each cell k. Many times, objects are put in a random order; the first n
// give a pilot with k judgments a cell, from which repeats r and weights w are chosen;
// and what (w, r) is worth is estimated without bias on objects that no design of that
// order used, by S&K Lemma A.2 (moments.HeldOut). This is the loss of the pilot's
// choice on new objects, not the pilot's own estimate.
//
// All designs share orders and held-out objects, so that their differences are
// much more precise than their losses.
//
// # More than the data hold
//
// A fifth of the objects, and at least LeastObjects, are always held out. Designs
// that want more than the others are extrapolated: the excess of a learned
// predictor's loss falls as 1/n to first order, so loss = a + b/n is fitted to
// smaller pilots with the same k. A fit's value is a weighted mean of the losses
// it was fitted to, so it has its standard error by the same formula.
//
// Judgments beyond the judgments of a cell are drawn again with replacement. Repeated
// draws add no information, and understate noise. Their share is reported.
//
// # Standard errors
//
// With A_k the mean contribution of block k's objects over the subsamples, s_k
// their share and L = Σ A_k, the spread over blocks says how L depends on the
// objects at hand, and the spread over subsamples how it depends on the draws:
//
//	se² = K/(K-1) Σ_k (A_k - s_k L)²  +  sd²/R
//
// # Test errors
//
// Sabato & Kalai 2013, section 4, figures 3 to 8: on random splits, what algorithms choose from
// the training part is tested on the rest, after a refit and without (docs/research/experiments.md).
//
// Where a cell holds fewer than r judgments the rest are drawn from them again,
// with replacement; a cell without any has the mean of the training part. Columns
// that the regression cannot tell apart are left out of it, the later one first.
//
// # Standard errors of test errors
//
// Splits share objects, so their errors are correlated, and s/√J of J splits would
// shrink to nothing while the data stay as few as they are. Of m objects n are
// tested on, and two splits have a share n/m of these in common. With errors that
// correlate as much, the mean of J has the variance (Nadeau & Bengio 2003,
// "Inference for the generalization error")
//
//	se² = (1/J + n/(m-n)) s²
//
// which is on the safe side, for differences too. s itself is reported as well.
//
// The package makes no promise to other programs.
package experiment
