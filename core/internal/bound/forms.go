package bound

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/tridiagonal"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// faint is the share of the largest eigenvalue of C+ on a form up to which a
// direction counts as free of noise. Taking noise away keeps a bound a bound.
const faint = 1e-10

// # Forms
//
// With R_g = max r on form g, and raters nested, Ω - 1/R_g is the covariance of
// the differences between the means of the first r[a] raters and the mean of all
// R_g, and so positive semi-definite; C+ is so too, and elementwise products of
// such matrices are (Schur). With p'_g = p_g + min c[a] on g
//
//	w_gᵀ(C_g ∘ Ω)w_g >= w_gᵀ C_g w_g / R_g,   cost(r) >= Σ_g p'_g R_g
//
// for the most judged attribute is asked of all R_g. Real R_g >= 0 of cost B are
// then as good as anything that B pays for. By Cauchy and Schwarz, as for singles,
//
//	L(B) = min_w  Var(y) - 2bᵀw + wᵀΣ⁺w + ‖w‖²/B,   ‖w‖ = Σ_g √(p'_g w_gᵀ C_g w_g)
//
// In the eigenvectors U of C_g, w_g = U y, a form's term is the Euclidean norm
// of x[k] = √(p'_g λ[k]) y[k], and the certificate of w is
//
//	LB(w) = Var(y) - wᵀΣ⁺w - B max_g z_gᵀ C_g⁻¹ z_g / p'_g,   z = b - Σ⁺w
//
// the inverse in the eigenvectors with noise; those without are free, and z is
// 0 there. A form of one attribute is a single, its price p_g + c[a]. Minima m
// on a form cost K = Σ c m + p_g max m, and as far as R_g goes beyond their T =
// max m, it is at the price p' of those that may go there, so that
//
//	cost_g(r) >= K + p'(R_g - T):   K - p'T is off the budget, R_g costs p'
//
// Where none may go beyond, R_g = T: a constant noise on Σ⁺.
//
// This bound ignores that every answer of a form has a price of its own. On calls, where
// answers cost nothing, groups are exact.
//
// # A panel bought singly
//
// selection.Problem.Sigma holds C+/R between attributes, and so
//
//	M_S = G_SS + Diag(v)(1/r - 1/R),   G = Sigma + Diag(v)/R = Σ⁺ + C+/R
//
// where G is positive semi-definite, Sigma need not be. For r <= R and η <= 1
//
//	M_S >= (G - η Diag(v)/R)_SS + η Diag(v/r)
//
// in the order of positive semi-definite matrices. The largest η that keeps the
// first matrix one of these is R times the smallest eigenvalue of v^-½ G v^-½:
// with η = 1 nothing is lost. Forms within a panel have no bound.

// halo returns C+ of attributes on a form, or of some of them.
func (x *relaxation) halo(attrs []int) *mat.SymDense {
	c := mat.NewSymDense(len(attrs), nil)
	halo, d := x.p.Forms().Halo, len(x.p.V)
	for i, a := range attrs {
		c.SetSym(i, i, x.p.V[a])
		for k, e := range attrs[:i] {
			c.SetSym(i, k, halo[a*d+e])
		}
	}
	return c
}

// form adds the directions of a form of several attributes.
func (x *relaxation) form(e *elimination, f *selection.Sheet) {
	top, required, price := x.minimaOn(f)
	if price == 0 { // all that can be bought is
		x.raise(e, f.On, top)
		e.free = append(e.free, f.On...)
		x.pay(required, 1)
		return
	}
	n := len(f.On)
	eigen, ok := tridiagonal.Decompose(n, x.halo(f.On).At, tridiagonal.All)
	if !ok {
		x.bounded = false
		return
	}
	values, most := eigen.Values, eigen.Values[n-1]
	if values[0] < -indefinite*max(1, most) {
		x.bounded = false
	}
	e.turn(f.On, eigen.Vectors)
	var noisy []int
	var squared []float64
	for k, a := range f.On {
		lambda := values[k] - 4*float64(n)*0x1p-52*most // eigenvalues and vectors are rounded, too
		if lambda <= max(noiseless, faint*most) {
			e.free = append(e.free, a)
			continue
		}
		noisy = append(noisy, a)
		squared = append(squared, lambda*price.Float())
	}
	x.add(noisy, squared)
	if spared, ok := price.Times(top); ok {
		x.pay(required, 1)
		x.paid -= spared
	} else {
		x.paid = model.MaxAmount
	}
}

// minimaOn returns what the minima on a form have in raters and cost, and the
// price p' of one more rater; 0 where no attribute can be judged by more.
func (x *relaxation) minimaOn(f *selection.Sheet) (top int, required, price model.Amount) {
	p := x.p
	add := func(c model.Amount, n int) {
		cost, ok := c.Times(n)
		if required += cost; !ok || required > model.MaxAmount {
			required = model.MaxAmount
		}
	}
	for _, a := range f.On {
		top = max(top, p.Least(a))
		add(p.Price[a], p.Least(a))
	}
	add(f.Price, top)
	for _, a := range f.On {
		if p.Most(a) <= top {
			continue
		}
		if next := p.Price[a] + f.Price; price == 0 || next < price {
			price = next
		}
	}
	return top, required, price
}

// raise adds what the noise of a form is at least, with top raters: exactly
// that, where all its attributes are fixed.
func (x *relaxation) raise(e *elimination, attrs []int, top int) {
	fixed := true
	for _, a := range attrs {
		fixed = fixed && x.p.Least(a) == x.p.Most(a)
	}
	c := x.halo(attrs)
	for i, a := range attrs {
		for k, b := range attrs {
			n := top
			if fixed {
				n = max(x.p.Most(a), x.p.Most(b))
			}
			e.raise(a, b, c.At(i, k)/float64(n))
		}
	}
}

// panel takes η Diag(v)/R off what elimination left of G, v being x.squared by
// price, and leaves the noise ηv. Elimination first is as good: with Σ_FF
// positive semi-definite, what is left of G - ηDiag(v)/R on N, where alone it
// changes anything, is positive semi-definite as long as all of it is. It
// reports false where there is no η above 0, or one below 1 while r may be
// above R.
func (x *relaxation) panel() bool {
	n := len(x.attrs)
	if n == 0 {
		return true
	}
	eigen, ok := tridiagonal.Decompose(n, func(i, k int) float64 {
		return x.gram[i*n+k] / math.Sqrt(x.p.V[x.attrs[i]]*x.p.V[x.attrs[k]])
	}, func([]float64) (lo, hi int) { return 0, 0 })
	if !ok {
		return false
	}
	panel := float64(x.raters)
	eta := min(1, panel*(eigen.Values[0]-4*float64(n)*0x1p-52*eigen.Values[n-1]))
	if !(eta > 0) || eta < 1 && !x.capped {
		return false
	}
	for i, a := range x.attrs {
		x.gram[i*n+i] -= eta * x.p.V[a] / panel
		x.squared[i] *= eta
	}
	return true
}
