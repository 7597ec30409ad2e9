package selection

import (
	"context"
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
// afresh.
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
	stride     int       // row length of inv
	candidates int
	w          [][]float64 // by label and position in support
	c          [][]float64 // by label and attribute; meaningless in the support, like q
	q          []float64
	// noiseC and noiseQ are the rounding that c and q of an almost redundant
	// attribute may carry, found at the last factorisation; 0 for others. What is
	// redundant has the q up to which it is: q only falls as the support grows, but on
	// forms, where errors in common may be of one judgment and not of a mean of two.
	noiseC, noiseQ []float64
	nested         *nested // nil where no form is paid by the answer
	obj            float64 // sum of the gains so far
	terms          int     // since the last check for drift
	exact          bool    // all is fresh from a factorisation
	market         *market
	room           *scratch
}

// scratch is room that a state shares with its copies.
type scratch struct {
	x, y, z, v []float64 // |S|
	g, h       []float64 // d
	o          []float64 // by label
	rows       []int     // 0, 1, …
	picker     picker
	factor     cholesky
}

func vector(n int) []float64 { return make([]float64, n) }

func newFullState(p *Problem) *fullState { return newStateIn(p, nil) }

// newBlindState is a state that follows what others chose.
func newBlindState(p *Problem) *fullState {
	s := newFullState(p)
	s.blind, s.nested = true, nil
	return s
}

// Losses returns the projected loss after each of the steps, of which some are parts of a call.
func (p *Problem) Losses(steps []Step) []float64 {
	s, losses := newBlindState(p), make([]float64, len(steps))
	for i, st := range steps {
		s.buy([]lot{{st.Attribute, 1}})
		losses[i] = s.loss()
	}
	return losses
}

// weighAlong gives choices along one trunk, at rising budgets, their losses and weights. They mean
// nothing once ctx has ended.
func weighAlong(ctx context.Context, p *Problem, choices []Choice) {
	s := newBlindState(p)
	for i, bought := 0, 0; i < len(choices) && ctx.Err() == nil; i++ {
		c := &choices[i]
		for ; bought < len(c.trunk); bought++ {
			s.buy(c.trunk[bought:][:1])
		}
		end := s
		if len(c.tail) > 0 {
			end = s.copyTo(nil).(*fullState)
		}
		for k := range c.tail {
			end.buy(c.tail[k:][:1])
		}
		end.weigh(c)
	}
}

// weigh sets the loss and the weights of a choice.
func (s *fullState) weigh(c *Choice) {
	c.Loss, c.attrs, c.w = s.loss(), slices.Clone(s.support), make([][]float64, len(s.w))
	for l, w := range s.w {
		c.w[l] = slices.Clone(w)
	}
}

// newStateIn returns a state without judgments, in the room of another one; nil for room of its own.
func newStateIn(p *Problem, room *scratch) *fullState {
	d := p.d()
	n := 0
	for _, ok := range p.Candidate {
		if ok {
			n++
		}
	}
	s := &fullState{
		holding: *newHolding(p), support: make([]int, 0, n), place: slices.Repeat([]int{-1}, d),
		candidates: n, q: vector(d), noiseC: vector(d), noiseQ: vector(d), room: room,
	}
	if room == nil {
		s.room = &scratch{
			x: vector(n), y: vector(n), z: vector(n), v: vector(n),
			g: vector(d), h: vector(d), o: vector(p.Labels()), rows: make([]int, n),
		}
		for i := range n {
			s.room.rows[i] = i
		}
	}
	for l := range p.Labels() {
		s.w, s.c = append(s.w, vector(n)[:0]), append(s.c, vector(d))
		copy(s.c[l], p.B[l])
	}
	for a := range d {
		s.q[a] = p.own(a)
	}
	s.market = &market{fullState: s, one: vector(d)}
	if f := p.forms; f != nil {
		s.market.far, s.market.raises, s.market.openings = vector(d), make([]raise, len(f.on)), make([][]opening, len(f.on))
		if f.within != nil {
			s.nested = newNested(s)
		}
	}
	return s
}

// reserve makes room for n attributes in S. Of many few are ever bought.
func (s *fullState) reserve(n int) {
	if n <= s.stride {
		return
	}
	stride := min(max(n, 2*s.stride, 16), s.candidates)
	s.inv = widened(s.inv, s.stride, stride)
	if t := s.nested; t != nil {
		t.x = append(make([]float64, 0, stride*s.p.d()), t.x...)[:stride*s.p.d()]
		t.f = widened(t.f, s.stride, stride)
	}
	s.stride = stride
}

// widened is a square matrix with more rows and columns, of 0.
func widened(x []float64, from, to int) []float64 {
	y := make([]float64, to*to)
	for i := range from {
		copy(y[i*to:], x[i*from:][:from])
	}
	return y
}

func (s *fullState) copyTo(to state) state {
	t, ok := to.(*fullState)
	if !ok {
		t = newStateIn(s.p, s.room)
	}
	copy(t.repeats, s.repeats)
	copy(t.top, s.top)
	copy(t.place, s.place)
	copy(t.q, s.q)
	copy(t.noiseC, s.noiseC)
	copy(t.noiseQ, s.noiseQ)
	t.order = append(t.order[:0], s.order...)
	t.support = append(t.support[:0], s.support...)
	t.reserve(s.stride)
	t.isFactor = false
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
	t.obj, t.terms, t.exact, t.blind, t.market.known = s.obj, s.terms, s.exact, s.blind, false
	return t
}

func (s *fullState) value() float64 { return s.obj }

// loss is the projected loss of the weights.
func (s *fullState) loss() float64 { return lossOf(s.p, s.obj, s.w) }

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

// buy buys lots, all on one form. The more that change at once, the better a factorisation. One lot
// may be a part of a call.
func (s *fullState) buy(lots []lot) {
	first := lots[0].attribute
	ok := len(lots) == 1 || s.repeats[first] == 0 && s.p.forms.kind[s.p.forms.Of[first]] != call
	s.exact, s.market.known = false, false
	for _, l := range lots {
		if a, to := l.attribute, s.repeats[l.attribute]+l.judgments; ok {
			ok = s.set(a, to)
		} else {
			s.count(a, to)
		}
	}
	if !ok || s.isWorn() {
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
	isRedundant := func(a int) bool { return s.repeats[a] > 0 && s.place[a] < 0 }
	return len(s.order) > len(s.support) && slices.ContainsFunc(s.p.forms.on[g], isRedundant)
}
