package selection

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

// nested is what a fullState keeps of attributes on forms that are paid by the answer. A
// first judgment of j is by one rater, who is one of the r_k who answer each k on the form,
// so that x_j has C+_kj/r_k; asked of all R raters of the form, j has y_j, with C+_kj/R:
//
//	x_j[k] = Σ_kj + C+_kj/r_k,   y_j[k] = x_j[k] + (1/R - 1/r_k) C+_kj
//
// One more judgment of j in S changes the row and the column of j in M by δ f_j, where
//
//	δ = 1/(r_j+1) - 1/r_j,   f_j[k] = C+_kj where r_k <= r_j, else 0;   f_j[j] = v_j.
//
// It keeps f_j·w_l, (P f_j)_j and f_j·P f_j, and c and q of attributes that all raters of their
// form are asked, without v.
type nested struct {
	x      []float64   // by place and attribute: x_j[k]
	f      []float64   // by place k and j: f_j[k]
	ml     [][]float64 // f_j·w_l
	mp, mq []float64   // (P f_j)_j and f_j·P f_j
	fc     [][]float64 // c_l of y_j
	fq     []float64   // q of y_j, without v/R
}

func newNested(s *fullState) *nested {
	t := &nested{mp: make([]float64, s.candidates), mq: make([]float64, s.candidates), fq: make([]float64, s.p.d())}
	for _, b := range s.p.B {
		t.ml = append(t.ml, make([]float64, s.candidates))
		t.fc = append(t.fc, append([]float64(nil), b...))
	}
	return t
}

func (t *nested) copyFrom(s, from *fullState) {
	n, o := len(s.support), from.nested
	copy(t.x, o.x[:n*s.p.d()])
	for i := range n {
		copy(t.f[i*s.stride:][:n], o.f[i*from.stride:])
	}
	for l := range t.ml {
		copy(t.ml[l], o.ml[l][:n])
		copy(t.fc[l], o.fc[l])
	}
	copy(t.mp, o.mp[:n])
	copy(t.mq, o.mq[:n])
	copy(t.fq, o.fq)
}

// follow takes the columns f_j along with a term of P: with e_j = f_j·p
//
//	f_j·w_l -= κ o_l e_j,   (P f_j)_j -= κ e_j p_j,   f_j·P f_j -= κ e_j²
func (t *nested) follow(s *fullState, p []float64, kappa float64, o []float64) {
	n := len(p)
	e := s.room.y[:n]
	gram.Combine(e, t.f, s.stride, s.room.rows[:n], p)
	for l := range t.ml {
		floats.AddScaled(t.ml[l][:n], -kappa*o[l], e)
	}
	mp, mq := t.mp[:n], t.mq[:n]
	for j, x := range e {
		mp[j] -= kappa * x * p[j]
		mq[j] -= kappa * x * x
	}
}

// followFar takes c and q of y_j along, given g_j = x_j·p. The columns differ only where an
// attribute has fewer judgments than its form has raters.
func (t *nested) followFar(s *fullState, g, p []float64, kappa float64, o []float64) {
	f, h := s.p.forms, s.room.h
	copy(h, g)
	for k, a := range s.support {
		if r, top := s.repeats[a], s.top[f.Of[a]]; r < top && f.kind[f.Of[a]] == form {
			floats.AddScaled(h, p[k]*change(r, top), f.row(a))
		}
	}
	follow(t.fc, t.fq, h, kappa, o)
}

// change is 1/to - 1/from, without cancellation.
func change(from, to int) float64 {
	return float64(from-to) / (float64(from) * float64(to))
}

// fillRow sets what place k has in all columns.
func (t *nested) fillRow(s *fullState, k int) {
	d, n, a := s.p.d(), len(s.support), s.support[k]
	x, f := t.x[k*d:][:d], t.f[k*s.stride:][:n]
	copy(x, s.p.row(a))
	clear(f)
	for i := range n {
		t.f[i*s.stride+k] = 0
	}
	forms := s.p.forms
	if g := forms.Of[a]; forms.kind[g] == form {
		r, halo := s.repeats[a], forms.row(a)
		floats.AddScaled(x, 1/float64(r), halo)
		for j, e := range s.support {
			if forms.Of[e] != g {
				continue
			}
			if r <= s.repeats[e] {
				f[j] = halo[e]
			}
			if s.repeats[e] <= r {
				t.f[j*s.stride+k] = halo[e]
			}
		}
		f[k] = s.p.V[a]
	}
}

// fillMore computes what is kept of f_k.
func (t *nested) fillMore(s *fullState, k int) {
	n := len(s.support)
	u, z := s.room.x[:n], s.room.y[:n]
	for i := range n {
		u[i] = t.f[i*s.stride+k]
	}
	s.times(z, u)
	for l, w := range s.w {
		t.ml[l][k] = floats.Dot(u, w)
	}
	t.mp[k], t.mq[k] = z[k], floats.Dot(u, z)
}

// fillFar computes c and q of a form's y_j, after the form got more raters.
func (t *nested) fillFar(s *fullState, g int) {
	top := s.top[g]
	for _, a := range s.p.forms.on[g] {
		if s.place[a] >= 0 || top < 2 {
			continue
		}
		t.fq[a] = s.left(s.room.y, a, top) - s.p.V[a]/float64(top)
		for l, c := range s.room.o {
			t.fc[l][a] = c
		}
	}
}

// first is what r judgments at once of attribute a, which is not asked yet, bring: c²/q.
func (s *market) first(a, r int) float64 {
	var q, square float64
	if t := s.nested; t != nil && s.p.forms.kind[s.p.forms.Of[a]] == form && r > 1 && r == s.top[s.p.forms.Of[a]] {
		q, square = t.fq[a]+s.p.V[a]/float64(r), sumSquares(t.fc, a)
	} else {
		q, square = s.left(s.room.y, a, r), floats.Dot(s.room.o, s.room.o)
	}
	if !(q > doubtful*s.p.own(a)) {
		return s.literal([]lot{{a, r}})
	}
	return square / q
}

// more is what t more judgments of the attribute at place k bring. With e its unit vector, r
// its repeats and
//
//	u[a] = v_a (1/(r+t) - 1/r)                         of the attribute itself
//	u[e] = (1/max(r+t, r_e) - 1/max(r, r_e)) C+_ae     on its form, else 0
//
// M changes by e uᵀ + u eᵀ - u_a e eᵀ: judgments by more raters change nothing for attributes
// with more raters already. The change is W K Wᵀ with W = [e u], K⁻¹ = [0 1; 1 u_a], and by
// Woodbury the objective changes by
//
//	-(Wᵀw)ᵀ (K⁻¹ + WᵀPW)⁻¹ (Wᵀw),   Wᵀw = (w_k, u·w),
//	K⁻¹ + WᵀPW = [P_kk  1+(Pu)_k; 1+(Pu)_k  u_a + u·Pu]
//
// whose determinant is below 0 as long as M stays positive definite. The gain may be
// negative: one rater's errors can cancel where a mean of two cannot.
func (s *market) more(k, t int) float64 {
	a, r := s.support[k], s.repeats[s.support[k]]
	delta := change(r, r+t)
	s.invert()
	pkk, n := s.inv[k*s.stride+k], len(s.support)
	var b, d float64
	u, z := s.room.x[:n], s.room.y[:n]
	kept := t == 1 && s.nested != nil && s.p.forms.kind[s.p.forms.Of[a]] == form
	if kept {
		b, d = 1+delta*s.nested.mp[k], delta*s.p.V[a]+delta*delta*s.nested.mq[k]
	} else {
		s.fillChange(u, a, t)
		s.times(z, u)
		b, d = 1+z[k], u[k]+floats.Dot(u, z)
	}
	det := pkk*d - b*b
	if !(det < -1e-2*(b*b+math.Abs(pkk*d))) { // more than two digits cancel
		return s.literal([]lot{{a, t}})
	}
	var sum float64
	for l, w := range s.w {
		x, y := w[k], 0.0
		if kept {
			y = delta * s.nested.ml[l][k]
		} else {
			y = floats.Dot(u, w)
		}
		sum -= (d*x*x - 2*b*x*y + pkk*y*y) / det
	}
	return sum
}

// fillChange sets u of t more judgments of a, in S.
func (s *market) fillChange(u []float64, a, t int) {
	clear(u)
	r := s.repeats[a]
	if isShared(s.p, a) {
		f := s.p.forms
		halo := f.halo(a)
		for k, e := range s.support {
			if f.Of[e] == f.Of[a] {
				u[k] = change(max(r, s.repeats[e]), max(r+t, s.repeats[e])) * halo[e]
			}
		}
	}
	u[s.place[a]] = s.p.V[a] * change(r, r+t)
}

// literal is what lots bring together, from a factorisation of M.
func (s *market) literal(lots []lot) float64 {
	n := len(s.order)
	order := s.order[:n:n]
	for _, l := range lots {
		if s.repeats[l.attribute] == 0 {
			order = append(order, l.attribute)
		}
		s.repeats[l.attribute] += l.judgments
	}
	f := &s.room.factor
	f.fill(s.p, s.repeats, order)
	for _, l := range lots {
		s.repeats[l.attribute] -= l.judgments
	}
	return f.objective() - s.obj
}
