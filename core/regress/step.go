package regress

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

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
	q := &s.q
	s.turn(c)
	q.minimise(1e-3 * kkt * s.weights)
	next = c.clone()
	for a, j := range s.active {
		b := c.Coef[j] + q.delta[a]
		if math.Abs(b) < 1e-14*math.Abs(c.Coef[j]) {
			b = 0
		}
		next.Coef[j] = b
		if lambda := s.problem.Penalty[j]; !math.IsInf(lambda, 1) {
			drop += s.slope[j]*(b-c.Coef[j]) + lambda*(math.Abs(b)-math.Abs(c.Coef[j]))
		}
	}
	k := len(s.active)
	for g, d := range q.curve {
		if d > 0 {
			by := -(s.lever[g] + floats.Dot(q.cross[g*k:(g+1)*k], q.delta)) / d
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
