package partial

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/parallel"
	"fms-tui/core/regress"
)

// tuning is a cross-validation under way. Training objects are in random order,
// and fold f holds every F-th of them from f on.
type tuning struct {
	q     *Question
	ex    Examples
	train []int
	folds int
	seed  uint64
	// known is what is known of each fold by looking at everything: nil of so many
	// attributes that their pairs are too many, and where nothing is to be chosen.
	known []*quadratic
}

// tune chooses the parameters of each algorithm by the squared error on held-out
// objects, with all their judgments (CSS, section 4). Algorithms without parameters are
// not run. done is called after each fold of an algorithm.
func tune(ctx context.Context, q *Question, ex Examples, train []int, seed uint64, done func(pieces int)) (map[Algorithm]Tuned, error) {
	if err := q.Check(ex.Attributes()); err != nil {
		return nil, err
	}
	t := &tuning{q: q, ex: ex, train: train, folds: min(q.Folds, len(train)), seed: seed}
	d := ex.Attributes()
	if d <= mostDense && slices.ContainsFunc(q.Algorithms, func(a Algorithm) bool { return len(q.grid(a, 3, 1, 1)) > 1 }) {
		t.known = make([]*quadratic, t.folds)
		parallel.Each(t.folds, t.lookAt)
	}
	scale := t.scale()
	var work []func()
	losses := make([][][]float64, len(q.Algorithms)) // by fold, and place in the grid: summed over objects
	grids := make([][]Tuned, len(q.Algorithms))
	for k, a := range q.Algorithms {
		grids[k], losses[k] = q.grid(a, len(train), d, scale), make([][]float64, t.folds)
		for f := range t.folds {
			work = append(work, func() {
				if len(grids[k]) > 1 {
					losses[k][f] = t.losses(ctx, a, grids[k], f)
				}
			})
		}
	}
	parallel.Each(len(work), func(i int) {
		if ctx.Err() == nil {
			work[i]()
			done(1)
		}
	})
	out := make(map[Algorithm]Tuned)
	for k, a := range q.Algorithms {
		out[a] = grids[k][0]
		if len(grids[k]) > 1 && ctx.Err() == nil {
			out[a] = best(grids[k], losses[k])
		}
	}
	return out, ctx.Err()
}

// lookAt looks at everything in a fold.
func (t *tuning) lookAt(f int) {
	l := &whole{quadratic: newQuadratic(t.ex.Attributes()), buffer: make([]float64, rowsAtOnce*t.ex.Attributes())}
	for _, i := range t.held(f) {
		l.Step(t.ex, i)
	}
	t.known[f] = l.flush()
}

// held are the objects of a fold.
func (t *tuning) held(f int) []int {
	var out []int
	for n := f; n < len(t.train); n += t.folds {
		out = append(out, t.train[n])
	}
	return out
}

// loss is the loss of weights on a fold, summed over its objects.
func (t *tuning) loss(f int, w []float64) float64 {
	if t.known != nil {
		return t.known[f].At(w)
	}
	held := t.held(f)
	return float64(len(held)) * ErrorsOf(t.ex, held, w).Loss
}

// scale is the mean of the attributes' mean squares; 1 where that is not known.
func (t *tuning) scale() float64 {
	var sum float64
	for _, f := range t.known {
		for a := range f.B {
			sum += f.A.At(a, a)
		}
	}
	if sum == 0 {
		return 1
	}
	return sum / float64(len(t.train)) / float64(t.ex.Attributes())
}

// roughly ends descents where further steps would hardly change which parameter
// is best.
var roughly = regress.Descent{Tolerance: 1e-8, Steps: 500}

// losses tries parameters on all folds but one, each on that one, until ctx ends. Those
// of algorithms that minimise a quadratic loss are tried on the same one, in balls of
// growing norm each from the end of the ball before.
func (t *tuning) losses(ctx context.Context, a Algorithm, grid []Tuned, f int) []float64 {
	out := make([]float64, len(grid))
	var loss *regress.Quadratic
	switch a {
	case AttributeEfficient:
	case Estimated, EstimatedConvex:
		l := t.learned(ctx, a, grid[0], f).(*baseline)
		if ctx.Err() != nil {
			return out
		}
		if loss = l.mean(); l.clip {
			loss = loss.Convex()
		}
	default:
		rest := newQuadratic(t.ex.Attributes())
		for g, o := range t.known {
			if g != f {
				rest.add(o, 1)
			}
		}
		loss = rest.mean()
	}
	w, o := make([]float64, t.ex.Attributes()), roughly
	o.Plain = a == Estimated // which is defined by where it begins
	for g, p := range grid {
		if ctx.Err() != nil {
			return out
		}
		switch a {
		case AttributeEfficient:
			t.learned(ctx, a, p, f).Weights(w)
		case FullRidge:
			var err error
			if w, err = loss.Ridge(p.Lambda); err != nil { // λ drowns in rounding
				out[g] = math.Inf(1)
				continue
			}
		default:
			if w = loss.InL1Ball(p.Norm, o); !o.Plain {
				o.Start = w
			}
		}
		out[g] = t.loss(f, w)
	}
	return out
}

// learned is a learner that has seen all but a fold. The question was checked, and
// parameters of the grid are sound.
func (t *tuning) learned(ctx context.Context, a Algorithm, p Tuned, f int) Learner {
	l, err := t.q.New(a, t.ex.Attributes(), p, mixed(t.seed, f))
	if err != nil {
		panic("partial: " + err.Error())
	}
	for n, i := range t.train {
		if n%4096 == 0 && ctx.Err() != nil {
			break
		}
		if n%t.folds != f {
			l.Step(t.ex, i)
		}
	}
	return l
}

// alike is by how much, relatively, losses differ that are taken for equal: descents
// end roughly.
const alike = 1e-4

// best are the first parameters of a grid whose loss over all folds is the least.
func best(grid []Tuned, folds [][]float64) Tuned {
	sum := make([]float64, len(grid))
	for _, f := range folds {
		floats.Add(sum, f)
	}
	least := floats.Min(sum)
	return grid[max(0, slices.IndexFunc(sum, func(x float64) bool { return x <= least*(1+alike) }))]
}
