package selection

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"fms-tui/model"
)

// conditional is what first judgments of some attributes bring together, given S and those of
// them that were taken: their covariances Q, and their covariances c with the labels.
type conditional struct {
	on    []int
	cov   []float64   // n×n by rows; meaningless where an attribute was taken, like c
	c     [][]float64 // by label
	taken []bool
}

// given returns what attributes on a form that nobody filled yet would bring: with X their columns
// of M,
//
//	Q = M - XᵀP X,   c_l = b_l - Xᵀw_l
func (s *fullState) given(on []int) conditional {
	n, m, d := len(on), len(s.support), s.p.d()
	t := conditional{on: on, cov: make([]float64, n*n), taken: make([]bool, n)}
	first := make([]int, d)
	for _, a := range on {
		first[a] = 1
	}
	for i, a := range on {
		row := t.cov[i*n:][:n]
		fillColumn(s.p, row, a, 1, on, first)
		row[i] = s.p.own(a)
	}
	if m > 0 {
		x := blas64.General{Rows: m, Cols: n, Stride: n, Data: make([]float64, m*n)}
		for k, a := range s.support {
			row := s.p.row(a)
			for i, e := range on {
				x.Data[k*n+i] = row[e]
			}
		}
		z := x
		s.invert()
		z.Data = make([]float64, m*n)
		blas64.Symm(blas.Left, 1, blas64.Symmetric{Uplo: blas.Upper, N: m, Stride: s.stride, Data: s.inv}, x, 0, z)
		blas64.Gemm(blas.Trans, blas.NoTrans, -1, x, z, 1, blas64.General{Rows: n, Cols: n, Stride: n, Data: t.cov})
	}
	for _, c := range s.c {
		t.c = append(t.c, make([]float64, n))
		for i, a := range on {
			t.c[len(t.c)-1][i] = c[a]
		}
	}
	return t
}

// left is what is left of the variance of attribute i.
func (t *conditional) left(i int) float64 { return t.cov[i*len(t.on)+i] }

// gain is what attribute i brings, Σ c²/q.
func (t *conditional) gain(i int) float64 { return sumSquares(t.c, i) / t.left(i) }

// take takes attribute i: the others' covariances fall by what it explains.
func (t *conditional) take(i int) {
	n := len(t.on)
	own := t.cov[i*n:][:n]
	t.taken[i] = true
	for j := range t.on {
		if t.taken[j] {
			continue
		}
		x := own[j] / own[i]
		for _, c := range t.c {
			c[j] -= x * c[i]
		}
		floats.AddScaled(t.cov[j*n:][:n], -x, own)
	}
}

// called is what the first call on form g brings, cᵀQ⁻¹c, and false where rounding may matter.
func (s *market) called(g int) (gain float64, ok bool) {
	t := s.given(s.p.forms.on[g])
	for i, a := range t.on {
		if !(t.left(i) > doubtful*s.p.own(a)) {
			return 0, false
		}
		gain += t.gain(i)
		t.take(i)
	}
	return gain, true
}

// opening is a set of first judgments on a form that nobody filled yet.
type opening struct {
	lots  []lot
	price model.Amount
	gain  float64
}

// open lists sets of first judgments on form g, which nobody filled yet: the beginnings of a
// forward selection by gain per cost of the whole set, price of the form included, as long
// as that rises, and of another one that begins with the attribute of the most gain. The
// smaller sets are for a budget that does not pay for the largest. Where money is short, what
// has the most for its cost may leave too little for what matters most.
func (s *market) open(g int) {
	s.openings[g] = append(s.openings[g], s.openBy(g, perCost)...)
	if first := s.openings[g]; len(first) > 0 {
		if other := s.openBy(g, byGain); len(other) > 0 && other[0].lots[0] != first[0].lots[0] {
			s.openings[g] = append(first, other...)
		}
	}
}

// openBy lists the sets of a forward selection whose first attribute is chosen by a rule.
func (s *market) openBy(g int, by rule) (list []opening) {
	p, t := s.p, s.given(s.p.forms.on[g])
	set, last := opening{price: p.forms.Price[g]}, 0.0
	for {
		best, next := last, -1
		for i, a := range t.on {
			if t.taken[i] || p.Most(a) < 1 || !(t.left(i) > s.noiseQ[a]) || len(set.lots) > 0 && !(t.left(i) > redundant*p.own(a)) {
				continue
			}
			if x := by.score(set.gain+t.gain(i), set.price+p.Price[a]); x > best*(1+tie) {
				best, next = x, i
			}
		}
		if next < 0 {
			return list
		}
		a, m := t.on[next], len(set.lots)
		set = opening{append(set.lots[:m:m], lot{a, 1}), set.price + p.Price[a], set.gain + t.gain(next)}
		by, last = perCost, perCost.score(set.gain, set.price)
		if set.gain > negligibleGain(p) {
			list = append(list, set)
		}
		t.take(next)
	}
}
