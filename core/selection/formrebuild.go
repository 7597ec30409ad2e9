package selection

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// rebuild computes everything from a fresh factorisation.
func (s *formState) rebuild() {
	s.factor = nil
	for a := range s.place {
		s.place[a], s.pair[a] = -1, -1
	}
	s.out, s.updates = s.out[:0], 0
	if !s.isFactorised() {
		s.rebuildExactly()
	}
	for k, a := range s.attrs {
		s.place[a] = k
	}
	for _, a := range s.p.forms.rowed {
		s.fill(a)
	}
}

// rebuildExactly finds S, P and the weights where some attribute may be redundant, which a
// factor tells that grows by one attribute at a time.
func (s *formState) rebuildExactly() {
	f := s.exact()
	s.attrs = append(s.attrs[:0], f.attrs...)
	all := f.allWeights()
	s.w, s.obj = append(s.w[:0], all[0]...), f.objective()
	for k := range s.also {
		s.also[k].w = append(s.also[k].w[:0], at(all, k+1)...)
	}
	if len(s.attrs) > s.stride {
		s.allocate(len(s.attrs))
	}
	if len(s.p.forms.rowed) > 0 {
		f.inverse(s.inv, s.stride)
	}
}

// isFactorised is rebuildExactly for a support without a doubtful attribute. If there is one,
// it reports false. All attributes of the support are in S then: L is the Cholesky factor of
// M_S, each pivot L_kk² is what attribute k keeps given those before, and
//
//	h = L⁻¹b,  the objective is h'h,  w = L'⁻¹h,  P = L'⁻¹L⁻¹.
func (s *formState) isFactorised() bool {
	n := len(s.order)
	if n == 0 || len(s.p.forms.rowed) == 0 {
		return false // without columns there is no P
	}
	if n > s.stride {
		s.allocate(n)
	}
	for k, a := range s.order {
		row, r := s.inv[k*s.stride:], s.repeats[a]
		for i, e := range s.order[:k] {
			row[i] = s.p.cross(a, r, e, s.repeats[e])
		}
		row[k] = s.p.diag(a) + s.p.V[a]/float64(r)
	}
	m := blas64.Symmetric{Uplo: blas.Lower, N: n, Stride: s.stride, Data: s.inv}
	factor, ok := lapack64.Potrf(m)
	if !ok {
		return false
	}
	for k, a := range s.order {
		if root := s.inv[k*s.stride+k]; s.isDoubtful(a, root*root) {
			return false
		}
	}
	s.attrs, s.obj = append(s.attrs[:0], s.order...), 0
	s.w = s.solveLabel(s.w[:0], s.p.B, factor)
	for k := range s.also {
		s.also[k].w = s.solveLabel(s.also[k].w[:0], s.also[k].b, factor)
	}
	lapack64.Potri(factor)
	for k := range n {
		for i := range k {
			s.inv[i*s.stride+k] = s.inv[k*s.stride+i]
		}
	}
	return true
}

// solveLabel returns w of a label with the covariances b, and adds h'h to the objective.
func (s *formState) solveLabel(w, b []float64, factor blas64.Triangular) []float64 {
	for _, a := range s.order {
		w = append(w, b[a])
	}
	h := blas64.Vector{N: len(w), Inc: 1, Data: w}
	blas64.Trsv(blas.NoTrans, factor, h)
	s.obj += floats.Dot(w, w)
	blas64.Trsv(blas.Trans, factor, h)
	return w
}
