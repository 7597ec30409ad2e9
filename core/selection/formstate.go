package selection

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"fms-tui/model"
)

// formState is the Full objective at repeats under a design of forms. A move on
// a form changes several rows of M_S at once, so everything comes from a fresh
// factorisation M_S = L Lᵀ at the repeats, in O(|S|³), and what a move would
// bring from closed forms on top of it.
type formState struct {
	p       *Problem
	repeats []int
	order   []int // support in the order of buying
	place   []int // by attribute: its place in the factor, or -1
	factor  cholesky
	w       []float64 // by place in the factor
	inv     []float64 // P = M_S⁻¹, n×n by rows
}

// newFormState factorises M_S at the given repeats, whose support enters in the
// given order. It keeps its arguments.
func newFormState(p *Problem, repeats, order []int) *formState {
	s := &formState{p: p, repeats: repeats, order: order, place: make([]int, p.d())}
	for a := range s.place {
		s.place[a] = -1
	}
	for _, a := range order {
		if s.factor.push(p, a, repeats[a]) {
			s.place[a] = len(s.factor.attrs) - 1
		}
	}
	s.w = s.factor.weights()
	return s
}

func (s *formState) objective() float64 { return s.factor.objective() }

// loss is the projected loss of the weights, without a ridge's penalty.
func (s *formState) loss() float64 {
	return s.p.VarY - s.objective() - s.p.Ridge*floats.Dot(s.w, s.w)
}

// invert makes P, which only further judgments in the support need.
func (s *formState) invert() {
	n := len(s.factor.attrs)
	s.inv = make([]float64, n*n)
	s.factor.inverse(s.inv, n)
}

// first returns what n judgments at once of attribute j, which is not asked yet,
// would bring: c²/q as in fullState, with the border of M_S at these repeats.
func (s *formState) first(j, n int) float64 {
	b := s.factor.border(s.p, j, n)
	if s.factor.isRounding(s.p, &b) {
		return 0
	}
	return b.residual * b.residual / b.pivot
}

// more returns what one more judgment of attribute j brings. With e its unit
// vector, δ = 1/(r+1) - 1/r and
//
//	u[a] = δ C+[j,a]   where a is on the form of j and r[a] <= r[j], else 0
//
// M_S changes by e uᵀ + u eᵀ - u[j] e eᵀ: judgments of j that more raters gave
// change nothing for the attributes whose raters are already more. That is
// W K Wᵀ with W = [e u], K⁻¹ = [0 1; 1 u_j], and by Woodbury the objective
// changes by
//
//	-(Wᵀw)ᵀ (K⁻¹ + WᵀPW)⁻¹ (Wᵀw),   Wᵀw = (w_j, u·w),
//	K⁻¹ + WᵀPW = [P_jj  1+(Pu)_j; 1+(Pu)_j  u_j + uᵀPu]
//
// whose determinant is below 0 as long as M_S stays positive definite. The gain
// may be negative: one rater's errors can cancel where a mean of two cannot.
func (s *formState) more(j int) float64 {
	k := s.place[j]
	if k < 0 {
		return 0 // redundant when it was bought, and still
	}
	if s.inv == nil {
		s.invert()
	}
	n, f := len(s.factor.attrs), s.p.forms
	r := float64(s.repeats[j])
	delta := -1 / (r * (r + 1))
	var uw, puj, upu, uj float64
	u := make([]float64, n)
	halo := f.Halo[j*s.p.d():][:s.p.d()]
	for i, a := range s.factor.attrs {
		switch {
		case a == j:
			uj = delta * s.p.V[j]
			u[i] = uj
		case f.Of[a] == f.Of[j] && s.repeats[a] <= s.repeats[j]:
			u[i] = delta * halo[a]
		}
	}
	for i, x := range u {
		if x != 0 {
			row := s.inv[i*n:][:n]
			uw += x * s.w[i]
			puj += x * row[k]
			upu += x * floats.Dot(row, u)
		}
	}
	alpha, pjj := s.w[k], s.inv[k*n+k]
	det := pjj*(uj+upu) - (1+puj)*(1+puj)
	if !(det < 0) {
		return 0
	}
	return -(alpha*alpha*(uj+upu) - 2*alpha*uw*(1+puj) + uw*uw*pjj) / det
}

// at returns the state after lots were bought.
func (s *formState) at(bought []lot) *formState {
	repeats := append([]int(nil), s.repeats...)
	order := s.order[:len(s.order):len(s.order)]
	for _, l := range bought {
		if repeats[l.attribute] == 0 {
			order = append(order, l.attribute)
		}
		repeats[l.attribute] += l.judgments
	}
	return newFormState(s.p, repeats, order)
}

// formMove is what a greedy can buy at once.
type formMove struct {
	bought []lot
	price  model.Amount // of all of it; may be 0 on a form that is paid already
	gain   float64      // of the objective
}

// score is what a rule compares.
func (m *formMove) score(by rule) float64 {
	if by == byGain {
		return m.gain
	}
	if m.price == 0 {
		return math.Inf(1)
	}
	return m.gain / m.price.Float()
}
