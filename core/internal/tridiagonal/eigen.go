package tridiagonal

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Eigen is a symmetric matrix A = Uᵀ Λ U.
type Eigen struct {
	Values  []float64 // Λ, rising
	Vectors []float64 // U: n×n, an eigenvector a row, orthonormal
}

// Values returns the eigenvalues, rising, of the matrix whose lower triangle has the entries
// at(i, j), i >= j, all finite. It reports false where the iteration does not converge.
func Values(n int, at func(i, j int) float64) ([]float64, bool) {
	size := largest(n, at)
	form := Reduce(n, func(i, j int) float64 { return at(i, j) / size })
	values, ok := form.Values()
	floats.Scale(size, values)
	return values, ok
}

// largest returns the size of the largest entry, 1 if all are 0.
func largest(n int, at func(i, j int) float64) (size float64) {
	for i := range n {
		for j := range i + 1 {
			size = max(size, math.Abs(at(i, j)))
		}
	}
	if size == 0 {
		return 1
	}
	return size
}

// fewRows is up to how many rows a general solver takes as little time.
const fewRows = 64

// Decompose returns the eigenvalues of such a matrix, n >= 1, with all eigenvectors.
func Decompose(n int, at func(i, j int) float64) (*Eigen, bool) {
	if n > fewRows {
		size := largest(n, at)
		form := Reduce(n, func(i, j int) float64 { return at(i, j) / size })
		if values, ok := form.Values(); ok {
			if vectors, ok := form.Vectors(values); ok {
				floats.Scale(size, values)
				return &Eigen{values, vectors}, true
			}
		}
	}
	z := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			z.SetSym(i, j, at(i, j))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(z, true) {
		return nil, false
	}
	var columns mat.Dense
	e.VectorsTo(&columns)
	return &Eigen{Values: e.Values(nil), Vectors: mat.DenseCopyOf(columns.T()).RawMatrix().Data}, true
}
