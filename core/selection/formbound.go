package selection

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// mostRaised bounds what one more rater of a form, or t more, brings, for all attributes that
// each of its R raters was asked: raise without a factorisation. It is +Inf where nothing is
// known.
//
// Let T be those attributes, and the move change M_S = Σ⁺ + N + λI to M' = M_S - Δ. Of 1/max(r)
// the entries of T, and of T with others on the form, fall by the share 1-ρ with ρ = R/(R+t);
// the entries of others stay. So
//
//	M' - ρ M_S = (1-ρ)(Σ⁺ + λI + N without the rows and columns of T)
//
// is positive semi-definite, as both covariances are, and M'⁻¹ is at most P/ρ. With w = P b
//
//	b'M'⁻¹b - b'P b = w'Δw + (Δw)'M'⁻¹(Δw) <= w'Δw + (Δw)'P(Δw)/ρ
//
// in O(|S|²). Off the diagonal a panel's Σ⁺ has a part of N, and need not be positive
// semi-definite: nothing is known then.
func (s *formState) mostRaised(m *formMove) float64 {
	n, f := len(s.attrs), s.p.forms
	first := m.bought[0]
	r, t := s.repeats[first.attribute], first.judgments
	if f.Panel > 0 || r == 0 || len(s.order) > n || len(f.rowed) == 0 {
		return math.Inf(1)
	}
	x, y := s.pool.x[:n], s.pool.z[:n]
	var sum float64
	for l := range len(s.also) + 1 {
		w := s.w
		if l > 0 {
			w = s.also[l-1].w
		}
		s.fillRaised(x, w, f.Of[first.attribute], r, t)
		s.times(y, s.inv, n, x)
		sum += floats.Dot(w, x) + floats.Dot(x, y)*float64(r+t)/float64(r)
	}
	return sum
}

// fillRaised sets x = Δw, when the r raters of form g become t more. The product of two
// attributes changes if either of them is in T.
func (s *formState) fillRaised(x, w []float64, g, r, t int) {
	f, delta := s.p.forms, -change(r, r+t)
	here, raised := s.pool.e[:len(w)], s.pool.f[:len(w)] // w on the form, and of it w in T
	isRaised := func(a int) bool { return s.repeats[a] == r && s.p.most(a) > r }
	for k, a := range s.attrs {
		if here[k], raised[k] = 0, 0; f.Of[a] == g {
			if here[k] = w[k]; isRaised(a) {
				raised[k] = w[k]
			}
		}
	}
	for k, a := range s.attrs {
		if x[k] = 0; f.Of[a] != g {
			continue
		}
		halo, other, sum := f.halo(a), raised, 0.0
		if isRaised(a) {
			other, sum = here, (s.p.V[a]-halo[a])*w[k]
		}
		for i, e := range s.attrs {
			sum += halo[e] * other[i]
		}
		x[k] = delta * sum
	}
}
