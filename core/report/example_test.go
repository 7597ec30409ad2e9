package report_test

import (
	"fmt"
	"os"

	"fms-tui/core/report"
)

// made is a result of two algorithms.
func made() *report.Report {
	r := &report.Report{Metric: report.SquaredLoss()}
	r.Field("version", 1, "label", "height")
	r.Head("honest loss of height")
	r.Space()
	t := &report.Table{Name: "estimates", Columns: []report.Column{
		{Name: "algorithm", Head: "algorithm"},
		{Name: "honest_loss", Head: "honest ± se", Estimate: true},
		{Name: "budget"}, // for programs alone
	}}
	t.Row("full", report.Estimate{X: 7.934, SE: .4123}, 20)
	t.Row("uniform", report.Estimate{X: 9.21, SE: .51}, 20)
	r.Add(t)
	return r
}

func ExampleReport() {
	for _, form := range []string{"text", "csv"} {
		if err := report.Write(os.Stdout, form, made(), report.Options{Width: 80}); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// honest loss of height
	//
	// algorithm  honest ± se
	// full       7.93 ± 0.41
	// uniform    9.21 ± 0.51
	// algorithm,honest_loss,honest_loss_se,budget
	// full,7.934,0.4123,20
	// uniform,9.21,0.51,20
}

func ExampleSection() {
	r := &report.Report{}
	r.Begin("data").Field("objects", 880)
	if err := report.JSON(os.Stdout, r, report.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "data": {
	//     "objects": 880
	//   }
	// }
}

func ExampleTable() {
	t := &report.Table{Columns: []report.Column{{Name: "attribute", Head: "attribute"}, {Name: "cost", Head: "cost", Align: report.Right}}}
	t.Row("male", 1)
	t.Row("tall", 12)
	r := &report.Report{}
	r.Add(t)
	if err := report.Markdown(os.Stdout, r, report.Options{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// | attribute | cost |
	// | --- | ---: |
	// | male | 1 |
	// | tall | 12 |
}

func ExampleChart() {
	r := &report.Report{}
	r.Add(&report.Chart{Title: "loss against budget", Curves: []report.Series{{Name: "full", X: []float64{5, 20}, Y: []float64{9, 8}}}})
	draw := func(c *report.Chart, _ int) string { return fmt.Sprintf("%s: %v\n", c.Title, c.Curves[0].Y) }
	if err := report.Text(os.Stdout, r, report.Options{Draw: draw}); err != nil {
		fmt.Println(err)
	}
	// Output: loss against budget: [9 8]
}

func ExampleMetric() {
	m := report.SquaredLoss()
	fmt.Println(m.Name, m.Text(7.934), m.IsBetter(7, 8))
	// Output: squared loss 7.93 true
}

func ExampleEstimate() {
	fmt.Println(report.Estimate{X: 7.934, SE: .4123})
	// Output: 7.93 ± 0.41
}

func ExampleForm() {
	for _, f := range report.Forms() {
		fmt.Print(f.Name, " ")
	}
	// Output: text csv tsv json md html
}
