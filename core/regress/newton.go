package regress

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Solver minimises a Logistic again and again, from starts near the solution,
// while its Target, Weight and Penalty change in place: it keeps its space.
//
// It takes proximal Newton steps. F without the penalty is replaced by its quadratic
// expansion. Coordinate descent minimises the expansion with the penalty over the
// columns that are not 0 or should not be (see quadratic). The step is halved until F
// falls.
type Solver struct {
	// Reuse is for how many steps the quadratic may serve while it still leads
	// down: the curvature of problems that change a little from one call of
	// Improve to the next hardly does. 0 makes it anew for each, which Newton's
	// quick end needs.
	Reuse int

	problem       *Logistic
	weights       float64 // Σw
	object, group []int32 // of each observation

	now, trial point
	base       []float64 // Σ_j b_j x_j by object
	u, h       []float64 // first and second derivatives in η, summed by object
	slope      []float64 // ∂F/∂b without the penalty
	lever      []float64 // ∂F/∂a
	curve      []float64 // ∂²F/∂a², a diagonal
	active     []int
	q          quadratic
	age        int // steps that q served
}

// point is F at some coefficients, with what its derivatives need.
type point struct {
	eta   []float64 // by observation
	u, h  []float64 // w(μ-t) and wμ(1-μ), by observation
	value float64   // F
}

// flat is the least curvature of an observation, per unit of weight: where
// exp(-|η|) vanishes it would be 0, and steps infinite.
const flat = 1e-10

// NewSolver returns a solver of l, which must stay as it is but for Target,
// Weight and Penalty.
func NewSolver(l *Logistic) *Solver {
	l.check()
	m, p := len(l.Target), len(l.X)
	s := &Solver{
		problem: l, object: l.Object, group: l.Group, age: math.MaxInt,
		slope: make([]float64, p), lever: make([]float64, l.Groups), curve: make([]float64, l.Groups),
	}
	if s.object == nil {
		for r := range m {
			s.object = append(s.object, int32(r))
		}
	}
	if s.group == nil {
		s.group = make([]int32, m)
	}
	n := m // of more objects than observations none counts without columns
	if p > 0 {
		n = len(l.X[0])
	} else if m > 0 {
		n = int(slices.Max(s.object)) + 1
	}
	s.base, s.u, s.h = make([]float64, n), make([]float64, n), make([]float64, n)
	for _, at := range []*point{&s.now, &s.trial} {
		at.eta, at.u, at.h = make([]float64, m), make([]float64, m), make([]float64, m)
	}
	return s
}

// Solve minimises F from c, in place, to the KKT conditions.
func (s *Solver) Solve(c *Coefficients) error {
	if violation := s.Improve(c, mostSteps); violation > kkt {
		return fmt.Errorf("the logistic regression did not converge: its conditions are violated by %g", violation)
	}
	return nil
}

// Improve takes at most the given number of steps from c, in place. No step makes F
// larger. Improve returns the violation of the KKT conditions, per unit of weight,
// before the last step: at most 1e-11 if c is a minimum.
func (s *Solver) Improve(c *Coefficients, steps int) (violation float64) {
	s.weights = float64(len(s.problem.Target))
	if s.problem.Weight != nil {
		s.weights = floats.Sum(s.problem.Weight)
	}
	s.linear(c, &s.now)
	s.evaluate(c, &s.now)
	for step := 0; ; step++ {
		s.derivatives()
		violation = s.violation(c) / max(s.weights, math.SmallestNonzeroFloat64)
		if violation <= kkt || step == steps || !s.step(c) {
			return violation
		}
	}
}

// linear fills η.
func (s *Solver) linear(c *Coefficients, at *point) {
	clear(s.base)
	for j, b := range c.Coef {
		if b != 0 {
			floats.AddScaled(s.base, b, s.problem.X[j])
		}
	}
	for r, i := range s.object {
		at.eta[r] = s.base[i]
	}
	if s.problem.Groups > 0 {
		for r, g := range s.group {
			at.eta[r] += c.Intercept[g]
		}
	}
}

// evaluate fills F and the derivatives by observation from η. The loss is
// log(1+e) + max(η,0) - tη with e = exp(-|η|); where all weights are 1 the logarithms are
// taken of products of many 1+e, which are at most 2 each: they are a third of the work
// otherwise.
func (s *Solver) evaluate(c *Coefficients, at *point) {
	p := s.problem
	loss, product := s.penalty(c), 1.
	for r, eta := range at.eta {
		t := p.Target[r]
		e := math.Exp(-math.Abs(eta))
		small := e / (1 + e) // the smaller of μ and 1-μ
		u, linear := small-t, -t*eta
		if eta > 0 { // no cancellation where t is 1 and μ nearly
			u, linear = (1-t)-small, (1-t)*eta
		}
		h := max(small*(1-small), flat)
		if p.Weight == nil {
			loss += linear
			if product *= 1 + e; product > 1e300 {
				loss += math.Log(product)
				product = 1
			}
		} else {
			w := p.Weight[r]
			loss += w * (math.Log(1+e) + linear)
			u, h = w*u, w*h
		}
		at.u[r], at.h[r] = u, h
	}
	at.value = loss + math.Log(product)
}

func (s *Solver) penalty(c *Coefficients) (sum float64) {
	for j, b := range c.Coef {
		if b != 0 {
			sum += s.problem.Penalty[j] * math.Abs(b)
		}
	}
	return sum
}

// derivatives sums the derivatives by object, group and column.
func (s *Solver) derivatives() {
	for _, sum := range [][]float64{s.lever, s.curve, s.u, s.h} {
		clear(sum)
	}
	for r, i := range s.object {
		s.u[i] += s.now.u[r]
		s.h[i] += s.now.h[r]
	}
	if s.problem.Groups > 0 {
		for r, g := range s.group {
			s.lever[g] += s.now.u[r]
			s.curve[g] += s.now.h[r]
		}
	}
	for j, x := range s.problem.X {
		s.slope[j] = floats.Dot(x, s.u)
	}
}

// violation is the largest of the KKT conditions: ∂F/∂a = 0; for b_j ≠ 0 its
// slope is -λ_j sign(b_j); for b_j = 0 it is at most λ_j.
func (s *Solver) violation(c *Coefficients) (most float64) {
	for _, g := range s.lever {
		most = max(most, math.Abs(g))
	}
	for j, g := range s.slope {
		lambda := s.problem.Penalty[j]
		if b := c.Coef[j]; b != 0 {
			most = max(most, math.Abs(g+math.Copysign(lambda, b)))
		} else {
			most = max(most, math.Abs(g)-lambda)
		}
	}
	return most
}

// step takes a step from c and returns false where none makes F smaller.
//
// The expansion is a quadratic in the steps α of a and δ of b: the block of a is
// diagonal, because an observation has one intercept. So α is eliminated: at
// its minimum α = -D⁻¹(l + Cδ), D being the curvatures of a, l its slopes and C
// the mixed derivatives, which leaves a quadratic in δ alone.
func (s *Solver) step(c *Coefficients) bool {
	old := s.age < s.Reuse && s.covered(c)
	if !old {
		s.active = s.active[:0]
		for j := range c.Coef {
			if s.isActive(c, j) {
				s.active = append(s.active, j)
			}
		}
		s.expand()
		s.age = 0
	}
	s.age++
	next, drop := s.towards(c)
	if s.search(c, &next, drop, old) {
		return true
	}
	if s.age = math.MaxInt; old {
		return s.step(c)
	}
	return false
}

// isActive tells whether a coefficient is not 0, or would not stay there.
func (s *Solver) isActive(c *Coefficients, j int) bool {
	return c.Coef[j] != 0 || math.Abs(s.slope[j]) > s.problem.Penalty[j]
}

// covered tells whether the quadratic is about all columns that are active now.
func (s *Solver) covered(c *Coefficients) bool {
	a := 0
	for j := range c.Coef {
		if a < len(s.active) && s.active[a] == j {
			a++
		} else if s.isActive(c, j) {
			return false
		}
	}
	return true
}

// towards is the minimum of the expansion, and what F loses on the way there to
// first order.
func (s *Solver) towards(c *Coefficients) (next Coefficients, drop float64) {
	q, k := &s.q, len(s.active)
	s.turn(c)
	q.minimise(1e-3 * kkt * s.weights)
	next = c.clone()
	for a, j := range s.active {
		next.Coef[j] = q.x[a]
		if lambda := q.lambda[a]; !math.IsInf(lambda, 1) {
			drop += s.slope[j]*(q.x[a]-q.b[a]) + lambda*(math.Abs(q.x[a])-math.Abs(q.b[a]))
		}
	}
	floats.Sub(q.x, q.b) // δ
	for g, d := range q.curve {
		if d > 0 {
			by := -(s.lever[g] + floats.Dot(q.cross[g*k:(g+1)*k], q.x)) / d
			next.Intercept[g] += by
			drop += s.lever[g] * by
		}
	}
	return next, drop
}

// search goes from c towards next until F falls by a share of what is promised;
// full tells to give up where it is not by the whole step.
func (s *Solver) search(c, next *Coefficients, drop float64, full bool) bool {
	s.linear(next, &s.trial)
	s.evaluate(next, &s.trial)
	rounding := 1e-12 * (1 + math.Abs(s.now.value))
	share := 1.
	for s.trial.value > s.now.value+1e-4*share*drop+rounding || math.IsNaN(s.trial.value) {
		if share /= 2; full || share < 0x1p-60 {
			return false
		}
		for j, b := range c.Coef {
			next.Coef[j] = b + (next.Coef[j]-b)/2
		}
		for g, a := range c.Intercept {
			next.Intercept[g] = a + (next.Intercept[g]-a)/2
		}
		for r, eta := range s.now.eta {
			s.trial.eta[r] = eta + (s.trial.eta[r]-eta)/2
		}
		s.evaluate(next, &s.trial)
	}
	copy(c.Coef, next.Coef)
	copy(c.Intercept, next.Intercept)
	s.now, s.trial = s.trial, s.now
	return true
}

// quadratic is the minimisation of gᵀδ + δᵀMδ/2 + Σ λ_a |x_a| over x = b+δ: a Newton
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
	k                   int
	m                   []float64 // k×k, symmetric
	b, x, lambda, slope []float64 // slope is g + Mδ

	curve, cross []float64 // D and C of what is eliminated
}

// expand fills the matrix with the second derivatives of F over the active
// columns, intercepts eliminated: M = XᵀHX - CᵀD⁻¹C. A little is added to the diagonal, so
// that columns that depend on others have a minimum too: it changes steps, and not where
// they end.
func (s *Solver) expand() {
	q, k, x := &s.q, len(s.active), s.problem.X
	q.k = k
	for _, v := range []*[]float64{&q.b, &q.x, &q.lambda, &q.slope} {
		*v = slices.Grow((*v)[:0], k)[:k]
	}
	q.m, q.cross = slices.Grow(q.m[:0], k*k)[:k*k], slices.Grow(q.cross[:0], len(s.curve)*k)[:len(s.curve)*k]
	q.curve = append(q.curve[:0], s.curve...)
	clear(q.cross)
	weighted := make([]float64, len(s.h))
	for a, j := range s.active {
		floats.MulTo(weighted, s.h, x[j])
		for e, i := range s.active[:a+1] {
			q.m[a*k+e] = floats.Dot(weighted, x[i])
		}
		for r := 0; r < len(s.group) && len(s.curve) > 0; r++ {
			q.cross[int(s.group[r])*k+a] += s.now.h[r] * x[j][s.object[r]]
		}
	}
	for g, d := range q.curve {
		row := q.cross[g*k : (g+1)*k]
		for a, v := range row {
			if d > 0 && v != 0 {
				floats.AddScaled(q.m[a*k:a*k+a+1], -v/d, row[:a+1])
			}
		}
	}
	var most float64
	for a := range k {
		most = max(most, q.m[a*k+a])
	}
	for a := range k {
		q.m[a*k+a] = max(q.m[a*k+a], 0) + 1e-12*most
		for e := range a {
			q.m[e*k+a] = q.m[a*k+e]
		}
	}
}

// turn fills in where the quadratic is at c: g = Xᵀu - CᵀD⁻¹l.
func (s *Solver) turn(c *Coefficients) {
	q := &s.q
	for a, j := range s.active {
		q.slope[a], q.b[a], q.x[a], q.lambda[a] = s.slope[j], c.Coef[j], c.Coef[j], s.problem.Penalty[j]
	}
	for g, d := range q.curve {
		if d > 0 {
			floats.AddScaled(q.slope, -s.lever[g]/d, q.cross[g*q.k:(g+1)*q.k])
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

// minimise finds x. Slopes below tolerance count as 0.
func (q *quadratic) minimise(tolerance float64) {
	for pass := 1; pass <= mostPasses; pass++ {
		if q.pass() <= tolerance || pass%passesAtOnce == 0 && q.solve() {
			return
		}
	}
}

// pass minimises over each variable in turn, and returns the largest change of
// a slope:
//
//	x_a = S(x_a - slope_a/M_aa, λ_a/M_aa),  S(z, l) = z - max(-l, min(z, l))
func (q *quadratic) pass() (change float64) {
	for a := range q.k {
		m := q.m[a*q.k+a]
		var next float64
		if m > 0 {
			z, l := q.x[a]-q.slope[a]/m, q.lambda[a]/m
			next = z - max(-l, min(z, l))
		} else if q.lambda[a] == 0 {
			continue // a column without any weight
		}
		if by := next - q.x[a]; by != 0 {
			q.x[a] = next
			floats.AddScaled(q.slope, by, q.m[a*q.k:(a+1)*q.k])
			change = max(change, math.Abs(by)*m)
		}
	}
	return change
}

// solve looks for the minimum with the signs that there are: M_SS δ_S =
// -(slope + λ sign)_S over the variables S that are not 0. It returns
// false, and changes nothing, where that is no minimum.
func (q *quadratic) solve() bool {
	var support []int
	for a, x := range q.x {
		if x != 0 {
			support = append(support, a)
		}
	}
	n := len(support)
	if n == 0 {
		return false
	}
	m, right := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i, a := range support {
		for e := i; e < n; e++ {
			m.SetSym(i, e, q.m[a*q.k+support[e]])
		}
		right.SetVec(i, -q.slope[a]-math.Copysign(q.lambda[a], q.x[a]))
	}
	var factor mat.Cholesky
	var by mat.VecDense
	if !factor.Factorize(m) || factor.SolveVecTo(&by, right) != nil {
		return false
	}
	x, slope := slices.Clone(q.x), slices.Clone(q.slope)
	for i, a := range support {
		x[a] += by.AtVec(i)
		if q.lambda[a] > 0 && math.Signbit(q.x[a]) != math.Signbit(x[a]) {
			return false
		}
		floats.AddScaled(slope, by.AtVec(i), q.m[a*q.k:(a+1)*q.k])
	}
	for a, before := range q.x {
		if before == 0 && math.Abs(slope[a]) > q.lambda[a]*(1+1e-12) {
			return false
		}
	}
	copy(q.x, x)
	copy(q.slope, slope)
	return true
}
