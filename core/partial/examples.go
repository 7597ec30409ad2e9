package partial

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/overflow"
)

// Examples are objects to learn from, numbered from 0. Attributes and labels
// should be in [-1,1]: the theory asks for it, nothing breaks without.
type Examples interface {
	Attributes() int // d
	Label(i int) float64
	// Look returns one judgment of attribute a of object i. Where there are
	// several it is drawn by rng, independently each time. It must not allocate.
	Look(i, a int, rng *rand.Rand) float64
	// Means fills x with the mean judgments of all attributes of object i, and
	// returns how many judgments that takes.
	Means(i int, x []float64) (judgments int)
	// Unit is what 1 of Label is in the units of losses that are reported; 1
	// where the label was not scaled.
	Unit() float64
}

// Errors are what a predictor loses on some objects, from their mean judgments.
type Errors struct {
	Loss  float64 // mean squared error, in squared units of Label
	Wrong float64 // share of the objects whose prediction has not the sign of the label; 0 has none
}

// ErrorsOf measures weights on some objects.
func ErrorsOf(ex Examples, objects []int, w []float64) Errors {
	x := make([]float64, ex.Attributes())
	var e Errors
	for _, i := range objects {
		ex.Means(i, x)
		y, p := ex.Label(i), floats.Dot(w, x)
		e.Loss += (p - y) * (p - y) / float64(len(objects))
		if !(p*y > 0) {
			e.Wrong += 1 / float64(len(objects))
		}
	}
	return e
}

// Point is a point of a learning curve.
type Point struct {
	Examples int // objects learned from
	Seen     int // judgments looked at (the paper's attributes seen)
	Errors
}

// Curve lets a learner see the objects of train one after another, and measures it on
// test after each number of objects in at, which ascends. Points go to report as they
// come. The only error is the context's.
func Curve(ctx context.Context, l Learner, ex Examples, train, test, at []int, report func(Point)) (err error) {
	defer overflow.Catch(&err)
	w := make([]float64, ex.Attributes())
	next := 0
	for n, i := range train {
		if n%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		l.Step(ex, i)
		for ; next < len(at) && at[next] <= n+1; next++ {
			l.Weights(w)
			report(Point{Examples: n + 1, Seen: l.Seen(), Errors: ErrorsOf(ex, test, w)})
		}
	}
	return ctx.Err()
}

// checkpoints are n numbers of objects from 10 to m, about evenly spaced on a log
// scale. They begin at 10 because ridge and lasso have then seen as many judgments as
// others at the end. If numbers coincide, there are fewer.
func checkpoints(m, n int) []int {
	first := math.Min(float64(m), 10)
	var at []int
	for k := range n {
		share := 1.0
		if n > 1 {
			share = float64(k) / float64(n-1)
		}
		x := int(math.Round(first * math.Pow(float64(m)/first, share)))
		if len(at) == 0 || x > at[len(at)-1] {
			at = append(at, x)
		}
	}
	return at
}
