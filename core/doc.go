// Package core answers the question of fms-tui: which attributes should be
// judged, and how many times each, to predict a label within a budget?
//
// A program starts with [NewStudy] or, for moments files, [OpenMoments]. A [Study]
// holds a data set and what was computed from it. [Study.Solve] takes a [Request] with
// the user's settings and returns a [Result]: the attributes' figures, each algorithm's
// choices for every budget of the range, predictors and warnings. Results are
// immutable, so that a screen can go on showing one while the next is computed.
// [Result.Honest] cross-validates the choices; [Study.Tune] does both, and chooses the
// ridge. docs/dev/library.md has a whole program.
//
// Losses are mean squared errors in squared label units, NaN where they are not known.
// Repeats, weights and figures by attribute have the order of the data's Attributes.
//
// The package is pure: no files, no clock, no terminal, no global randomness. Slow
// functions take a context.
//
// The method is Sabato & Kalai 2013 (S&K), with a decision for each case that the paper
// leaves open. Five packages below can be imported on their own:
//
//	agreement    how far judgments agree, with each other and with a label
//	selection    the greedy paths of Algorithm 1, and what they are compared with
//	regress      the regressions that the refit, experts and partial share
//	experts      labels from votes (Izbicki & Stern 2013)
//	partial      learning from k judgments of each object (Cesa-Bianchi,
//	             Shalev-Shwartz & Shamir 2010)
//
// Packages crowd (another crowd), experiment (what would have been chosen from other data), simulation
// (how large a pilot must be), stopping (deciding early) and subset (subsets of attributes, and which
// objects to label next) make no promise to other programs.
package core
