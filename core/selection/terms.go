package selection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

// apply takes the state along with a term of P: with o_l of each label,
//
//	P -= κ p pᵀ,   w_l -= κ o_l p,   obj -= κ Σ o_l²
//
// and all else as follow says. Every change is made of such terms:
//
//	change                      p                   κ          o_l
//	r judgments of k become t   P e_k               τ          w_l[k]
//	k leaves                    P e_k               1/P_kk     w_l[k]
//	k enters (row k of P is 0)  -P x, and 1 at k    -1/q       b_l[k] - x·w_l
//
// with δ = v_k(1/t - 1/r) and τ = δ/(1+δP_kk) = -v_k(t-r)/(r t - (t-r) v_k P_kk), by Sherman
// and Morrison. One more answer on a form changes M in a row and a column: the attribute
// leaves, and enters with another border. The entries of p beyond S are not read.
func (s *fullState) apply(p []float64, kappa float64, o []float64) {
	s.invert()
	n := len(s.support)
	gram.AddSquare(s.inv, s.stride, -kappa, p, n)
	for l, w := range s.w {
		floats.AddScaled(w, -kappa*o[l], p[:n])
		s.obj -= kappa * o[l] * o[l]
	}
	s.follow(p[:n], kappa, o)
	s.terms++
}

// follow takes along what is kept beside P and w: with x_j the column of M that attribute j
// would add, and g_j = x_j·p,
//
//	c_l[j] += κ o_l g_j,   q[j] += κ g_j²
func (s *fullState) follow(p []float64, kappa float64, o []float64) {
	if s.nested != nil {
		s.nested.follow(s, p, kappa, o)
	}
	if s.blind || len(s.support) == s.candidates {
		return // no candidate is left that c and q are for
	}
	g := s.room.g
	s.cross(g, p)
	follow(s.c, s.q, g, kappa, o)
	if s.nested != nil {
		s.nested.followFar(s, g, p, kappa, o)
	}
}

// follow takes c and q along.
func follow(c [][]float64, q, g []float64, kappa float64, o []float64) {
	for l, c := range c {
		share := kappa * o[l]
		if l > 0 {
			floats.AddScaled(c, share, g)
			continue
		}
		c, q := c[:len(g)], q[:len(g)]
		for a, x := range g {
			c[a] += share * x
			q[a] += kappa * x * x
		}
	}
}

// cross sets g_j = x_j·p for all d attributes. It is where a path spends its time.
func (s *fullState) cross(g, p []float64) {
	if s.nested != nil {
		gram.Combine(g, s.nested.x, s.p.d(), s.room.rows[:len(p)], p)
		return
	}
	gram.Combine(g, s.p.Sigma, s.p.d(), s.support, p)
}

// weightsAt lists w of the labels at a place.
func (s *fullState) weightsAt(k int) []float64 {
	for l, w := range s.w {
		s.room.o[l] = w[k]
	}
	return s.room.o
}

// further changes the repeats of the attribute at place k to others above 0. It reports
// false where only a factorisation can tell what comes of it.
func (s *fullState) further(k, to int) bool {
	a := s.support[k]
	p := s.room.z
	s.column(p[:len(s.support)], k)
	if !isShared(s.p, a) {
		if s.p.V[a] > 0 {
			s.apply(p, -s.p.V[a]*float64(to-s.repeats[a])/s.slack(k, a, to), s.weightsAt(k))
		}
		s.count(a, to)
		return true
	}
	s.apply(p, 1/p[k], s.weightsAt(k))
	for i := range k {
		s.inv[i*s.stride+k] = 0
	}
	clear(s.row(k)[k:])
	for _, w := range s.w {
		w[k] = 0
	}
	return s.admit(k, to)
}

// leave takes the attribute at place k, which is bought singly, out of S.
func (s *fullState) leave(k int) {
	a, n := s.support[k], len(s.support)-1
	p := s.room.z
	s.column(p[:n+1], k)
	s.apply(p, 1/p[k], s.weightsAt(k))
	for i := range n {
		from := i
		if i >= k {
			from++
		}
		row := s.inv[from*s.stride:]
		copy(row[k:], row[k+1:n+1])
		copy(s.inv[i*s.stride:][:n], row[:n])
	}
	for l, w := range s.w {
		s.w[l] = slices.Delete(w, k, k+1)
	}
	s.support = slices.Delete(s.support, k, k+1)
	s.order = slices.DeleteFunc(s.order, func(e int) bool { return e == a })
	s.repeats[a], s.place[a] = 0, -1
	for i, e := range s.support[k:] {
		s.place[e] = k + i
	}
}

// slack is r t - (t-r) v P_kk, above 0, for the attribute at place k when its r judgments
// become t.
func (s *fullState) slack(k, a, to int) float64 {
	s.invert()
	r, t := float64(s.repeats[a]), float64(to)
	most, share := r, s.p.V[a]*s.inv[k*s.stride+k]
	if s.p.forms != nil {
		most = mostPrecise(s.p, r)
	}
	return r*t - (t-r)*min(share, most)
}

// enter applies the first judgments of an attribute, which becomes the last of S.
func (s *fullState) enter(a, judgments int) bool {
	s.invert()
	n := len(s.support)
	s.reserve(n + 1)
	s.support, s.place[a] = append(s.support, a), n
	for l := range s.w {
		s.w[l] = append(s.w[l], 0)
	}
	for i := range n + 1 {
		s.inv[i*s.stride+n] = 0
	}
	return s.admit(n, judgments)
}

// admit gives the attribute at place k, whose row of P is 0, its judgments. It reports false
// where what is left of it may be rounding.
func (s *fullState) admit(k, judgments int) bool {
	p, a, z := s.p, s.support[k], s.room.v[:len(s.support)]
	before := 0
	if s.top != nil {
		before = s.top[p.forms.Of[a]]
	}
	s.count(a, judgments)
	q := s.left(z, a, judgments)
	if !(q > doubtful*p.own(a)) {
		return false
	}
	if s.nested != nil {
		s.nested.fillRow(s, k)
	}
	floats.Scale(-1, z)
	z[k] = 1
	s.apply(s.room.v, -1/q, s.room.o)
	if s.nested != nil && isShared(s.p, a) {
		s.nested.fillMore(s, k)
		if g := p.forms.Of[a]; s.top[g] != before {
			s.nested.fillFar(s, g)
		}
	}
	return true
}

// left returns q, the residual variance of r judgments at once of an attribute whose row of P is 0,
// if it has one, given S. z becomes Px, and room.o the residual covariances with the labels.
func (s *fullState) left(z []float64, a, r int) (q float64) {
	x := s.room.x[:len(s.support)]
	fillColumn(s.p, x, a, r, s.support, s.repeats)
	if k := s.place[a]; k >= 0 {
		x[k] = 0
	}
	s.times(z[:len(x)], x)
	for l, w := range s.w {
		s.room.o[l] = s.p.B[l][a] - floats.Dot(x, w)
	}
	return s.p.diag(a) + s.p.V[a]/float64(r) - floats.Dot(x, z[:len(x)])
}

// mostPrecise bounds v_j P_jj at r judgments of j but for rounding, so that no gain is
// negative: M_S is at least Diag(v/r). For a panel Σ⁺ holds C+/R only off the diagonal,
// and is positive semi-definite only with v/R on the diagonal. Then M_S is at least
// Diag(v/r - v/R), which bounds nothing at r = R.
func mostPrecise(p *Problem, r float64) float64 {
	if p.forms == nil || p.forms.Panel == 0 {
		return r
	}
	panel := float64(p.forms.Panel)
	if r >= panel {
		return math.Inf(1)
	}
	return 1 / (1/r - 1/panel)
}
