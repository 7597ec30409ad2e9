package bound

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
)

const (
	// closeEnough is the largest distance between the relaxed loss and its bound at
	// which a minimiser counts as found. It is a share of Var(y), or of the objective
	// if the objective is larger and the bound is meaningless.
	closeEnough = 1e-7
	// mostRounds ends the search for a minimiser; a bound holds all the same.
	mostRounds = 30
	// sweeps is how often coordinate descent goes through the working set
	// before the weights are solved for. With 10 a round is nearly always
	// enough, and a sweep costs far less than the system: bounds at d=200 take
	// half the time that they take with 1 or 3.
	sweeps = 10
	// mostHalvings ends the search for a step on which weights stay at 0.
	mostHalvings = 8
	// proximity is the least weight of staying near in solve, in units of the
	// attributes' spreads.
	proximity = 1e-12
	// unit is the relative rounding error of one operation.
	unit = 0x1p-53
)

// descent minimises the relaxed loss, in units where ‖w‖ = Σ|x|,
//
//	f(x) = Ṽ - 2 cov·x + xᵀ gram x + (Σ|x|)²/B
//
// by coordinate descent on a working set: the weights that are not 0, and the weights
// that an infinitesimal step would move from 0. Descent finds the support and the signs
// quickly and the values slowly where attributes are nearly collinear, so linear
// systems on the support finish each round.
//
// The penalty is neither smooth nor a sum over attributes, but its
// one-sided derivatives are such a sum, 2Σ|x|/B · Σ ±dx, and so a point that
// no single coordinate improves is the minimiser.
//
// Directions of one form are a group, and count with their Euclidean norm: |x|
// above is ‖x_g‖, a coordinate is a group, and a sign is x_g/‖x_g‖ (groups.go).
type descent struct {
	*relaxation
	x       []float64 // weights
	r       []float64 // residual covariances, cov - gram x
	norm    float64   // Σ‖x_g‖
	budget  float64   // in cost units, above 0
	working []int     // groups
	grouped []*axes   // by group: nil for one direction; nil where all are
	// for certify
	spread   []float64 // no entry of gram is larger than the spreads it belongs to
	steepest float64   // max 1/s²
	// scratch for solve, by position in the support
	support            []int
	sign, move, system []float64
	before             []float64 // x, for solve
	best               []float64 // the best x so far, for clamp
}

func newDescent(x *relaxation) *descent {
	n := len(x.attrs)
	s := &descent{relaxation: x, x: make([]float64, n), r: make([]float64, n), spread: make([]float64, n)}
	for j := range n {
		inverse := x.inverse[j] * x.inverse[j]
		// With the defect once, by Cauchy and Schwarz; twice because an entry of
		// the diagonal may itself be as low as -defect.
		s.spread[j] = math.Sqrt(max(0, s.row(j)[j]+2*x.defect*inverse))
		s.steepest = max(s.steepest, inverse)
	}
	s.findAxes()
	return s
}

// fresh returns a descent without weights that shares what depends on the problem alone.
func (s *descent) fresh() *descent {
	n := len(s.x)
	f := &descent{relaxation: s.relaxation, x: make([]float64, n), r: make([]float64, n), spread: s.spread, steepest: s.steepest}
	for _, a := range s.grouped {
		if a != nil {
			a = newAxes(a.Form, a.size)
		}
		f.grouped = append(f.grouped, a)
	}
	return f
}

func (s *descent) row(j int) []float64 { return s.gram[j*len(s.x):][:len(s.x)] }

// stiffness is what is left of the penalty's 1/B after the defect of Σ̃ is taken
// off twice, as in certify. Above 0 the loss is strictly convex, below 0 rounding
// leaves nothing to go by.
func (s *descent) stiffness() float64 { return 1/s.budget - 2*s.defect*s.steepest }

// minimise returns the largest bound and the smallest loss that it met on the
// way to the minimiser for a budget; no bound, and weights as they were, where
// the budget takes all noise away to within rounding.
func (s *descent) minimise(budget float64) (lower, upper float64) {
	s.budget = budget
	lower, upper = math.Inf(-1), math.Inf(1)
	if s.stiffness() <= 0 {
		return lower, upper // descent could run away along an eigenvalue below 0
	}
	s.refresh()
	for range mostRounds {
		lb, loss, gap := s.certify()
		lower, upper = max(lower, lb), min(upper, loss)
		if gap <= closeEnough*max(s.variance, s.loss-loss) {
			break
		}
		s.choose()
		for range s.sweeps() {
			for _, g := range s.working {
				s.update(g)
			}
		}
		if s.grouped != nil {
			if _, _, gap := s.certify(); gap <= closeEnough*s.variance {
				continue // and be done: solving is dear, and one group needs none
			}
		}
		for !s.solve() {
		}
	}
	return lower, upper
}

// refresh computes residuals and norm from the weights.
func (s *descent) refresh() {
	copy(s.r, s.cov)
	for j, x := range s.x {
		if x != 0 {
			floats.AddScaled(s.r, -x, s.row(j))
		}
	}
	s.norm = 0
	for _, g := range s.groups {
		s.norm += length(s.x[g.from:g.to])
	}
}

// certify returns LB and the loss at x, each moved by the rounding that it may
// carry, and their distance as computed. Where b is not in the range of Σ⁺,
// weights grow with B while Σ⁺w does not, until it is a small difference of
// large numbers.
//
// As |gram[j,k]| <= spread[j] spread[k], with A = Σ spread|x| and n+1 roundings
// a residual is wrong by at most (n+1)u(|cov| + spread·A), and xᵀ gram x by A
// times as much; the other terms, few as they are, by less than that share of
// themselves. And where eigenvalues may be as low as -η, the inequality that LB
// rests on loses
//
//	η |u-w|² <= 2η |w|² + 2η |u|²,    |u|² <= ‖u‖² max 1/s²
//
// so that 2η|w|² goes off LB and 2η max 1/s² off the 1/B in it, which must leave
// something (stiffness).
func (s *descent) certify() (lb, loss, gap float64) {
	roundings := float64(len(s.x)+1) * unit
	size, weights := 0.0, 0.0
	for j, x := range s.x {
		size += s.spread[j] * math.Abs(x)
		weights += x * s.inverse[j] * x * s.inverse[j]
	}
	most, safe, products := 0.0, 0.0, size*size
	for _, g := range s.groups {
		own := length(s.r[g.from:g.to])
		doubt := 0.0
		for j := g.from; j < g.to; j++ {
			c := math.Abs(s.cov[j])
			doubt += roundings * (c + s.spread[j]*size)
			products += c * math.Abs(s.x[j])
		}
		most, safe = max(most, own), max(safe, own+doubt)
	}
	xr, xb := floats.Dot(s.x, s.r), floats.Dot(s.x, s.cov)
	penalty, dual := s.norm*s.norm/s.budget, most*most*s.budget
	doubt := 4 * roundings * (products + penalty + dual + math.Abs(s.loss))
	lb = s.loss - (xb - xr) - safe*safe/s.stiffness() - 2*s.defect*weights - doubt
	loss = s.loss - xb - xr + penalty + doubt
	return lb, loss, penalty - 2*xr + dual
}

// choose puts in the working set what is not at rest.
func (s *descent) choose() {
	s.working = s.working[:0]
	limit := s.norm / s.budget
	for i, g := range s.groups {
		if length(s.x[g.from:g.to]) != 0 || length(s.r[g.from:g.to]) > limit {
			s.working = append(s.working, i)
		}
	}
}

// update minimises f over one group. For a single weight, with ρ the residual covariance of
// attribute j without its own part and T the sum of the other |x|, what
// depends on x[j] is
//
//	gram[j,j] x² - 2ρx + (T + |x|)²/B
//
// which is least at x = sign(ρ) max(0, |ρ| - T/B) / (gram[j,j] + 1/B).
func (s *descent) update(g int) {
	j := s.groups[g].from
	if s.groups[g].len() > 1 {
		s.updateGroup(g)
		return
	}
	row, x := s.row(j), s.x[j]
	rho := s.r[j] + row[j]*x
	others := max(0, s.norm-math.Abs(x))
	next := math.Copysign(max(0, math.Abs(rho)-others/s.budget), rho) / (row[j] + 1/s.budget)
	if next == x {
		return
	}
	floats.AddScaled(s.r, x-next, row)
	s.x[j] = next
	s.norm = others + math.Abs(next)
}

// solve moves x towards the minimiser among weights of the same support and
// signs σ. There f is quadratic, and its minimiser is x + z for
//
//	(gram_SS + σσᵀ/B + ε Diag(1/s²)) z = r_S - σ Σ|x|/B
//
// with ε = 0. A trace of ε is the price of moving away: it makes the system
// positive definite where Σ⁺ has not the rank of the support, and f still falls
// all the way to x + z. Where weights reach 0 on the way, f is another beyond: they
// leave the support, all at once if that lowers f (clamp), or else the first of them, which
// ends the step. Solve then reports false, as there is more to gain from solving again.
//
// Groups of several make f no quadratic. Their curvature (bend) is in the
// system too, and a step that does not lower f is halved until it does.
func (s *descent) solve() (done bool) {
	s.findSupport()
	if len(s.support) == 0 || !s.factorise() {
		s.refresh()
		return true
	}
	step, first := 1.0, -1
	for i, j := range s.support {
		if x, z := s.x[j], s.move[i]; (x+z)*s.sign[i] <= 0 && s.groups[s.of[j]].len() == 1 {
			if t := -x / z; t < step {
				step, first = t, j
			}
		}
	}
	if s.grouped != nil {
		return s.search(step, first)
	}
	if first >= 0 && s.clamp() {
		return false
	}
	s.advance(step, first)
	return first < 0
}

// clamp moves x by a step on which each weight that reaches 0 stays there. The step is the first
// of 1, ½, ¼ … that takes a weight to 0, lowers f and is no worse than the next. Without such a
// step clamp reports false, and x is as it was.
func (s *descent) clamp() (lowered bool) {
	s.before, s.best = append(s.before[:0], s.x...), append(s.best[:0], s.x...)
	least, step := s.value(), 1.0
	for range mostHalvings {
		left := false
		for i, j := range s.support {
			s.x[j] = s.before[j] + step*s.move[i]
			if s.x[j]*s.sign[i] <= 0 {
				s.x[j], left = 0, true
			}
		}
		s.refresh()
		f := s.value()
		if !left || lowered && f >= least {
			break
		}
		if f < least {
			least, lowered = f, true
			copy(s.best, s.x)
		}
		step /= 2
	}
	copy(s.x, s.best)
	s.refresh()
	return lowered
}

// advance moves x by a step, on which the weight first, if there is one, becomes 0.
func (s *descent) advance(step float64, first int) {
	for i, j := range s.support {
		s.x[j] += step * s.move[i]
	}
	if first >= 0 {
		s.x[first] = 0
	}
	s.refresh()
}

// findSupport lists the weights of groups that are not 0, with their signs, and
// puts the right-hand side of solve in move.
func (s *descent) findSupport() {
	s.support, s.sign, s.move = s.support[:0], s.sign[:0], s.move[:0]
	for _, g := range s.groups {
		norm := length(s.x[g.from:g.to])
		if norm == 0 {
			continue
		}
		for j := g.from; j < g.to; j++ {
			sign := s.x[j] / norm
			s.support = append(s.support, j)
			s.sign = append(s.sign, sign)
			s.move = append(s.move, s.r[j]-sign*s.norm/s.budget)
		}
	}
}

// factorise replaces the right-hand side in move by z, and reports false where
// the system is singular to rounding all the same.
func (s *descent) factorise() bool {
	n := len(s.support)
	if cap(s.system) < n*n {
		s.system = make([]float64, len(s.x)*len(s.x))
	}
	m := s.system[:n*n]
	near := max(proximity, 4*s.defect)
	for i, j := range s.support {
		row := s.row(j)
		sign, own := s.sign[i]/s.budget, m[i*n:][:n]
		for k, l := range s.support[i:] {
			own[i+k] = -(row[l] + sign*s.sign[i+k])
		}
		own[i] -= near * s.inverse[j] * s.inverse[j]
	}
	s.bend(m)
	ok := gram.Upper(m, n)
	if ok {
		factor := blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: n, Stride: n, Data: m}
		z := blas64.Vector{N: n, Inc: 1, Data: s.move}
		blas64.Trsv(blas.Trans, factor, z) // a vector, for which a solver of matrices calls a function an entry
		blas64.Trsv(blas.NoTrans, factor, z)
	}
	return ok
}
