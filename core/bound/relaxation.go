package bound

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"

	"fms-tui/core/selection"
	"fms-tui/model"
)

const (
	// noiseless is the internal variance, as a share of the variance of the
	// attribute's cell means, up to which it counts as none: what is left of
	// equal judgments after rounding. Taking noise away keeps a bound a bound.
	noiseless = 1e-14
	// dependent is the variance, as a share of that of its cell means, up to
	// which a free attribute is a linear function of those before it.
	dependent = 1e-10
	// inconsistent is the correlation that such an attribute may still have,
	// with the label or with the attributes that cost money, and be left out.
	inconsistent = 1e-8
	// indefinite is how far below 0 an eigenvalue of Σ⁺ may lie for it to count
	// as positive semi-definite, in units of the attributes' spreads.
	indefinite = 1e-9
)

// defects are the values tried for relaxation.defect.
var defects = []float64{1e-14, 1e-13, 1e-12, 1e-11, indefinite}

// relaxation is the relaxed problem in the attributes that cost money, after
// those that do not, the free ones F, are solved for: attributes without
// noise, whose weights the penalty leaves alone, and those fixed at R
// judgments, whose noise v/R is a constant on the diagonal of Σ⁺ and whose
// cost is off the budget. The best weights of F given those of the others N
// are Σ_FF⁻¹(b_F - Σ_FN w_N); putting them in leaves the same problem in N with
//
//	Σ̃ = Σ_NN - Σ_NF Σ_FF⁻¹ Σ_FN,  b̃ = b_N - Σ_NF Σ_FF⁻¹ b_F,  Ṽ = Var(y) - b_Fᵀ Σ_FF⁻¹ b_F
//
// Weights are in units of the penalty, x[a] = s[a] w[a], so that ‖w‖ = Σ|x|:
// gram is Σ̃[a,a']/(s[a]s[a']) and cov is b̃[a]/s[a].
//
// Σ⁺ is positive semi-definite by construction, and Σ̃ with it, but for
// rounding: a trace that a projection in units of very different size or an
// elimination of nearly dependent attributes blows up. No eigenvalue of Σ̃ is
// below -defect.
type relaxation struct {
	attrs     []int        // N, in data order
	gram, cov []float64    // n×n by rows, n
	inverse   []float64    // 1/s[a]
	defect    float64      // in units of the attributes' spreads
	loss      float64      // Ṽ, in squared label units
	variance  float64      // Var(y)
	paid      model.Amount // for the fixed attributes; at most model.MaxAmount
	bounded   bool         // false: the relaxed loss has no minimum that can be told from rounding
}

// relax solves for the free attributes of p.
func relax(p *selection.Problem) *relaxation {
	x := &relaxation{loss: p.VarY, variance: p.VarY}
	e := newElimination(p)
	for a, ok := range p.Candidate {
		if !ok {
			continue
		}
		v := p.V[a]
		free := v <= noiseless
		if r, ok := fixedAt(p, a); ok {
			free = true
			e.sigma[a*e.d+a] += v / float64(r)
			x.pay(p.Price[a], r)
		}
		if free {
			e.free = append(e.free, a)
		} else {
			x.attrs = append(x.attrs, a)
		}
	}
	x.loss -= e.run(x.attrs)
	x.bounded = e.isConsistent(x.attrs, math.Sqrt(p.VarY))
	x.scale(p, e)
	return x
}

// fixedAt returns the judgments of attribute a where limits leave one number.
func fixedAt(p *selection.Problem, a int) (r int, ok bool) {
	if p.Min == nil || p.Max == nil {
		return 0, false
	}
	return p.Max[a], p.Max[a] > 0 && p.Min[a] == p.Max[a]
}

// pay takes r judgments off every budget.
func (x *relaxation) pay(price model.Amount, r int) {
	cost, ok := price.Times(r)
	if x.paid += cost; !ok || x.paid > model.MaxAmount {
		x.paid = model.MaxAmount
	}
}

// scale turns what elimination left of N into gram and cov, exactly symmetric.
func (x *relaxation) scale(p *selection.Problem, e *elimination) {
	n := len(x.attrs)
	x.gram, x.cov, x.inverse = make([]float64, n*n), make([]float64, n), make([]float64, n)
	for i, a := range x.attrs {
		x.inverse[i] = 1 / math.Sqrt(p.V[a]*p.Price[a].Float())
		x.cov[i] = e.b[a] * x.inverse[i]
		for k, c := range x.attrs[:i+1] {
			x.gram[i*n+k] = e.row(a)[c]
			x.gram[k*n+i] = e.row(a)[c]
		}
	}
	x.bounded = x.bounded && x.measureDefect()
	for i := range n {
		for k := range n {
			x.gram[i*n+k] *= x.inverse[i] * x.inverse[k]
		}
	}
}

// measureDefect finds the defect of Σ̃, and reports false where it is more than
// rounding.
func (x *relaxation) measureDefect() bool {
	n := len(x.attrs)
	lower := blas64.Symmetric{Uplo: blas.Lower, N: n, Stride: max(1, n), Data: make([]float64, n*n)}
	for _, x.defect = range defects {
		copy(lower.Data, x.gram)
		for i := range n {
			lower.Data[i*n+i] += x.defect
		}
		if _, ok := lapack64.Potrf(lower); ok {
			return true
		}
	}
	return false
}

// elimination is a pivoted Cholesky decomposition of Σ_FF that takes the other
// attributes along: each step removes one free attribute and what is explained
// by it from all that is left.
type elimination struct {
	d     int
	sigma []float64 // a copy of Σ⁺, d×d; what is left of it in rows free and N
	b     []float64 // what is left of b
	free  []int     // those not removed yet
}

func newElimination(p *selection.Problem) *elimination {
	return &elimination{
		d:     len(p.B),
		sigma: append([]float64(nil), p.Sigma...),
		b:     append([]float64(nil), p.B...),
	}
}

func (e *elimination) row(a int) []float64 { return e.sigma[a*e.d:][:e.d] }

// run removes free attributes, the one with the largest variance left first,
// until none has any, and returns how much of the label they explain. With
// pivot k and z its row,
//
//	Σ -= z zᵀ/z[k],  b -= z b[k]/z[k]
func (e *elimination) run(others []int) (explained float64) {
	for len(e.free) > 0 {
		best := 0
		for i, a := range e.free {
			if e.row(a)[a] > e.row(e.free[best])[e.free[best]] {
				best = i
			}
		}
		k := e.free[best]
		z := e.row(k)
		if !(z[k] > dependent) {
			break
		}
		e.free = append(e.free[:best], e.free[best+1:]...)
		explained += e.b[k] * e.b[k] / z[k]
		for _, left := range [][]int{e.free, others} {
			for _, a := range left {
				f := e.row(a)[k] / z[k]
				e.b[a] -= f * e.b[k]
				floats.AddScaled(e.row(a), -f, z)
			}
		}
	}
	return explained
}

// isConsistent tells whether what is left of the free attributes, which are
// functions of those removed, is one of the label and of the others too, for
// a label of spread sd. Where it is not, because b and Σ⁺ are estimated apart,
// the relaxed loss falls without end along their weights.
func (e *elimination) isConsistent(others []int, sd float64) bool {
	for _, k := range e.free {
		z := e.row(k)
		if math.Abs(e.b[k]) > inconsistent*sd || z[k] < -indefinite {
			return false
		}
		for _, a := range others {
			if math.Abs(z[a]) > inconsistent {
				return false
			}
		}
	}
	return true
}
