package regress

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// quadratic is the minimisation of gᵀδ + δᵀMδ/2 + Σ λ_a |b_a+δ_a| over δ: a Newton
// step, its intercepts eliminated. With steps δ of the coefficients and ε of the
// groups' intercepts, u and l the first derivatives of F by either, and
//
//	│ XᵀHX  Cᵀ │   second derivatives; C = Σ h x over a group's observations,
//	│ C     D  │   D = Σ h of the group: diagonal, as no observation is in two
//
// the best ε for a given δ is -D⁻¹(l + Cδ). Put in, it leaves
//
//	M = XᵀHX - CᵀD⁻¹C,    g = Xᵀu - CᵀD⁻¹l
//
// of the size of the active columns alone, however many groups there are.
type quadratic struct {
	m      []float64 // k×k, symmetric
	g, b   []float64
	lambda []float64
	delta  []float64
	slope  []float64 // g + Mδ
	k      int

	curve, cross []float64 // D and C of what is eliminated
	weighted     []float64
	sums         []float64
}

// resize makes room for k variables.
func (q *quadratic) resize(k int) {
	q.k = k
	q.m = slices.Grow(q.m[:0], k*k)[:k*k]
	for _, v := range []*[]float64{&q.g, &q.b, &q.lambda, &q.delta, &q.slope} {
		*v = slices.Grow((*v)[:0], k)[:k]
	}
}

// expand fills the matrix with the second derivatives of F over the active
// columns, intercepts eliminated: M = XᵀHX - CᵀD⁻¹C.
func (s *Solver) expand() {
	q, p := &s.q, s.problem
	k := len(s.active)
	q.resize(k)
	q.weighted = slices.Grow(q.weighted[:0], len(s.base))[:len(s.base)]
	for a, j := range s.active {
		floats.MulTo(q.weighted, s.h, p.X[j])
		for e, i := range s.active[:a+1] {
			q.m[a*k+e] = floats.Dot(q.weighted, p.X[i])
		}
	}
	s.mixed()
	q.curve = append(q.curve[:0], s.curve...)
	for g, d := range q.curve {
		row := q.cross[g*k : (g+1)*k]
		for a, v := range row {
			if d > 0 && v != 0 {
				floats.AddScaled(q.m[a*k:a*k+a+1], -v/d, row[:a+1])
			}
		}
	}
	q.mirror()
}

// turn fills in where the quadratic is at c: g = Xᵀu - CᵀD⁻¹l.
func (s *Solver) turn(c *Coefficients) {
	q := &s.q
	for a, j := range s.active {
		q.g[a], q.b[a], q.lambda[a] = s.slope[j], c.Coef[j], s.problem.Penalty[j]
	}
	for g, d := range q.curve {
		if d > 0 {
			floats.AddScaled(q.g, -s.lever[g]/d, q.cross[g*q.k:(g+1)*q.k])
		}
	}
}

// mixed is Σ h x over the observations of each group, by active column.
func (s *Solver) mixed() {
	p, k := s.problem, len(s.active)
	s.q.cross = slices.Grow(s.q.cross[:0], p.Groups*k)[:p.Groups*k]
	cross := s.q.cross
	clear(cross)
	if p.Groups == 0 {
		return
	}
	for a, j := range s.active {
		x := p.X[j]
		if p.Group == nil {
			cross[a] = floats.Dot(s.h, x)
			continue
		}
		sums := slices.Grow(s.q.sums[:0], p.Groups)[:p.Groups]
		clear(sums)
		for r, h := range s.now.h {
			i := r
			if p.Object != nil {
				i = int(p.Object[r])
			}
			sums[p.Group[r]] += h * x[i]
		}
		for g, sum := range sums {
			cross[g*k+a] = sum
		}
		s.q.sums = sums
	}
}

// mirror fills the upper triangle, and adds a little to the diagonal, so that
// columns that depend on others have a minimum too: it changes steps, and not
// where they end.
func (q *quadratic) mirror() {
	var most float64
	for a := range q.k {
		most = max(most, q.m[a*q.k+a])
	}
	for a := range q.k {
		q.m[a*q.k+a] = max(q.m[a*q.k+a], 0) + 1e-12*most
		for e := range a {
			q.m[e*q.k+a] = q.m[a*q.k+e]
		}
	}
}

// The passes of coordinate descent, and after how many of them the minimum is
// looked for directly: where few coordinates change sign it is known in one
// solution of linear equations, which correlated columns would need thousands of
// passes for.
const (
	mostPasses   = 2000
	passesAtOnce = 10
)

// minimise finds δ. Slopes below tolerance count as 0.
func (q *quadratic) minimise(tolerance float64) {
	clear(q.delta)
	copy(q.slope, q.g)
	for pass := 1; pass <= mostPasses; pass++ {
		if q.pass() <= tolerance || pass%passesAtOnce == 0 && q.solve() {
			return
		}
	}
}

// pass minimises over each variable in turn, and returns the largest change of
// a slope:
//
//	b_a+δ_a = S(b_a+δ_a - slope_a/M_aa, λ_a/M_aa),  S(z, l) = sign(z)·max(|z|-l, 0)
func (q *quadratic) pass() (change float64) {
	for a := range q.k {
		m := q.m[a*q.k+a]
		now := q.b[a] + q.delta[a]
		var next float64
		if m > 0 {
			next = soft(now-q.slope[a]/m, q.lambda[a]/m)
		} else if q.lambda[a] == 0 {
			continue // a column without any weight
		}
		if next == now {
			continue
		}
		by := next - now
		q.delta[a] += by
		if next == 0 {
			q.delta[a] = -q.b[a]
		}
		floats.AddScaled(q.slope, by, q.m[a*q.k:(a+1)*q.k])
		change = max(change, math.Abs(by)*m)
	}
	return change
}

func soft(z, l float64) float64 {
	switch {
	case z > l:
		return z - l
	case z < -l:
		return z + l
	}
	return 0
}

// solve looks for the minimum with the signs that there are: M_SS δ_S =
// -(g + Mδ_rest + λ sign)_S over the variables S that are not 0. It returns
// false, and changes nothing, where that is no minimum.
func (q *quadratic) solve() bool {
	var support []int
	for a := range q.k {
		if q.b[a]+q.delta[a] != 0 {
			support = append(support, a)
		}
	}
	n := len(support)
	if n == 0 {
		return false
	}
	m := mat.NewSymDense(n, nil)
	right := mat.NewVecDense(n, nil)
	for i, a := range support {
		for e := i; e < n; e++ {
			m.SetSym(i, e, q.m[a*q.k+support[e]])
		}
		right.SetVec(i, -q.slope[a]-math.Copysign(q.lambda[a], q.b[a]+q.delta[a]))
	}
	var factor mat.Cholesky
	var by mat.VecDense
	if !factor.Factorize(m) || factor.SolveVecTo(&by, right) != nil {
		return false
	}
	slope := slices.Clone(q.slope)
	for i, a := range support {
		now := q.b[a] + q.delta[a]
		if q.lambda[a] > 0 && math.Signbit(now) != math.Signbit(now+by.AtVec(i)) {
			return false
		}
		floats.AddScaled(slope, by.AtVec(i), q.m[a*q.k:(a+1)*q.k])
	}
	for a := range q.k {
		if q.b[a]+q.delta[a] == 0 && math.Abs(slope[a]) > q.lambda[a]*(1+1e-12) {
			return false
		}
	}
	for i, a := range support {
		q.delta[a] += by.AtVec(i)
	}
	copy(q.slope, slope)
	return true
}
