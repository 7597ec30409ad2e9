package posterior

import (
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"

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
		if t, ok := lapack64.Potrf(symmetric(try, n)); ok {
			copy(x, try)
			t.Data = x
			return t
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
// which takes rows alone; LAPACK's way goes down columns.
func invert(l blas64.Triangular) {
	n := l.N
	row := make([]float64, n)
	for i := range n {
		copy(row, l.Data[i*n:][:i+1])
		own := l.Data[i*n:][:i+1]
		clear(own[:i])
		own[i] = 1
		for k, x := range row[:i] {
			floats.AddScaled(own[:k+1], -x, l.Data[k*n:][:k+1])
		}
		floats.Scale(1/row[i], own)
	}
}

// positive tells whether x is positive definite.
func positive(x []float64, n int) bool {
	_, ok := lapack64.Potrf(symmetric(slices.Clone(x), n))
	return ok
}

func symmetric(x []float64, n int) blas64.Symmetric {
	return blas64.Symmetric{Uplo: blas.Lower, N: n, Stride: n, Data: x}
}

func general(x []float64, n int) blas64.General {
	return blas64.General{Rows: n, Cols: n, Stride: n, Data: x}
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }
