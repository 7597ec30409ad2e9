package selection

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
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

// keep puts the row of attribute a at position k of rows.
func (s *fullState) keep(k, a int) {
	if !s.blind {
		copy(s.rows[k*s.p.d():], s.p.row(a))
	}
}

// crossAll sets g = Σ⁺_:S x for all d attributes. A path spends most of its time here.
// gonum's product with the rows side by side takes two thirds of the time of adding
// rows one by one. A loop over four rows at once in Go takes twice as long.
func (s *fullState) crossAll(x []float64) {
	d, n := s.p.d(), len(x)
	if s.blind || n == 0 {
		clear(s.g)
		for k, e := range s.support[:n] {
			floats.AddScaled(s.g, x[k], s.p.row(e))
		}
		return
	}
	blas64.Gemv(blas.Trans, 1, blas64.General{Rows: n, Cols: d, Stride: d, Data: s.rows},
		blas64.Vector{N: n, Inc: 1, Data: x}, 0, blas64.Vector{N: d, Inc: 1, Data: s.g})
}
