package tridiagonal

import "gonum.org/v1/gonum/mat"

// Eigen is a symmetric matrix A = Uᵀ Λ U.
type Eigen struct {
	Values  []float64 // Λ, rising
	Vectors []float64 // U: n×n, an eigenvector a row, orthonormal
}

// Decompose returns all eigenvalues and eigenvectors of the matrix whose lower triangle has the
// entries at(i, j), i >= j, all finite, n >= 1. It reports false where the iteration does not
// converge. Where few vectors are wanted, [Form.Vectors] takes a fraction of the time.
func Decompose(n int, at func(i, j int) float64) (*Eigen, bool) {
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
