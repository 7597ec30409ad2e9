package core_test

import (
	"context"
	"log"
	"os"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/sampledata"
)

// A program reads judgments, lets the honest loss recommend a budget, and prints what
// to buy: the steps of Study.Recommend. The types are [core.Study],
// [core.Result], [core.Honest] with its [core.Estimate], and [core.Selection].
func Example() {
	ctx := context.Background()

	// Read: read.File("judgments.csv") in place of read.Bytes reads your own files.
	sample, err := sampledata.Get("bodies")
	if err != nil {
		log.Fatal(err)
	}
	found, err := read.Open(ctx, read.Query{
		Data:   []read.Source{read.Bytes(sample.Files[0].Name, sample.Files[0].Data)},
		Labels: []read.Source{read.Bytes(sample.Files[1].Name, sample.Files[1].Data)},
	})
	if err != nil {
		log.Fatal(err)
	}
	ds, err := found.Judgments("this program")
	if err != nil {
		log.Fatal(err)
	}

	// Ask: which judgments predict height, and how many are enough?
	result, err := core.NewStudy(ds).Solve(ctx, core.Request{Settings: model.Settings{Label: "height"}})
	if err != nil {
		log.Fatal(err)
	}
	honest, err := result.Honest(ctx, core.DefaultFolds, selection.Full)
	if err != nil {
		log.Fatal(err)
	}
	budget, err := honest.Budget(selection.Full, core.Rule{})
	if err != nil {
		log.Fatal(err)
	}
	choice := result.At(selection.Full, budget)

	// Report: the same report in any form, such as "csv" or "json".
	r := &report.Report{}
	r.Head("predict %s at budget %s", result.Label, budget)
	r.Head("honest loss %s", report.Estimate{X: honest.At(selection.Full, budget).Loss, SE: honest.At(selection.Full, budget).SE})
	r.Space()
	table := &report.Table{Name: "choice", Columns: []report.Column{
		{Name: "attribute", Head: "attribute"},
		{Name: "repeats", Head: "judgments", Align: report.Right},
	}}
	for a, n := range choice.Repeats {
		if n > 0 {
			table.Row(ds.Attributes[a], n)
		}
	}
	r.Add(table)
	if err := report.Write(os.Stdout, "text", r, report.Options{Width: 80}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// predict height at budget 30
	// honest loss 6.24 ± 0.47
	//
	// attribute          judgments
	// female             9
	// long-hair          3
	// standing-straight  2
	// over-30-years-old  2
	// estimated-height   11
	// tall               3
}
