package experts_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"fms-tui/core/experts"
	"fms-tui/model"
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

// A screen draws what Select shows, and asks for the [experts.Point] at a dragged λ.
// The point's [experts.Fit] has parameters, an [experts.Theta]. It gives an
// [experts.Label] for each object and an [experts.Expert] for each rater, together an [experts.Consensus]. [experts.Data]
// are [experts.Votes] and features.
func ExampleSelect_shown() {
	d, ctx := threeExperts(), context.Background()
	opt := experts.Options{Folds: 3, Lambdas: 6, Restarts: 2, Seed: 1}
	shown := 0
	study, err := experts.Select(ctx, d, opt, func(sofar *experts.Study) {
		shown += len(sofar.Curve(experts.EMSparse)) // draw Ŝ(λ): Lambda, S and SE of each
	})
	if err != nil {
		return
	}
	chosen := study.Chosen()
	dragged := study.Nearest(experts.EMSparse, 20)
	fit := dragged.Fit // Beta, Gamma, Spread: coefficients; times Spread, per standard deviation
	fmt.Println("shown:", shown > 0, "chosen:", chosen.Model, "features:", fit.Support())
	for _, e := range fit.Experts(d) {
		fmt.Printf("%d votes, %.1f right, between %.1f and %.1f\n", e.Votes, e.Accuracy, e.Low, e.High)
	}
	var label experts.Label = fit.Labels(d)[0]
	fmt.Printf("the first object: %v, probability %.1f\n", label.Class, label.Probability)
	// Output:
	// shown: true chosen: em-sparse features: 1
	// 300 votes, 1.0 right, between 0.9 and 1.0
	// 300 votes, 0.8 right, between 0.7 and 0.8
	// 300 votes, 0.7 right, between 0.7 and 0.8
	// the first object: true, probability 1.0
}

// Each [experts.Model] has a best point. An [experts.Part] divides the objects into
// fitted and held-out objects.
func ExampleSelect() {
	study, err := experts.Select(context.Background(), threeExperts(), experts.Options{Lambdas: 5, Restarts: 3, Seed: 1}, nil)
	if err != nil {
		log.Fatal(err)
	}
	var part experts.Part = study.Parts[0]
	fmt.Println(len(part.Train), "fitted,", len(part.Test), "held out")
	for _, m := range experts.Models() {
		best := study.Best(m)
		fmt.Printf("%s: surrogate risk %.1f\n", m, best.S)
	}
	theta := study.Best(experts.EM).Fit.Theta
	fmt.Println("parameters:", len(theta.Alpha), "experts,", len(theta.Beta), "features")
	// Output:
	// 150 fitted, 150 held out
	// majority: surrogate risk 0.2
	// em-sparse: surrogate risk 0.2
	// em: surrogate risk 0.2
	// parameters: 3 experts, 2 features
}

// [experts.Named] are votes of a data set with the names of what they are about.
func ExampleFromDataset() {
	b := &model.Builder{}
	spam := b.Attribute("spam")
	for i, votes := range [][]float64{{1, 1, 0}, {0, 0, 0}} {
		o := b.Object(fmt.Sprintf("mail%d", i+1))
		for k, v := range votes {
			b.Add(o, spam, b.RaterID([]string{"ann", "bob", "cid"}[k]), v)
		}
	}
	named, err := experts.FromDataset(b.Build(), spam, func(string) bool { return true }, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(named.Label, named.Experts, named.Objects, named.Yes)
	// Output:
	// spam [ann bob cid] [mail1 mail2] [true true false false false false]
}
