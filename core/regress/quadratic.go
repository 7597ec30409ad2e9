package regress

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/moments"
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
	v := mat.NewVecDense(len(w), w)
	return mat.Inner(v, q.A, v) - 2*floats.Dot(q.B, w) + q.C
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

// Convex returns f with A replaced by the nearest positive semi-definite matrix
// in the Frobenius norm: negative eigenvalues become 0. A loss that was
// estimated need not be convex, and then has no minimiser that can be found.
// Rows of A that are 0 stay so, to the last digit.
func (q *Quadratic) Convex() *Quadratic {
	d := len(q.B)
	a := mat.NewSymDense(d, nil)
	a.CopySym(q.A)
	moments.NearestPSD(a)
	for i := range d {
		if floats.Norm(mat.Row(nil, i, q.A), 1) > 0 {
			continue
		}
		for j := range d {
			a.SetSym(i, j, 0)
		}
	}
	return &Quadratic{A: a, B: q.B, C: q.C}
}

// eigenvalues of a ascend. A matrix that has none holds numbers that are not finite: an
// overflow, which whoever computed it returns as an error.
func eigenvalues(a *mat.SymDense) []float64 {
	var e mat.EigenSym
	if !e.Factorize(a, false) || floats.HasNaN(e.Values(nil)) || math.IsInf(floats.Norm(e.Values(nil), 1), 0) {
		overflow.Raise("squares of judgments")
	}
	return e.Values(nil)
}

// Descent says how a descent goes. The zero value is the usual one.
type Descent struct {
	Start     []float64 // nil: 0
	Tolerance float64   // of a coordinate's last step, at a radius up to 1; 0: 1e-12
	Steps     int       // at most; 0: 200,000
	// Plain is the projected gradient method without momentum, on which f never rises. If A
	// is indefinite, it ends at a stationary point, which need not have the least f in the
	// ball: that cannot be found in general.
	Plain bool
}

// InL1Ball returns a minimiser of f over |w|₁ <= radius, the constrained form of
// the lasso. A must be positive semi-definite, unless the descent is Plain.
//
// It is the projected gradient method, of steps 1/L, L being twice the largest
// |eigenvalue| of A, with Nesterov's acceleration (FISTA, Beck & Teboulle 2009): the
// step is taken not from w but from beyond it,
//
//	z = w + (s-1)/s' (w - w_before),    s' = (1 + √(1+4s²))/2,
//
// and where f would rise the momentum is dropped and a plain step taken. Without
// curvature all goes to the steepest coordinate, the first of several.
func (q *Quadratic) InL1Ball(radius float64, o Descent) []float64 {
	d := len(q.B)
	w, aw, scratch := make([]float64, d), make([]float64, d), make([]float64, d)
	values := eigenvalues(q.A)
	steep := 2 * max(math.Abs(values[0]), math.Abs(values[d-1]))
	if steep == 0 {
		slope := floats.Norm(q.B, math.Inf(1))
		if at := slices.IndexFunc(q.B, func(x float64) bool { return math.Abs(x) == slope }); slope > 0 {
			w[at] = math.Copysign(radius, q.B[at])
		}
		return w
	}
	if o.Start != nil {
		copy(w, o.Start)
		ProjectL1(w, radius, scratch)
	}
	rows := mat.DenseCopyOf(q.A)
	// measure returns f(w)-c, and Aw in aw: of a w that is mostly 0, as in a ball.
	measure := func(w, aw []float64) float64 {
		clear(aw)
		for j, x := range w {
			if x != 0 {
				floats.AddScaled(aw, x, rows.RawRowView(j))
			}
		}
		return floats.Dot(aw, w) - 2*floats.Dot(q.B, w)
	}
	f, momentum := measure(w, aw), 1.0
	before, z := slices.Clone(w), slices.Clone(w)
	aBefore, az := slices.Clone(aw), slices.Clone(aw) // A times these: no product of its own is needed
	tolerance := cmp.Or(o.Tolerance, 1e-12) * max(1, radius)
	for range cmp.Or(o.Steps, 200_000) {
		for i, x := range z {
			w[i] = x - 2*(az[i]-q.B[i])/steep
		}
		ProjectL1(w, radius, scratch)
		now := measure(w, aw)
		if now > f && momentum > 1 {
			momentum = 1
			copy(z, before)
			copy(az, aBefore)
			continue
		}
		next := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		share := (momentum - 1) / next
		if f = now; !o.Plain {
			momentum = next
		}
		var moved float64
		for i, x := range w {
			moved = max(moved, math.Abs(x-z[i]), math.Abs(x-before[i]))
			z[i], az[i] = x+share*(x-before[i]), aw[i]+share*(aw[i]-aBefore[i])
			before[i], aBefore[i] = x, aw[i]
		}
		if moved <= tolerance {
			break
		}
	}
	return before
}
