package selection

import (
	"math"

	"fms-tui/core/internal/gram"
)

// A path that is known in advance can be followed as observations, one after another, of
// the external values z ~ (0, Σ⁺): a judgment of attribute j is z_j with noise v_j. With
// K = Cov(z | judgments so far) and m = Cov(z, y | judgments so far), K = Σ⁺ and m = b
// before the first, each judgment brings
//
//	gain = m_j²/(K_jj+v_j),   K -= K_:j K_j:/(K_jj+v_j),   m -= K_:j m_j/(K_jj+v_j)
//
// whatever the attribute was judged before: r judgments are a mean with noise v_j/r. These
// are the gains of fullState, and three things make them cheap:
//
//   - Of K only the attributes matter that will be bought again. In the order of their
//     last purchase, the latest first, they are the first rows and columns.
//   - K changes by lumps: the column of a step is K's column at the last lump, minus
//     the products of the few columns since.
//   - A lump is a product XᵀX, which package gram adds while sums stay in registers.

// lump is how many columns K lags behind. A column costs up to as many rows.
const lump = 32

// leastNoise is the share of an attribute's variance that the noise of a judgment must
// be. Rounding leaves errors of a few units in K_jj, beside which v_j counts.
const leastNoise = 1e-6

// sequel follows a known path.
type sequel struct {
	p       *Problem
	attrs   []int       // by place, those bought last first
	place   []int       // by attribute
	left    []int       // by place: judgments to come
	minus   []float64   // -K at the last lump by rows, its upper triangle
	columns []float64   // since then: K_:j/√(K_jj+v_j), a row each
	rows    []int       // 0, 1, …: the numbers of those rows
	m       [][]float64 // by label and place
	ahead   int         // number of attributes that will be bought again, from the first
	pending int         // rows of columns
	adder   gram.Adder
	k       []float64 // scratch: a column of K
	x       []float64 // scratch: its coefficients
}

// trunkLosses returns the projected loss before the first and after each step of a path,
// or false where rounding may matter: where the noise of an attribute is small, or an
// attribute is almost redundant. Ridges have a penalty, which needs weights.
func trunkLosses(p *Problem, trunk []lot) (losses []float64, ok bool) {
	if p.OnForms() || p.Ridge > 0 {
		return nil, false
	}
	s := newSequel(p, trunk)
	for _, a := range s.attrs {
		if p.V[a] < leastNoise*p.own(a) {
			return nil, false
		}
	}
	losses = make([]float64, len(trunk)+1)
	losses[0] = p.VarY
	objective := 0.0
	first := make([]bool, len(s.attrs))
	for i, l := range trunk {
		j := s.place[l.attribute]
		for range l.judgments {
			gain, left := s.buy(j)
			if own := p.own(l.attribute); !first[j] && !(left > doubtful*own) || !(left > leastNoise/2*own) {
				return nil, false
			}
			first[j] = true
			objective += gain
		}
		losses[i+1] = p.VarY - objective
	}
	return losses, true
}

func newSequel(p *Problem, trunk []lot) *sequel {
	s := &sequel{p: p, attrs: make([]int, 0, p.d()), place: make([]int, p.d())}
	for a := range s.place {
		s.place[a] = -1
	}
	for i := len(trunk) - 1; i >= 0; i-- {
		if a := trunk[i].attribute; s.place[a] < 0 {
			s.place[a] = len(s.attrs)
			s.attrs = append(s.attrs, a)
		}
	}
	n := len(s.attrs)
	s.ahead, s.left = n, make([]int, n)
	for _, l := range trunk {
		s.left[s.place[l.attribute]] += l.judgments
	}
	s.minus, s.columns = make([]float64, n*n), make([]float64, lump*n)
	s.rows, s.k, s.x = make([]int, lump), make([]float64, n), make([]float64, lump)
	for i := range s.rows {
		s.rows[i] = i
	}
	for i, a := range s.attrs {
		row := p.row(a)
		for k := i; k < n; k++ {
			s.minus[i*n+k] = -row[s.attrs[k]]
		}
	}
	for l := range p.Labels() {
		m := make([]float64, n)
		for i, a := range s.attrs {
			m[i] = p.label(l)[a]
		}
		s.m = append(s.m, m)
	}
	return s
}

// buy buys the next judgment of the attribute at place j. It returns what that brings,
// and K_jj+v_j.
func (s *sequel) buy(j int) (gain, left float64) {
	n := len(s.attrs)
	if s.pending == lump {
		s.adder.Leading(s.minus, s.columns, lump, s.ahead, n)
		s.pending = 0
	}
	k := s.k[:s.ahead]
	for t := range s.pending {
		s.x[t] = s.columns[t*n+j]
	}
	gram.Combine(k, s.columns, n, s.rows[:s.pending], s.x)
	for a := range j {
		k[a] = -s.minus[a*n+j] - k[a]
	}
	for a, x := range s.minus[j*n+j : j*n+s.ahead] {
		k[j+a] = -x - k[j+a]
	}
	left = k[j] + s.p.V[s.attrs[j]]
	root := math.Sqrt(left)
	column := s.columns[s.pending*n:][:s.ahead]
	for a, x := range k {
		column[a] = x / root
	}
	s.pending++
	for _, m := range s.m {
		share := m[j] / root
		gain += share * share
		m := m[:len(column)]
		for a, x := range column {
			m[a] -= share * x
		}
	}
	if s.left[j]--; s.left[j] == 0 {
		s.ahead-- // j is the last of them
	}
	return gain, left
}
