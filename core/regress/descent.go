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
	before, z := clone(p.w), clone(p.w)
	aBefore, az := clone(p.aw), clone(p.aw) // A times these: no product of its own is needed
	momentum, f := 1.0, p.f
	for range p.o.Steps {
		p.step(z, az)
		if p.f > f && momentum > 1 {
			momentum = 1
			copy(z, before)
			copy(az, aBefore)
			continue
		}
		next := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		share := (momentum - 1) / next
		momentum, f = next, p.f
		var moved float64
		for i, x := range p.w {
			moved = max(moved, math.Abs(x-z[i]), math.Abs(x-before[i]))
			z[i], az[i] = x+share*(x-before[i]), p.aw[i]+share*(p.aw[i]-aBefore[i])
			before[i], aBefore[i] = x, p.aw[i]
		}
		if moved <= p.o.Tolerance*max(1, radius) {
			break
		}
	}
	return before
}

func clone(x []float64) []float64 { return append([]float64{}, x...) }

// StationaryInL1Ball returns the end point of the plain projected gradient method from
// o.Start. f never rises on the way. If A is indefinite, the end point need not have
// the least f in the ball, which cannot be found in general.
func (q *Quadratic) StationaryInL1Ball(radius float64, o Descent) []float64 {
	p, ok := q.projected(radius, o)
	if !ok {
		return p.w
	}
	from, aFrom := clone(p.w), clone(p.aw)
	for range p.o.Steps {
		p.step(from, aFrom)
		if floats.Distance(p.w, from, math.Inf(1)) <= p.o.Tolerance*max(1, radius) {
			break
		}
		copy(from, p.w)
		copy(aFrom, p.aw)
	}
	return p.w
}

// projectedGradient is a descent under way.
type projectedGradient struct {
	q       *Quadratic
	o       Descent
	radius  float64
	steep   float64 // L: twice the largest |eigenvalue|, or a little more
	times   product
	w, aw   []float64 // aw is Aw
	f       float64   // f(w) - c
	scratch []float64
}

// projected prepares a descent; without curvature there is none, and w is the
// solution.
func (q *Quadratic) projected(radius float64, o Descent) (*projectedGradient, bool) {
	d := len(q.B)
	p := &projectedGradient{
		q: q, o: o.orUsual(), radius: radius, times: q.product(),
		w: make([]float64, d), aw: make([]float64, d), scratch: make([]float64, d),
	}
	if p.steep = 2 * q.largestEigenvalue(p.times); p.steep == 0 {
		p.linear()
		return p, false
	}
	if o.Start != nil {
		copy(p.w, o.Start)
		ProjectL1(p.w, radius, p.scratch)
	}
	p.measure()
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

// measure sets what depends on w.
func (p *projectedGradient) measure() {
	p.times(p.aw, p.w)
	p.f = floats.Dot(p.aw, p.w) - 2*floats.Dot(p.q.B, p.w)
}

// step sets w to the projected gradient step from z, az being Az.
func (p *projectedGradient) step(z, az []float64) {
	for i, x := range z {
		p.w[i] = x - 2*(az[i]-p.q.B[i])/p.steep
	}
	ProjectL1(p.w, p.radius, p.scratch)
	p.measure()
}
