package bound

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
	"fms-tui/model"
)

// mostCeilings is the number of weights of a path after which the bound of whole forms is found by
// its eigenvectors, which serve all budgets.
const mostCeilings = 6

// ceiling is the relaxed loss of whole forms at some weights w, for any budget B:
//
//	rest + square/B,   rest = Var(y) - 2bᵀw + wᵀΣ⁺w,   square = ‖w‖²
//
// Forms are relaxed by eigenvectors of C+, which cost several times as much as all else of a
// bound. No bound of whole forms is above a ceiling, so that a bound attribute by attribute that
// is above one needs no eigenvectors.
type ceiling struct{ rest, square float64 }

func (c ceiling) at(budget float64) float64 { return c.rest + c.square/budget }

// isBelow tells whether the bound of whole forms is surely no more than a bound attribute by
// attribute; false where that is not known.
func (b *Path) isBelow(budget model.Amount, other float64) bool {
	l := b.problem.layout
	if b.descent != nil || l.panel > 0 || slices.ContainsFunc(l.p.Min, func(n int) bool { return n > 0 }) {
		return false
	}
	if other >= l.p.VarY { // which is the loss of no weights
		return true
	}
	money := budget.Float()
	for _, c := range b.met {
		if c.at(money) <= other {
			return true
		}
	}
	share := make([]float64, len(l.forms))
	for g := range share {
		share[g] = 1 / float64(len(share))
	}
	for range 2 {
		if len(b.met) == mostCeilings {
			return false
		}
		c, ok := l.ceiling(money, share)
		if !ok {
			return false
		}
		b.met = append(b.met, c)
		if c.at(money) <= other {
			return true
		}
	}
	return false
}

// ceiling is that at the weights which are best where form g has the share θ[g] of the money: with
// n_g the norms of the forms, (Σ n_g)² <= Σ n_g²/θ[g] (Cauchy and Schwarz), with equality at the
// shares n_g/Σ n, which replace θ. It is raised by what rounding may take off.
//
//	(Σ⁺ + ⊕ p'_g C_g/(θ[g] B)) w = b
func (l *layout) ceiling(money float64, share []float64) (c ceiling, ok bool) {
	p := l.p
	var attrs []int
	for g := range l.forms {
		attrs = append(attrs, l.forms[g].attrs...)
	}
	n := len(attrs)
	m, w := make([]float64, n*n), make([]float64, n)
	for i, a := range attrs {
		w[i] = p.B[a]
		for k, e := range attrs[i:] {
			m[i*n+i+k] = -p.Sigma[a*len(p.B)+e]
		}
	}
	l.eachNoise(func(g, i, k int, x float64) { m[i*n+k] -= x / (share[g] * money) })
	if !gram.Upper(m, n) {
		return c, false
	}
	factor, z := blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: n, Data: m}, blas64.Vector{N: n, Inc: 1, Data: w}
	blas64.Trsv(blas.Trans, factor, z)
	blas64.Trsv(blas.NoTrans, factor, z)
	return l.ceilingOf(attrs, w, share), true
}

// ceilingOf is the ceiling at weights of attributes, form by form; share becomes the norms' shares.
func (l *layout) ceilingOf(attrs []int, w, share []float64) ceiling {
	p := l.p
	size, rest := 0.0, p.VarY
	for i, a := range attrs {
		row := p.Sigma[a*len(p.B):][:len(p.B)]
		var product float64
		for k, e := range attrs {
			product += row[e] * w[k]
		}
		rest += w[i] * (product - 2*p.B[a])
		size += math.Abs(w[i]) * math.Sqrt(max(0, row[a])+p.V[a])
	}
	clear(share)
	l.eachNoise(func(g, i, k int, x float64) {
		if x *= w[i] * w[k]; i != k {
			x *= 2
		}
		share[g] += x
	})
	for g := range share {
		share[g] = math.Sqrt(max(0, share[g]))
	}
	norm := floats.Sum(share)
	for g := range share {
		share[g] = max(share[g]/norm, 1e-9)
	}
	doubt := 8 * float64(len(w)*len(w)+1) * unit * (size*size + math.Sqrt(p.VarY)*size + p.VarY)
	return ceiling{rest: rest + doubt, square: norm*norm*(1+1e-9) + doubt*l.dearest()}
}

// eachNoise calls visit with the entries p'_g C_g of form g, at or above the diagonal: i <= k are
// places among the attributes, form by form.
func (l *layout) eachNoise(visit func(g, i, k int, x float64)) {
	from := 0
	for g := range l.forms {
		f := &l.forms[g]
		_, _, price := l.minimaOn(f)
		halo := l.p.Forms().Halo
		for i, a := range f.attrs {
			visit(g, from+i, from+i, price.Float()*l.p.V[a])
			for k, e := range f.attrs[i+1:] {
				visit(g, from+i, from+i+1+k, price.Float()*halo[a*len(l.p.B)+e])
			}
		}
		from += len(f.attrs)
	}
}

// dearest is the largest price of a rater on a form.
func (l *layout) dearest() (most float64) {
	for g := range l.forms {
		_, _, price := l.minimaOn(&l.forms[g])
		most = max(most, price.Float())
	}
	return most
}
