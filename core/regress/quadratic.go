package regress

import (
	"errors"
	"math"
	"slices"

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
