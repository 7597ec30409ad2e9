package posterior

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
	"fms-tui/core/internal/overflow"
)

// factor returns the upper triangle of R with RᵀR = x + least·I, in r if that is as large as
// x. x is n×n, of which the upper triangle is read, and stays.
// x must be positive semi-definite but for rounding; if
// rounding is more than least, the diagonal gets ten times as much, and so on. x
// that is not finite is an overflow.
func factor(r, x []float64, n int, least float64) blas64.Triangular {
	if len(r) < n*n {
		r = make([]float64, n*n)
	}
	for add := least; ; add *= 10 {
		for i := range n {
			for k := i; k < n; k++ {
				r[i*n+k] = -x[i*n+k]
			}
			r[i*n+i] -= add
		}
		if gram.Upper(r, n) {
			return blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: n, Data: r}
		}
		if !(add < 1e300) {
			overflow.Raise("a covariance matrix of the pilot")
		}
	}
}

// positive tells whether x is positive definite.
func positive(x []float64, n int) bool {
	return gram.Definite(floats.ScaleTo(make([]float64, n*n), -1, x[:n*n]), n)
}

func symmetric(x []float64, n int) blas64.Symmetric {
	return blas64.Symmetric{Uplo: blas.Lower, N: n, Stride: n, Data: x}
}

func general(x []float64, n int) blas64.General {
	return blas64.General{Rows: n, Cols: n, Stride: n, Data: x}
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }
