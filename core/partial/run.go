package partial

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"fms-tui/core/internal/overflow"
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
// objects, unless Follow is not so far. The curve must have a point.
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
// measures on the test part, q.Splits times (CSS, section 4). done, if not nil,
// is told of finished work and how much there is; never twice at a time. A
// context that ends returns its error with the Report of the splits done, nil if
// there are none. Other errors say in words what cannot be asked.
//
// Standard errors follow Nadeau & Bengio 2003, √(1/J + n_test/n_train) times the spread
// over J splits: their training parts overlap.
func Run(ctx context.Context, scale Scaled, n int, q Question, done func(done, of int)) (_ *Report, err error) {
	defer overflow.Catch(&err)
	c, err := begin(n, &q)
	if err != nil {
		return nil, err
	}
	if err = c.run(ctx, scale, progress(done, q.Splits*(q.pieces()+len(q.Algorithms)))); c.splits == 0 {
		return nil, err
	}
	return c.finished(), err
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
