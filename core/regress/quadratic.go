package regress

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/overflow"
)

// Quadratic is the mean squared loss of predictors without an intercept, or an
// estimate of it, as a function of their weights,
//
//	f(w) = wᵀAw - 2bᵀw + c:    A = XᵀX/m,  b = Xᵀy/m,  c = yᵀy/m
//
// for m rows x of X. Nothing here changes it.
type Quadratic struct {
	A *mat.SymDense // by column of X
	B []float64     // likewise
	C float64       // squared units of y
}

// At is f(w), in squared units of y.
func (q *Quadratic) At(w []float64) float64 {
	u := make([]float64, len(w))
	q.times(u, w)
	return floats.Dot(u, w) - 2*floats.Dot(q.B, w) + q.C
}

// times sets dst to Aw.
func (q *Quadratic) times(dst, w []float64) {
	d := mat.NewVecDense(len(dst), dst)
	d.MulVec(q.A, mat.NewVecDense(len(w), w))
}

// ErrSingular says that without a larger ridge there is no single best
// predictor.
var ErrSingular = errors.New("the attributes are dependent: a ridge above 0 is needed")

// Ridge returns the minimiser of f(w) + λ|w|₂², λ >= 0: (A + λI)⁻¹ b. A must be
// positive semi-definite. The error is ErrSingular.
func (q *Quadratic) Ridge(lambda float64) ([]float64, error) {
	d := len(q.B)
	m := mat.NewSymDense(d, nil)
	m.CopySym(q.A)
	for i := range d {
		m.SetSym(i, i, m.At(i, i)+lambda)
	}
	var c mat.Cholesky
	if !c.Factorize(m) || c.Cond() > illConditioned {
		return nil, ErrSingular
	}
	w := mat.NewVecDense(d, nil)
	if err := c.SolveVecTo(w, mat.NewVecDense(d, q.B)); err != nil {
		return nil, ErrSingular
	}
	return w.RawVector().Data, nil
}

// vanishing is the largest share of the largest eigenvalue at which an eigenvalue
// counts as rounding.
const vanishing = 1e-12

// RidgeInBall returns the minimiser of f over |w|₂ <= radius, the smallest one
// where there are several. A must be positive semi-definite.
//
// In the eigenbasis of A ridge is wᵢ = bᵢ/(eᵢ+λ), so that its norm falls with λ:
// either the minimiser without any is inside, or λ is where the norm is the
// radius, which bisection finds.
func (q *Quadratic) RidgeInBall(radius float64) []float64 {
	d := len(q.B)
	values, vectors := eigen(q.A)
	var along mat.VecDense
	along.MulVec(vectors.T(), mat.NewVecDense(d, q.B))
	none := vanishing * floats.Max(append([]float64{0}, values...))
	at := func(lambda float64) []float64 {
		w := make([]float64, d)
		for i, e := range values {
			if e > none {
				w[i] = along.AtVec(i) / (e + lambda)
			}
		}
		return w
	}
	w := at(0)
	if floats.Norm(w, 2) > radius {
		low, high := 0.0, 1.0
		for floats.Norm(at(high), 2) > radius && high < math.MaxFloat64/4 {
			low, high = high, 2*high
		}
		for range 200 {
			if middle := low + (high-low)/2; floats.Norm(at(middle), 2) > radius {
				low = middle
			} else {
				high = middle
			}
		}
		w = at(high)
	}
	out := mat.NewVecDense(d, nil)
	out.MulVec(vectors, mat.NewVecDense(d, w))
	return out.RawVector().Data
}

// Convex returns f with A replaced by the nearest positive semi-definite matrix
// in the Frobenius norm: negative eigenvalues become 0. A loss that was
// estimated need not be convex, and then has no minimiser that can be found.
//
// Rows of A that are 0 have no part in it.
func (q *Quadratic) Convex() *Quadratic {
	var rows []int
	for i := range q.B {
		for j := range q.B {
			if q.A.At(i, j) != 0 {
				rows = append(rows, i)
				break
			}
		}
	}
	n := len(rows)
	if n == 0 {
		return q
	}
	part := mat.NewSymDense(n, nil)
	for k, i := range rows {
		for l, j := range rows[:k+1] {
			part.SetSym(k, l, q.A.At(i, j))
		}
	}
	values, vectors := eigen(part)
	if values[0] >= 0 { // they ascend
		return q
	}
	root := mat.NewDense(n, n, nil)
	for l, e := range values {
		e = math.Sqrt(max(e, 0))
		for k := range n {
			root.Set(k, l, e*vectors.At(k, l))
		}
	}
	part.SymOuterK(1, root)
	a := mat.NewSymDense(len(q.B), nil)
	for k, i := range rows {
		for l, j := range rows[:k+1] {
			a.SetSym(i, j, part.At(k, l))
		}
	}
	return &Quadratic{A: a, B: q.B, C: q.C}
}

// eigen returns the eigenvalues of a, which ascend, and its eigenvectors. A matrix
// that has none holds numbers that are not finite: an overflow, which whoever
// computed it returns as an error.
func eigen(a *mat.SymDense) ([]float64, *mat.Dense) {
	var e mat.EigenSym
	ok := e.Factorize(a, true)
	if !ok || !isFinite(e.Values(nil)) {
		overflow.Raise("squares of judgments")
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	return e.Values(nil), &vectors
}

func isFinite(values []float64) bool {
	return !slices.ContainsFunc(values, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}

// Lasso returns the minimiser of f(w) + λ|w|₁, λ >= 0, by coordinate descent from
// start, or from 0 where that is nil. A must be positive semi-definite.
//
// In one coordinate, the others fixed, the minimiser is wⱼ = S(rⱼ, λ/2)/Aⱼⱼ with
// rⱼ = bⱼ - Σ_{i≠j} Aⱼᵢwᵢ and S moving its argument towards 0.
func (q *Quadratic) Lasso(lambda float64, start []float64) []float64 {
	d := len(q.B)
	w, left := make([]float64, d), append([]float64{}, q.B...) // left = b - Aw
	if start != nil {
		copy(w, start)
		q.times(left, w)
		floats.Scale(-1, left)
		floats.Add(left, q.B)
	}
	raw := q.A.RawSymmetric()
	for range mostSweeps {
		var moved, size float64
		for j := range d {
			own := raw.Data[j*raw.Stride+j]
			if !(own > 0) {
				w[j] = 0
				continue
			}
			r := left[j] + own*w[j]
			now := math.Copysign(max(math.Abs(r)-lambda/2, 0), r) / own
			if step := now - w[j]; step != 0 {
				w[j] = now
				for i := range d { // the upper triangle is stored
					left[i] -= step * raw.Data[min(i, j)*raw.Stride+max(i, j)]
				}
				moved = max(moved, own*step*step)
			}
			size = max(size, own*now*now)
		}
		if moved <= settled*settled*size {
			break
		}
	}
	return w
}

const (
	mostSweeps = 100_000
	settled    = 1e-13 // of the largest coordinate's share of the prediction
)

// product sets dst to Aw, many times for one A.
type product func(dst, w []float64)

// sparseShare is the largest share of nonzero entries for which only these entries are
// multiplied.
const sparseShare = .1

// product prepares A: a loss that was estimated from few looks is mostly 0.
func (q *Quadratic) product() product {
	d := len(q.B)
	full := make([]float64, d*d)
	entries := 0
	for i := range d {
		for j := range d {
			if full[i*d+j] = q.A.At(i, j); full[i*d+j] != 0 {
				entries++
			}
		}
	}
	if float64(entries) > sparseShare*float64(d*d) {
		a := blas64.General{Rows: d, Cols: d, Stride: d, Data: full}
		return func(dst, w []float64) {
			if 2*floats.Count(func(x float64) bool { return x != 0 }, w) < d { // as in a ball it mostly is
				clear(dst)
				for j, x := range w {
					if x != 0 {
						floats.AddScaled(dst, x, full[j*d:(j+1)*d])
					}
				}
				return
			}
			blas64.Gemv(blas.NoTrans, 1, a, blas64.Vector{N: d, Inc: 1, Data: w}, 0, blas64.Vector{N: d, Inc: 1, Data: dst})
		}
	}
	start, column, value := []int{0}, make([]int, 0, entries), make([]float64, 0, entries)
	for i := range d {
		for j, x := range full[i*d : (i+1)*d] {
			if x != 0 {
				column, value = append(column, j), append(value, x)
			}
		}
		start = append(start, len(value))
	}
	return func(dst, w []float64) {
		for i := range dst {
			var sum float64
			for k := start[i]; k < start[i+1]; k++ {
				sum += value[k] * w[column[k]]
			}
			dst[i] = sum
		}
	}
}

// largestEigenvalue is max|e| over the eigenvalues of A, or a few per cent more. It
// applies powers of A to a vector that is unlikely to be orthogonal to an eigenvector.
// A step must not be longer than 1/L, and a short step costs little: hence the margin.
func (q *Quadratic) largestEigenvalue(times product) float64 {
	d := len(q.B)
	x, y := make([]float64, d), make([]float64, d)
	for i := range x {
		_, part := math.Modf(float64(i+1) * math.Phi)
		x[i] = .5 + part
	}
	var found float64
	for range 1000 {
		floats.Scale(1/floats.Norm(x, 2), x)
		times(y, x)
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
