package core_test

import (
	"context"
	"fmt"
	"math"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// A label with three classes is three scores, one class against the rest each, which the
// same judgments predict; the loss is the sum of theirs. [core.Classes] says how well
// the classes are told from each other.
func ExampleScore() {
	ds := stories()
	label := &ds.Labels[0]
	label.Classes = []string{"poor", "fair", "good"}
	for i, y := range label.Values {
		label.Values[i] = min(max(math.Round(y)+1, 0), 2)
	}
	r := solved(ds)
	var all []core.Score = r.Scores()
	for _, s := range all {
		fmt.Printf("%s: share %.2f, variance %.2f\n", s.Name, s.Mean, s.Var)
	}
	s := r.At(selection.Full, model.Units(4))
	p := core.Pick{Answer: core.Answer{Result: r}, Selection: s}
	var equations []core.Weighted = p.Equations()
	fmt.Println(len(equations), "vectors of weights, the last for", equations[2].Title())
	// Output:
	// poor: share 0.28, variance 0.20
	// fair: share 0.40, variance 0.24
	// good: share 0.32, variance 0.22
	// 3 vectors of weights, the last for quality = good
}

// Several labels share their judgments; a [core.LabelShare] says how much of each is explained.
func ExamplePick_LabelShares() {
	ds := stories()
	second := ds.Labels[0]
	second.Name, second.Values = "appeal", nil
	for i, y := range ds.Labels[0].Values {
		second.Values = append(second.Values, y*y+float64(i%3))
	}
	ds.Labels = append(ds.Labels, second)
	r, err := core.NewStudy(ds).Solve(context.Background(), core.Request{Settings: model.Settings{Also: []model.Further{{Name: "appeal", Weight: 1}}}})
	if err != nil {
		panic(err)
	}
	p := core.Pick{Answer: core.Answer{Result: r}, Selection: r.At(selection.Full, model.Units(6))}
	for _, l := range p.LabelShares() {
		fmt.Printf("%s: R² %.2f\n", l.Name, l.Projected)
	}
	// Output:
	// quality: R² 0.75
	// appeal: R² 0.09
}

// A verdict whose budget is chosen by a metric of classes, a [core.ClassMetric]: the
// [core.MetricBudget] has the smallest budget whose accuracy is close to the best.
func ExampleTuning_BudgetBy() {
	ds := stories()
	for i, y := range ds.Labels[0].Values {
		ds.Labels[0].Values[i] = math.Round(max(0, min(1, y+.5)))
	}
	t, err := core.NewStudy(ds).Tune(context.Background(), core.Request{}, 5)
	if err != nil {
		panic(err)
	}
	var b core.MetricBudget
	if b, err = t.BudgetBy(context.Background(), selection.Full, core.Rule{By: core.Within, Within: .1}, core.Accuracy, .5); err != nil {
		panic(err)
	}
	fmt.Printf("%.2f at a budget of %s; the best is %.2f at %s\n", b.Has.X, b.Budget, b.Best.X, b.BestAt)
	// Output:
	// 0.78 at a budget of 2; the best is 0.83 at 11
}
