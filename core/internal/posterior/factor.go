package posterior

import (
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
	"fms-tui/core/internal/overflow"
)

// factor replaces the lower triangle of x + least·I, x being n×n, by its Cholesky
// factor L, L L' = x + least·I; what is above the diagonal is neither read nor kept.
// x must be positive semi-definite but for rounding; if
// rounding is more than least, the diagonal gets ten times as much, and so on. x
// that is not finite is an overflow.
func factor(x []float64, n int, least float64) blas64.Triangular {
	for add := least; ; add *= 10 {
		try := slices.Clone(x)
		for i := range n {
			try[i*n+i] += add
		}
		if gram.Cholesky(try, n) {
			copy(x, try)
			return blas64.Triangular{Uplo: blas.Lower, Diag: blas.NonUnit, N: n, Stride: n, Data: x}
		}
		if !(add < 1e300) {
			overflow.Raise("a covariance matrix of the pilot")
		}
	}
}

// invert replaces a lower triangle L by L⁻¹. Row i of L L⁻¹ = I says that
//
//	L[i,i] L⁻¹[i,:] = e_i - Σ_{k<i} L[i,k] L⁻¹[k,:]
//
// which takes rows alone; LAPACK's way goes down columns. Columns are taken a few at a
// time: rows that end before them add nothing. What is above the diagonal becomes 0.
func invert(l blas64.Triangular) {
	n := l.N
	rows := upTo(n)
	row := make([]float64, n)
	for i := range n {
		copy(row, l.Data[i*n:][:i+1])
		own := l.Data[i*n:][:n]
		clear(own[i:])
		for from := 0; from < i; from += columns {
			end := min(from+columns, n)
			gram.Combine(own[from:end], l.Data[from:], n, rows[from:i], row[from:i])
		}
		own[i] = -1
		floats.Scale(-1/row[i], own[:i+1])
	}
}

// columns are how many columns are taken at a time.
const columns = 64

// solve replaces w, n×n by rows, by L⁻¹w. Row i of L x = w says that
//
//	L[i,i] x[i,:] = w[i,:] - Σ_{k<i} L[i,k] x[k,:]
func solve(l blas64.Triangular, w []float64) {
	n := l.N
	rows, sum := upTo(n), make([]float64, n)
	for i := range n {
		own, left := w[i*n:][:n], l.Data[i*n:]
		gram.Combine(sum, w, n, rows[:i], left[:i])
		for a, x := range sum {
			own[a] = (own[a] - x) / left[i]
		}
	}
}

// upTo returns 0, 1, … n-1.
func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// positive tells whether x is positive definite.
func positive(x []float64, n int) bool {
	return gram.Cholesky(slices.Clone(x), n)
}

func symmetric(x []float64, n int) blas64.Symmetric {
	return blas64.Symmetric{Uplo: blas.Lower, N: n, Stride: n, Data: x}
}

func general(x []float64, n int) blas64.General {
	return blas64.General{Rows: n, Cols: n, Stride: n, Data: x}
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }
