package selection

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// callNoise is C+ = E Eᵀ of a call's attributes: a row of rank entries for each.
type callNoise struct {
	e    []float64
	rank int
}

// callNoises factors C+ of each call; the entries of other forms are empty.
func callNoises(p *Problem) []callNoise {
	all := make([]callNoise, len(p.forms.on))
	for g, on := range p.forms.on {
		if !p.forms.isCall(g) {
			continue
		}
		c := mat.NewSymDense(len(on), nil)
		for i, a := range on {
			for k := i; k < len(on); k++ {
				c.SetSym(i, k, p.forms.halo(a)[on[k]])
			}
			c.SetSym(i, i, p.V[a])
		}
		var f mat.PivotedCholesky
		f.Factorize(c, -1)
		var u mat.TriDense
		f.UTo(&u)
		rank := f.Rank()
		all[g] = callNoise{e: make([]float64, len(on)*rank), rank: rank}
		for j, i := range f.ColumnPivots(nil) {
			for k := range min(rank, j+1) {
				all[g].e[i*rank+k] = u.At(k, j)
			}
		}
	}
	return all
}

// callTerm is what t more calls change. With T the attributes that are asked and ρ =
// R(R+t)/t, M_TT falls by C+_TT/ρ = E Eᵀ/ρ, and by Woodbury
//
//	P += ZᵀZ,  w_l += Zᵀh_l,  obj += Σ h_l·h_l
//	L Lᵀ = ρ I - EᵀP_TT E,  L Z = EᵀP_T:,  L h_l = Eᵀw_T
type callTerm struct {
	places []int
	e      blas64.General // E of T
	l      blas64.Triangular
	h      [][]float64
	gain   float64
}

// mostOfSupport is how often the attributes of a call go into the support at least for its
// change to cost less than a factorisation, which costs |S|³/6.
const mostOfSupport = 3

// callErrors finds T and its E, and returns false where only a factorisation can tell what
// more calls change: an attribute is not asked any more whose errors go together with others'.
// It returns false, too, where a factorisation costs less.
func (s *fullState) callErrors(g, t int) (c callTerm, even bool) {
	p, top := s.p, s.top[g]
	if !p.forms.isCall(g) {
		return c, false
	}
	noise, rows := &s.factors[g], []int(nil)
	for i, a := range p.forms.on[g] {
		k := s.place[a]
		switch {
		case k < 0:
		case s.repeats[a] < top || p.most(a) < top+t:
			if p.V[a] > 0 {
				return c, false
			}
		default:
			c.places, rows = append(c.places, k), append(rows, i)
		}
	}
	if mostOfSupport*len(rows) > len(s.support) {
		return c, false
	}
	c.e = blas64.General{Rows: len(rows), Cols: noise.rank, Stride: noise.rank, Data: make([]float64, 0, len(rows)*noise.rank)}
	for _, i := range rows {
		c.e.Data = append(c.e.Data, noise.e[i*noise.rank:][:noise.rank]...)
	}
	return c, true
}

// callTerm returns the change by t more calls on form g, and false where only a factorisation
// can tell: see callErrors, or rounding may matter. As M_TT is at least C+_TT/R, EᵀP_TT E is
// at most R I.
func (s *fullState) callTerm(g, t int) (c callTerm, ok bool) {
	if c, ok = s.callErrors(g, t); !ok {
		return c, false
	}
	rho := float64(s.top[g]) * float64(s.top[g]+t) / float64(t)
	n, rank := c.e.Rows, c.e.Cols
	if n == 0 || rank == 0 {
		c.h = make([][]float64, len(s.w))
		return c, true
	}
	s.invert()
	ptt := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	for i, k := range c.places {
		for j, e := range c.places {
			ptt.Data[i*n+j] = s.inv[min(k, e)*s.stride+max(k, e)]
		}
	}
	pe := blas64.General{Rows: n, Cols: rank, Stride: rank, Data: make([]float64, n*rank)}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, ptt, c.e, 0, pe)
	m := blas64.General{Rows: rank, Cols: rank, Stride: rank, Data: make([]float64, rank*rank)}
	blas64.Gemm(blas.Trans, blas.NoTrans, -1, c.e, pe, 0, m)
	for i := range rank {
		m.Data[i*rank+i] += rho
	}
	if c.l, ok = lapack64.Potrf(blas64.Symmetric{Uplo: blas.Lower, N: rank, Stride: rank, Data: m.Data}); !ok {
		return c, false
	}
	for i := range rank {
		if root := m.Data[i*rank+i]; !(root*root > .1*rho) {
			return c, false
		}
	}
	for _, w := range s.w {
		h := c.errors(w)
		blas64.Trsv(blas.NoTrans, c.l, blas64.Vector{N: rank, Inc: 1, Data: h})
		c.h, c.gain = append(c.h, h), c.gain+floats.Dot(h, h)
	}
	return c, true
}

// errors is Eᵀw_T.
func (c *callTerm) errors(w []float64) []float64 {
	h := make([]float64, c.e.Cols)
	for i, k := range c.places {
		floats.AddScaled(h, w[k], c.e.Data[i*c.e.Stride:][:c.e.Cols])
	}
	return h
}

// raise buys t more calls on form g, and reports false where only a factorisation can tell
// what comes of them.
func (s *fullState) raise(g, t int) bool {
	c, ok := s.callTerm(g, t)
	if !ok {
		return false
	}
	n, rank := len(s.support), len(c.h[0])
	if rank > 0 {
		rows := blas64.General{Rows: len(c.places), Cols: n, Stride: s.stride, Data: make([]float64, len(c.places)*s.stride)}
		for i, k := range c.places {
			s.column(rows.Data[i*s.stride:][:n], k)
		}
		z := blas64.General{Rows: rank, Cols: n, Stride: s.stride, Data: make([]float64, rank*s.stride)}
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, c.e, rows, 0, z)
		blas64.Trsm(blas.Left, blas.NoTrans, 1, c.l, z)
		s.room.adder.Leading(s.inv, z.Data, rank, n, s.stride)
		for i := range rank {
			p := z.Data[i*s.stride:][:n]
			for l, w := range s.w {
				s.room.o[l] = c.h[l][i]
				floats.AddScaled(w, c.h[l][i], p)
			}
			s.follow(p, -1, s.room.o)
		}
		s.obj += c.gain
		s.terms++
	}
	top := s.top[g]
	for _, a := range s.p.forms.on[g] {
		if s.repeats[a] == top && s.p.most(a) >= top+t {
			s.count(a, top+t)
		}
	}
	return true
}

// raised is what t more raters of a form bring, for the lots that they are asked.
func (s *market) raised(g, t int, lots []lot) float64 {
	switch isCall := s.p.forms.isCall(g); {
	case isCall && s.top[g] > 0:
		if c, ok := s.callTerm(g, t); ok {
			return c.gain
		}
	case isCall:
		if gain, ok := s.called(g); ok {
			return gain
		}
	}
	return s.literal(lots)
}

// called is what the first call brings, cᵀQ⁻¹c for the conditional covariances Q of what is
// asked, and false where rounding may matter.
func (s *market) called(g int) (gain float64, ok bool) {
	on := s.p.forms.on[g]
	n := len(on)
	q := append([]float64(nil), s.closed.cov[g]...)
	c := make([][]float64, len(s.c))
	for l := range c {
		for _, a := range on {
			c[l] = append(c[l], s.c[l][a])
		}
	}
	for i, a := range on {
		pivot := q[i*n+i]
		if !(pivot > doubtful*s.p.own(a)) {
			return 0, false
		}
		for l := range c {
			gain += c[l][i] * c[l][i] / pivot
		}
		for j := i + 1; j < n; j++ {
			x := q[i*n+j] / pivot
			for l := range c {
				c[l][j] -= x * c[l][i]
			}
			floats.AddScaled(q[j*n+j:(j+1)*n], -x, q[i*n+j:(i+1)*n])
		}
	}
	return gain, true
}
