package selection

import (
	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

// gather returns the entries of a row of Σ⁺ that belong to the support.
func (s *fullState) gather(sigma []float64) []float64 {
	x := s.x[:len(s.support)]
	for k, e := range s.support {
		x[k] = sigma[e]
	}
	return x
}

// times sets z = P x from the upper triangle of P: each row once as a row and
// once as a column.
func (s *fullState) times(z, x []float64) {
	clear(z)
	for i := range z {
		row := s.row(i)
		z[i] += floats.Dot(row[i:], x[i:])
		floats.AddScaled(z[i+1:], x[i], row[i+1:])
	}
}

// look finds c and q of an attribute outside the support of a blind state.
func (s *fullState) look(j int) {
	sigma := s.p.row(j)
	x, z := s.gather(sigma), s.z[:len(s.support)]
	s.times(z, x)
	s.c[j] = s.p.B[j] - floats.Dot(x, s.w)
	for k := range s.also {
		s.also[k].c[j] = s.also[k].b[j] - floats.Dot(x, s.also[k].w)
	}
	s.q[j] = s.p.own(j) - floats.Dot(x, z)
}

// crossAll sets g = Σ⁺_:S x for all d attributes. It is where a path spends its time.
// Of x only the attributes that it has places for count.
func (s *fullState) crossAll(x []float64) {
	gram.Combine(s.g, s.p.Sigma, s.p.d(), s.support[:len(x)], x)
}

// crossOthers is crossAll of a column of P for the attributes outside the support, which
// are few or many; the others' entries mean nothing.
func (s *fullState) crossOthers(x []float64) {
	d, n := s.p.d(), len(s.support)
	if fewOthers*(d-n) > d {
		s.crossAll(x)
		return
	}
	for a, i := range s.place {
		if i >= 0 {
			continue
		}
		row, sum := s.p.row(a), 0.0
		for k, e := range s.support[:len(x)] {
			sum += float64(x[k] * row[e])
		}
		s.g[a] = sum
	}
}

// fewOthers is how many times the attributes outside the support must go into all for each
// of them to be looked at by itself.
const fewOthers = 6
