package partial

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/overflow"
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
	o.Plain = a == Estimated // which is defined by where it begins
	for g, p := range t.grids[a] {
		if ctx.Err() != nil {
			return
		}
		w := quadratic.InL1Ball(p.Norm, o)
		t.losses[a][g][f] = t.loss(f, w)
		if !o.Plain {
			o.Start = w
		}
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

// Follow is Run with progress: report gets each point of the learning curves as it
// comes, never twice at a time. Each report has the results so far. In the first split
// curves grow; from the second on each point is the mean over the splits that have
// reached it. Outcomes has one element for each of q.Algorithms, in that order, with
// curves that are empty at first.
//
// A Report is never changed once it was handed out. Points of several algorithms
// come in any order, but the last Report is Run's. There is none before the first
// parameters are tuned: with Norm, and Lambda or Theorem, AER begins at once. A
// context that ends ends it within a few hundred objects, or a descent of the
// others, and is the error; what was reported holds.
func Follow(ctx context.Context, scale Scaled, n int, q Question, report func(*Report)) (err error) {
	defer overflow.Catch(&err)
	c, err := begin(n, &q)
	if err != nil {
		return err
	}
	c.report = report
	return c.run(ctx, scale, func() {})
}

// course is a run under way.
type course struct {
	q           *Question
	train, test int // objects

	mu     sync.Mutex // of what follows
	splits int        // done
	curves [][][]Point
	tuned  [][]Tuned // both by algorithm and split; the last split may be unfinished
	report func(*Report)
}

// begin refuses what cannot be asked whatever the attributes are.
func begin(n int, q *Question) (*course, error) {
	if n < leastObjects {
		return nil, tooFewToSplit(n)
	}
	test := (n + TestShare - 1) / TestShare
	return &course{
		q: q, train: n - test, test: test,
		curves: make([][][]Point, len(q.Algorithms)), tuned: make([][]Tuned, len(q.Algorithms)),
	}, nil
}

// run does one split after another.
func (c *course) run(ctx context.Context, scale Scaled, done func()) error {
	for s := range c.q.Splits {
		seed := mixed(c.q.Seed, s)
		order := rand.New(rand.NewPCG(seed, 0x5911)).Perm(c.train + c.test)
		if err := c.split(ctx, scale, order[c.test:], order[:c.test], seed, done); err != nil {
			return err
		}
		c.tell(func() { c.splits++ })
	}
	return nil
}

// tell makes a change, and reports it.
func (c *course) tell(change func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change()
	if c.report != nil {
		c.report(c.known())
	}
}

// split tunes on the training objects, and learns along them.
func (c *course) split(ctx context.Context, scale Scaled, train, test []int, seed uint64, done func()) error {
	q, ex := c.q, scale(train)
	if err := q.Check(ex.Attributes()); err != nil {
		return err
	}
	tuned, err := tune(ctx, q, ex, train, seed, done)
	if err != nil {
		return err
	}
	for k, a := range q.Algorithms {
		c.curves[k], c.tuned[k] = append(c.curves[k], nil), append(c.tuned[k], tuned[a])
	}
	errs := make([]error, len(q.Algorithms))
	unit := ex.Unit() * ex.Unit() // losses are reported in label units
	at := checkpoints(len(train), q.Points)
	parallel.Each(len(q.Algorithms), func(k int) {
		a := q.Algorithms[k]
		l, err := q.New(a, ex.Attributes(), tuned[a], mixed(seed, -1))
		if err != nil {
			errs[k] = err
			return
		}
		errs[k] = Curve(ctx, l, ex, train, test, at, func(p Point) {
			p.Loss *= unit
			c.tell(func() {
				last := len(c.curves[k]) - 1
				c.curves[k][last] = append(c.curves[k][last], p)
			})
		})
		done()
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// finished is the Report of the splits that are done.
func (c *course) finished() *Report {
	for k := range c.curves {
		c.curves[k], c.tuned[k] = c.curves[k][:c.splits], c.tuned[k][:c.splits]
	}
	return c.known()
}

// known is the Report of what there is.
func (c *course) known() *Report {
	r := &Report{Train: c.train, Test: c.test, Splits: c.splits}
	for k, a := range c.q.Algorithms {
		o := average(c.curves[k], float64(c.test)/float64(c.train))
		o.Algorithm, o.Tuned = a, append([]Tuned{}, c.tuned[k]...)
		for _, points := range c.curves[k][:c.splits] {
			o.Each = append(o.Each, points[len(points)-1])
		}
		r.Outcomes = append(r.Outcomes, o)
	}
	return r
}

// average averages each point over the splits that have reached it.
func average(splits [][]Point, testToTrain float64) (o Outcome) {
	for k := 0; ; k++ {
		var reached []Point
		for _, points := range splits {
			if k < len(points) {
				reached = append(reached, points[k])
			}
		}
		j := float64(len(reached))
		if j == 0 {
			return o
		}
		p := CurvePoint{Examples: reached[0].Examples, Splits: len(reached)}
		for _, x := range reached {
			p.Seen += float64(x.Seen)
			p.Loss += x.Loss / j
			p.Wrong += x.Wrong / j
		}
		p.Seen /= j // of a whole number, so that 1 stays 1
		var spread float64
		for _, x := range reached {
			spread += (x.Loss - p.Loss) * (x.Loss - p.Loss) / (j - 1) // NaN for one
		}
		p.SE = math.Sqrt(spread * (1/j + testToTrain))
		o.Curve = append(o.Curve, p)
	}
}
