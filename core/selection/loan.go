package selection

// loan is what was taken from an attribute before its price is given to
// another; the zero value is nothing.
type loan struct {
	taken int
	tau   float64
	w     []float64 // by label
	p     []float64 // column of P, by place in the support
	g     []float64 // Σ⁺_:S p, by attribute
}

// give returns by how much t >= 1 more judgments of j raise the objective
// after a loan,
//
//	j in S   -δ w'²/(1+δP')   w' = w_j - τ w_i P_ij,  P' = P_jj - τ P_ij²,  δ = v_j(1/(r_j+t) - 1/r_j)
//	outside  c'²/q'           c' = c_j + τ w_i g_j,   q' = q_j + τ g_j² - v_j + v_j/t
//
// and 0 where j is redundant, or t is 0.
func (s *fullState) give(j, t int, l *loan) float64 {
	if t == 0 {
		return 0
	}
	r, n := float64(s.repeats[j]), float64(s.repeats[j]+t)
	if k := s.place[j]; k >= 0 {
		pjj := s.row(k)[k]
		if l.tau != 0 {
			pjj -= l.tau * l.p[k] * l.p[k]
		}
		var square float64
		for i, w := range s.w {
			x := w[k]
			if l.tau != 0 {
				x -= l.tau * l.w[i] * l.p[k]
			}
			square += x * x
		}
		delta := -s.p.V[j] * float64(t) / (r * n)
		return -delta * square / (1 + delta*pjj)
	}
	q := s.q[j] - s.p.V[j] + s.p.V[j]/n
	if l.tau != 0 {
		q += l.tau * l.g[j] * l.g[j]
	}
	if !(q > redundant*(s.p.diag(j)+s.p.V[j]/n)) {
		return 0
	}
	var square float64
	for i, c := range s.c {
		x := c[j]
		if l.tau != 0 {
			x += l.tau * l.w[i] * l.g[j]
		}
		square += x * x
	}
	return square / q
}
