package tridiagonal

import "gonum.org/v1/gonum/mat"

// Eigen is what is known of A = Σ λ u uᵀ.
type Eigen struct {
	Values  []float64 // all λ, rising
	Vectors []float64 // u of the values that were asked for, orthonormal, a row each
}

// All asks for the vectors of all values.
func All(values []float64) (lo, hi int) { return 0, len(values) }

// Decompose returns all eigenvalues of the matrix whose lower triangle has the entries at(i, j),
// i >= j, all finite and about 1 at most, n >= 1, and the vectors of those that some asks for by their places lo:hi.
// It reports false where no iteration converges. [Form.Vectors] takes a fraction of the time of
// gonum's decomposition, which stands in for it where vectors come out badly.
func Decompose(n int, at func(i, j int) float64, some func(values []float64) (lo, hi int)) (*Eigen, bool) {
	form := Reduce(n, at)
	if values, ok := form.Values(); ok {
		lo, hi := some(values)
		if u, ok := form.Vectors(values[lo:hi]); ok {
			return &Eigen{values, u}, true
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
	values := e.Values(nil)
	lo, hi := some(values)
	return &Eigen{values, mat.DenseCopyOf(columns.T()).RawMatrix().Data[lo*n : hi*n]}, true
}
