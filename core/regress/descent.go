package regress

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Descent says where a descent begins and ends. The zero value is the usual one.
type Descent struct {
	Start     []float64 // nil: 0
	Tolerance float64   // of a coordinate's last step, at a radius up to 1; 0: 1e-12
	Steps     int       // at most; 0: 200,000
}

func (o Descent) orUsual() Descent {
	if o.Tolerance == 0 {
		o.Tolerance = 1e-12
	}
	if o.Steps == 0 {
		o.Steps = 200_000
	}
	return o
}

// InL1Ball returns a minimiser of f over |w|₁ <= radius, the constrained form of
// the lasso. A must be positive semi-definite.
//
// It is the projected gradient method with Nesterov's acceleration (FISTA, Beck &
// Teboulle 2009): the step is taken not from w but from beyond it,
//
//	z = w + (s-1)/s' (w - w_before),    s' = (1 + √(1+4s²))/2,
//
// and where f would rise the momentum is dropped and a plain step taken.
func (q *Quadratic) InL1Ball(radius float64, o Descent) []float64 {
	p, ok := q.projected(radius, o)
	if !ok {
		return p.w
	}
	before, z := append([]float64{}, p.w...), append([]float64{}, p.w...)
	momentum := 1.0
	f := p.f
	for range p.o.Steps {
		p.step(z)
		if p.f > f && momentum > 1 {
			momentum = 1
			copy(z, before)
			copy(p.w, before)
			p.f = f
			continue
		}
		next := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		share := (momentum - 1) / next
		momentum = next
		var moved float64
		for i, x := range p.w {
			moved = max(moved, math.Abs(x-z[i]), math.Abs(x-before[i]))
			z[i] = x + share*(x-before[i])
			before[i] = x
		}
		f = p.f
		if moved <= p.o.Tolerance*max(1, radius) {
			break
		}
	}
	return p.w
}

// StationaryInL1Ball returns the point at which the plain projected gradient
// method ends that begins at o.Start. f never rises on its way. Where A is
// indefinite that need not be the least value of f in the ball, which nobody can
// find in general.
func (q *Quadratic) StationaryInL1Ball(radius float64, o Descent) []float64 {
	p, ok := q.projected(radius, o)
	if !ok {
		return p.w
	}
	from := make([]float64, len(p.w))
	for range p.o.Steps {
		copy(from, p.w)
		p.step(from)
		if floats.Distance(p.w, from, math.Inf(1)) <= p.o.Tolerance*max(1, radius) {
			break
		}
	}
	return p.w
}

// projectedGradient is a descent under way.
type projectedGradient struct {
	q             *Quadratic
	o             Descent
	radius        float64
	steep         float64 // L: twice the largest |eigenvalue|, or a little more
	w             []float64
	f             float64 // f(w) - c
	grad, scratch []float64
}

// projected prepares a descent; without curvature there is none, and w is the
// solution.
func (q *Quadratic) projected(radius float64, o Descent) (*projectedGradient, bool) {
	d := len(q.B)
	p := &projectedGradient{
		q: q, o: o.orUsual(), radius: radius,
		w: make([]float64, d), grad: make([]float64, d), scratch: make([]float64, d),
	}
	if p.steep = 2 * q.largestEigenvalue(); p.steep == 0 {
		p.linear()
		return p, false
	}
	if o.Start != nil {
		copy(p.w, o.Start)
		ProjectL1(p.w, radius, p.scratch)
	}
	p.f = p.value()
	return p, true
}

// linear minimises -2bᵀw: all goes to the steepest coordinate, the first of
// several.
func (p *projectedGradient) linear() {
	best := 0
	for j, x := range p.q.B {
		if math.Abs(x) > math.Abs(p.q.B[best]) {
			best = j
		}
	}
	if x := p.q.B[best]; x != 0 {
		p.w[best] = math.Copysign(p.radius, x)
	}
}

// value is f(w) - c; grad is left at 2Aw - 2b.
func (p *projectedGradient) value() float64 {
	p.gradient(p.w)
	return floats.Dot(p.grad, p.w)/2 - floats.Dot(p.q.B, p.w)
}

func (p *projectedGradient) gradient(w []float64) {
	p.q.times(p.grad, w)
	floats.Sub(p.grad, p.q.B)
	floats.Scale(2, p.grad)
}

// step sets w to the projected gradient step from z, and f.
func (p *projectedGradient) step(z []float64) {
	p.gradient(z)
	for i, x := range z {
		p.w[i] = x - p.grad[i]/p.steep
	}
	ProjectL1(p.w, p.radius, p.scratch)
	p.f = p.value()
}

// largestEigenvalue is max|eᵢ| of A and up to a few per cent more, by powers of A applied
// to a vector that no matrix is likely to be at odds with. A step must not be
// longer than 1/L, and too short a one costs little: hence the margin.
func (q *Quadratic) largestEigenvalue() float64 {
	d := len(q.B)
	x, y := make([]float64, d), make([]float64, d)
	for i := range x {
		_, part := math.Modf(float64(i+1) * math.Phi)
		x[i] = .5 + part
	}
	var found float64
	for range 1000 {
		floats.Scale(1/floats.Norm(x, 2), x)
		q.times(y, x)
		before := found
		if found = floats.Norm(y, 2); found == 0 {
			return q.rowBound()
		}
		if math.Abs(found-before) <= 1e-9*found {
			break
		}
		copy(x, y)
	}
	return min(1.01*found, q.rowBound())
}

// rowBound is the largest sum of absolute values in a row, which no eigenvalue
// exceeds.
func (q *Quadratic) rowBound() float64 {
	d := len(q.B)
	var most float64
	for i := range d {
		var sum float64
		for j := range d {
			sum += math.Abs(q.A.At(i, j))
		}
		most = max(most, sum)
	}
	return most
}
