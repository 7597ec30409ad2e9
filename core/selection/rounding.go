package selection

import "math"

// Roundings is the relative rounding of a residual variance after n attributes
// are taken out of it, 8(n+1)ε: the n+1 products behind it carry at most this
// much of the square of the sizes that go into them (see IsRounding).
func Roundings(n int) float64 { return 8 * float64(n+1) * 0x1p-52 }

// IsRounding tells whether what an attribute would add to n others cannot be
// told from rounding, so that it gets no weight: it is redundant, or nothing is
// left of its covariance with the label. Own is its variance, left what remains
// of that given the others, and residual its covariance with what the others
// leave of the label. Sizes are asked for where left is small against own, where
// alone they matter. With z = M_S⁻¹ M_Sj, w the weights, D[i] = √M[i,i], they are
//
//	size = Σ|z_i| D_i + √own,   weight = Σ|w_i| D_i + √Var(y)
//
// and left carries at most 8(n+1)ε size², residual 8(n+1)ε size·weight, for, by
// Cauchy and Schwarz, no entry of M is above the product of its two D.
func IsRounding(n int, own, left, residual float64, sizes func() (size, weight float64)) bool {
	if left > doubtful*own {
		return false
	}
	if !(left > redundant*own) {
		return true
	}
	size, weight := sizes()
	unit := Roundings(n)
	return !(left > unit*size*size) || math.Abs(residual) <= unit*size*weight
}

// Loss returns the projected loss of repeats whose support enters in the given
// order, as Weights has it for a choice, in squared label units.
func (p *Problem) Loss(repeats, order []int) float64 {
	_, _, loss := p.weigh(repeats, order)
	return loss
}
