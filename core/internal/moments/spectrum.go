package moments

import (
	"math"

	"gonum.org/v1/gonum/floats"
	lapack "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/tridiagonal"
)

// spectrum is a symmetric matrix A = Q T Qᵀ with T tridiagonal, its eigenvalues
// in ascending order, and the means to compute single eigenvectors.
//
// All eigenvectors together cost several times the eigenvalues, and a projection needs
// only the eigenvectors of the negative eigenvalues, or of the positive ones if these
// are fewer.
type spectrum struct {
	n         int
	form      *tridiagonal.Form
	diag, off []float64 // of T
	values    []float64
}

// nothing is the size below which entries of T count as 0, of a matrix whose largest entry
// is 1. Eigenvalues move by no more than that. Dsterf scales a block whose norm is below
// 1e-122, with a stride that belongs to a column: gonum v0.17 panics there.
const nothing = 1e-120

// newSpectrum reduces z, of which the largest entry is 1 and which is kept, and computes
// its eigenvalues. It reports false where the iteration does not converge.
func newSpectrum(z *mat.SymDense) (*spectrum, bool) {
	n := z.SymmetricDim()
	form := tridiagonal.Reduce(n, z.At)
	s := &spectrum{n: n, form: form, diag: form.Diag, off: form.Off}
	for _, entries := range [][]float64{s.diag, s.off} {
		for i, x := range entries {
			if math.Abs(x) < nothing {
				entries[i] = 0
			}
		}
	}
	impl := lapack.Implementation{}
	s.values = append([]float64(nil), s.diag...)
	ok := impl.Dsterf(n, s.values, append([]float64(nil), s.off...))
	return s, ok
}

// norm bounds |λ|.
func (s *spectrum) norm() float64 {
	return max(math.Abs(s.values[0]), math.Abs(s.values[s.n-1]))
}

const (
	// inverseSteps is how often a vector is multiplied by (T-λ)⁻¹ at most: twice is
	// usually enough, from a vector that is not orthogonal to the one sought.
	inverseSteps = 4
	// settled is ‖Tv-λv‖, as a share of the norm, from which on no further step is made.
	settled = 1e-14
	// closeValues is the distance of eigenvalues, as a share of the norm, within
	// which inverse iteration alone does not keep vectors orthogonal.
	closeValues = 1e-3
	// residual is what ‖Tv-λv‖ may be, as a share of the norm.
	residual = 1e-11
)

// vectors returns orthonormal eigenvectors of the eigenvalues lo..hi-1, by
// rows, or false where inverse iteration does not find them to within
// residual: the caller then has a slower way.
func (s *spectrum) vectors(lo, hi int) (v [][]float64, ok bool) {
	rng := uint64(0x9e3779b97f4a7c15)
	first := lo // of the group of close eigenvalues
	for k := lo; k < hi; k++ {
		if k > lo && s.values[k]-s.values[k-1] > closeValues*s.norm() {
			first = k
		}
		x := make([]float64, s.n)
		for i := range x {
			rng ^= rng << 13
			rng ^= rng >> 7
			rng ^= rng << 17
			x[i] = float64(rng>>11)/(1<<53) - .5
		}
		if !s.iterate(x, s.values[k], v[first-lo:]) {
			return nil, false
		}
		v = append(v, x)
	}
	s.rotate(v)
	return v, true
}

// iterate turns x into an eigenvector of T for λ, orthogonal to others.
func (s *spectrum) iterate(x []float64, lambda float64, others [][]float64) bool {
	impl := lapack.Implementation{}
	lower, diag, upper := make([]float64, len(s.off)), make([]float64, s.n), make([]float64, len(s.off))
	for step := range inverseSteps {
		// A shift of a few units in the last place keeps T-λ from being singular,
		// and vectors of equal eigenvalues from being the same.
		shift := lambda + float64(len(others)+step+1)*2e-16*s.norm()
		copy(lower, s.off)
		copy(upper, s.off)
		for i := range diag {
			diag[i] = s.diag[i] - shift
		}
		if !impl.Dgtsv(s.n, 1, lower, diag, upper, x, 1) {
			return false
		}
		floats.Scale(1/floats.Norm(x, math.Inf(1)), x) // before squares overflow
		for range 2 {                                  // once leaves rounding of its own
			for _, o := range others {
				floats.AddScaled(x, -floats.Dot(o, x), o)
			}
		}
		length := floats.Norm(x, 2)
		if !(length > 1e-8) { // nothing was left of it
			return false
		}
		floats.Scale(1/length, x)
		if step > 0 && s.residual(x, lambda) <= settled*s.norm() {
			return true
		}
	}
	return s.residual(x, lambda) <= residual*s.norm()
}

// residual is ‖Tx-λx‖.
func (s *spectrum) residual(x []float64, lambda float64) float64 {
	var sum float64
	for i := range x {
		r := (s.diag[i] - lambda) * x[i]
		if i > 0 {
			r += s.off[i-1] * x[i-1]
		}
		if i+1 < s.n {
			r += s.off[i] * x[i+1]
		}
		sum += r * r
	}
	return math.Sqrt(sum)
}

// rotate multiplies the vectors by Q.
func (s *spectrum) rotate(v [][]float64) {
	for _, x := range v {
		s.form.Back(x)
	}
}
