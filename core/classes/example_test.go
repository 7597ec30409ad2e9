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
	calling := classes.Calling{Classes: 2, Costs: []float64{1, 3}}
	var m classes.Metrics = n.At(calling.Threshold())
	fmt.Printf("where a missed pass costs three times a wrong one: balanced accuracy %.2f\n", m.Balanced)
	// Output:
	// AUC 0.90, accuracy 0.84
	// a prediction .2 above the mean passes with probability 0.53
	// where a missed pass costs three times a wrong one: balanced accuracy 0.81
}

// [classes.Lines] turn the scores of classes into probabilities. Each [classes.Case] is an object
// that a predictor has not seen: its probabilities, its class, and the block that the jackknife
// leaves out. [classes.Measured] has their [classes.Metrics].
func ExampleCalling_Measure() {
	lines := classes.NewOrderedLines([]float64{.3, .4, .3}, .3, .3)
	var cases []classes.Case
	for i, score := range []float64{.2, .7, 1, 1.2, 1.8, .5} {
		p := make([]float64, 3)
		lines.Probabilities([]float64{score}, p)
		cases = append(cases, classes.Case{P: p, Class: []int{0, 1, 1, 1, 2, 1}[i], Block: i % 3})
	}
	var m classes.Measured = classes.Calling{Classes: 3, Ordered: true}.Measure(cases)
	var of classes.Metric = classes.F1
	fmt.Printf("accuracy %.2f, quadratic κ %.2f, macro %s %.2f\n", m.Accuracy, m.Kappa, of.Title(), of.Of(&m.Metrics))
	fmt.Println(m.Confusion)
	// A [classes.Bin] compares what a predictor says with what holds.
	var b classes.Bin = m.Calibration[2][0]
	fmt.Printf("class 2: probability %.2f, share %.2f ± %.2f\n", b.Mean, b.Share, b.SE)
	// Output:
	// accuracy 0.83, quadratic κ 0.80, macro F1 0.84
	// [[1 0 0] [1 3 0] [0 0 1]]
	// class 2: probability 0.24, share 0.17 ± 0.18
}

// Lines that lean to a class: a [classes.Placement] is an object that they have not seen, and
// [classes.Correction] what they need.
func ExampleCalibrate() {
	lines := classes.NewOrderedLines([]float64{.5, .5}, .2, .2)
	var objects []classes.Placement
	for i := range 40 {
		x := make([]float64, 2)
		lines.At([]float64{float64(i%2) + .5*float64(i%5/4)}, x)
		objects = append(objects, classes.Placement{X: x, Class: min(1, i%2+i%5/4)})
	}
	var c classes.Correction = classes.Calibrate(objects, true)
	bold, calibrated := make([]float64, 2), make([]float64, 2)
	lines.Probabilities([]float64{.5}, bold)
	lines.Corrected(&c).Probabilities([]float64{.5}, calibrated)
	fmt.Printf("probability of class 1 at .5: %.2f, calibrated %.2f\n", bold[1], calibrated[1])
	// Output:
	// probability of class 1 at .5: 0.50, calibrated 0.74
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
