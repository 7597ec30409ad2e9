package classes_test

import (
	"fmt"

	"fms-tui/core/classes"
)

// A predictor with R² .4 of a verdict that 30 of 100 objects pass: [classes.Normal] turns
// its predictions into probabilities and says what calls will be worth. The [classes.Metrics]
// at another threshold follow.
func ExampleNewNormal() {
	const prevalence, r2 = .3, .4
	explained := r2 * prevalence * (1 - prevalence)
	n := classes.NewNormal(prevalence, explained, explained)
	fmt.Printf("AUC %.2f, accuracy %.2f\n", n.AUC(), n.At(.5).Accuracy)
	fmt.Printf("a prediction .2 above the mean passes with probability %.2f\n", n.Probability(.2))
	var m classes.Metrics = n.At(classes.Threshold(3, 1))
	fmt.Printf("where a missed pass costs three times a wrong one: balanced accuracy %.2f\n", m.Balanced)
	// Output:
	// AUC 0.90, accuracy 0.84
	// a prediction .2 above the mean passes with probability 0.53
	// where a missed pass costs three times a wrong one: balanced accuracy 0.81
}

// [classes.Measured] are the metrics of objects that a predictor has not seen, each a
// [classes.Case]: its probability, its class, and the block that the jackknife leaves out.
func ExampleMeasure() {
	var cases []classes.Case
	for i := range 40 {
		p := float64(i%10)/10 + .05
		cases = append(cases, classes.Case{P: p, Class: (i*7)%10 < i%10, Block: i / 4})
	}
	var m classes.Measured = classes.Measure(cases, .5)
	fmt.Printf("%d objects: accuracy %.2f ± %.2f, κ %.2f\n", m.Objects, m.Accuracy, m.SE.Accuracy, m.Kappa)
	fmt.Println(m.Confusion)
	// Output:
	// 40 objects: accuracy 0.70 ± 0.07, κ 0.40
	// [[16 8] [4 12]]
}

// [classes.Lines] turn the scores of three classes into probabilities, [classes.ManyCase]s
// are objects with these, and [classes.ManyMeasured] has their [classes.ManyMetrics].
func ExampleMeasureMany() {
	lines := classes.NewOrderedLines([]float64{.3, .4, .3}, .3, .3)
	var cases []classes.ManyCase
	for i, score := range []float64{.2, .7, 1, 1.2, 1.8, .5} {
		p := make([]float64, 3)
		lines.Probabilities([]float64{score}, p)
		cases = append(cases, classes.ManyCase{P: p, Class: []int{0, 1, 1, 1, 2, 1}[i], Block: i % 3})
	}
	m := classes.MeasureMany(cases, 3, true)
	fmt.Printf("accuracy %.2f, quadratic κ %.2f, macro F1 %.2f\n", m.Accuracy, m.Kappa, m.F1)
	// Output:
	// accuracy 0.83, quadratic κ 0.80, macro F1 0.84
}

// [classes.ManyNormal] says what calls of three classes will be worth, by how much of the
// label a prediction explains.
func ExampleManyNormal() {
	n := classes.ManyNormal{Shares: []float64{.3, .4, .3}, Covariance: [][]float64{{.3}}, Ordered: true}
	fmt.Printf("guessing: accuracy %.2f\n", classes.Guess(n.Shares).Accuracy)
	fmt.Printf("R² .50: accuracy %.2f, quadratic κ %.2f\n", n.At(1).Accuracy, n.At(1).Kappa)
	fmt.Printf("R² .75: accuracy %.2f\n", n.At(1.5).Accuracy)
	// Output:
	// guessing: accuracy 0.40
	// R² .50: accuracy 0.64, quadratic κ 0.67
	// R² .75: accuracy 0.82
}

// A [classes.Bin] compares what a predictor says with what holds.
func ExampleCalibrate() {
	var cases []classes.Case
	for i := range 40 {
		cases = append(cases, classes.Case{P: float64(i) / 40, Class: i%3 == 0 || i > 30})
	}
	var bins []classes.Bin = classes.Calibrate(cases, 2)
	for _, b := range bins {
		fmt.Printf("%d objects: probability %.2f, share %.2f ± %.2f\n", b.Objects, b.Mean, b.Share, b.SE)
	}
	// Output:
	// 20 objects: probability 0.24, share 0.35 ± 0.10
	// 20 objects: probability 0.74, share 0.65 ± 0.10
}
