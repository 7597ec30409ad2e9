package predict

import (
	"math"
	"slices"

	"fms-tui/model"
)

// An attribute adds nothing to the attributes before it, and gets weight 0, in two cases. Its
// residual variance given these is at most the share redundant of its own variance, all at one
// judgment each as in the selection. Or its residual variance q at the present judgments is at
// most the rounding of 0. Let z = M_S⁻¹ m_Sj be the weights of the earlier attributes in its
// prediction, D = √diag M and ε the rounding of a product. Then q is a sum of terms whose errors
// are at most of the order
//
//	8 (|S|+1) ε (Σ |z_i| D_i + √own)²
//
// (docs/buying.md). The sum is computed only if q is below the share suspicious of its
// own.
const (
	redundant  = 1e-6
	suspicious = 1e-4
	rounding   = 8 * 0x1p-52
)

// factor is the Cholesky factor of M_A, the attributes A entering one by one.
type factor struct {
	noise *noise
	n     []int       // judgments, by attribute of the predictor
	attrs []int       // positions in the predictor, in order
	rows  [][]float64 // lower triangle: rows[i] has i+1 entries
	half  []float64   // L⁻¹ b
	whole []float64   // √M[i,i]
}

// weights returns w = (Σ⁺_AA + λ Diag(t²) + C+ ∘ Ω(n))⁻¹ b_A by attribute of the
// predictor, 0 where n is 0; b is b̃ where the predictor has it, and a refit's own (noise). At n = r
// they are the predictor's own; a refit keeps its own for more, too.
func weights(p *model.Predictor, s *noise, n []int) []float64 {
	if s.refit && slices.EqualFunc(p.Attributes, n, func(a model.PredictorAttribute, n int) bool { return n >= a.Repeats }) {
		w := make([]float64, len(n))
		for a := range w {
			w[a] = p.Attributes[a].Weight // also where an attribute adds nothing to others
		}
		return w
	}
	f := factor{noise: s, n: n}
	for _, redundantOnes := range []bool{false, true} {
		for a := range p.Attributes {
			if n[a] > 0 && (p.Attributes[a].Weight == 0) == redundantOnes {
				f.push(p, a)
			}
		}
	}
	w := make([]float64, len(p.Attributes))
	for i, x := range f.back(f.half) {
		w[f.attrs[i]] = x
	}
	return w
}

// back solves Lᵀx = y.
func (f *factor) back(y []float64) []float64 {
	x := make([]float64, len(f.attrs))
	for i := len(f.attrs) - 1; i >= 0; i-- {
		x[i] = y[i]
		for k := i + 1; k < len(f.attrs); k++ {
			x[i] -= f.rows[k][i] * x[k]
		}
		x[i] /= f.rows[i][i]
	}
	return x
}

// push extends the factor by an attribute that has judgments, unless it is
// redundant. As in the selection that is judged at a first judgment: v/n falls
// with further ones, and what one judgment was good for more must not lose.
func (f *factor) push(p *model.Predictor, a int) {
	at, n := &p.Attributes[a], f.n[a]
	own := p.External[a][a] + p.Ridge*at.Scale*at.Scale
	whole, residual := own+at.InternalVariance/float64(n), f.noise.covariance(p, a, n)
	row, pivot := f.row(p, a, whole)
	for i, x := range row {
		residual -= x * f.half[i]
	}
	if f.redundant(row, pivot+at.InternalVariance*(1-1/float64(n)), own+at.InternalVariance, func() float64 { return f.firstLeft(p, a) }) {
		return
	}
	root := math.Sqrt(max(pivot, 1e-15*whole)) // a smaller pivot is rounding
	f.enter(a, row, root)
	f.half = append(f.half, residual/root)
	f.whole = append(f.whole, math.Sqrt(whole))
}

// redundant tells whether an attribute with the row L⁻¹ m_Sj of the factor, the
// residual variance q and a variance of its own adds nothing; first is its firstLeft.
func (f *factor) redundant(row []float64, q, own float64, first func() float64) bool {
	switch {
	case !(q > redundant*own) && !(first() > redundant*own):
		return true
	case q >= suspicious*own:
		return false
	}
	size := math.Sqrt(own)
	for i, z := range f.back(row) {
		size += math.Abs(z) * f.whole[i]
	}
	return q <= rounding*float64(len(f.attrs)+1)*size*size
}

// row is L⁻¹ m_Sj of an attribute whose variance is whole, and what is left of that variance.
func (f *factor) row(p *model.Predictor, a int, whole float64) (row []float64, left float64) {
	row, left = make([]float64, 0, len(f.attrs)+1), whole
	for i, e := range f.attrs {
		x := p.External[a][e] + f.noise.shared(a, e, f.n)
		for k, y := range row {
			x -= f.rows[i][k] * y
		}
		x /= f.rows[i][i]
		row = append(row, x)
		left -= x * x
	}
	return row, left
}

// enter extends the factor by an attribute with its row and pivot.
func (f *factor) enter(a int, row []float64, root float64) {
	f.attrs, f.rows = append(f.attrs, a), append(f.rows, append(row, root))
}

// firstLeft is the residual variance of a first judgment of an attribute, given first
// judgments of the attributes in the factor. It is at least q.
func (f *factor) firstLeft(p *model.Predictor, a int) float64 {
	first := factor{noise: f.noise, n: make([]int, len(p.Attributes))}
	for i := range first.n {
		first.n[i] = 1
	}
	left := 0.0
	for _, e := range append(f.attrs[:len(f.attrs):len(f.attrs)], a) {
		at := &p.Attributes[e]
		whole := p.External[e][e] + p.Ridge*at.Scale*at.Scale + at.InternalVariance
		var row []float64
		row, left = first.row(p, e, whole)
		first.enter(e, row, math.Sqrt(max(left, 1e-15*whole)))
	}
	return left
}

// loss is the projected loss of weights with the counts n, in squared label
// units; attributes with weight 0 may have n = 0.
func loss(p *model.Predictor, s *noise, w []float64, n []int) float64 {
	sum := p.LabelVariance
	for a, x := range w {
		if x == 0 {
			continue
		}
		at := &p.Attributes[a]
		var cross float64
		for e, y := range w {
			cross += p.External[a][e] * y
			if e != a && y != 0 {
				cross += s.shared(a, e, n) * y
			}
		}
		sum += x * (cross + at.InternalVariance/float64(n[a])*x - 2*at.Covariance())
	}
	return sum
}

// conditional is loss of the weights for n judgments of each attribute. Of a refit it is the
// loss of its own and the variance of ŷ(r) that ŷ(n) does not explain, V(r) - wᵀb.
func conditional(p *model.Predictor, s *noise, w []float64, n []int) float64 {
	if !s.refit {
		return loss(p, s, w, n)
	}
	l := p.ProjectedLoss + s.v
	for a, x := range w {
		if x != 0 {
			l -= x * s.covariance(p, a, n[a])
		}
	}
	return l
}

// labelMean is ȳ of the objects that the predictor was learned from.
func labelMean(p *model.Predictor) float64 {
	y := p.Intercept
	for _, a := range p.Attributes {
		y += a.Weight * a.Mean
	}
	return y
}
