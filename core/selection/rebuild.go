package selection

import "math"

const (
	// driftCheck is how many steps pass between checks of the updates.
	driftCheck = 64
	// driftLimit is the relative error of the objective that is put up with.
	driftLimit = 1e-10
)

// refactorIfDrifted compares the sum of the gains with the objective that w
// gives, bᵀw, and with wᵀMw, which equals it only while w = M⁻¹b still holds.
// Where they differ, the state is rebuilt from a fresh factorisation.
func (s *fullState) refactorIfDrifted() {
	bw, wmw := s.forms(s.p.B, s.w)
	for k := range s.also {
		x, y := s.forms(s.also[k].b, s.also[k].w)
		bw, wmw = bw+x, wmw+y
	}
	limit := driftLimit * math.Abs(bw)
	if math.Abs(s.obj-bw) > limit || math.Abs(wmw-bw) > limit {
		s.rebuild()
	}
}

// forms returns bᵀw and wᵀMw.
func (s *fullState) forms(b, w []float64) (bw, wmw float64) {
	s.crossAll(w)
	for i, a := range s.support {
		bw += b[a] * w[i]
		wmw += w[i] * (s.g[a] + (s.p.Ridge+s.p.V[a]/float64(s.repeats[a]))*w[i])
	}
	return bw, wmw
}

// rebuild computes everything from a fresh factorisation of M_S at the present
// repeats. With M_S = L Lᵀ and x = L⁻¹ Σ⁺_Sj, for j outside S
//
//	q[j] = Σ⁺[j,j] + v[j] - xᵀx,  c[j] = b[j] - xᵀ L⁻¹ b_S
func (s *fullState) rebuild() {
	var f cholesky
	support := append([]int(nil), s.support...)
	for _, a := range support {
		f.push(s.p, a, s.repeats[a])
	}
	s.support, s.w = s.support[:0], s.w[:0]
	for a := range s.place {
		s.place[a] = -1
	}
	for i, a := range f.attrs {
		s.place[a] = i
		s.support = append(s.support, a)
	}
	all := f.allWeights()
	s.w = append(s.w, all[0]...)
	for k := range s.also {
		s.also[k].w = append(s.also[k].w[:0], at(all, k+1)...)
	}
	s.obj = f.objective()
	f.inverse(s.inv, s.stride)
	for a, i := range s.place {
		if i < 0 {
			b := f.border(s.p, a, 1)
			s.q[a], s.c[a], s.noiseQ[a], s.noiseC[a] = b.pivot, b.residual, 0, 0
			for k := range s.also {
				s.also[k].c[a], s.also[k].noiseC[a] = b.also[k], 0
			}
			switch own := s.p.own(a); {
			case !(b.pivot > redundant*own) && !(f.atFirst(s.p, a) > redundant*own):
				s.noiseQ[a] = math.Inf(1)
			case !(b.pivot > doubtful*own):
				s.noiseQ[a], s.noiseC[a] = f.rounding(s.p, &b)
				for k := range s.also {
					s.also[k].noiseC[a] = s.noiseC[a]
				}
			}
		}
	}
	s.exact = true
}

// at returns the k-th of lists, nil where an empty factor has none of it yet.
func at(lists [][]float64, k int) []float64 {
	if k >= len(lists) {
		return nil
	}
	return lists[k]
}

// newFullStateAt returns the state at the given repeats, whose support enters
// in the given order.
func newFullStateAt(p *Problem, repeats []int, order []int) *fullState {
	s := newFullState(p)
	s.reserve(len(order))
	copy(s.repeats, repeats)
	s.support = append(s.support, order...)
	s.rebuild()
	return s
}
