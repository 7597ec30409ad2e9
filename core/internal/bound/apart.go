package bound

import (
	"math"
	"math/bits"

	"fms-tui/core/internal/tridiagonal"
	"fms-tui/model"
)

// leastShare is the η from which forms paid by the answer are also bounded
// attribute by attribute (layout): with less nearly all noise is taken away.
const leastShare = 1e-6

// share is what an answer on a form bears of its price.
func (f *form) share() model.Amount { return f.price / model.Amount(len(f.attrs)) }

// isApart tells whether a form is also bounded attribute by attribute.
func (f *form) isApart() bool { return f.eta > leastShare }

// isApart tells whether any form is.
func (l *layout) isApart() bool {
	for i := range l.forms {
		if l.forms[i].isApart() {
			return true
		}
	}
	return false
}

// etaOf returns η of a form, no larger than it is: eigenvalues are taken to be
// wrong by 4nε of the largest, which is at most n. Attributes without noise
// share none.
func (l *layout) etaOf(f *form) float64 {
	var noisy []int
	halo, d := l.p.Forms().Halo, len(l.p.B)
	for _, a := range f.attrs {
		if l.p.V[a] > noiseless {
			noisy = append(noisy, a)
			continue
		}
		for _, e := range f.attrs {
			if e != a && halo[a*d+e] != 0 {
				return 0
			}
		}
	}
	if len(noisy) == 0 {
		return 0
	}
	z := l.halo(noisy)
	values, ok := tridiagonal.Values(len(noisy), func(i, k int) float64 {
		return z.At(i, k) / math.Sqrt(l.p.V[noisy[i]]*l.p.V[noisy[k]])
	})
	if !ok {
		return 0
	}
	n := float64(len(noisy))
	return min(1, values[0]-4*n*n*0x1p-52)
}

// raters returns, by form, at least as many as a budget pays for on top of all
// minima, and which the maxima allow: up to 16 exactly, and beyond in steps of an
// eighth to a quarter, so that a few relaxations serve many budgets.
func (l *layout) raters(budget model.Amount) []int {
	required, payable := l.p.Required()
	raters := make([]int, len(l.forms))
	for g := range l.forms {
		f := &l.forms[g]
		if !f.isApart() {
			continue
		}
		top, _, price := l.minimaOn(f)
		n := max(1, top)
		if payable && required < budget && price > 0 {
			n = max(1, top+int((budget-required)/price))
		}
		if n > 16 {
			step := 1 << (bits.Len(uint(n-1)) - 3)
			n = (n + step - 1) / step * step
		}
		most := 0
		for _, a := range f.attrs {
			most = max(most, mostOf(l.p, a))
		}
		raters[g] = min(n, most)
	}
	return raters
}

// raiseRest puts (C+ - ηDiag(v))/R on Σ.
func (l *layout) raiseRest(e *elimination, f *form, raters int) {
	c := l.halo(f.attrs)
	for i, a := range f.attrs {
		for k, b := range f.attrs {
			x := c.At(i, k)
			if i == k {
				x -= f.eta * l.p.V[a]
			}
			e.raise(a, b, x/float64(raters))
		}
	}
}
