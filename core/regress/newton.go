package regress

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Solver minimises a Logistic again and again, from starts near the solution,
// while its Target, Weight and Penalty change in place: it keeps its space.
//
// It takes proximal Newton steps: F without the penalty is replaced by its
// quadratic expansion, which is minimised with the penalty by coordinate descent
// over the columns that are not 0 or should not be (see quadratic), and the step
// is halved until F falls.
type Solver struct {
	problem *Logistic
	weights float64 // Σw

	now, trial point
	base       []float64 // Σ_j b_j x_j by object
	u, h       []float64 // first and second derivatives in η, summed by object
	slope      []float64 // ∂F/∂b without the penalty
	lever      []float64 // ∂F/∂a
	curve      []float64 // ∂²F/∂a², a diagonal
	active     []int
	q          quadratic
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
	n, m, p := l.objects(), len(l.Target), len(l.X)
	s := &Solver{
		problem: l, base: make([]float64, n), u: make([]float64, n), h: make([]float64, n),
		slope: make([]float64, p), lever: make([]float64, l.Groups), curve: make([]float64, l.Groups),
	}
	for _, at := range []*point{&s.now, &s.trial} {
		at.eta, at.u, at.h = make([]float64, m), make([]float64, m), make([]float64, m)
	}
	return s
}

// Solve minimises F from c, in place, to the KKT conditions. Its error is a
// *NotConvergedError.
func (s *Solver) Solve(c *Coefficients) error {
	if violation := s.Improve(c, mostSteps); violation > kkt {
		return &NotConvergedError{violation}
	}
	return nil
}

// Improve takes at most so many steps from c, in place, none of which makes F
// larger, and returns the violation of the KKT conditions, per unit of weight,
// before the last: at most 1e-11 where c is a minimum.
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
	p := s.problem
	for r := range at.eta {
		var eta float64
		switch {
		case len(s.base) == 0:
		case p.Object == nil:
			eta = s.base[r]
		default:
			eta = s.base[p.Object[r]]
		}
		switch {
		case p.Groups == 0:
		case p.Group == nil:
			eta += c.Intercept[0]
		default:
			eta += c.Intercept[p.Group[r]]
		}
		at.eta[r] = eta
	}
}

// evaluate fills F and the derivatives by observation from η.
func (s *Solver) evaluate(c *Coefficients, at *point) {
	p := s.problem
	var loss float64
	for r, eta := range at.eta {
		w := 1.
		if p.Weight != nil {
			w = p.Weight[r]
		}
		e := math.Exp(-math.Abs(eta))
		small := e / (1 + e) // the smaller of μ and 1-μ
		mu := small
		t := p.Target[r]
		term := math.Log1p(e) - t*eta
		if eta > 0 {
			mu = 1 - small
			term = math.Log1p(e) + (1-t)*eta
		}
		loss += w * term
		at.u[r] = w * (mu - t)
		if eta > 0 { // no cancellation where t is 1 and μ nearly
			at.u[r] = w * ((1 - t) - small)
		}
		at.h[r] = w * max(small*(1-small), flat)
	}
	at.value = loss + s.penalty(c)
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
	p := s.problem
	clear(s.lever)
	clear(s.curve)
	if p.Groups > 0 {
		for r := range s.now.u {
			g := int32(0)
			if p.Group != nil {
				g = p.Group[r]
			}
			s.lever[g] += s.now.u[r]
			s.curve[g] += s.now.h[r]
		}
	}
	if len(p.X) == 0 {
		return
	}
	if p.Object == nil {
		copy(s.u, s.now.u)
		copy(s.h, s.now.h)
	} else {
		clear(s.u)
		clear(s.h)
		for r, i := range p.Object {
			s.u[i] += s.now.u[r]
			s.h[i] += s.now.h[r]
		}
	}
	for j, x := range p.X {
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
	s.active = s.active[:0]
	for j, b := range c.Coef {
		if b != 0 || math.Abs(s.slope[j]) > s.problem.Penalty[j] {
			s.active = append(s.active, j)
		}
	}
	cross := s.expand(c)
	s.q.minimise(1e-3 * kkt * s.weights)
	next := c.Clone()
	drop := 0. // what F loses to first order
	for a, j := range s.active {
		b := c.Coef[j] + s.q.delta[a]
		if math.Abs(b) < 1e-14*math.Abs(c.Coef[j]) {
			b = 0
		}
		next.Coef[j] = b
		if lambda := s.problem.Penalty[j]; !math.IsInf(lambda, 1) {
			drop += s.slope[j]*(b-c.Coef[j]) + lambda*(math.Abs(b)-math.Abs(c.Coef[j]))
		}
	}
	k := len(s.active)
	for g, d := range s.curve {
		if d > 0 {
			by := -(s.lever[g] + floats.Dot(cross[g*k:(g+1)*k], s.q.delta)) / d
			next.Intercept[g] += by
			drop += s.lever[g] * by
		}
	}
	return s.search(c, &next, drop)
}

// search goes from c towards next until F falls by a share of what is promised.
func (s *Solver) search(c, next *Coefficients, drop float64) bool {
	s.linear(next, &s.trial)
	s.evaluate(next, &s.trial)
	rounding := 1e-14 * (1 + math.Abs(s.now.value))
	share := 1.
	for s.trial.value > s.now.value+1e-4*share*drop+rounding || math.IsNaN(s.trial.value) {
		if share /= 2; share < 0x1p-60 {
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
