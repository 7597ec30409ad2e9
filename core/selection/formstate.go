package selection

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// formState is the Full objective at repeats under a design of forms. It keeps
// P = M_S⁻¹ and w = P b_S, and for some columns x over the support S
//
//	y = P x,  x·w  and  x·y:
//
// by candidate j that is not in S, x_j = M_Sj at one judgment; by j in S, the
// column u_j of one more judgment (see more); and by j not in S on a form of
// several raters, the two parts of M_Sj, Σ_Sj and C+_Sj on that form, which make x_j
// for as many judgments as the form has raters, whatever their number becomes:
//
//	x = Σ_Sj + C+_Sj/R        as no attribute on the form has more than R
//
// The gain of a judgment is then known in O(1):
//
//	first   c²/q with c = b_j - x·w and q = M_jj - x·y
//	more    from w_j, P_jj, u_j·w, (P u_j)_j and u_j·P u_j
//
// A change of one attribute's repeats changes M_S by a term of rank two, and a new
// attribute is a border. So all columns follow in O(|S|) each (formupdate.go) instead
// of O(|S|²) from a factorisation. Calls need no columns, because a move buys one call.
// If figures may be rounding, a factorisation replaces them.
type formState struct {
	p       *Problem
	pool    *formPool
	repeats []int
	order   []int // support in the order of buying
	attrs   []int // S: of the support what has a weight, by place
	place   []int // by attribute: its place, or -1
	w       []float64
	also    []shadow // of the labels besides the first
	obj     float64
	stride  int       // row length of all matrices, at least |S|
	inv     []float64 // P, |S| rows
	near    columns   // x_j or u_j, by the candidate's row in the layout
	far     columns   // Σ_Sj and C+_Sj, rows 2k and 2k+1 for out[k]
	mixed   []float64 // by pair: Σ_Sj·P C+_Sj
	out     []int     // attributes that have a pair in far
	pair    []int     // by attribute: its place in out, or -1
	updates int       // since the last factorisation
	factor  *cholesky // of M_S in the order of buying; nil until needed
}

// columns are y = P x by rows, and x·w and x·y.
type columns struct {
	y         []float64
	lin, quad []float64
}

// formPool lends states, which one walker at a time gets and puts back, and
// scratch space. It is for one goroutine.
type formPool struct {
	p          *Problem
	free       []*formState
	x, z, e, f []float64 // d each
	k          []float64 // by label besides the first
	g, h       []float64 // at most 2d columns
	m          []float64 // a factor
	n          []int     // repeats
	lists      [][]formMove
}

func newFormPool(p *Problem) *formPool {
	d := p.d()
	vector := func(n int) []float64 { return make([]float64, n) }
	return &formPool{
		p: p, x: vector(d), z: vector(d), e: vector(d), f: vector(d),
		k: vector(len(p.Also)), g: vector(2 * d), h: vector(2 * d), n: make([]int, d),
	}
}

// counts returns a copy of repeats that holds until the next call.
func (l *formPool) counts(repeats []int) []int {
	copy(l.n, repeats)
	return l.n
}

// list returns an empty list of moves, which is not nil.
func (l *formPool) list() []formMove {
	if k := len(l.lists); k > 0 {
		list := l.lists[k-1]
		l.lists = l.lists[:k-1]
		return list[:0]
	}
	return make([]formMove, 0, 2*len(l.p.forms.rowed)+2)
}

// putList takes a list back.
func (l *formPool) putList(list []formMove) {
	if list != nil {
		l.lists = append(l.lists, list)
	}
}

// get returns a state with room for n attributes in the support, whose contents
// mean nothing.
func (l *formPool) get(n int) *formState {
	if k := len(l.free); k > 0 {
		s := l.free[k-1]
		l.free = l.free[:k-1]
		if s.stride < n {
			s.allocate(n)
		}
		return s
	}
	d, rows := l.p.d(), len(l.p.forms.rowed)
	s := &formState{
		p: l.p, pool: l, repeats: make([]int, d), place: make([]int, d), pair: make([]int, d),
		order: make([]int, 0, d), attrs: make([]int, 0, d), w: make([]float64, 0, d), out: make([]int, 0, rows),
		near: columns{lin: make([]float64, rows), quad: make([]float64, rows)},
		far:  columns{lin: make([]float64, 2*rows), quad: make([]float64, 2*rows)}, mixed: make([]float64, rows),
	}
	s.also = newShadows(l.p, rows)
	s.allocate(n)
	return s
}

// allocate makes matrices with room for n attributes and a few more.
func (s *formState) allocate(n int) {
	rows := len(s.p.forms.rowed)
	s.stride = n + 8 - n%8
	s.inv = make([]float64, s.stride*s.stride)
	s.near.y, s.far.y = make([]float64, rows*s.stride), make([]float64, 2*rows*s.stride)
}

// newFormState returns the state at the given repeats, whose support enters in
// the given order.
func (l *formPool) newFormState(repeats, order []int) *formState {
	s := l.get(len(order) + 1)
	copy(s.repeats, repeats)
	s.order = append(s.order[:0], order...)
	s.rebuild()
	return s
}

// clone returns a copy of the state.
func (s *formState) clone() *formState {
	n := len(s.attrs)
	t := s.pool.get(n)
	copy(t.repeats, s.repeats)
	copy(t.place, s.place)
	copy(t.pair, s.pair)
	t.order = append(t.order[:0], s.order...)
	t.attrs = append(t.attrs[:0], s.attrs...)
	t.w = append(t.w[:0], s.w...)
	for k := range s.also {
		from, to := &s.also[k], &t.also[k]
		to.w = append(to.w[:0], from.w...)
		copy(to.near, from.near)
		copy(to.far, from.far[:2*len(s.out)])
	}
	t.out = append(t.out[:0], s.out...)
	t.obj, t.updates, t.factor = s.obj, s.updates, s.factor
	copyRows(t.inv, t.stride, s.inv, s.stride, n, n)
	t.near.copyFrom(&s.near, t.stride, s.stride, len(s.p.forms.rowed), n)
	t.far.copyFrom(&s.far, t.stride, s.stride, 2*len(s.out), n)
	copy(t.mixed, s.mixed[:len(s.out)])
	return t
}

func (c *columns) copyFrom(o *columns, stride, from, rows, n int) {
	copyRows(c.y, stride, o.y, from, rows, n)
	copy(c.lin, o.lin[:rows])
	copy(c.quad, o.quad[:rows])
}

// copyRows copies the first n entries of rows of one length to rows of another.
func copyRows(dst []float64, stride int, src []float64, from, rows, n int) {
	if stride == from {
		copy(dst[:rows*stride], src)
		return
	}
	for i := range rows {
		copy(dst[i*stride:][:n], src[i*from:][:n])
	}
}

// release gives the state back to its pool; nobody may use it any more.
func (s *formState) release() { s.pool.free = append(s.pool.free, s) }

func (s *formState) objective() float64 { return s.obj }

// loss is the projected loss of the weights, without a ridge's penalty.
func (s *formState) loss() float64 {
	penalty := floats.Dot(s.w, s.w)
	for k := range s.also {
		penalty += floats.Dot(s.also[k].w, s.also[k].w)
	}
	return s.p.VarY - s.obj - s.p.Ridge*penalty
}

// row returns the row of P at a place.
func (s *formState) row(k int) []float64 { return s.inv[k*s.stride:][:len(s.attrs)] }

// column returns y of a row of columns.
func (s *formState) column(c *columns, row int) []float64 { return c.y[row*s.stride:][:len(s.attrs)] }

// times sets dst = A x for a matrix of the given rows.
func (s *formState) times(dst, a []float64, rows int, x []float64) {
	n := len(s.attrs)
	if rows == 0 || n == 0 {
		clear(dst[:rows])
		return
	}
	blas64.Gemv(blas.NoTrans, 1, blas64.General{Rows: rows, Cols: n, Stride: s.stride, Data: a},
		blas64.Vector{N: n, Inc: 1, Data: x}, 0, blas64.Vector{N: rows, Inc: 1, Data: dst})
}

// exact returns a factorisation of M_S at the repeats.
func (s *formState) exact() *cholesky {
	if s.factor == nil {
		s.factor = new(cholesky)
		for _, a := range s.order {
			s.factor.push(s.p, a, s.repeats[a])
		}
	}
	return s.factor
}

// fill computes the columns of attribute a from P.
func (s *formState) fill(a int) {
	row := s.p.forms.row[a]
	if row < 0 {
		return
	}
	x := s.pool.x[:len(s.attrs)]
	if s.place[a] >= 0 {
		s.fillMore(x, a, s.repeats[a]+1)
	} else {
		s.fillFirst(x, a, 1)
		if s.repeats[a] == 0 && s.isRepeated(s.p.forms.Of[a]) {
			s.addPair(a)
			s.fillFirst(x, a, 1)
		}
	}
	s.put(&s.near, row, x)
}

// isRepeated tells whether a form has several raters. Of one rater one judgment is all that
// there is to ask, and the near columns tell what it brings.
func (s *formState) isRepeated(g int) bool { return s.p.top(g, s.repeats) > 1 }

// put computes a column of x.
func (s *formState) put(c *columns, row int, x []float64) {
	y := s.column(c, row)
	s.times(y, s.inv, len(x), x)
	c.lin[row], c.quad[row] = floats.Dot(x, s.w), floats.Dot(x, y)
	for k := range s.also {
		s.also[k].lin(s, c)[row] = floats.Dot(x, s.also[k].w)
	}
}

// addPair appends the two parts of M_Sa to far.
func (s *formState) addPair(a int) {
	k, n := len(s.out), len(s.attrs)
	s.out, s.pair[a] = append(s.out, a), k
	x := s.pool.x[:n]
	s.fillShared(x, a)
	s.put(&s.far, 2*k+1, x)
	s.fillOwn(x, a)
	s.put(&s.far, 2*k, x)
	s.mixed[k] = floats.Dot(x, s.column(&s.far, 2*k+1))
}

// dropPair takes the two parts of M_Sa out of far.
func (s *formState) dropPair(a int) {
	k, last := s.pair[a], len(s.out)-1
	if k < 0 {
		return
	}
	if e := s.out[last]; e != a {
		for part := range 2 {
			copy(s.column(&s.far, 2*k+part), s.column(&s.far, 2*last+part))
			s.far.lin[2*k+part], s.far.quad[2*k+part] = s.far.lin[2*last+part], s.far.quad[2*last+part]
			for l := range s.also {
				s.also[l].far[2*k+part] = s.also[l].far[2*last+part]
			}
		}
		s.mixed[k] = s.mixed[last]
		s.out[k], s.pair[e] = e, k
	}
	s.out, s.pair[a] = s.out[:last], -1
}

// fillFirst sets x = M_Sj for j with r judgments.
func (s *formState) fillFirst(x []float64, j, r int) {
	for k, a := range s.attrs {
		x[k] = s.p.cross(j, r, a, s.repeats[a])
	}
}

// fillOwn sets x = Σ_Sj.
func (s *formState) fillOwn(x []float64, j int) {
	sigma := s.p.row(j)
	for k, a := range s.attrs {
		x[k] = sigma[a]
	}
}

// fillShared sets x = C+_Sj on the form of j, 0 elsewhere.
func (s *formState) fillShared(x []float64, j int) {
	halo := s.p.forms.halo(j)
	for k, a := range s.attrs {
		if x[k] = 0; s.p.forms.Of[a] == s.p.forms.Of[j] {
			x[k] = halo[a]
		}
	}
}

// fillMore sets x to the column of the change of M_S when the repeats of j, in S,
// become to: see more.
func (s *formState) fillMore(x []float64, j, to int) {
	f, halo, r := s.p.forms, s.p.forms.halo(j), s.repeats[j]
	for k, a := range s.attrs {
		switch {
		case a == j:
			x[k] = change(r, to) * s.p.V[j]
		case f.Of[a] == f.Of[j]:
			x[k] = change(max(r, s.repeats[a]), max(to, s.repeats[a])) * halo[a]
		default:
			x[k] = 0
		}
	}
}

// change is 1/to - 1/from, without cancellation.
func change(from, to int) float64 {
	return float64(from-to) / (float64(from) * float64(to))
}
