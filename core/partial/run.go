package partial

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"fms-tui/core/internal/parallel"
)

// Scaled returns the examples on a scale that is learned from some objects, such
// as Cells.On.
type Scaled func(objects []int) Examples

// Scaled returns On as Run and Fit take it.
func (c *Cells) Scaled() Scaled { return func(objects []int) Examples { return c.On(objects) } }

// Fixed is a Scaled for examples that stay as they are.
func Fixed(ex Examples) Scaled { return func([]int) Examples { return ex } }

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
// objects.
func (o *Outcome) Last() CurvePoint { return o.Curve[len(o.Curve)-1] }

// CurvePoint is a point of a learning curve, averaged over splits.
type CurvePoint struct {
	Examples int
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
// measures on the test part, q.Splits times (CSS, section 4). done, if not nil,
// is told of finished work and how much there is; never twice at a time. A
// context that ends returns its error with the Report of the splits done, nil if
// there are none. Other errors say in words what cannot be asked.
//
// Standard errors are those of Nadeau & Bengio 2003, √(1/J + n_test/n_train)
// times the spread over J splits: their training parts overlap.
func Run(ctx context.Context, scale Scaled, n int, q Question, done func(done, of int)) (*Report, error) {
	if n < leastObjects {
		return nil, tooFewToSplit(n)
	}
	test := (n + TestShare - 1) / TestShare
	r := &Report{Train: n - test, Test: test}
	tell := progress(done, q.Splits*(q.pieces()+len(q.Algorithms)))
	splits := make([][][]Point, len(q.Algorithms))
	tuned := make([][]Tuned, len(q.Algorithms))
	var failed error
	for s := range q.Splits {
		order := rand.New(rand.NewPCG(mixed(q.Seed, s), 0x5911)).Perm(n)
		curves, t, err := q.split(ctx, scale, order[test:], order[:test], mixed(q.Seed, s), tell)
		if err != nil {
			failed = err
			break
		}
		r.Splits++
		for k, a := range q.Algorithms {
			splits[k], tuned[k] = append(splits[k], curves[k]), append(tuned[k], t[a])
		}
	}
	if r.Splits == 0 {
		return nil, failed
	}
	for k, a := range q.Algorithms {
		r.Outcomes = append(r.Outcomes, average(a, splits[k], tuned[k], float64(test)/float64(n-test)))
	}
	return r, failed
}

// progress counts finished work.
func progress(report func(done, of int), of int) func() {
	var mu sync.Mutex
	n := 0
	return func() {
		mu.Lock()
		defer mu.Unlock()
		n++
		if report != nil {
			report(min(n, of), of)
		}
	}
}

// split tunes on the training objects, and returns each algorithm's curve, losses
// in label units.
func (q *Question) split(ctx context.Context, scale Scaled, train, test []int, seed uint64, done func()) ([][]Point, map[Algorithm]Tuned, error) {
	ex := scale(train)
	if err := q.Check(ex.Attributes()); err != nil {
		return nil, nil, err
	}
	tuned, err := tune(ctx, q, ex, train, seed, done)
	if err != nil {
		return nil, nil, err
	}
	curves, errs := make([][]Point, len(q.Algorithms)), make([]error, len(q.Algorithms))
	unit := ex.Unit() * ex.Unit()
	at := Checkpoints(len(train), q.Points)
	parallel.Each(len(q.Algorithms), func(k int) {
		a := q.Algorithms[k]
		l, err := q.New(a, ex.Attributes(), tuned[a], mixed(seed, -1))
		if err != nil {
			errs[k] = err
			return
		}
		errs[k] = Curve(ctx, l, ex, train, test, at, func(p Point) {
			p.Loss *= unit
			curves[k] = append(curves[k], p)
		})
		done()
	})
	for _, err := range errs {
		if err != nil {
			return nil, nil, err
		}
	}
	return curves, tuned, nil
}

// average averages curves over splits.
func average(a Algorithm, curves [][]Point, tuned []Tuned, testToTrain float64) Outcome {
	o := Outcome{Algorithm: a, Tuned: tuned}
	j := float64(len(curves))
	for k := range curves[0] {
		p := CurvePoint{Examples: curves[0][k].Examples}
		for _, c := range curves {
			p.Seen += float64(c[k].Seen) / j
			p.Loss += c[k].Loss / j
			p.Wrong += c[k].Wrong / j
		}
		var spread float64
		for _, c := range curves {
			spread += (c[k].Loss - p.Loss) * (c[k].Loss - p.Loss) / (j - 1) // NaN for one
		}
		p.SE = math.Sqrt(spread * (1/j + testToTrain))
		o.Curve = append(o.Curve, p)
	}
	for _, c := range curves {
		o.Each = append(o.Each, c[len(c)-1])
	}
	return o
}

// Fit tunes one algorithm on all of n objects and learns from them, in random
// order. Weights are on the scale of all objects. Errors are as Run's.
func Fit(ctx context.Context, scale Scaled, n int, q Question, a Algorithm) ([]float64, Tuned, error) {
	if n < leastObjects {
		return nil, Tuned{}, tooFewToSplit(n)
	}
	q.Algorithms = []Algorithm{a}
	seed := mixed(q.Seed, math.MaxInt32)
	train := rand.New(rand.NewPCG(seed, 0x5911)).Perm(n)
	ex := scale(train)
	if err := q.Check(ex.Attributes()); err != nil {
		return nil, Tuned{}, err
	}
	tuned, err := tune(ctx, &q, ex, train, seed, func() {})
	if err != nil {
		return nil, Tuned{}, err
	}
	l, err := q.New(a, ex.Attributes(), tuned[a], mixed(seed, -1))
	if err != nil {
		return nil, Tuned{}, err
	}
	w := make([]float64, ex.Attributes())
	for i, x := range train {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, Tuned{}, ctx.Err()
		}
		l.Step(ex, x)
	}
	l.Weights(w)
	return w, tuned[a], nil
}
