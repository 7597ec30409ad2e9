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

// quadratic is the squared loss of the objects so far as a function of the weights, or an
// estimate of it, summed over them.
type quadratic struct {
	regress.Quadratic
	n, seen int // objects, and judgments looked at
}

func newQuadratic(d int) *quadratic {
	return &quadratic{Quadratic: regress.Quadratic{A: mat.NewSymDense(d, nil), B: make([]float64, d)}}
}

// Seen implements Learner.
func (l *quadratic) Seen() int { return l.seen }

// mean is the loss of an object, at least one, in squared units of their labels.
func (l *quadratic) mean() *regress.Quadratic {
	m := newQuadratic(len(l.B))
	m.add(l, 1/float64(l.n))
	return &m.Quadratic
}

// add adds a multiple of another one's loss, and its objects.
func (l *quadratic) add(o *quadratic, times float64) {
	floats.AddScaled(l.A.RawSymmetric().Data, times, o.A.RawSymmetric().Data)
	floats.AddScaled(l.B, times, o.B)
	l.C += times * o.C
	l.n += o.n
}

// baseline estimates the mean squared loss from k looks at each object and minimises it
// over |w|₁ <= norm (CSS, Algorithm 1). For each object k/2 different ordered pairs
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
// with clip, the minimum after Ā has lost its negative eigenvalues.
type baseline struct {
	*quadratic
	norm float64 // bound on |w|₁, above 0
	clip bool    // Ā loses its negative eigenvalues

	d, half int
	rng     *rand.Rand
	pairs   []int // drawn of an object, i*d+j
}

// newBaseline returns a learner of d attributes that looks k times at an object,
// k even, from 2 to 2d².
func newBaseline(d, k int, norm float64, clip bool, seed uint64) (*baseline, error) {
	if err := checkDense(d); err != nil {
		return nil, err
	}
	if err := checkK(k, 2*d*d, "twice the number of pairs of attributes"); err != nil {
		return nil, err
	}
	if err := above0("the norm bound", norm); err != nil {
		return nil, err
	}
	return &baseline{
		quadratic: newQuadratic(d), norm: norm, clip: clip, d: d, half: k / 2,
		rng: rand.New(rand.NewPCG(seed, 0xba5e)), pairs: make([]int, 0, k/2),
	}, nil
}

// Step implements Learner.
func (l *baseline) Step(ex Examples, i int) {
	l.choose()
	y := ex.Label(i)
	for _, p := range l.pairs {
		r, s := p/l.d, p%l.d
		l.enter(r, s, ex.Look(i, r, l.rng), ex.Look(i, s, l.rng), y)
	}
	l.seen += 2 * l.half
	l.n++
	l.C += y * y
}

// choose draws the set of pairs: Floyd's way to draw a subset without listing
// what it is drawn from (Bentley & Floyd 1987).
func (l *baseline) choose() {
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
func (l *baseline) enter(r, s int, x, z, y float64) {
	d, k := float64(l.d), float64(2*l.half)
	l.B[r] += y * (d / k) * x
	l.B[s] += y * (d / k) * z
	e := d / k * d * x * z
	if r == s { // both halves of the symmetric matrix are this entry
		e *= 2
	}
	l.A.SetSym(r, s, l.A.At(r, s)+e)
}

// Weights implements Learner.
func (l *baseline) Weights(w []float64) {
	switch o := settle; {
	case l.n == 0:
		clear(w)
	case l.clip:
		copy(w, l.mean().Convex().InL1Ball(l.norm, o))
	default:
		o.Plain = true
		copy(w, l.mean().InL1Ball(l.norm, o))
	}
}

// settle ends descents where further steps change no digit that is shown.
var settle = regress.Descent{Tolerance: 1e-9, Steps: 5000}

// rowsAtOnce is how many rows a product takes together.
const rowsAtOnce = 128

// whole looks at everything. It minimises the mean squared loss over |w|₁ <= Norm, the
// lasso, or that plus Lambda |w|₂², ridge.
type whole struct {
	*quadratic
	Tuned
	ridge  bool
	buffer []float64 // rows not yet in A
	rows   int
}

// newWhole returns a learner of d attributes; its parameter must be above 0.
func newWhole(d int, t Tuned, ridge bool) (*whole, error) {
	if err := checkDense(d); err != nil {
		return nil, err
	}
	l := &whole{quadratic: newQuadratic(d), Tuned: t, ridge: ridge, buffer: make([]float64, rowsAtOnce*d)}
	if ridge {
		return l, above0("λ", t.Lambda)
	}
	return l, above0("the norm bound", t.Norm)
}

// Step implements Learner.
func (l *whole) Step(ex Examples, i int) {
	d := len(l.B)
	row := l.buffer[l.rows*d : (l.rows+1)*d]
	l.seen += ex.Means(i, row)
	y := ex.Label(i)
	floats.AddScaled(l.B, y, row)
	l.C += y * y
	l.n++
	if l.rows++; l.rows == rowsAtOnce {
		l.flush()
	}
}

// flush enters the rows that wait.
func (l *whole) flush() *quadratic {
	if l.rows > 0 {
		d := len(l.B)
		x := blas64.General{Rows: l.rows, Cols: d, Stride: d, Data: l.buffer[:l.rows*d]}
		blas64.Syrk(blas.Trans, 1, x, 1, l.A.RawSymmetric())
		l.rows = 0
	}
	return l.quadratic
}

// Weights implements Learner. Where ridge's λ drowns in rounding they are 0.
func (l *whole) Weights(w []float64) {
	clear(w)
	switch {
	case l.n == 0:
	case l.ridge:
		if found, err := l.flush().mean().Ridge(l.Lambda); err == nil {
			copy(w, found)
		}
	default:
		copy(w, l.flush().mean().InL1Ball(l.Norm, settle))
	}
}
