package partial_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"

	"fms-tui/core/partial"
	"fms-tui/model"
)

// stories are 200 simulated stories with a quality, of which two raters judged four
// criteria; quality is the difference of the first two.
func stories() *partial.Cells {
	rng := rand.New(rand.NewPCG(1, 2))
	b := &model.Builder{}
	b.AddLabel("quality")
	for i := range 200 {
		o := b.Object(fmt.Sprint(i))
		var x [4]float64
		for a := range x {
			x[a] = rng.Float64()
			for range 2 {
				b.Add(o, b.Attribute([]string{"plot", "clichés", "style", "length"}[a]), model.NoRater, x[a]+.05*rng.NormFloat64())
			}
		}
		b.SetLabel(0, o, x[0]-x[1])
	}
	ds := b.Build()
	cells, err := partial.NewCells(ds, ds.Label("quality"), func(int) bool { return false })
	if err != nil {
		log.Fatal(err)
	}
	return cells
}

// A [partial.Question] says what is compared. The [partial.Report] has an
// [partial.Outcome] for each [partial.Algorithm], with a learning curve, a
// [partial.CurvePoint] each, and what was [partial.Tuned] in every split. [partial.Cells]
// are a data set, and [partial.Scaled] their scale.
func ExampleRun() {
	cells := stories()
	q := partial.Question{
		K: 2, Algorithms: []partial.Algorithm{partial.AttributeEfficient, partial.FullRidge},
		Folds: 2, Splits: 3, Points: 2, Seed: 1,
	}
	var scale partial.Scaled = cells.Scaled()
	r, err := partial.Run(context.Background(), scale, cells.Len(), q, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Train, "objects to learn from,", r.Test, "to test on")
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		last := o.Last()
		fmt.Println(o.Algorithm, last.Seen, "judgments seen, better than the mean:", last.Loss < cells.LabelVariance(), len(o.Tuned), "tuned")
	}
	// Output:
	// 180 objects to learn from, 20 to test on
	// aer 359 judgments seen, better than the mean: true 3 tuned
	// ridge 1440 judgments seen, better than the mean: true 3 tuned
}

// A [partial.Learner] sees one object of the [partial.Examples] after another, a few
// judgments of each, or all. A [partial.Point] is a point of its learning curve, and
// [partial.Errors] are the errors of its weights.
func ExampleCurve() {
	var ex partial.Examples = stories()
	q := partial.Question{K: 2}
	train, test := make([]int, 150), make([]int, 50)
	for i := range train {
		train[i] = i
	}
	for i := range test {
		test[i] = 150 + i
	}
	w := make([]float64, 4)
	for _, a := range partial.Algorithms() {
		l, err := q.New(a, 4, partial.Tuned{Norm: 2, Lambda: .01}, 1)
		if err != nil {
			log.Fatal(err)
		}
		err = partial.Curve(context.Background(), l, ex, train, test, []int{150}, func(p partial.Point) {
			fmt.Println(a, "looked at", p.Seen, "judgments")
		})
		if err != nil {
			log.Fatal(err)
		}
		l.Weights(w)
	}
	var e partial.Errors = partial.ErrorsOf(ex, test, w) // of ridge
	fmt.Println("typical error below .1:", math.Sqrt(e.Loss) < .1, "signs wrong:", e.Wrong < .1)
	// Output:
	// aer looked at 299 judgments
	// baseline looked at 300 judgments
	// baseline-psd looked at 300 judgments
	// lasso looked at 1200 judgments
	// ridge looked at 1200 judgments
	// typical error below .1: true signs wrong: true
}
