package predict

import (
	"math"

	"fms-tui/model"
)

// redundant is the residual variance, relative to its own, up to which an
// attribute adds nothing to those before it and gets weight 0.
const redundant = 1e-10

// factor is the Cholesky factor of M_A, the attributes A entering one by one.
type factor struct {
	attrs []int       // positions in the predictor, in order
	rows  [][]float64 // lower triangle: rows[i] has i+1 entries
	half  []float64   // L⁻¹ b
}

// weights returns w = (Σ⁺_AA + λ Diag(t²) + Diag(v/n))⁻¹ b_A by attribute of the
// predictor, 0 where n is 0. At n = r they are the predictor's own.
func weights(p *model.Predictor, n []int) []float64 {
	var f factor
	for _, redundantOnes := range []bool{false, true} {
		for a := range p.Attributes {
			if n[a] > 0 && (p.Attributes[a].Weight == 0) == redundantOnes {
				f.push(p, a, n[a])
			}
		}
	}
	w := make([]float64, len(p.Attributes))
	for i := len(f.attrs) - 1; i >= 0; i-- { // Lᵀw = L⁻¹b
		x := f.half[i]
		for k := i + 1; k < len(f.attrs); k++ {
			x -= f.rows[k][i] * w[f.attrs[k]]
		}
		w[f.attrs[i]] = x / f.rows[i][i]
	}
	return w
}

// push extends the factor by an attribute with n >= 1 judgments, unless it is
// redundant. As in the selection that is judged at a first judgment: v/n falls
// with further ones, and what one judgment was good for more must not lose.
func (f *factor) push(p *model.Predictor, a, n int) {
	at := &p.Attributes[a]
	own := p.External[a][a] + p.Ridge*at.Scale*at.Scale
	pivot, residual := own+at.InternalVariance/float64(n), at.LabelCovariance
	whole := pivot
	row := make([]float64, 0, len(f.attrs)+1)
	for i, e := range f.attrs {
		x := p.External[a][e]
		for k, y := range row {
			x -= f.rows[i][k] * y
		}
		x /= f.rows[i][i]
		row = append(row, x)
		pivot -= x * x
		residual -= x * f.half[i]
	}
	first := pivot + at.InternalVariance*(1-1/float64(n))
	if !(first > redundant*(own+at.InternalVariance)) {
		return
	}
	root := math.Sqrt(max(pivot, 1e-15*whole)) // a smaller pivot is rounding
	f.attrs = append(f.attrs, a)
	f.rows = append(f.rows, append(row, root))
	f.half = append(f.half, residual/root)
}

// loss is the projected loss of weights with the counts n, in squared label
// units; attributes with weight 0 may have n = 0.
func loss(p *model.Predictor, w []float64, n []int) float64 {
	sum := p.LabelVariance
	for a, x := range w {
		if x == 0 {
			continue
		}
		at := &p.Attributes[a]
		var cross float64
		for e, y := range w {
			cross += p.External[a][e] * y
		}
		sum += x * (cross + at.InternalVariance/float64(n[a])*x - 2*at.LabelCovariance)
	}
	return sum
}

// labelMean is ȳ of the objects that the predictor was learned from.
func labelMean(p *model.Predictor) float64 {
	y := p.Intercept
	for _, a := range p.Attributes {
		y += a.Weight * a.Mean
	}
	return y
}
