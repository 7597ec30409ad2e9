package gram

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// block is how many rows of a factor are found before all others lose their product.
const block = 64

// Cholesky replaces the lower triangle of a symmetric matrix, n×n by rows, by its factor L
// with L Lᵀ = A. What is above the diagonal is neither read nor written. It reports false, and
// leaves anything there, if A is not positive definite.
//
// With R = Lᵀ a row of R follows from the rows above: R[k,k] R[k,i] = A[k,i] - Σ_l R[l,k] R[l,i].
// The sum over the rows of earlier blocks is a product of tall matrices, by tiles. Only sums
// can be added so: what is left of A is kept with the other sign.
func Cholesky(a []float64, n int) bool {
	if n <= 2*block {
		_, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Lower, N: n, Stride: max(n, 1), Data: a})
		return ok
	}
	r := make([]float64, n*n)
	eachLower(n, func(at, to int) { r[to] = -a[at] })
	if !upperFactor(r, n) {
		return false
	}
	eachLower(n, func(at, to int) { a[at] = r[to] })
	return true
}

// eachLower calls do with the places of all entries of a lower triangle, and of the same
// entries of its transpose, a few rows and columns at a time: both stay in the cache.
func eachLower(n int, do func(at, to int)) {
	const few = 16
	for i := 0; i < n; i += few {
		for k := 0; k <= i; k += few {
			for row := i; row < min(i+few, n); row++ {
				for column := k; column < min(k+few, row+1); column++ {
					do(row*n+column, column*n+row)
				}
			}
		}
	}
}

// upperFactor replaces the upper triangle of -A by R.
func upperFactor(r []float64, n int) bool {
	sum := make([]float64, n)
	var adder Adder
	rows, x := make([]int, 0, block), make([]float64, 0, block)
	for from := 0; from < n; from += block {
		end := min(from+block, n)
		for k := from; k < end; k++ {
			rows, x = rows[:0], x[:0]
			for l := from; l < k; l++ {
				rows, x = append(rows, l), append(x, r[l*n+k])
			}
			own, before := r[k*n+k:(k+1)*n], sum[:n-k]
			Combine(before, r[k:], n, rows, x)
			pivot := -own[0] - before[0]
			if !(pivot > 0) {
				return false
			}
			pivot = math.Sqrt(pivot)
			for i, z := range before {
				own[i] = -(own[i] + z) / pivot
			}
		}
		if end < n {
			adder.Leading(r[end*n+end:], r[from*n+end:], end-from, n-end, n)
		}
	}
	return true
}
