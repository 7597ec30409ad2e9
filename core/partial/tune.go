package partial

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/parallel"
	"fms-tui/core/regress"
)

// tuning is a cross-validation under way. Training objects are in random order,
// and fold f holds every F-th of them from f on.
type tuning struct {
	q      *Question
	ex     Examples
	train  []int
	folds  int
	seed   uint64
	grids  map[Algorithm][]Tuned
	losses map[Algorithm][][]float64   // by place in the grid, and fold: summed over its objects
	fold   []*full                     // what is known of each fold by looking at everything
	truth  []func(w []float64) float64 // loss on a fold, summed
}

// tune chooses the parameters of each algorithm by the squared error on held-out
// objects, with all their judgments (CSS, section 4). Algorithms without parameters are
// not run. done is called after each piece of work.
func tune(ctx context.Context, q *Question, ex Examples, train []int, seed uint64, done func()) (map[Algorithm]Tuned, error) {
	t := &tuning{
		q: q, ex: ex, train: train, folds: min(q.Folds, len(train)), seed: seed,
		grids: make(map[Algorithm][]Tuned), losses: make(map[Algorithm][][]float64),
	}
	t.fold = make([]*full, t.folds)
	t.truth = make([]func([]float64) float64, t.folds)
	if ex.Attributes() <= mostDense && q.tuned() {
		parallel.Each(t.folds, t.accumulate)
	}
	var work []func()
	for _, a := range q.Algorithms {
		grid := q.grid(a, len(train), ex.Attributes(), t.scale())
		t.grids[a] = grid
		t.losses[a] = make([][]float64, len(grid))
		for g := range grid {
			t.losses[a][g] = make([]float64, t.folds)
		}
		if len(grid) > 1 {
			work = append(work, t.work(ctx, a)...)
		}
	}
	parallel.Each(len(work), func(i int) {
		if ctx.Err() == nil {
			work[i]()
			done()
		}
	})
	return t.best(), ctx.Err()
}

// tuned tells whether anything is to be chosen.
func (q *Question) tuned() bool { return q.pieces() > 0 }

// pieces is how often done of tune is called.
func (q *Question) pieces() int {
	n := 0
	for _, a := range q.Algorithms {
		switch g := len(q.grid(a, 3, 1, 1)); {
		case g == 1:
		case a == AttributeEfficient:
			n += g * q.Folds
		default:
			n += q.Folds
		}
	}
	return n
}

// accumulate looks at everything in a fold.
func (t *tuning) accumulate(f int) {
	t.fold[f] = newFull(t.ex.Attributes())
	for _, i := range t.held(f) {
		t.fold[f].Step(t.ex, i)
	}
	n := float64(t.fold[f].n)
	t.fold[f].flush()
	quadratic := t.fold[f].quadratic
	if t.ex.Attributes() <= mostTwice {
		quadratic = sync.OnceValue(quadratic)
	}
	t.truth[f] = func(w []float64) float64 { return n * quadratic().At(w) }
}

// mostTwice is up to how many attributes a fold keeps both sums and means of products. Of
// more, means are made of the sums for each loss, which takes as long as the loss itself.
const mostTwice = 400

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
	if t.truth[f] != nil {
		return t.truth[f](w)
	}
	held := t.held(f)
	return float64(len(held)) * ErrorsOf(t.ex, held, w).Loss
}

// scale is the mean of the attributes' mean squares; 1 where that is not known.
func (t *tuning) scale() float64 {
	if t.fold[0] == nil {
		return 1
	}
	var sum, n float64
	d := t.ex.Attributes()
	for _, f := range t.fold {
		for a := range d {
			sum += f.a[a*d+a]
		}
		n += float64(f.n)
	}
	if sum == 0 {
		return 1
	}
	return sum / n / float64(d)
}

// work are the pieces of work of an algorithm.
func (t *tuning) work(ctx context.Context, a Algorithm) []func() {
	var all []func()
	for f := range t.folds {
		switch a {
		case AttributeEfficient:
			for g, p := range t.grids[a] {
				all = append(all, func() {
					l, err := t.q.New(a, t.ex.Attributes(), p, mixed(t.seed, f))
					t.must(err)
					t.learn(ctx, l, f)
					w := make([]float64, t.ex.Attributes())
					l.Weights(w)
					t.losses[a][g][f] = t.loss(f, w)
				})
			}
		case Estimated, EstimatedConvex:
			all = append(all, func() { t.estimated(ctx, a, f) })
		default:
			all = append(all, func() { t.whole(ctx, a, f) })
		}
	}
	return all
}

// must panics: parameters of the grid are sound, and the question was checked.
func (t *tuning) must(err error) {
	if err != nil {
		panic("partial: " + err.Error())
	}
}

// learn lets a learner see all but a fold.
func (t *tuning) learn(ctx context.Context, l Learner, f int) {
	for n, i := range t.train {
		if n%4096 == 0 && ctx.Err() != nil {
			return
		}
		if n%t.folds != f {
			l.Step(t.ex, i)
		}
	}
}

// roughly ends descents where further steps would hardly change which parameter
// is best.
var roughly = regress.Descent{Tolerance: 1e-8, Steps: 500}

// ball minimises in balls of growing norm, each from the end of the ball before, until
// ctx ends.
func (t *tuning) ball(ctx context.Context, a Algorithm, f int, quadratic *regress.Quadratic) {
	o := roughly
	for g, p := range t.grids[a] {
		if ctx.Err() != nil {
			return
		}
		if a == Estimated { // which is defined by where it begins
			t.losses[a][g][f] = t.loss(f, quadratic.StationaryInL1Ball(p.Norm, o))
			continue
		}
		o.Start = quadratic.InL1Ball(p.Norm, o)
		t.losses[a][g][f] = t.loss(f, o.Start)
	}
}

// estimated tries the norms of Baseline on one estimate of the loss.
func (t *tuning) estimated(ctx context.Context, a Algorithm, f int) {
	l, err := NewBaseline(t.ex.Attributes(), t.q.K, 1, a == EstimatedConvex, mixed(t.seed, f))
	t.must(err)
	t.learn(ctx, l, f)
	quadratic := l.Loss()
	if l.Clip {
		quadratic = quadratic.Convex()
	}
	t.ball(ctx, a, f, quadratic)
}

// whole tries the parameters of lasso or ridge on what is known of all folds but
// one.
func (t *tuning) whole(ctx context.Context, a Algorithm, f int) {
	rest := newFull(t.ex.Attributes())
	for g, o := range t.fold {
		if g != f {
			rest.add(o)
		}
	}
	quadratic := rest.quadratic()
	if a == FullLasso {
		t.ball(ctx, a, f, quadratic)
		return
	}
	for g, p := range t.grids[a] {
		t.losses[a][g][f] = math.Inf(1) // where λ drowns in rounding
		if w, err := quadratic.Ridge(p.Lambda); err == nil {
			t.losses[a][g][f] = t.loss(f, w)
		}
	}
}

// alike is by how much, relatively, losses differ that are taken for equal: descents
// end roughly.
const alike = 1e-4

// best are the first parameters of each grid whose loss over all folds is the
// least.
func (t *tuning) best() map[Algorithm]Tuned {
	out := make(map[Algorithm]Tuned)
	for a, grid := range t.grids {
		least := math.Inf(1)
		for g := range grid {
			least = min(least, floats.Sum(t.losses[a][g]))
		}
		first := slices.IndexFunc(t.losses[a], func(folds []float64) bool { return floats.Sum(folds) <= least*(1+alike) })
		out[a] = grid[max(first, 0)]
	}
	return out
}
