package bound

import (
	"math"

	"fms-tui/core/internal/gram"
	"fms-tui/core/selection"
	"fms-tui/model"
)

const (
	// noiseless is the internal variance, as a share of the variance of the
	// attribute's cell means, up to which it counts as none: what is left of
	// equal judgments after rounding. Taking noise away keeps a bound a bound.
	noiseless = 1e-14
)

// defects are the values tried for relaxation.defect.
var defects = []float64{1e-14, 1e-13, 1e-12, 1e-11, indefinite}

// relaxation is the relaxed problem in the directions that cost money. The free
// directions F, which cost nothing, are solved for. A direction is an attribute, or of
// a form with several an eigenvector of its C+ (forms.go). Free are the directions
// without noise, whose weights have no penalty, and attributes fixed at R judgments,
// whose noise v/R is a constant on the diagonal of Σ⁺ and whose cost is subtracted from
// the budget. The best weights of F given the weights of the others N are Σ_FF⁻¹(b_F -
// Σ_FN w_N); putting them in leaves the same problem in N with
//
//	Σ̃ = Σ_NN - Σ_NF Σ_FF⁻¹ Σ_FN,  b̃ = b_N - Σ_NF Σ_FF⁻¹ b_F,  Ṽ = Var(y) - b_Fᵀ Σ_FF⁻¹ b_F
//
// Weights are in units of the penalty, x[a] = s[a] w[a], so that ‖w‖ = Σ|x|, or
// the sum over groups of the Euclidean norms of x: gram is Σ̃[a,a']/(s[a]s[a'])
// and cov is b̃[a]/s[a].
//
// Σ⁺ is positive semi-definite by construction, and Σ̃ with it, but for
// rounding: a trace that a projection in units of very different size or an
// elimination of nearly dependent attributes blows up. No eigenvalue of Σ̃ is
// below -defect.
type relaxation struct {
	p      *selection.Problem
	raters int  // R of a panel; 0 where there is none
	capped bool // no candidate can be bought more than R times

	attrs     []int        // N: attributes, or those whose place a direction has; groups together
	groups    []span       // of attrs; of one each but for forms
	of        []int        // the group of each
	squared   []float64    // s², by attrs
	gram, cov []float64    // n×n by rows, n
	inverse   []float64    // 1/s
	defect    float64      // in units of the attributes' spreads
	loss      float64      // Ṽ, in squared label units
	variance  float64      // Var(y)
	paid      model.Amount // for what is fixed; at most model.MaxAmount
	bounded   bool         // false: the relaxed loss has no minimum that can be told from rounding
}

// span is a range of directions, from until to.
type span struct{ from, to int }

func (s span) len() int { return s.to - s.from }

// relax solves for the free directions.
func relax(p *selection.Problem) *relaxation {
	x := &relaxation{p: p, capped: true, loss: p.VarY, variance: p.VarY, bounded: true}
	if f := p.Forms(); f != nil {
		x.raters = f.Panel
	}
	e, sheets := newElimination(p), p.Sheets()
	for _, f := range sheets {
		x.bounded = x.bounded && (x.raters == 0 || len(f.On) == 1)
		for _, a := range f.On {
			x.capped = x.capped && p.Most(a) <= x.raters
		}
	}
	for g := 0; g < len(sheets) && x.bounded; g++ {
		if f := &sheets[g]; len(f.On) > 1 {
			x.form(e, f)
		} else {
			x.single(e, f.On[0], f.Price+p.Price[f.On[0]])
		}
	}
	x.loss -= e.run(x.attrs)
	x.bounded = x.bounded && e.isConsistent(x.attrs, math.Sqrt(p.VarY))
	x.scale(e)
	return x
}

// single adds an attribute of noise v/r, at a price a judgment. On a panel of R raters v/R is in Σ (panel).
func (x *relaxation) single(e *elimination, a int, price model.Amount) {
	v := x.p.V[a]
	free := v <= noiseless
	if r := x.p.Most(a); r == x.p.Least(a) {
		free = true
		e.raise(a, a, v/float64(r))
		x.pay(price, r)
	} else if x.raters > 0 {
		e.raise(a, a, v/float64(x.raters))
	}
	if free {
		e.free = append(e.free, a)
		return
	}
	x.add([]int{a}, []float64{v * price.Float()})
}

// add puts a group of directions among the directions that cost money.
func (x *relaxation) add(attrs []int, squared []float64) {
	if len(attrs) == 0 {
		return
	}
	for range attrs {
		x.of = append(x.of, len(x.groups))
	}
	x.groups = append(x.groups, span{len(x.attrs), len(x.attrs) + len(attrs)})
	x.attrs = append(x.attrs, attrs...)
	x.squared = append(x.squared, squared...)
}

// pay takes r judgments off every budget.
func (x *relaxation) pay(price model.Amount, r int) {
	cost, ok := price.Times(r)
	if x.paid += cost; !ok || x.paid > model.MaxAmount {
		x.paid = model.MaxAmount
	}
}

// scale turns what elimination left of N into gram and cov, exactly symmetric.
func (x *relaxation) scale(e *elimination) {
	n := len(x.attrs)
	x.gram, x.cov, x.inverse = make([]float64, n*n), make([]float64, n), make([]float64, n)
	for i, a := range x.attrs {
		for k, c := range x.attrs[:i+1] {
			x.gram[i*n+k] = e.row(a)[c]
			x.gram[k*n+i] = e.row(a)[c]
		}
	}
	if x.raters > 0 {
		x.bounded = x.panel() && x.bounded
	}
	for i, a := range x.attrs {
		x.inverse[i] = 1 / math.Sqrt(x.squared[i])
		x.cov[i] = e.b[a] * x.inverse[i]
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
	upper := make([]float64, n*n)
	for _, x.defect = range defects {
		for i := range n {
			for k := i; k < n; k++ {
				upper[i*n+k] = -x.gram[i*n+k]
			}
			upper[i*n+i] -= x.defect
		}
		if gram.Upper(upper, n) {
			return true
		}
	}
	return false
}
