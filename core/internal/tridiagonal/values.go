package tridiagonal

import (
	"math"
	"slices"
)

const (
	// mostSweeps is far more than an eigenvalue takes, which is about 1.7.
	mostSweeps = 60
	// epsilon is the relative distance of neighbouring numbers.
	epsilon = 0x1p-52
)

// Values returns the eigenvalues, rising. It reports false where the iteration does not
// converge.
func (f *Form) Values() ([]float64, bool) {
	values := slices.Clone(f.Diag)
	square := make([]float64, f.n) // of the entries beside the diagonal, and 0
	for i, x := range f.Off {
		square[i] = x * x
	}
	if !iterateSquares(values, square) {
		return nil, false
	}
	slices.Sort(values)
	return values, true
}

// iterateSquares turns diag into the eigenvalues: the QL iteration without square roots (Pal,
// Walker and Kahan; Parlett, The Symmetric Eigenvalue Problem, section 8.15; LAPACK's dsterf).
// An entry counts as 0 if it is less than the rounding of the largest row so far.
func iterateSquares(diag, square []float64) bool {
	most := least / epsilon
	for l := range diag {
		most = max(most, math.Abs(diag[l])+math.Sqrt(square[l]))
		for count := 0; ; count++ {
			m := l
			for square[m] > epsilon*most*(epsilon*most) {
				m++
			}
			if m == l {
				break
			}
			if count == mostSweeps {
				return false
			}
			sweepSquares(diag, square, l, m)
		}
		if math.IsNaN(diag[l]) {
			return false
		}
	}
	return true
}

// sweepSquares makes one step of the iteration between l and m. With cosine and sine of each
// rotation, and γ and p = γ²/c² in Parlett's notation, it needs c² and s² alone.
func sweepSquares(diag, square []float64, l, m int) {
	beside := math.Sqrt(square[l])
	p := (diag[l+1] - diag[l]) / (2 * beside)
	shift := diag[l] - beside/(p+math.Copysign(math.Hypot(p, 1), p))
	c, s := 1.0, 0.0 // squares
	gamma := diag[m] - shift
	p = gamma * gamma
	for i := m - 1; i >= l; i-- {
		own := square[i]
		r := p + own
		if i < m-1 {
			square[i+1] = s * r
		}
		before := c
		c, s = p/r, own/r
		last, alpha := gamma, diag[i]
		gamma = c*(alpha-shift) - s*last
		diag[i+1] = last + (alpha - gamma)
		if c != 0 {
			p = gamma * gamma / c
		} else {
			p = before * own
		}
	}
	square[l] = s * p
	diag[l] = shift + gamma
}
