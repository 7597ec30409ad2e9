// Package moments turns judgments into the few averages that everything else
// is computed from: the label covariance b, the internal variance v and the
// external covariance Σ of Sabato & Kalai 2013 (S&K), Algorithm 1 lines 3-7
// and 10, in the ragged form of their footnote 5.
//
// # Notation
//
//	m, d        objects, attributes
//	n[i,a]      number of judgments in cell (i,a); 0 where none
//	x̄[i,a]      mean of the cell's judgments
//	s²[i,a]     their variance, divisor n-1, for n >= 2
//	O(a)        objects with n[i,a] > 0;  O(a,a') objects with both
//	ȳ, Var(y)   mean and mean square deviation of the label (divisor m)
//	μ[a]        mean over O(a) of x̄
//	b[a]        mean over O(a) of (x̄-μ)(y-ȳ)         S&K's "correlation" b̂
//	v[a]        mean of s² over objects with n >= 2  internal variance v̂
//	t[a]²       mean over O(a) of (x̄-μ)²
//	Σ[a,a']     external covariance;  σ²[a] = max(0, Σ[a,a])
//
// Centring at the means replaces the paper's "free feature that is always 1"
// (S&K section 3.4): it is the Schur complement of that feature, so adding a
// constant to an attribute or to the label changes nothing.
//
// # Sums, by block
//
// Every average above is a ratio of sums over objects, so the sums are kept,
// by block of objects: an object's block is a hash of its id. Blocks add up,
// hence any union of blocks has its moments without going back to the
// judgments, and what is built on moments (selection, cross-validation,
// bootstrap) costs the same for a thousand objects as for a million.
//
// All sums are about a fixed shift, the first value seen of each attribute and
// of the label: with x' = x - shift of the order of the spread, differences
// such as Σx'²/n - (Σx'/n)² lose nothing, even where the label is a billion
// with unit spread.
//
// # Raters who judge several attributes
//
// S&K section 2 assume a fresh rater for every judgment. If one rater judged several
// attributes of an object, the rater's errors are shared and x̄[i,a]·x̄[i,a'] is
// biased. In the aware mode an off-diagonal entry of Σ averages products of judgments
// by different raters alone, and a severity term restores what a small pool of raters
// hides (severity.go). In the fixed mode the same raters will judge again, and their
// means are subtracted instead (panel.go). The shared errors of one rater in two
// attributes are estimated too, for judgments bought in forms or calls (halo.go). If no
// rater has an id, places in the lists of judgments may identify raters (position.go).
// The raters' noise in the cell means themselves is N (cellnoise.go).
package moments
