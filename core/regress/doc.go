// Package regress holds the regressions that more than one part of the program
// needs: [LeastSquares] on rows, [Quadratic] for ridge and lasso on second moments, and
// [Logistic] with an L1 penalty. All are deterministic; numbers must be finite.
//
// Sabato & Kalai 2013 (S&K) use least squares in step 4 of their
// procedure: the label on the mean judgments of the chosen attributes.
package regress
