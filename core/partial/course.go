package partial

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/parallel"
)

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
