package partial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/stat"

	"fms-tui/core/internal/overflow"
	"fms-tui/core/parallel"
)

// Scaled returns the examples on a scale that is learned from some objects, such
// as Cells.On.
type Scaled func(objects []int) Examples

// Scaled returns On as Run and Fit take it.
func (c *Cells) Scaled() Scaled { return func(objects []int) Examples { return c.On(objects) } }

// Report is what Run finds.
type Report struct {
	Train, Test int // objects of each split
	Splits      int // done
	Outcomes    []Outcome
}

// Outcome is one algorithm's. Losses are mean squared errors on test objects,
// from the means of all their judgments, in squared label units.
type Outcome struct {
	Algorithm Algorithm
	Curve     []CurvePoint
	Tuned     []Tuned // by split
	Each      []Point // of all training objects, by split
}

// Last is the end of the learning curve: what is learned from all training
// objects, unless Run is not so far. The curve must have a point.
func (o *Outcome) Last() CurvePoint { return o.Curve[len(o.Curve)-1] }

// CurvePoint is a point of a learning curve, averaged over splits.
type CurvePoint struct {
	Examples int
	Splits   int     // averaged over
	Seen     float64 // judgments looked at
	Loss, SE float64 // SE is NaN for one split
	Wrong    float64 // share of signs
}

func tooFewToSplit(n int) error {
	return fmt.Errorf("%d objects cannot be split into training and test objects: at least %d are needed", n, leastObjects)
}

// TestShare is one over the share of the objects that a split holds out.
const TestShare = 10

// Run splits n objects at random, tunes on the training part, learns along it and
// measures on the test part, q.Splits times (CSS, section 4). A context that ends within
// a few hundred objects, or a descent, ends it: its error comes with the Report of the
// splits done, nil if there are none. Other errors say in words what cannot be asked.
//
// report, if not nil, gets each point of the learning curves as it comes, never twice at
// a time, with the results so far: an element for each of q.Algorithms, in that order, with curves
// that are empty at first, and from the second split on means over the splits that have reached a
// point. A Report is never changed once it was handed out; the last is the one that is returned.
//
// Standard errors follow Nadeau & Bengio 2003, √(1/J + n_test/n_train) times the spread
// over J splits: their training parts overlap.
func Run(ctx context.Context, scale Scaled, n int, q Question, report func(*Report)) (_ *Report, err error) {
	defer overflow.Catch(&err)
	if n < leastObjects {
		return nil, tooFewToSplit(n)
	}
	test := (n + TestShare - 1) / TestShare
	c := &course{
		q: &q, train: n - test, test: test, report: report,
		done:   parallel.Count(ctx, "fitting", q.Splits*len(q.Algorithms)*(min(q.Folds, n-test)+1)),
		curves: make([][][]Point, len(q.Algorithms)), tuned: make([][]Tuned, len(q.Algorithms)),
	}
	for s := range q.Splits {
		seed := mixed(q.Seed, s)
		order := rand.New(rand.NewPCG(seed, 0x5911)).Perm(n)
		if err = c.split(ctx, scale, order[test:], order[:test], seed); err != nil {
			break
		}
		c.tell(func() { c.splits++ })
	}
	if c.splits == 0 {
		return nil, err
	}
	for k := range c.curves { // the last split may be unfinished
		c.curves[k], c.tuned[k] = c.curves[k][:c.splits], c.tuned[k][:c.splits]
	}
	return c.known(), err
}

// course is a run under way.
type course struct {
	q           *Question
	train, test int              // objects
	done        func(pieces int) // of the work

	mu     sync.Mutex // of what follows
	splits int        // done
	curves [][][]Point
	tuned  [][]Tuned // both by algorithm and split; the last split may be unfinished
	report func(*Report)
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
func (c *course) split(ctx context.Context, scale Scaled, train, test []int, seed uint64) error {
	q, ex := c.q, scale(train)
	tuned, err := tune(ctx, q, ex, train, seed, c.done)
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
		_, errs[k] = q.learn(ctx, a, tuned[a], ex, train, test, at, seed, func(p Point) {
			p.Loss *= unit
			c.tell(func() {
				last := &c.curves[k][len(c.curves[k])-1]
				*last = append(*last, p)
			})
		})
		c.done(1)
	})
	return errors.Join(errs...)
}

// learn lets an algorithm with parameters learn along training objects: see [Curve].
func (q *Question) learn(ctx context.Context, a Algorithm, t Tuned, ex Examples, train, test, at []int, seed uint64, report func(Point)) (Learner, error) {
	l, err := q.New(a, ex.Attributes(), t, mixed(seed, -1))
	if err != nil {
		return nil, err
	}
	return l, Curve(ctx, l, ex, train, test, at, report)
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
		var losses []float64
		for _, x := range reached {
			losses = append(losses, x.Loss)
			p.Seen += float64(x.Seen)
			p.Wrong += x.Wrong / j
		}
		p.Seen /= j // of a whole number, so that 1 stays 1
		var sd float64
		p.Loss, sd = stat.MeanStdDev(losses, nil) // NaN for one
		p.SE = sd * math.Sqrt(1/j+testToTrain)
		o.Curve = append(o.Curve, p)
	}
}

// Fit tunes one algorithm on all of n objects and learns from them, in random
// order. Weights are on the scale of all objects. Errors are as Run's.
func Fit(ctx context.Context, scale Scaled, n int, q Question, a Algorithm) (_ []float64, _ Tuned, err error) {
	defer overflow.Catch(&err)
	if n < leastObjects {
		return nil, Tuned{}, tooFewToSplit(n)
	}
	q.Algorithms = []Algorithm{a}
	seed := mixed(q.Seed, math.MaxInt32)
	train := rand.New(rand.NewPCG(seed, 0x5911)).Perm(n)
	ex := scale(train)
	tuned, err := tune(ctx, &q, ex, train, seed, func(int) {})
	if err != nil {
		return nil, Tuned{}, err
	}
	l, err := q.learn(ctx, a, tuned[a], ex, train, nil, nil, seed, nil)
	if err != nil {
		return nil, Tuned{}, err
	}
	w := make([]float64, ex.Attributes())
	l.Weights(w)
	return w, tuned[a], nil
}
