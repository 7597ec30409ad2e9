package selection_test

import (
	"context"
	"fmt"
	"log"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// threeCriteria is a problem made from moments of one's own: b, v and Σ⁺ of three
// criteria in standardised units, and their prices.
func threeCriteria() *selection.Problem {
	p := &selection.Problem{
		B: [][]float64{{.6, .5, .2}}, V: []float64{.8, .2, .1},
		Sigma: []float64{
			.6, .3, 0,
			.3, .9, 0,
			0, 0, .95,
		},
		VarY: 1, Price: []model.Amount{model.Unit, model.Unit, 2 * model.Unit}, Candidate: []bool{true, true, true},
	}
	return p.WithNames([]string{"plot", "style", "length"})
}

// A [selection.Problem] is what a selection is made from. A [selection.Curve] has the
// [selection.Choice] of an [selection.Algorithm] for every budget, and each
// [selection.Step] is a judgment in the order of buying.
func ExampleNewCurve() {
	p := threeCriteria()
	curve, err := selection.NewCurve(context.Background(), p, selection.Full, []model.Amount{model.Units(3), model.Units(6)})
	if err != nil {
		log.Fatal(err)
	}
	for i, c := range curve.Choices {
		fmt.Printf("B = %s: repeats %v, projected loss %.3f\n", curve.Budgets[i], c.Repeats(3), c.Loss)
	}
	for _, s := range p.Steps(&curve.Choices[0]) {
		fmt.Println(s.Spent, "attribute", s.Attribute)
	}
	// Output:
	// B = 3: repeats [2 1 0], projected loss 0.539
	// B = 6: repeats [5 1 0], projected loss 0.456
	// 1 attribute 0
	// 2 attribute 1
	// 3 attribute 0
}

// [selection.Limits] are minima, which are paid first, and maxima.
func ExampleLimits() {
	p := threeCriteria()
	p.Limits = selection.Limits{Min: []int{0, 0, 1}, Max: []int{1, 0, 0}}
	curve, err := selection.NewCurve(context.Background(), p, selection.Uniform, nil)
	if err != nil {
		log.Fatal(err)
	}
	c := curve.At(model.Units(6))
	fmt.Println(c.Repeats(3), c.Spent)
	// Output:
	// [1 1 2] 6
}

// [selection.Forms] say what is asked together: raters of a form share their errors.
func ExampleForms() {
	p := threeCriteria().WithForms(&selection.Forms{
		Of: []int{0, 0, 1}, Price: []model.Amount{0, 0}, Halo: []float64{
			.8, .1, 0,
			.1, .2, 0,
			0, 0, .1,
		},
	})
	fmt.Printf("%.2f shared by 2 and 3 judgments\n", p.Covariance(0, 2, 1, 3)-.3)
	var first selection.Sheet = p.Sheets()[0]
	fmt.Println("asked together:", first.On)
	// Output:
	// 0.03 shared by 2 and 3 judgments
	// asked together: [0 1]
}

// [selection.Equipment] brings what the baselines need beyond moments.
func ExampleProblem_Equip() {
	p := threeCriteria()
	fmt.Println(p.Check(selection.Averages))
	p, err := p.Equip(selection.Averages, selection.Equipment{Means: func() (cov []float64, k []int) {
		return []float64{1, .3, 0, .3, 1, 0, 0, 0, 1}, []int{2, 2, 2}
	}})
	if err != nil {
		log.Fatal(err)
	}
	curve, err := selection.NewCurve(context.Background(), p, selection.Averages, []model.Amount{model.Units(4)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(curve.Choices[0].Repeats(3))
	// Output:
	// averages needs the covariance of the cell means
	// [2 2 0]
}
