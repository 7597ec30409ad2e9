package partial

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fms-tui/core/regress"
)

// rowsAtOnce is how many rows a product takes together.
const rowsAtOnce = 128

// full accumulates the mean squared loss of objects that are looked at whole.
type full struct {
	d, n   int
	a      []float64 // upper triangle of Σ xxᵀ
	b      []float64
	c      float64
	seen   int
	buffer []float64 // rows not yet in a
	rows   int
}

func newFull(d int) *full {
	return &full{d: d, a: make([]float64, d*d), b: make([]float64, d), buffer: make([]float64, rowsAtOnce*d)}
}

// Step enters an object.
func (f *full) Step(ex Examples, i int) {
	row := f.buffer[f.rows*f.d : (f.rows+1)*f.d]
	f.seen += ex.Means(i, row)
	y := ex.Label(i)
	floats.AddScaled(f.b, y, row)
	f.c += y * y
	f.n++
	if f.rows++; f.rows == rowsAtOnce {
		f.flush()
	}
}

// Seen implements Learner.
func (f *full) Seen() int { return f.seen }

func (f *full) flush() {
	if f.rows == 0 {
		return
	}
	x := blas64.General{Rows: f.rows, Cols: f.d, Stride: f.d, Data: f.buffer[:f.rows*f.d]}
	blas64.Syrk(blas.Trans, 1, x, 1, blas64.Symmetric{N: f.d, Stride: f.d, Data: f.a, Uplo: blas.Upper})
	f.rows = 0
}

// add enters the objects of another one, but for what was seen.
func (f *full) add(o *full) {
	f.flush()
	o.flush()
	floats.Add(f.a, o.a)
	floats.Add(f.b, o.b)
	f.c += o.c
	f.n += o.n
}

// quadratic is the mean over the objects so far, at least one.
func (f *full) quadratic() *regress.Quadratic {
	f.flush()
	n := 1 / float64(f.n)
	a := make([]float64, len(f.a))
	floats.AddScaled(a, n, f.a)
	b := make([]float64, f.d)
	floats.AddScaled(b, n, f.b)
	return &regress.Quadratic{A: mat.NewSymDense(f.d, a), B: b, C: n * f.c}
}

// Lasso looks at everything, and minimises the mean squared loss over
// |w|₁ <= Norm.
type Lasso struct {
	Norm float64 // bound on |w|₁, above 0; may be changed between calls of Weights
	*full
}

// NewLasso returns a learner of d attributes.
func NewLasso(d int, norm float64) (*Lasso, error) {
	if err := checkDense(d); err != nil {
		return nil, err
	}
	return &Lasso{norm, newFull(d)}, above0("the norm bound", norm)
}

// Weights implements Learner.
func (l *Lasso) Weights(w []float64) {
	if l.n == 0 {
		clear(w)
		return
	}
	copy(w, l.quadratic().InL1Ball(l.Norm, settle))
}

// Ridge looks at everything, and minimises the mean squared loss plus
// Lambda |w|₂².
type Ridge struct {
	Lambda float64 // λ > 0
	*full
}

// NewRidge returns a learner of d attributes; lambda must be above 0.
func NewRidge(d int, lambda float64) (*Ridge, error) {
	if err := checkDense(d); err != nil {
		return nil, err
	}
	return &Ridge{lambda, newFull(d)}, above0("λ", lambda)
}

// Weights implements Learner. Where λ drowns in rounding they are 0.
func (l *Ridge) Weights(w []float64) {
	clear(w)
	if l.n == 0 {
		return
	}
	if found, err := l.quadratic().Ridge(l.Lambda); err == nil {
		copy(w, found)
	}
}
