package selection

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// conditional returns what r judgments at once of attribute j, which is not
// asked yet, would leave given S: q, its residual variance, and c, its residual
// covariance with the label. They may be rounding where q is small. Its form has
// top raters.
func (s *formState) conditional(j, r, top int, also []float64) (q, c float64) {
	var lin, quad float64
	n := len(s.attrs)
	row, pair := s.p.forms.row[j], s.pair[j]
	switch {
	case row >= 0 && r == 1:
		lin, quad = s.near.lin[row], s.near.quad[row]
		for k := range s.also {
			also[k] = s.also[k].b[j] - s.also[k].near[row]
		}
	case pair >= 0 && r >= top:
		inv := 1 / float64(r)
		lin = s.far.lin[2*pair] + inv*s.far.lin[2*pair+1]
		quad = s.far.quad[2*pair] + inv*(2*s.mixed[pair]+inv*s.far.quad[2*pair+1])
		for k := range s.also {
			also[k] = s.also[k].b[j] - s.also[k].far[2*pair] - inv*s.also[k].far[2*pair+1]
		}
	default:
		x, y := s.pool.x[:n], s.pool.z[:n]
		s.fillFirst(x, j, r)
		s.times(y, s.inverse(), n, x)
		lin, quad = floats.Dot(x, s.w), floats.Dot(x, y)
		for k := range s.also {
			also[k] = s.also[k].b[j] - floats.Dot(x, s.also[k].w)
		}
	}
	return s.p.diag(j) + s.p.V[j]/float64(r) - quad, s.p.B[j] - lin
}

// inverse returns P, which rebuild leaves out where no column needs it.
func (s *formState) inverse() []float64 {
	if len(s.p.forms.rowed) == 0 {
		s.exact().inverse(s.inv, s.stride)
	}
	return s.inv
}

// first returns what r judgments at once of attribute j, which is not asked yet,
// would bring on a form that top raters fill: c²/q as in fullState, with the
// border of M_S at these repeats.
func (s *formState) first(j, r, top int) float64 {
	also := s.pool.k
	q, c := s.conditional(j, r, top, also)
	if s.isDoubtful(j, q) {
		b := s.exact().border(s.p, j, r)
		if s.exact().isRounding(s.p, &b) {
			return 0
		}
		return b.square() / b.divisor(s.p)
	}
	return (c*c + floats.Dot(also, also)) / q
}

// isDoubtful tells whether a residual variance, at whatever repeats, is so small
// that only a fresh factorisation can tell it from rounding. Several judgments at
// once may leave nothing of what one would have left, where an estimated C+ lets
// the errors of one rater cancel: that attribute is not redundant, and yet to
// divide by what is left of it is to divide by rounding.
func (s *formState) isDoubtful(j int, q float64) bool { return !(q > doubtful*s.p.own(j)) }

// more returns what t more judgments of attribute j bring. With e its unit
// vector, r its repeats and
//
//	u[j] = (1/(r+t) - 1/r) v[j]
//	u[a] = (1/max(r+t, r[a]) - 1/max(r, r[a])) C+[j,a]   on the form of j, else 0
//
// M_S changes by e uᵀ + u eᵀ - u[j] e eᵀ: judgments of j by more raters change nothing
// for the attributes with more raters already. The change is W K Wᵀ with W = [e u], K⁻¹
// = [0 1; 1 u_j], and by Woodbury the objective changes by
//
//	-(Wᵀw)ᵀ (K⁻¹ + WᵀPW)⁻¹ (Wᵀw),   Wᵀw = (w_j, u·w),
//	K⁻¹ + WᵀPW = [P_jj  1+(Pu)_j; 1+(Pu)_j  u_j + uᵀPu]
//
// whose determinant is below 0 as long as M_S stays positive definite: it is
// minus the ratio of the determinants of M_S after and before. The gain may be
// negative: one rater's errors can cancel where a mean of two cannot.
func (s *formState) more(j, t int) float64 {
	k := s.place[j]
	if k < 0 {
		return 0 // redundant when it was bought, and still
	}
	var c capacitance
	if row := s.p.forms.row[j]; row >= 0 && s.isEven(j, t) {
		r := s.repeats[j]
		one, all := change(r, r+1), change(r, r+t)
		share := all / one
		c = s.capacitance(k, s.p.V[j]*all, share*s.near.lin[row],
			share*s.column(&s.near, row)[k], share*share*s.near.quad[row])
		for l := range s.also {
			c.also = append(c.also, [2]float64{s.also[l].w[k], share * s.also[l].near[row]})
		}
	} else {
		u, y := s.pool.x[:len(s.attrs)], s.pool.z[:len(s.attrs)]
		s.fillMore(u, j, s.repeats[j]+t)
		s.times(y, s.inverse(), len(u), u)
		c = s.capacitance(k, u[k], floats.Dot(u, s.w), y[k], floats.Dot(u, y))
		s.alsoCapacitance(&c, k, u)
	}
	if !c.isSafe() {
		return s.raise([]lot{{j, t}})
	}
	return -c.fall()
}

// isEven tells whether the column of t more judgments of j is a multiple of the column of
// one more: no attribute on the form has more judgments than j has now, and fewer than then.
func (s *formState) isEven(j, t int) bool {
	r, g := s.repeats[j], s.p.forms.Of[j]
	for _, a := range s.attrs {
		if n := s.repeats[a]; n > r && n < r+t && s.p.forms.Of[a] == g {
			return false
		}
	}
	return true
}

// capacitance is K⁻¹ + WᵀPW = [a b; b d] of a change W K Wᵀ, and (alpha, beta) =
// Wᵀw, and also the same of the other labels.
type capacitance struct {
	a, b, d, det, alpha, beta float64
	also                      [][2]float64
}

// fall is by how much the change lowers the objective.
func (c *capacitance) fall() float64 {
	sum := c.between(c.alpha, c.beta, c.alpha, c.beta)
	for _, x := range c.also {
		sum += c.between(x[0], x[1], x[0], x[1])
	}
	return sum
}

// alsoCapacitance fills in Wᵀw of the other labels for the column u of a change.
func (s *formState) alsoCapacitance(c *capacitance, k int, u []float64) {
	for l := range s.also {
		c.also = append(c.also, [2]float64{s.also[l].w[k], floats.Dot(u, s.also[l].w)})
	}
}

func (s *formState) capacitance(k int, uj, uw, puj, upu float64) capacitance {
	c := capacitance{a: s.row(k)[k], b: 1 + puj, d: uj + upu, alpha: s.w[k], beta: uw}
	c.det = c.a*c.d - c.b*c.b
	return c
}

// isSafe tells whether no more than two digits of the determinant, -b² + a d,
// cancel.
func (c *capacitance) isSafe() bool {
	return c.det < -1e-2*(c.b*c.b+math.Abs(c.a*c.d))
}

// solve returns the inverse times (g, h).
func (c *capacitance) solve(g, h float64) (x, y float64) {
	return (c.d*g - c.b*h) / c.det, (c.a*h - c.b*g) / c.det
}

// between is (g, h) times the inverse times (e, f).
func (c *capacitance) between(g, h, e, f float64) float64 {
	x, y := c.solve(e, f)
	return g*x + h*y
}

// raise returns what lots of several attributes bring together, from a
// factorisation of M_S at the repeats then: O(|S|³/6), less than P after it.
func (s *formState) raise(bought []lot) float64 {
	opens := false // a form nobody filled yet
	for _, l := range bought {
		opens = opens || s.repeats[l.attribute] == 0
		s.repeats[l.attribute] += l.judgments
	}
	after, ok := 0.0, false
	if !opens {
		after, ok = s.factorised()
	}
	if !ok {
		var f cholesky
		for _, a := range s.order {
			f.push(s.p, a, s.repeats[a])
		}
		for _, l := range bought {
			if s.repeats[l.attribute] == l.judgments {
				f.push(s.p, l.attribute, l.judgments)
			}
		}
		after = f.objective()
	}
	for _, l := range bought {
		s.repeats[l.attribute] -= l.judgments
	}
	return after - s.obj
}

// factorised returns the objective b'M_S⁻¹b of the present S at the repeats. It returns
// false if a pivot may be rounding, or if attributes outside S are asked.
func (s *formState) factorised() (float64, bool) {
	n := len(s.attrs)
	if s.pool.m = grown(s.pool.m, n*n); len(s.order) > n || len(s.also) > 0 {
		return 0, false
	}
	m, half, sum := s.pool.m, s.pool.e, 0.0
	for i, a := range s.attrs {
		row, r := m[i*n:][:i+1], s.repeats[a]
		if r == 0 {
			return 0, false
		}
		q, c := s.p.diag(a)+s.p.V[a]/float64(r), s.p.B[a]
		for k := range i {
			above := m[k*n:][:k+1]
			x := (s.p.cross(a, r, s.attrs[k], s.repeats[s.attrs[k]]) - floats.Dot(above[:k], row[:k])) / above[k]
			row[k] = x
			q -= x * x
			c -= x * half[k]
		}
		if s.isDoubtful(a, q) {
			return 0, false
		}
		row[i] = math.Sqrt(q)
		half[i] = c / row[i]
		sum += half[i] * half[i]
	}
	return sum, true
}

// grown returns a slice of n entries, x itself where it has room.
func grown(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n, 2*n)
	}
	return x[:n]
}
