package regress

import (
	"math"

	"gonum.org/v1/gonum/floats"
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
	n, m, p := l.objects(), len(l.Target), len(l.X)
	s := &Solver{
		problem: l, base: make([]float64, n), u: make([]float64, n), h: make([]float64, n),
		slope: make([]float64, p), lever: make([]float64, l.Groups), curve: make([]float64, l.Groups),
		age: math.MaxInt,
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

// evaluate fills F and the derivatives by observation from η. The loss is
// log(1+e) + max(η,0) - tη with e = exp(-|η|); where all weights are 1 the
// logarithms are taken of products of many 1+e, which are at most 2 each.
func (s *Solver) evaluate(c *Coefficients, at *point) {
	p := s.problem
	loss, product := 0., 1.
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
			u *= w
			h *= w
		}
		at.u[r], at.h[r] = u, h
	}
	at.value = loss + math.Log(product) + s.penalty(c)
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
