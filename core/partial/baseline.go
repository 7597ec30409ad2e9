package partial

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fms-tui/core/regress"
)

// Baseline estimates the mean squared loss from k looks at each object and minimises it
// over |w|₁ <= Norm (CSS, Algorithm 1). For each object k/2 different ordered pairs
// (i,j) of attributes are drawn, i = j allowed, and
//
//	v = Σ (d/k) (x_i e_i + x_j e_j),    A = Σ (d²/k) x_i x_j (e_i e_jᵀ + e_j e_iᵀ)
//
// have the means x and xxᵀ; a pair (i,i) enters twice, by two looks. The loss is
// then wᵀĀw - 2b̄ᵀw + c̄, b̄ the mean of y v. (The paper prints + for the second
// sign, which gives the negative of the predictor.)
//
// Ā is symmetric but need not be positive semi-definite, and is not as long as there
// are fewer pairs than entries: the minimum cannot be found in general, and the paper
// does not say what it did. Weights come from the projected gradient method from w = 0;
// with Clip, the minimum after Ā has lost its negative eigenvalues.
type Baseline struct {
	Norm float64 // bound on |w|₁, above 0; may be changed between calls of Weights
	Clip bool    // Ā loses its negative eigenvalues

	d, half int
	rng     *rand.Rand
	n, seen int
	a, b    []float64 // sums over objects: the upper triangle of A, and y v
	c       float64
	pairs   []int // drawn of an object, i*d+j
	convex  *regress.Quadratic
	convexN int // objects that convex is of
}

// mostDense is the largest number of attributes for which all pairs are kept.
const mostDense = 8192

// checkDense returns an error if d attributes are too many for learners that keep all
// pairs of them.
func checkDense(d int) error {
	if d > mostDense {
		return fmt.Errorf("%d attributes: of more than %d only AER, which keeps no pairs of them, is offered", d, mostDense)
	}
	return nil
}

// NewBaseline returns a learner of d attributes that looks k times at an object,
// k even, from 2 to 2d².
func NewBaseline(d, k int, norm float64, clip bool, seed uint64) (*Baseline, error) {
	if err := checkDense(d); err != nil {
		return nil, err
	}
	if err := checkK(k, 2*d*d, "twice the number of pairs of attributes"); err != nil {
		return nil, err
	}
	if err := above0("the norm bound", norm); err != nil {
		return nil, err
	}
	return &Baseline{
		Norm: norm, Clip: clip, d: d, half: k / 2,
		rng: rand.New(rand.NewPCG(seed, 0xba5e)),
		a:   make([]float64, d*d), b: make([]float64, d), pairs: make([]int, 0, k/2),
	}, nil
}

// Step implements Learner.
func (l *Baseline) Step(ex Examples, i int) {
	l.choose()
	y := ex.Label(i)
	for _, p := range l.pairs {
		r, s := p/l.d, p%l.d
		l.enter(r, s, ex.Look(i, r, l.rng), ex.Look(i, s, l.rng), y)
	}
	l.seen += 2 * l.half
	l.n++
	l.c += y * y
}

// choose draws the set of pairs: Floyd's way to draw a subset without listing
// what it is drawn from (Bentley & Floyd 1987).
func (l *Baseline) choose() {
	l.pairs = l.pairs[:0]
	all := l.d * l.d
	for top := all - l.half; top < all; top++ {
		p := l.rng.IntN(top + 1)
		if slices.Contains(l.pairs, p) {
			p = top
		}
		l.pairs = append(l.pairs, p)
	}
}

// enter adds a pair of looks x and z, at attributes r and s.
func (l *Baseline) enter(r, s int, x, z, y float64) {
	d, k := float64(l.d), float64(2*l.half)
	l.b[r] += y * (d / k) * x
	l.b[s] += y * (d / k) * z
	e := d / k * d * x * z
	if r == s { // both halves of the symmetric matrix are this entry
		e *= 2
	}
	l.a[min(r, s)*l.d+max(r, s)] += e
}

// Loss is the estimated loss of the objects so far, at least one, in squared
// units of their labels.
func (l *Baseline) Loss() *regress.Quadratic {
	n := 1 / float64(l.n)
	a, b := make([]float64, len(l.a)), make([]float64, l.d)
	floats.AddScaled(a, n, l.a)
	floats.AddScaled(b, n, l.b)
	return &regress.Quadratic{A: mat.NewSymDense(l.d, a), B: b, C: n * l.c}
}

// Weights implements Learner.
func (l *Baseline) Weights(w []float64) {
	if l.n == 0 {
		clear(w)
		return
	}
	o := settle
	if o.Plain = !l.Clip; o.Plain {
		copy(w, l.Loss().InL1Ball(l.Norm, o))
		return
	}
	if l.convexN != l.n { // the eigenvalues are most of the work, and the norm may have changed alone
		l.convex, l.convexN = l.Loss().Convex(), l.n
	}
	copy(w, l.convex.InL1Ball(l.Norm, o))
}

// settle ends descents where further steps change no digit that is shown.
var settle = regress.Descent{Tolerance: 1e-9, Steps: 5000}

// Seen implements Learner.
func (l *Baseline) Seen() int { return l.seen }

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
