// Package agreement measures how far judgments agree: with each other, and with a
// label. It is about the data at hand, whatever is selected from them.
//
// A judgment of object i by rater r is taken as
//
//	x[i,r] = μ + o[i] + p[r] + e[i,r]
//
// with variances σo² (objects), σr² (raters: their general offsets) and σe² (all
// else, the interaction of object and rater among it). Coefficients are ratios of
// these variances, by the names of McGraw and Wong (1996), "Forming inferences
// about some intraclass correlation coefficients", table 4:
//
//	ICC(1)   = σo² / (σo² + v)            v = σr² + σe², one judgment by anybody
//	ICC(A,1) = σo² / (σo² + σr² + σe²)    absolute agreement, one judgment
//	ICC(C,1) = σo² / (σo² + σe²)          consistency: offsets do not count
//	ICC(A,k) = σo² / (σo² + (σr² + σe²)/k)  absolute agreement, the mean of k
//
// Shrout and Fleiss (1979) call them ICC(1,1), ICC(2,1), ICC(3,1) and ICC(2,k).
// Krippendorff's α and the κ of Cohen and of Fleiss compare disagreement with what
// chance would make of it.
//
// # Missing cells
//
// Panels have holes: raters judge some objects only. No object and no rater is dropped
// for holes. Variances are means over pairs of judgments (Koch 1968). Pairs exist
// wherever two judgments share an object or a rater. In complete tables these means are
// the estimates of the analysis of variance (variance.go). An object with one judgment
// counts for how objects differ, not for how raters do. α and κ take the objects with
// two judgments or more, as their authors do. If a rater judged a cell twice, the first
// judgment counts. A judgment without a rater counts as a judgment by somebody who
// judged nothing else.
//
// Intervals are from blocks of objects drawn with replacement (bootstrap.go): they answer for other
// objects judged by the same raters, and do not say what other raters would do.
package agreement
