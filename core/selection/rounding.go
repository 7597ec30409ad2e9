package selection

import "math"

const (
	// redundant is the share of its own variance that a new attribute must keep, given
	// the chosen attributes, to count. A smaller rest is an error of estimates as much
	// as of arithmetic.
	//
	// All attributes are taken at one judgment each. Further judgments of the others
	// lower the rest of an attribute. An attribute that counted when it was bought must
	// not cease to count, or the loss would rise with the judgments.
	redundant = 1e-6
	// doubtful is the share of its own variance below which what an attribute
	// keeps may be nothing but rounding: a pivot of that size enlarges errors by
	// its inverse.
	doubtful = 1e-4
)

// Roundings is the relative rounding of a residual variance after n attributes
// are taken out of it, 8(n+1)ε: the n+1 products behind it carry at most this
// much of the square of the sizes that go into them (see IsRounding).
func Roundings(n int) float64 { return 8 * float64(n+1) * 0x1p-52 }

// IsRounding tells whether what an attribute would add to n others cannot be
// told from rounding, so that it gets no weight: it is redundant, or nothing is
// left of its covariance with the label. Own is its variance, left what remains
// of that given the others, and residual its covariance with what the others
// leave of the label. First is what remains given the others at one judgment
// each, which is no less; it is asked for where left is no more than redundant,
// and sizes where left is small against own, where only they matter. With
// z = M_S⁻¹ M_Sj, w the weights, D[i] = √M[i,i], they are
//
//	size = Σ|z_i| D_i + √own,   weight = Σ|w_i| D_i + √Var(y)
//
// and left carries at most 8(n+1)ε size², residual 8(n+1)ε size·weight, for, by
// Cauchy and Schwarz, no entry of M is above the product of its two D.
func IsRounding(n int, own, left, residual float64, first func() float64, sizes func() (size, weight float64)) bool {
	if left > doubtful*own {
		return false
	}
	if !(left > redundant*own) && !(first() > redundant*own) {
		return true
	}
	size, weight := sizes()
	unit := Roundings(n)
	return !(left > unit*size*size) || math.Abs(residual) <= unit*size*weight
}

// RoundingSizes returns the two sizes of [IsRounding] from a Cholesky factor of M_S, whose
// row n belongs to attribute j, and from half = L⁻¹b_S, by back substitution. Variance is
// M[i,i] of the i-th attribute of S, varY the variance of the label. The slices z and w, of
// length n, are overwritten.
func RoundingSizes(factor [][]float64, half, z, w []float64, own, varY float64, variance func(i int) float64) (size, weight float64) {
	n := len(z)
	copy(z, factor[n])
	copy(w, half)
	size, weight = math.Sqrt(own), math.Sqrt(varY)
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			z[i] -= factor[k][i] * z[k]
			w[i] -= factor[k][i] * w[k]
		}
		z[i] /= factor[i][i]
		w[i] /= factor[i][i]
		spread := math.Sqrt(variance(i))
		size += math.Abs(z[i]) * spread
		weight += math.Abs(w[i]) * spread
	}
	return size, weight
}
