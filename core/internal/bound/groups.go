package bound

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/tridiagonal"
)

// axes are the eigenvectors of gram within a group, in which its update is a
// search for one number.
type axes struct {
	vectors   []float64 // n×n by rows: row k is axis k
	curvature []float64 // eigenvalues γ, none below 0
	along     []float64 // scratch
	next      []float64 // scratch
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
		eigen, ok := tridiagonal.Decompose(n, func(i, k int) float64 { return s.row(group.from + i)[group.from+k] }, tridiagonal.All)
		if !ok {
			s.bounded = false
			return
		}
		x := &axes{vectors: eigen.Vectors, curvature: eigen.Values, along: make([]float64, n), next: make([]float64, n)}
		for k := range n {
			x.curvature[k] = max(0, x.curvature[k])
		}
		s.grouped[g] = x
	}
}

// isAlone tells whether a direction is a group of its own.
func (s *descent) isAlone(j int) bool { return s.groups[s.of[j]].len() == 1 }

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
// least at 0 where ‖ρ‖ <= T/B, and else, along the axes of gram_gg, where
//
//	x[k] = n ρ[k]/(γ[k] n + (T+n)/B)
func (s *descent) updateGroup(g int) {
	group, a := s.groups[g], s.grouped[g]
	n := group.len()
	x := s.x[group.from:group.to]
	rho := a.next
	copy(rho, s.r[group.from:group.to])
	for i, w := range x {
		if w != 0 {
			floats.AddScaled(rho, w, s.row(group.from + i)[group.from:group.to])
		}
	}
	for k := range n {
		a.along[k] = floats.Dot(a.vectors[k*n:][:n], rho)
	}
	others := max(0, s.norm-length(x))
	size := secular(a.along, a.curvature, others/s.budget, 1/s.budget)
	clear(a.next)
	if size > 0 {
		for k, rho := range a.along {
			floats.AddScaled(a.next, rho*size/(a.curvature[k]*size+(others+size)/s.budget), a.vectors[k*n:][:n])
		}
	}
	for i, next := range a.next {
		if x[i] != next {
			floats.AddScaled(s.r, x[i]-next, s.row(group.from+i))
			x[i] = next
		}
	}
	s.norm = others + length(x)
}

// secular solves Σ (ρ[k]/(γ[k] n + t + n/B))² = 1 for n > 0, and returns 0 where
// ‖ρ‖ <= t. With φ the left side, 1/√φ is a power mean (of power -2) of functions
// linear in n, and so rising and concave: Newton's steps from 0 rise to where it
// is 1 and never pass that.
func secular(rho, curvature []float64, t, inverse float64) float64 {
	if !(floats.Norm(rho, 2) > t) {
		return 0
	}
	n := 0.0
	if t == 0 {
		// All denominators are multiples of n.
		var sum float64
		for k, r := range rho {
			x := r / (curvature[k] + inverse)
			sum += x * x
		}
		return math.Sqrt(sum)
	}
	for range 60 {
		var phi, slope float64 // slope is -φ'/2
		for k, r := range rho {
			c := curvature[k] + inverse
			q := r / (t + c*n)
			phi += q * q
			slope += q * q * c / (t + c*n)
		}
		step := (math.Sqrt(phi) - 1) * phi / slope // (1 - φ^-½)/(φ^-³ᐟ² slope)
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
