package selection

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// fullState is the Full objective at repeats on their way up. For the support S it keeps
//
//	P = M_S⁻¹,   w_l = P b_l of each label l,   obj = Σ_l b_l·w_l
//
// and for every attribute j outside S, whose first judgment would put x_j = M_Sj and M_jj
// into M, what that judgment would bring:
//
//	c_l[j] = b_l[j] - x_j·w_l      covariance with the residual
//	q[j]   = M_jj - x_j·P x_j      its own residual variance
//
// A judgment changes P by a few terms of rank one, from which all of these follow in
// O(|S|·d) (terms.go). Then the gain of every attribute is read off in O(1). The paper's
// literal form decomposes M_S anew for every candidate of every step.
//
// On a form that is paid by the answer the raters' errors go together, so that more is kept
// of its attributes (nested). A call changes M wherever it asks something, and so all is computed
// afresh, but not before somebody wants to know (settle).
//
// A state that follows a path already chosen is blind: it keeps nothing of attributes outside
// S, and takes O(|S|²) a judgment.
type fullState struct {
	holding
	blind      bool
	support    []int     // S: of these what is not redundant
	place      []int     // by attribute: position in support, or -1
	inv        []float64 // P by rows, its upper triangle alone; the factor of M while isFactor
	isFactor   bool      // P is made when it is first asked for
	stride     int       // row length of inv: attributes that there is room for
	candidates int
	w          [][]float64 // by label and position in support
	c          [][]float64 // by label and attribute; meaningless in the support, like q
	q          []float64
	// noiseC and noiseQ are the rounding that c and q of an almost redundant
	// attribute may carry, found at the last factorisation; 0 for others. What is
	// redundant has the q up to which it is: q only falls as the support grows, but on
	// forms, where errors in common may be of one judgment and not of a mean of two.
	noiseC, noiseQ []float64
	nested         *nested   // nil where no form is paid by the answer
	obj            float64   // sum of the gains so far
	terms          int       // since the last check for drift
	exact          bool      // all is fresh from a factorisation
	stale          bool      // calls were bought, of which repeats, top and order alone know
	slope          float64   // see sole; 0 where it is not known
	solved         []float64 // while exact: L⁻¹X by place and attribute (rebuild)
	market         *market
	room           *scratch
}

// scratch is room that a state shares with its copies, and copies that nobody uses.
type scratch struct {
	x, y, z, v     []float64 // |S|
	g, h           []float64 // d
	o              []float64 // by label
	rows           []int     // 0, 1, …
	picker         picker
	factor         cholesky // the last, of the repeats and the order in which they were bought
	repeats, order []int
	free           []*fullState
}

// vectors returns a source of vectors whose lengths sum to size, in one piece of memory: a
// sweep makes many states.
func vectors(size int) func(n int) []float64 {
	all := make([]float64, size)
	return func(n int) []float64 {
		x := all[:n:n]
		all = all[n:]
		return x
	}
}

func newScratch(d, n, labels int) *scratch {
	vector := vectors(4*n + 2*d + labels)
	r := &scratch{
		x: vector(n), y: vector(n), z: vector(n), v: vector(n),
		g: vector(d), h: vector(d), o: vector(labels), rows: make([]int, n),
	}
	for i := range r.rows {
		r.rows[i] = i
	}
	return r
}

func newFullState(p *Problem) *fullState { return newStateIn(p, nil, false) }

// newBlindState returns a state that only follows a path already chosen.
func newBlindState(p *Problem) *fullState { return newStateIn(p, nil, true) }

// Losses returns the projected loss after each of the steps, of which some are parts of a call.
func (p *Problem) Losses(steps []Step) []float64 {
	s := newBlindState(p)
	losses := make([]float64, len(steps))
	for i, st := range steps {
		s.answer(st.Attribute)
		losses[i] = s.loss()
	}
	return losses
}

// firstRoom is how many attributes a state has room for at first: a path of few judgments
// must not pay for squares of all candidates.
const firstRoom = 64

// reserve makes room for n attributes.
func (s *fullState) reserve(n int) {
	if n > s.stride {
		s.setRoom(min(max(2*s.stride, n, firstRoom), s.candidates))
	}
}

// setRoom changes the row length of inv.
func (s *fullState) setRoom(stride int) {
	inv := make([]float64, stride*stride)
	for i := range s.support {
		copy(inv[i*stride:], s.row(i))
	}
	if s.nested != nil {
		s.nested.setRoom(s, stride)
	}
	s.inv, s.stride = inv, stride
}

// newStateIn returns a state without judgments, in the room of another one; nil for room of its own.
func newStateIn(p *Problem, room *scratch, blind bool) *fullState {
	d := p.d()
	n := 0
	for _, ok := range p.Candidate {
		if ok {
			n++
		}
	}
	vector := vectors(3*d + p.Labels()*(n+d))
	s := &fullState{
		holding: *newHolding(p), blind: blind, support: make([]int, 0, n), place: slices.Repeat([]int{-1}, d),
		candidates: n, q: vector(d), noiseC: vector(d), noiseQ: vector(d), room: room,
	}
	if room == nil {
		s.room = newScratch(d, n, p.Labels())
	}
	for l := range p.Labels() {
		s.w, s.c = append(s.w, vector(n)[:0]), append(s.c, vector(d))
		copy(s.c[l], p.B[l])
	}
	for a := range d {
		s.q[a] = p.own(a)
	}
	if f := p.forms; f != nil && f.within != nil {
		s.nested = newNested(s)
	}
	s.market = newMarket(s)
	return s
}

// copyOf returns a copy of the state, for one who drops it.
func (s *fullState) copyOf() state {
	s.settle()
	var t *fullState
	if k := len(s.room.free); k > 0 {
		t, s.room.free = s.room.free[k-1], s.room.free[:k-1]
	} else {
		t = newStateIn(s.p, s.room, s.blind)
	}
	t.support, t.isFactor = t.support[:0], false
	t.reserve(min(len(s.support)+1, s.candidates))
	copy(t.repeats, s.repeats)
	copy(t.top, s.top)
	copy(t.place, s.place)
	copy(t.q, s.q)
	copy(t.noiseC, s.noiseC)
	copy(t.noiseQ, s.noiseQ)
	t.order = append(t.order[:0], s.order...)
	t.support = append(t.support, s.support...)
	for l := range s.w {
		t.w[l] = append(t.w[l][:0], s.w[l]...)
		copy(t.c[l], s.c[l])
	}
	for i := range s.support {
		copy(t.row(i)[i:], s.row(i)[i:])
	}
	if s.nested != nil {
		t.nested.copyFrom(t, s)
	}
	t.obj, t.terms, t.exact, t.stale, t.slope, t.solved, t.market.known = s.obj, s.terms, s.exact, false, s.slope, s.solved, false
	return t
}

// drop gives a copy back.
func (s *fullState) drop() { s.room.free = append(s.room.free, s) }

func (s *fullState) value() float64 {
	s.settle()
	return s.obj
}

// settle makes good what calls have left open.
func (s *fullState) settle() {
	if s.stale {
		s.rebuild()
	}
}

// loss is the projected loss of the weights: with a ridge, without its penalty,
// so that losses at different λ compare. As wᵀM_λw = bᵀw = obj for the ridge's
// own weights, Var(y) - 2bᵀw + wᵀMw is Var(y) - obj - λ wᵀw.
func (s *fullState) loss() float64 {
	loss := s.p.VarY - s.value()
	if s.p.Ridge > 0 {
		for _, w := range s.w {
			loss -= s.p.Ridge * floats.Dot(w, w)
		}
	}
	return loss
}

// row returns the row of P at a position of the support; it holds from the diagonal on.
func (s *fullState) row(i int) []float64 {
	s.invert()
	return s.inv[i*s.stride:][:len(s.support)]
}

// column copies the column of P at place k.
func (s *fullState) column(dst []float64, k int) {
	s.invert()
	for i := range k {
		dst[i] = s.inv[i*s.stride+k]
	}
	copy(dst[k:], s.row(k)[k:])
}

// times sets z = P x from the upper triangle of P: each row once as a row and
// once as a column.
func (s *fullState) times(z, x []float64) {
	clear(z)
	for i := range z {
		row := s.row(i)
		z[i] += floats.Dot(row[i:], x[i:len(z)])
		floats.AddScaled(z[i+1:], x[i], row[i+1:])
	}
}

// buy buys lots, all on one form. The more that change at once, the better a factorisation.
func (s *fullState) buy(lots []lot) {
	first := lots[0].attribute
	isCall := isShared(s.p, first) && s.p.forms.isCall(s.p.forms.Of[first])
	if !isCall {
		s.settle()
	}
	s.exact, s.market.known = false, false
	raises := len(lots) > 1 && s.repeats[first] > 0
	ok := !isCall && !raises
	for _, l := range lots {
		if a, to := l.attribute, s.repeats[l.attribute]+l.judgments; ok {
			ok = s.set(a, to)
		} else {
			s.count(a, to)
		}
	}
	switch {
	case isCall:
		s.stale = true
	case !ok || s.isWorn():
		s.rebuild()
	}
}

// answer buys one more judgment of an attribute, even of one that comes in a call with others.
func (s *fullState) answer(a int) {
	s.settle()
	s.exact, s.market.known = false, false
	if !s.set(a, s.repeats[a]+1) || s.isWorn() {
		s.rebuild()
	}
}

// set changes the repeats of one attribute.
func (s *fullState) set(a, to int) bool {
	k := s.place[a]
	switch {
	case isShared(s.p, a) && s.hasRedundant(s.p.forms.Of[a]): // M_S without it may be the same, and q another
		s.count(a, to)
		return false
	case k >= 0:
		return s.further(k, to)
	case s.repeats[a] > 0 || s.noiseQ[a] > s.q[a]: // redundant, and stays so: q only falls
		s.count(a, to)
		return true
	default:
		return s.enter(a, to)
	}
}

// hasRedundant tells whether an attribute on form g was redundant when it was bought.
func (s *fullState) hasRedundant(g int) bool {
	if len(s.order) == len(s.support) {
		return false
	}
	for _, a := range s.p.forms.on[g] {
		if s.repeats[a] > 0 && s.place[a] < 0 {
			return true
		}
	}
	return false
}
