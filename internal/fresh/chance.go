package fresh

import "gonum.org/v1/gonum/mathext"

// unlikely is how often chance alone may fail a test: once in a million runs, each with
// other seeds.
const unlikely = 1e-6

// AtMost is the largest count of n independent cases, each with probability p, that a
// test may not call a defect: more come with a probability below one in a million. With
// the regularised incomplete beta function, P(X > k) = I_p(k+1, n-k).
func AtMost(n int, p float64) int {
	k := 0
	for k < n && mathext.RegIncBeta(float64(k+1), float64(n-k), p) >= unlikely {
		k++
	}
	return k
}
