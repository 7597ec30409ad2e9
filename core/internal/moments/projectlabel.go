package moments

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// labelMargin is what rounding in a path's factors may be, as a share of Var(y).
const labelMargin = 1e-9

// projectWithLabel is Project with model.ProjectLabel. Σ and b are estimated apart,
// and together need not be the covariances of anything: some weights w then have
// a projected loss Var(y) - 2bᵀw + wᵀΣw below 0. It is the form at (-w, 1) of
//
//	│ Σ[a,a']/(t t')   b[a]/(t s) │
//	│ b[a']/(t' s)     1          │      s = √Var(y)
//
// in standardised weights and shares of Var(y), so that no loss is below 0 where
// that matrix is positive semi-definite. It is moved to the nearest one that is.
// The move raises the label's place from 1 to ρ >= 1, but Var(y) is known. Row and
// column of the label are therefore divided by √ρ, which leaves the matrix positive
// semi-definite: b⁺ = t s z/√ρ.
//
// A matrix that is positive semi-definite already stays, but for rounding. With a
// constant label there is nothing to move b by.
func (m *Moments) projectWithLabel() Projected {
	usable := m.usable()
	d, n := len(m.Attr), len(usable)
	p := Projected{Sigma: make([]float64, d*d), Unsure: m.unsure(), B: make([]float64, d)}
	s := math.Sqrt(m.LabelVariance)
	if n == 0 || !(s > 0) {
		return p
	}
	z := mat.NewSymDense(n+1, nil)
	for i, a := range usable {
		for j := i; j < n; j++ {
			z.SetSym(i, j, m.Sigma[a*d+usable[j]]/(m.Attr[a].T*m.Attr[usable[j]].T))
		}
		z.SetSym(i, n, m.Attr[a].B/m.Attr[a].T/s)
	}
	z.SetSym(n, n, 1)
	p.Cut = NearestPSD(z)
	share := 1 / math.Sqrt(z.At(n, n))
	if p.Cut > 0 {
		share *= math.Sqrt(1 - labelMargin) // the matrix is singular now, and rounding has either sign
	}
	for i, a := range usable {
		for j, b := range usable {
			p.Sigma[a*d+b] = z.At(i, j) * (m.Attr[a].T * m.Attr[b].T)
		}
		p.B[a] = z.At(i, n) * share * s * m.Attr[a].T
	}
	return p
}

// usable lists the usable attributes.
func (m *Moments) usable() []int {
	var list []int
	for a := range m.Attr {
		if m.Attr[a].Status == Usable {
			list = append(list, a)
		}
	}
	return list
}
