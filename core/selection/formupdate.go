package selection

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

const (
	// mostUpdates is how many updates of P pass between factorisations.
	mostUpdates = 48
	// thin is the share of its own variance that an attribute of S must keep given
	// all the others for updates to be trusted: rounding grows by the inverse of
	// it. Otherwise each change is followed by a factorisation.
	thin = 10 * doubtful
)

// buy changes the state by lots.
func (s *formState) buy(bought []lot) {
	repeats := s.pool.counts(s.repeats)
	for _, l := range bought {
		repeats[l.attribute] += l.judgments
		if s.repeats[l.attribute] == 0 {
			s.order = append(s.order, l.attribute)
		}
	}
	s.become(repeats)
}

// become sets the state's repeats. An attribute that enters is in the order of buying
// already; an attribute that leaves is removed from it. Many changes at once cost more
// than a factorisation.
func (s *formState) become(repeats []int) {
	changes := 0
	for a, r := range repeats {
		if r != s.repeats[a] {
			changes++
		}
	}
	done := changes+s.updates <= mostUpdates && 2*changes <= 8+len(s.attrs) && len(s.p.forms.rowed) > 0 && !s.isThin()
	for a := 0; done && a < len(repeats); a++ {
		if r := repeats[a]; r != s.repeats[a] {
			done = s.set(a, r)
			s.updates++
		}
	}
	s.order = slices.DeleteFunc(s.order, func(a int) bool { return repeats[a] == 0 })
	if copy(s.repeats, repeats); !done || s.updates > 0 && s.isThin() {
		s.rebuild()
	}
	if changes > 0 {
		s.dropFactor()
	}
}

// dropFactor forgets a factorisation at other repeats.
func (s *formState) dropFactor() {
	if s.updates > 0 {
		s.factor = nil
	}
}

// isThin reports whether an attribute of S may have become redundant, or makes updates
// rounding. 1/P_kk is the variance it keeps given all other attributes; the rule of the
// factor conditions on the attributes bought before, at a first judgment. Updates to or
// from such a state are not trusted: if the attribute leaves, M_S may be
// well-conditioned, but P keeps the rounding.
func (s *formState) isThin() bool {
	if len(s.p.forms.rowed) == 0 {
		return false // without columns there is no P
	}
	for k, a := range s.attrs {
		q := 1 / s.row(k)[k]
		left := q + s.p.V[a]*(1-1/float64(s.repeats[a]))
		if !(left > thin*s.p.own(a)) || s.isDoubtful(a, q) {
			return true
		}
	}
	return false
}

// set changes the repeats of one attribute, and reports false where only a
// factorisation can tell what comes of it; the state means nothing then.
func (s *formState) set(a, to int) bool {
	switch {
	case s.repeats[a] == 0:
		return s.enter(a, to)
	case s.place[a] < 0 || s.hasWeightless(s.p.forms.Of[a]):
		return false // M_S without it may be the same and q another: see cholesky
	case to == 0:
		return s.leave(a)
	default:
		return s.rejudge(a, to)
	}
}

// hasWeightless tells whether an attribute on form g was redundant when it was bought.
// It stays redundant whatever is bought on other forms, since purchases lower q.
func (s *formState) hasWeightless(g int) bool {
	if len(s.order) == len(s.attrs) {
		return false
	}
	for _, a := range s.p.forms.on[g] {
		if s.repeats[a] > 0 && s.place[a] < 0 {
			return true
		}
	}
	return false
}

// rejudge changes the repeats of attribute i in S. With W, K as for more, p = P e,
// z = P u and (x, y) = (K⁻¹+WᵀPW)⁻¹ Wᵀ(P v) for any column v,
//
//	P v -= x p + y z,  v·w -= x w_i + y u·w,  v·P v -= (x, y)·Wᵀ(P v)
//
// Then the columns themselves change in the place of i: the columns of other attributes
// on the form by the change of 1/max(r).
func (s *formState) rejudge(i, to int) bool {
	n, k, l := len(s.attrs), s.place[i], s.pool
	u, z, p := l.x[:n], l.z[:n], l.e[:n]
	s.fillMore(u, i, to)
	s.times(z, s.inv, n, u)
	copy(p, s.row(k))
	c := s.capacitance(k, u[k], floats.Dot(u, s.w), z[k], floats.Dot(u, z))
	if !c.isSafe() {
		return false
	}
	s.alsoCapacitance(&c, k, u)
	s.obj -= c.fall()
	s.rankTwo(&s.near, len(s.p.forms.rowed), k, &c, u, p, z)
	s.mixTwo(k, &c, u)
	s.rankTwo(&s.far, 2*len(s.out), k, &c, u, p, z)
	for r := range n {
		x, y := c.solve(p[r], z[r])
		floats.AddScaled(s.row(r), -x, p)
		floats.AddScaled(s.row(r), -y, z)
	}
	x, y := c.solve(c.alpha, c.beta)
	floats.AddScaled(s.w, -x, p)
	floats.AddScaled(s.w, -y, z)
	for l := range s.also {
		x, y := c.solve(c.also[l][0], c.also[l][1])
		floats.AddScaled(s.also[l].w, -x, p)
		floats.AddScaled(s.also[l].w, -y, z)
	}
	from, before := s.repeats[i], s.isRepeated(s.p.forms.Of[i])
	s.repeats[i] = to
	s.shift(i, from, to)
	s.keepPairs(s.p.forms.Of[i], before)
	return true
}

// rankTwo takes columns along with a change of P.
func (s *formState) rankTwo(c *columns, rows, k int, w *capacitance, u, p, z []float64) {
	h := s.pool.h[:rows]
	s.times(h, c.y, rows, u)
	for r := range rows {
		v := s.column(c, r)
		g := v[k]
		x, y := w.solve(g, h[r])
		c.lin[r] -= x*w.alpha + y*w.beta
		for l := range s.also {
			s.also[l].lin(s, c)[r] -= x*w.also[l][0] + y*w.also[l][1]
		}
		c.quad[r] -= x*g + y*h[r]
		floats.AddScaled(v, -x, p)
		floats.AddScaled(v, -y, z)
	}
}

// mixTwo takes mixed along with a change of P, before far.
func (s *formState) mixTwo(k int, w *capacitance, u []float64) {
	h := s.pool.h[:2*len(s.out)]
	s.times(h, s.far.y, len(h), u)
	for i := range s.out {
		s.mixed[i] -= w.between(s.column(&s.far, 2*i)[k], h[2*i], s.column(&s.far, 2*i+1)[k], h[2*i+1])
	}
}

// shift changes the columns of other attributes on the form of i, and fills the columns
// of i, after its repeats changed.
func (s *formState) shift(i, from, to int) {
	f, halo, k := s.p.forms, s.p.forms.halo(i), s.place[i]
	p, wi := s.row(k), s.w[k]
	for _, a := range f.on[f.Of[i]] {
		row, delta := f.row[a], 0.0
		switch r := s.repeats[a]; {
		case a == i || row < 0:
			continue
		case s.place[a] < 0:
			delta = change(from, to) * halo[a]
		case from <= r && to > r:
			delta = -change(r, r+1) * halo[a]
		case from > r && to <= r:
			delta = change(r, r+1) * halo[a]
		}
		if delta != 0 {
			y := s.column(&s.near, row)
			s.near.lin[row] += delta * wi
			for l := range s.also {
				s.also[l].near[row] += delta * s.also[l].w[k]
			}
			s.near.quad[row] += delta * (2*y[k] + delta*p[k])
			floats.AddScaled(y, delta, p)
		}
	}
	s.fill(i)
}

// enter applies the first judgments of j, r at once. With x = M_Sj, z = P x,
// β = c/q and, for a column v that has the entry v_j now, η = v_j - x·P v,
//
//	P <- [P + z zᵀ/q, -z/q; -zᵀ/q, 1/q],  w <- [w - β z; β]
//	P v <- [P v - z η/q; η/q],  v·w += β η,  v·P v += η²/q
func (s *formState) enter(j, r int) bool {
	n, l, f := len(s.attrs), s.pool, s.p.forms
	x, z := l.x[:n], l.z[:n]
	s.fillFirst(x, j, r)
	s.times(z, s.inv, n, x)
	q := s.p.diag(j) + s.p.V[j]/float64(r) - floats.Dot(x, z)
	beta := (s.p.B[j] - floats.Dot(x, s.w)) / q
	also := make([]float64, len(s.also))
	for k := range also {
		also[k] = (s.also[k].b[j] - floats.Dot(x, s.also[k].w)) / q
	}
	if s.isDoubtful(j, q) {
		return false
	}
	if n == s.stride {
		s.widen()
	}
	before := s.isRepeated(f.Of[j])
	s.dropPair(j)
	s.fillNear(l.g, j, r)
	s.border(&s.near, l.g[:len(f.rowed)], x, z, q, beta, also)
	s.fillFar(l.g, j)
	s.border(&s.far, l.g[:2*len(s.out)], x, z, q, beta, also)
	for k := range s.out {
		s.mixed[k] += l.h[2*k] * l.h[2*k+1] / q
	}
	for i := range n {
		floats.AddScaled(s.row(i), z[i]/q, z)
		s.inv[i*s.stride+n] = -z[i] / q
		s.inv[n*s.stride+i] = -z[i] / q
	}
	s.inv[n*s.stride+n] = 1 / q
	floats.AddScaled(s.w, -beta, z)
	s.w, s.attrs, s.place[j] = append(s.w, beta), append(s.attrs, j), n
	s.repeats[j] = r
	s.obj += (beta*beta + floats.Dot(also, also)) * q
	for k := range s.also {
		floats.AddScaled(s.also[k].w, -also[k], z)
		s.also[k].w = append(s.also[k].w, also[k])
	}
	s.fill(j)
	s.keepPairs(f.Of[j], before)
	return true
}

// fillNear sets g to what the near columns have in the place of j, which enters
// with r judgments.
func (s *formState) fillNear(g []float64, j, r int) {
	f := s.p.forms
	for row, a := range f.rowed {
		g[row] = s.p.cross(j, r, a, 1)
		if s.place[a] >= 0 {
			g[row] = 0
			if f.Of[a] == f.Of[j] && r <= s.repeats[a] {
				g[row] = change(s.repeats[a], s.repeats[a]+1) * f.halo(a)[j]
			}
		}
	}
}

// fillFar is fillNear for the far columns.
func (s *formState) fillFar(g []float64, j int) {
	f := s.p.forms
	for k, a := range s.out {
		g[2*k], g[2*k+1] = s.p.Sigma[a*s.p.d()+j], 0
		if f.Of[a] == f.Of[j] {
			g[2*k+1] = f.halo(a)[j]
		}
	}
}

// border takes columns along with an entry, g being their entries in it, and
// leaves η in the pool's h.
func (s *formState) border(c *columns, g, x, z []float64, q, beta float64, also []float64) {
	n, h := len(x), s.pool.h[:len(g)]
	s.times(h, c.y, len(g), x)
	for r := range h {
		h[r] = g[r] - h[r]
		eta := h[r] / q
		c.lin[r] += beta * h[r]
		for k := range s.also {
			s.also[k].lin(s, c)[r] += also[k] * h[r]
		}
		c.quad[r] += eta * h[r]
		floats.AddScaled(c.y[r*s.stride:][:n], -eta, z)
		c.y[r*s.stride+n] = eta
	}
}

// keepPairs adds the pairs of a form that has several raters now and had not before, or
// drops them.
func (s *formState) keepPairs(g int, before bool) {
	now := s.isRepeated(g)
	if now == before {
		return
	}
	for _, a := range s.p.forms.on[g] {
		switch {
		case !now:
			s.dropPair(a)
		case s.repeats[a] == 0 && s.p.forms.row[a] >= 0:
			s.addPair(a)
		}
	}
}

// leave takes attribute i out of S: enter backwards, with 1/q = P_ii and, for a column
// v, η/q = (P v)_i. The last attribute moves to the place of i.
func (s *formState) leave(i int) bool {
	n, k, f := len(s.attrs), s.place[i], s.p.forms
	p := s.pool.e[:n]
	copy(p, s.row(k))
	pii, wi := p[k], s.w[k]
	for j := range s.out {
		s.mixed[j] -= s.column(&s.far, 2*j)[k] * s.column(&s.far, 2*j+1)[k] / pii
	}
	s.unborder(&s.near, len(f.rowed), k, p, wi)
	s.unborder(&s.far, 2*len(s.out), k, p, wi)
	for r := range n {
		row := s.row(r)
		floats.AddScaled(row, -p[r]/pii, p)
		row[k] = row[n-1]
	}
	copy(s.row(k), s.row(n-1))
	s.obj -= wi * wi / pii
	floats.AddScaled(s.w, -wi/pii, p)
	s.w[k] = s.w[n-1]
	for l := range s.also {
		w := s.also[l].w
		s.obj -= w[k] * w[k] / pii
		floats.AddScaled(w, -w[k]/pii, p)
		w[k] = w[n-1]
		s.also[l].w = w[:n-1]
	}
	last := s.attrs[n-1]
	s.attrs[k], s.place[last] = last, k
	before := s.isRepeated(f.Of[i])
	s.w, s.attrs, s.place[i], s.repeats[i] = s.w[:n-1], s.attrs[:n-1], -1, 0
	s.keepPairs(f.Of[i], before)
	s.fill(i)
	return true
}

// unborder takes columns along when the attribute at place k leaves.
func (s *formState) unborder(c *columns, rows, k int, p []float64, wi float64) {
	n := len(p)
	for r := range rows {
		y := s.column(c, r)
		eta := y[k]
		c.lin[r] -= eta * wi / p[k]
		for l := range s.also {
			s.also[l].lin(s, c)[r] -= eta * s.also[l].w[k] / p[k]
		}
		c.quad[r] -= eta * eta / p[k]
		floats.AddScaled(y, -eta/p[k], p)
		y[k] = y[n-1]
	}
}

// widen makes room for more attributes in the support.
func (s *formState) widen() {
	n, from := len(s.attrs), s.stride
	inv, near, far := s.inv, s.near.y, s.far.y
	s.allocate(n + 8)
	copyRows(s.inv, s.stride, inv, from, n, n)
	copyRows(s.near.y, s.stride, near, from, len(s.p.forms.rowed), n)
	copyRows(s.far.y, s.stride, far, from, 2*len(s.out), n)
}
