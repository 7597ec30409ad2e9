package selection

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

// fullState is the Full objective at a repeat vector that grows by one
// judgment at a time. It keeps, for the support S,
//
//	P = M_S⁻¹   and   w = P b_S
//
// and for every attribute j outside S what its first judgment would bring:
//
//	c[j] = b[j] - Σ⁺_jS w                       covariance with the residual
//	q[j] = Σ⁺[j,j] + v[j] - Σ⁺_jS P Σ⁺_Sj       its own residual variance
//
// A judgment changes M_S by a rank-one term or a border, so all of these follow
// in O(|S|·d), and the gain of every attribute is read off in O(1). The paper's
// literal form decomposes M_S anew for every candidate of every step.
//
// A state that follows a path already chosen is blind: it keeps no c and q, and
// computes them when an attribute enters, in O(|S|²) a judgment.
type fullState struct {
	p          *Problem
	blind      bool
	repeats    []int
	support    []int     // in order of entry
	place      []int     // by attribute: position in support, or -1
	inv        []float64 // P by rows, its upper triangle alone kept up to date
	stride     int       // row length of inv: attributes that there is room for
	candidates int
	w          []float64 // by position in support
	own        []float64 // by attribute: Problem.own
	c, q       []float64 // by attribute; meaningless in the support
	// noiseC and noiseQ are the rounding that c and q of an almost redundant
	// attribute may carry, found at the last factorisation; 0 for others, and +Inf
	// for what is redundant, and stays so as the support grows.
	noiseC, noiseQ []float64
	also           []residual // of the labels besides the first
	obj            float64    // sum of the gains so far
	steps          int
	exact          bool      // all is fresh from a factorisation
	g, z, x        []float64 // scratch: d, |S| and |S|
	all            []float64 // scratch: d, for gains
}

func newFullState(p *Problem) *fullState {
	s := newBlindState(p)
	s.blind = false
	return s
}

// firstRoom is how many attributes a state has room for at first, unless it is told how
// many judgments follow: a path of few judgments must not pay for squares of all candidates.
const firstRoom = 64

// reserve makes room for n attributes.
func (s *fullState) reserve(n int) {
	if n <= s.stride {
		return
	}
	s.setRoom(min(max(2*s.stride, n, firstRoom), s.candidates))
}

// expect makes room, once, for what that many more judgments can bring in.
func (s *fullState) expect(judgments int) {
	if n := min(len(s.support)+judgments, s.candidates); n > s.stride {
		s.setRoom(n)
	}
}

// setRoom changes the row length of inv.
func (s *fullState) setRoom(stride int) {
	stride = (stride + gram.Lane - 1) / gram.Lane * gram.Lane
	inv := make([]float64, stride*stride)
	for i := range s.support {
		copy(inv[i*stride:], s.row(i))
	}
	s.inv, s.stride = inv, stride
}

// newBlindState returns a state that only follows a path already chosen.
func newBlindState(p *Problem) *fullState {
	d := p.d()
	n := 0
	for _, ok := range p.Candidate {
		if ok {
			n++
		}
	}
	s := &fullState{
		p: p, blind: true, repeats: make([]int, d), support: make([]int, 0, n), place: make([]int, d),
		candidates: n, w: make([]float64, 0, n),
		own: make([]float64, d), c: make([]float64, d), q: make([]float64, d), g: make([]float64, d), z: make([]float64, n+gram.Lane), x: make([]float64, n), all: make([]float64, d),
		noiseC: make([]float64, d), noiseQ: make([]float64, d),
	}
	copy(s.c, p.B)
	s.also = newResiduals(p, n)
	for a := range d {
		s.place[a] = -1
		s.own[a] = s.p.own(a)
		s.q[a] = s.own[a]
	}
	return s
}

// copyFrom makes s the same as o, for the same Problem.
func (s *fullState) copyFrom(o objective) {
	from := o.(*fullState)
	s.reserve(len(from.support))
	copy(s.repeats, from.repeats)
	copy(s.place, from.place)
	copy(s.c, from.c)
	copy(s.q, from.q)
	copy(s.noiseC, from.noiseC)
	copy(s.noiseQ, from.noiseQ)
	s.support = append(s.support[:0], from.support...)
	s.w = append(s.w[:0], from.w...)
	for k := range s.also {
		s.also[k].copyFrom(&from.also[k])
	}
	for i := range s.support {
		copy(s.row(i), from.row(i))
	}
	s.obj, s.steps, s.exact = from.obj, from.steps, from.exact
}

func (s *fullState) fresh() objective { return newFullState(s.p) }

func (s *fullState) value() float64 { return s.obj }

func (s *fullState) bought(j int) int { return s.repeats[j] }

// loss is the projected loss of the weights: with a ridge, without its penalty,
// so that losses at different λ compare. As wᵀM_λw = bᵀw = obj for the ridge's
// own weights, Var(y) - 2bᵀw + wᵀMw is Var(y) - obj - λ wᵀw.
func (s *fullState) loss() float64 {
	loss := s.p.VarY - s.obj
	if s.p.Ridge > 0 {
		loss -= s.p.Ridge * s.penalty()
	}
	return loss
}

// row returns the row of P at a position of the support; from the diagonal on,
// and all of it after rebuild.
func (s *fullState) row(i int) []float64 { return s.inv[i*s.stride:][:len(s.support)] }

// gain returns by how much one more judgment of attribute j raises the
// objective; never negative.
//
// In S, v_j/r falls by -δ with δ = v_j(1/(r+1) - 1/r) <= 0, and by Sherman and
// Morrison the objective rises by -τ w_j² with
//
//	τ = δ/(1+δ P_jj) = -v_j/(r(r+1) - v_j P_jj).
//
// Outside S it is the squared residual covariance over the residual variance; nothing where
// that variance is lost in rounding, which keeps M_S positive definite and
// makes the paper's pseudo-inverse needless.
func (s *fullState) gain(j int) float64 {
	if i := s.place[j]; i >= 0 {
		square := s.w[i] * s.w[i]
		if s.also != nil {
			square += s.alsoGain(i, j)
		}
		if s.p.V[j] == 0 {
			return 0
		}
		return s.p.V[j] * square / s.slack(i, j)
	}
	if s.weightless(j) || s.isSilent(j) {
		return 0
	}
	square := s.c[j] * s.c[j]
	if s.also != nil {
		square += s.alsoGain(-1, j)
	}
	return square / s.q[j]
}

// gains is gain for every attribute: what gain does for one label stands here once more,
// over slices of one length.
func (s *fullState) gains() []float64 {
	d := len(s.all)
	place, repeats, c, q, noiseC, noiseQ := s.place[:d], s.repeats[:d], s.c[:d], s.q[:d], s.noiseC[:d], s.noiseQ[:d]
	for j := range s.all {
		switch i := place[j]; {
		case s.also != nil:
			s.all[j] = s.gain(j)
		case i >= 0 && s.p.V[j] > 0:
			s.all[j] = s.p.V[j] * (s.w[i] * s.w[i]) / s.slack(i, j)
		case i < 0 && repeats[j] == 0 && q[j] > noiseQ[j] && !(math.Abs(c[j]) <= noiseC[j]):
			s.all[j] = c[j] * c[j] / q[j]
		default:
			s.all[j] = 0
		}
	}
	return s.all
}

// slack is r(r+1) - v_j P_jj of the attribute j at place i, above 0.
func (s *fullState) slack(i, j int) float64 {
	r := float64(s.repeats[j])
	most, share := r, s.p.V[j]*s.inv[i*s.stride+i]
	if s.p.forms != nil {
		most = s.p.mostPrecise(r)
	}
	if share > most {
		share = most
	}
	return r*(r+1) - share
}

// tau is τ of the attribute j at place i.
func (s *fullState) tau(i, j int) float64 {
	if s.p.V[j] == 0 {
		return 0
	}
	return -s.p.V[j] / s.slack(i, j)
}

// mostPrecise bounds v_j P_jj at r judgments of j but for rounding, so that no gain is
// negative: M_S is at least Diag(v/r). For a panel Σ⁺ holds C+/R only off the diagonal,
// and is positive semi-definite only with v/R on the diagonal. Then M_S is at least
// Diag(v/r - v/R), which bounds nothing at r = R.
func (p *Problem) mostPrecise(r float64) float64 {
	if p.forms == nil || p.forms.Panel == 0 {
		return r
	}
	panel := float64(p.forms.Panel)
	if r >= panel {
		return math.Inf(1)
	}
	return 1 / (1/r - 1/panel)
}

// weightless tells whether attribute j, which is not in the support, stays out
// of it: because it is redundant, or was when it was bought.
func (s *fullState) weightless(j int) bool { return s.repeats[j] > 0 || s.isRedundant(j) }

func (s *fullState) isRedundant(j int) bool { return !(s.q[j] > s.noiseQ[j]) }

// settle makes sure that gain(j) is no rounding: an attribute that looks almost
// redundant is judged by a fresh factorisation. It reports whether the gains
// stand as they were.
func (s *fullState) settle(j int) bool {
	if s.exact || s.place[j] >= 0 || s.repeats[j] > 0 || math.IsInf(s.noiseQ[j], 1) || s.q[j] > doubtful*s.own[j] {
		return true
	}
	s.rebuild()
	return false
}

// add buys one more judgment of attribute j. A redundant attribute is counted
// in the repeats and gets no weight: it stays redundant, since q[j] only falls
// as judgments are added.
func (s *fullState) add(j int) {
	if s.blind && s.place[j] < 0 && s.repeats[j] == 0 {
		s.look(j)
	}
	s.settle(j)
	s.obj += s.gain(j)
	thin := s.q[j] <= doubtful*s.own[j]
	switch i := s.place[j]; {
	case i >= 0:
		s.further(i, j)
		thin = false
	case s.weightless(j):
		thin = false
	default:
		s.enter(j)
	}
	s.exact = false
	s.repeats[j]++
	if s.steps++; thin {
		s.rebuild()
	} else if s.steps%driftCheck == 0 {
		s.refactorIfDrifted()
	}
}

// further applies another judgment of j, at position i of the support. With p
// the i-th column of P and g = Σ⁺_:S p,
//
//	P -= τ p pᵀ,  w -= τ w_i p,  c += τ w_i g,  q += τ g²
func (s *fullState) further(i, j int) {
	tau := s.tau(i, j)
	if tau == 0 {
		return
	}
	n := len(s.support)
	p := s.z[:n]
	for k := range i {
		p[k] = s.inv[k*s.stride+i]
	}
	copy(p[i:], s.row(i)[i:])
	tw := tau * s.w[i]
	gram.AddSquare(s.inv, s.stride, -tau, s.z, n)
	floats.AddScaled(s.w, -tw, p)
	if s.blind || n == s.candidates {
		s.alsoFurther(i, tau, p, nil)
		return // no candidate is left that c and q are for
	}
	s.crossOthers(p)
	s.alsoFurther(i, tau, p, s.g)
	c, q := s.c[:len(s.g)], s.q[:len(s.g)]
	for a, g := range s.g {
		c[a] += tw * g
		q[a] += tau * g * g
	}
}

// enter applies the first judgment of j. With z = P Σ⁺_Sj, β = c_j/q_j and
// h = Σ⁺_:j - Σ⁺_:S z,
//
//	P <- [P + z zᵀ/q_j, -z/q_j; -zᵀ/q_j, 1/q_j]
//	w_S -= β z,  w_j = β,  c -= β h,  q -= h²/q_j
func (s *fullState) enter(j int) {
	n := len(s.support)
	s.reserve(n + 1)
	sigma := s.p.row(j)
	z := s.z[:n]
	s.times(z, s.gather(sigma))
	qj, beta := s.q[j], s.c[j]/s.q[j]
	gram.AddSquare(s.inv, s.stride, 1/qj, s.z, n)
	floats.AddScaled(s.w, -beta, z)
	s.place[j] = n
	s.support = append(s.support, j)
	s.w = append(s.w, beta)
	for k := range s.also {
		r := &s.also[k]
		floats.AddScaled(r.w, -r.c[j]/qj, z)
		r.w = append(r.w, r.c[j]/qj)
	}
	for i := range n {
		s.row(i)[n] = -z[i] / qj
	}
	s.row(n)[n] = 1 / qj
	if s.blind {
		return
	}
	s.crossAll(z)
	c, q, sigma := s.c[:len(s.g)], s.q[:len(s.g)], sigma[:len(s.g)]
	for a, g := range s.g {
		h := sigma[a] - g
		c[a] -= beta * h
		q[a] -= h * h / qj
		for k := range s.also {
			s.also[k].c[a] -= s.also[k].w[n] * h
		}
	}
}
