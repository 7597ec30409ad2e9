package tridiagonal

import (
	"math"
	"slices"

	lapack "gonum.org/v1/gonum/lapack/gonum"
)

// epsilon is the relative distance of neighbouring numbers.
const epsilon = 0x1p-52

// nothing is up to where an entry beside the diagonal counts as 0, of matrices whose largest entry
// is about 1: gonum's iteration cannot scale parts of smaller ones.
const nothing = 1e-100

// Values returns the eigenvalues, rising: the QL iteration without square roots (Pal, Walker and
// Kahan; Parlett, The Symmetric Eigenvalue Problem, section 8.15). It reports false where the
// iteration does not converge.
func (f *Form) Values() ([]float64, bool) {
	values, off := slices.Clone(f.Diag), slices.Clone(f.Off)
	for i, x := range off {
		if math.IsNaN(x) || math.IsNaN(values[i]) {
			return nil, false
		}
		if math.Abs(x) < nothing {
			off[i] = 0
		}
	}
	return values, lapack.Implementation{}.Dsterf(f.n, values, off)
}
