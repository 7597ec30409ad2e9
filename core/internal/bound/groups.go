package bound

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/tridiagonal"
)

// axes are gram within a group as size·Q T Qᵀ with T tridiagonal. In the basis Q a group's update
// is a search for one number, each try of which takes O(n); eigenvectors would cost several times as
// much as T.
type axes struct {
	*tridiagonal.Form
	size                float64   // largest entry of gram
	along, q, s, pivots []float64 // scratch
}

func newAxes(f *tridiagonal.Form, size float64) *axes {
	n := len(f.Diag)
	return &axes{f, size, make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)}
}

// length is the Euclidean norm, exactly |x| of a single number.
func length(x []float64) float64 {
	if len(x) == 1 {
		return math.Abs(x[0])
	}
	return floats.Norm(x, 2)
}

// findAxes finds the axes of the groups of several attributes.
func (s *descent) findAxes() {
	for g, group := range s.groups {
		n := group.len()
		if n == 1 {
			continue
		}
		if s.grouped == nil {
			s.grouped = make([]*axes, len(s.groups))
		}
		size := math.SmallestNonzeroFloat64
		for i := group.from; i < group.to; i++ {
			size = max(size, floats.Norm(s.row(i)[group.from:group.to], math.Inf(1)))
		}
		s.grouped[g] = newAxes(tridiagonal.Reduce(n, func(i, k int) float64 { return s.row(group.from + i)[group.from+k] / size }), size)
	}
}

// sweeps is how often descent goes through the working set: of a single group
// the first time finds the minimiser.
func (s *descent) sweeps() int {
	if len(s.working) == 1 && s.grouped != nil {
		return 1
	}
	return sweeps
}

// updateGroup minimises f over one group. With ρ its residual covariances without
// its own part, T the norm of all others and n = ‖x‖, what depends on x is
//
//	xᵀ gram_gg x - 2ρᵀx + (T + n)²/B
//
// least at 0 where ‖ρ‖ <= T/B, and else at
//
//	x = (gram_gg + (T+n)/(nB) I)⁻¹ρ
func (s *descent) updateGroup(g int) {
	group, a := s.groups[g], s.grouped[g]
	x := s.x[group.from:group.to]
	copy(a.along, s.r[group.from:group.to])
	for i, w := range x {
		if w != 0 {
			floats.AddScaled(a.along, w, s.row(group.from + i)[group.from:group.to])
		}
	}
	a.Forth(a.along)
	others := max(0, s.norm-length(x))
	size := a.secular(others/s.budget, 1/s.budget)
	if clear(a.q); size > 0 {
		copy(a.q, a.along)
		a.divide(a.q, size, others/s.budget+size/s.budget)
		floats.Scale(size, a.q)
		a.Back(a.q)
	}
	for i, next := range a.q {
		if x[i] != next {
			floats.AddScaled(s.r, x[i]-next, s.row(group.from+i))
			x[i] = next
		}
	}
	s.norm = others + length(x)
}

// divide sets x, in the basis Q, to (n gram + c I)⁻¹x, n >= 0 and c > 0.
func (a *axes) divide(x []float64, n, c float64) {
	if n *= a.size; n == 0 {
		floats.Scale(1/c, x)
		return
	}
	a.SolveShifted(x, c/n, a.pivots)
	floats.Scale(1/n, x)
}

// secular solves ‖q‖² = 1, q = (n gram + (t + n/B) I)⁻¹ρ, for n > 0, and returns 0 where ‖ρ‖ <= t;
// ρ is a.along and inverse 1/B. In eigenvectors of gram ‖q‖² is
//
//	φ = Σ (ρ[k]/(γ[k] n + t + n/B))²
//
// so that 1/√φ is a power mean (of power -2) of functions linear in n, and so rising and
// concave: Newton's steps from 0 rise to where it is 1 and never pass that.
func (a *axes) secular(t, inverse float64) float64 {
	q, s := a.q, a.s
	if copy(q, a.along); !(floats.Norm(q, 2) > t) {
		return 0
	} else if t == 0 { // n q does not depend on n
		a.divide(q, 1, inverse)
		return floats.Norm(q, 2)
	}
	n := 0.0
	for range 60 {
		copy(q, a.along)
		a.divide(q, n, t+n*inverse)
		a.Times(s, q)
		floats.Scale(a.size, s)
		floats.AddScaled(s, inverse, q)
		a.divide(s, n, t+n*inverse)
		phi, slope := floats.Dot(q, q), floats.Dot(q, s) // slope is -φ'/2
		step := (math.Sqrt(phi) - 1) * phi / slope       // (1 - φ^-½)/(φ^-³ᐟ² slope)
		n += step
		if !(step > 1e-15*n) {
			break
		}
	}
	return max(0, n)
}

// bend adds the curvature of the groups' norms to the system of solve, which is kept with the
// other sign:
//
//	Σ‖x‖/B · (I - σσᵀ)/‖x_g‖
//
// which is 0 for a single direction.
func (s *descent) bend(system []float64) {
	if s.grouped == nil {
		return
	}
	n := len(s.support)
	for i := 0; i < n; {
		group := s.groups[s.of[s.support[i]]]
		end := i + group.len()
		if share := s.norm / s.budget / length(s.x[group.from:group.to]); end > i+1 {
			for k := i; k < end; k++ {
				system[k*n+k] -= share
				for l := k; l < end; l++ {
					system[k*n+l] += share * s.sign[k] * s.sign[l]
				}
			}
		}
		i = end
	}
}

// search makes the step of solve where there are groups of several: of the given
// length, or of the largest half, quarter, … of it that lowers f.
func (s *descent) search(step float64, first int) (done bool) {
	s.before = append(s.before[:0], s.x...)
	value := s.value()
	for range 20 {
		s.advance(step, first)
		if s.value() <= value {
			return first < 0
		}
		copy(s.x, s.before)
		step, first = step/2, -1
	}
	s.refresh()
	return true
}

// value is f at x.
func (s *descent) value() float64 {
	return s.loss - floats.Dot(s.x, s.cov) - floats.Dot(s.x, s.r) + s.norm*s.norm/s.budget
}
