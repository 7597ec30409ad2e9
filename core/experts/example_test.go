package experts_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"fms-tui/core/experts"
)

// threeExperts are votes of experts who are right in .9, .8 and .7 of them, on 300
// objects whose first feature tells the label.
func threeExperts() *experts.Data {
	rng := rand.New(rand.NewPCG(1, 2))
	d := &experts.Data{Votes: experts.Votes{Experts: 3, Start: []int{0}}, X: make([][]float64, 2)}
	for range 300 {
		x := rng.NormFloat64()
		d.X[0], d.X[1] = append(d.X[0], x), append(d.X[1], rng.NormFloat64())
		for k, right := range []float64{.9, .8, .7} {
			d.Expert, d.Yes = append(d.Expert, int32(k)), append(d.Yes, (x > 0) == (rng.Float64() < right))
		}
		d.Start = append(d.Start, len(d.Yes))
	}
	return d
}

// A screen draws what Stream shows, and asks the point at the λ that is dragged to.
func ExampleStream() {
	d, ctx := threeExperts(), context.Background()
	opt := experts.Options{Folds: 5, Lambdas: 10, Restarts: 5, Seed: 1}
	shown := 0
	study, err := experts.Stream(ctx, d, opt, func(done, of int) {}, func(sofar *experts.Study) {
		shown += len(sofar.Curve(experts.EMSparse)) // draw Ŝ(λ): Penalty.Beta, S and SE of each
	})
	if err != nil {
		return
	}
	chosen := study.Chosen()
	dragged := study.Nearest(experts.EMSparse, experts.Penalty{Beta: 20, Gamma: 20})
	fit := dragged.Fit // Beta, Gamma, Spread: coefficients; times Spread, per standard deviation
	labels := fit.Labels(d)
	first := experts.ByDoubt(labels)[0]
	fmt.Println("shown:", shown > 0, "chosen:", chosen.Model, "features:", fit.Support())
	for _, e := range fit.Experts(d) {
		fmt.Printf("%d votes, %.1f right, between %.1f and %.1f\n", e.Votes, e.Accuracy, e.Low, e.High)
	}
	fmt.Printf("most in doubt: %.1f\n", labels[first].Probability)
	// Output:
	// shown: true chosen: em-sparse features: 1
	// 300 votes, 0.9 right, between 0.9 and 1.0
	// 300 votes, 0.8 right, between 0.7 and 0.8
	// 300 votes, 0.7 right, between 0.7 and 0.8
	// most in doubt: 0.5
}
