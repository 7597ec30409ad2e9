package gram

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// block is how many rows of a factor are found before all others lose their product.
const block = 16

// Upper replaces the upper triangle of a symmetric matrix -A, n×n by rows, by the factor R with
// RᵀR = A. What is below the diagonal is neither read nor written. It reports false, and leaves
// anything there, if A is not positive definite.
//
// A row of R follows from the rows above: R[k,k] R[k,i] = A[k,i] - Σ_l R[l,k] R[l,i]. The sum over
// the rows of earlier blocks is a product of tall matrices, by tiles. Only sums can be added so,
// hence the sign.
func Upper(r []float64, n int) bool {
	f := factoring{r: r, n: n, sum: make([]float64, n)}
	for from := 0; from < n; from += block {
		end := min(from+block, n)
		for k := from; k < end; k++ {
			if !f.row(from, k) {
				return false
			}
		}
		if end < n {
			f.adder.leading(r[end*n+end:], r[from*n+end:], end-from, n-end, n-end, n)
		}
	}
	return true
}

// factoring is the state of Upper.
type factoring struct {
	r, sum []float64
	n      int
	adder  Adder
	rows   [block]int
	x      [block]float64
}

// row finds row k from the rows of its block before it; the sums of earlier blocks are in it.
func (f *factoring) row(first, k int) bool {
	count := k - first
	for i := range count {
		f.rows[i], f.x[i] = first+i, f.r[(first+i)*f.n+k]
	}
	own, before := f.r[k*f.n+k:(k+1)*f.n], f.sum[:f.n-k]
	Combine(before, f.r[k:], f.n, f.rows[:count], f.x[:count])
	floats.Add(own, before)
	pivot := -own[0]
	if !(pivot > 0) {
		return false
	}
	floats.Scale(-1/math.Sqrt(pivot), own)
	return true
}
