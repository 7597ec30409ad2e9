package selection

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
)

const (
	// driftCheck is how many terms pass between checks of the updates.
	driftCheck = 64
	// driftLimit is the relative error of the objective that is put up with.
	driftLimit = 1e-10
	// thin is the share of its own variance that an attribute on a form must keep given
	// all others for terms to be trusted: rounding grows by the inverse of it.
	thin = 10 * doubtful
)

// isWorn tells whether the state is to be computed afresh.
func (s *fullState) isWorn() bool {
	if s.terms >= driftCheck {
		if s.terms = 0; s.hasDrifted() {
			return true
		}
	}
	s.invert()
	for k, a := range s.support {
		if !isShared(s.p, a) || s.repeats[a] > 1 && s.p.V[a] > 2*thin*s.p.own(a) { // v/2 alone is enough
			continue
		}
		if left := 1/s.inv[k*s.stride+k] + s.p.V[a]*(1-1/float64(s.repeats[a])); !(left > thin*s.p.own(a)) {
			return true
		}
	}
	return false
}

// hasDrifted compares the sum of the gains with the objective that w gives, bᵀw, and with
// wᵀMw, which equals it only while w = M⁻¹b still holds.
func (s *fullState) hasDrifted() bool {
	var bw, wmw float64
	x := s.room.x[:len(s.support)]
	for k, a := range s.support {
		fillColumn(s.p, x, a, s.repeats[a], s.support, s.repeats)
		x[k] = s.p.diag(a) + s.p.V[a]/float64(s.repeats[a])
		for l, w := range s.w {
			bw += s.p.B[l][a] * w[k]
			wmw += w[k] * floats.Dot(x, w)
		}
	}
	limit := driftLimit * math.Abs(bw)
	return math.Abs(s.obj-bw) > limit || math.Abs(wmw-bw) > limit
}

// rebuild computes everything from a fresh factorisation of M at the present repeats, in the
// order of buying. With M_S = L Lᵀ and x = L⁻¹ M_Sj, for j outside S
//
//	q[j] = M_jj - xᵀx,  c[j] = b[j] - xᵀ L⁻¹ b_S
func (s *fullState) rebuild() {
	f := &s.room.factor
	f.fill(s.p, s.repeats, s.order)
	n := len(f.attrs)
	s.reserve(n)
	s.support = append(s.support[:0], f.attrs...)
	for a := range s.place {
		s.place[a] = -1
	}
	for k, a := range s.support {
		s.place[a] = k
		for i, x := range f.rows[k] {
			s.inv[i*s.stride+k] = x
		}
	}
	s.isFactor = n > 0
	s.obj, s.terms, s.exact, s.market.known = f.objective(), 0, true, false
	for l, w := range f.weights() {
		s.w[l] = append(s.w[l][:0], w...)
	}
	if s.nested != nil {
		for k := range n {
			s.nested.fillRow(s, k)
		}
		for k, a := range s.support {
			if isShared(s.p, a) {
				s.nested.fillMore(s, k)
			}
		}
		for g := range s.top {
			s.nested.fillFar(s, g)
		}
	}
	if !s.blind && n < s.p.d() {
		s.fillOthers(f)
	}
}

// invert turns the factor of M into P.
func (s *fullState) invert() {
	if s.isFactor {
		s.isFactor = false
		lapack64.Potri(blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: len(s.support), Stride: s.stride, Data: s.inv})
	}
}

// fillOthers computes what is kept of attributes outside S.
func (s *fullState) fillOthers(f *cholesky) {
	d, n := s.p.d(), len(s.support)
	for a := range d {
		s.q[a] = s.p.own(a)
	}
	for l := range s.c {
		copy(s.c[l], s.p.B[l])
	}
	solved := s.forward(f)
	for k := range n {
		row := solved[k*d:][:d]
		for a, z := range row {
			s.q[a] -= z * z
		}
		for l, half := range f.half {
			floats.AddScaled(s.c[l], -half[k], row)
		}
	}
	for a := range d {
		if s.noiseQ[a], s.noiseC[a] = 0, 0; s.place[a] < 0 && !(s.q[a] > doubtful*s.p.own(a)) {
			s.noiseQ[a], s.noiseC[a] = f.noise(s.p, a)
		}
	}
}

// forward returns L⁻¹ X by place and attribute, X the columns that attributes would add.
func (s *fullState) forward(f *cholesky) []float64 {
	d, n := s.p.d(), len(s.support)
	x, l := make([]float64, n*d), make([]float64, n*n)
	for k, a := range s.support {
		copy(l[k*n:], f.rows[k])
		if s.nested != nil {
			copy(x[k*d:][:d], s.nested.x[k*d:])
		} else {
			copy(x[k*d:][:d], s.p.row(a))
		}
	}
	if n > 0 {
		blas64.Trsm(blas.Left, blas.NoTrans, 1, blas64.Triangular{Uplo: blas.Lower, Diag: blas.NonUnit, N: n, Stride: n, Data: l},
			blas64.General{Rows: n, Cols: d, Stride: d, Data: x})
	}
	return x
}

// newFullStateAt returns the state at the given repeats, whose support enters
// in the given order.
func newFullStateAt(p *Problem, repeats []int, order []int) *fullState {
	s := newFullState(p)
	s.become(repeats, order)
	return s
}

// become sets the state's repeats and their order of buying.
func (s *fullState) become(repeats, order []int) {
	copy(s.repeats, repeats)
	s.order = append(s.order[:0], order...)
	for g := range s.top {
		s.top[g] = s.p.forms.top(g, repeats)
	}
	s.rebuild()
}
