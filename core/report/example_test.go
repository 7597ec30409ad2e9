package report_test

import (
	"fmt"
	"math"
	"os"

	"fms-tui/core/report"
)

// made is a result of two algorithms.
func made() *report.Report {
	r := &report.Report{}
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

// A [report.Report] is written in the form of a name.
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

// A [report.Report] is an object of its own in JSON.
func ExampleReport_Begin() {
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

// [report.Laid] is what a page has room for: the layout of terminals and of the screen.
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

func ExampleEstimate() {
	fmt.Println(report.Estimate{X: 7.934, SE: .4123})
	// Output: 7.93 ± 0.41
}

func ExampleNames() {
	fmt.Println(report.Names())
	// Output: [text csv tsv json md html]
}

// A [report.Report] has fields for programs, and for people each [report.Line] and [report.Findings]. A
// [report.Number] within a field is null where it is not finite.
func ExampleReport_Add() {
	r := &report.Report{}
	r.Head("reliability")
	r.Add(report.Findings{"length: all judgments are 3"}, report.Line{Text: "Judge plot more often."})
	r.Field("reliability", map[string]report.Number{"plot": .75, "length": report.Number(math.NaN())})
	for _, form := range []string{"text", "json"} {
		if err := report.Write(os.Stdout, form, r, report.Options{Width: 40}); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// reliability
	// - length: all judgments are 3
	//
	// Judge plot more often.
	// {
	//   "reliability": {
	//     "length": null,
	//     "plot": 0.75
	//   }
	// }
}

// In a row, Sum, Spill and Aside are for people. A column can be limited to some forms for programs, and has a side.
func ExampleColumn() {
	t := &report.Table{Name: "costs", Columns: []report.Column{
		{Name: "attribute", Head: "attribute", Align: report.Left},
		{Name: "cost", Head: "cost", Align: report.Right},
		{Name: "raters", Only: report.OnlyJSON},
	}}
	t.Row("plot", 2, []string{"ann", "bob"})
	t.Row("style", report.Spill("not bought"), nil)
	t.Aside(0, "prices in USD")
	t.Row(report.Sum("sum"), 2, nil)
	r := &report.Report{}
	r.Add(t)
	for _, form := range []string{"text", "csv"} {
		if err := report.Write(os.Stdout, form, r, report.Options{Width: 40}); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// attribute  cost
	// plot       2
	// style      not bought
	// prices in USD
	// sum        2
	// attribute,cost
	// plot,2
	// style,
}
