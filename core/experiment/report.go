package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// Findings are the [TestErrors] of a protocol, or of a trade-off where there are Totals, against
// one of its algorithms.
type Findings struct {
	*TestErrors
	From   int            // the algorithm that the others of a protocol are held against
	Totals []model.Amount // by design of a trade-off; nil otherwise
}

// against is what an arm is held against: the algorithm From, and of a trade-off the design of
// the same total with the fewest judgments.
func (f *Findings) against(x Arm) Arm {
	if f.Totals == nil {
		x.Algorithm = f.From
		return x
	}
	x.Design = slices.Index(f.Totals, f.Totals[x.Design])
	return x
}

// less is the difference to what an arm is held against, with better or worse where
// it is beyond chance; nil for that itself.
func (f *Findings) less(x Arm) (difference, verdict any) {
	from := f.against(x)
	if from == x {
		return nil, nil
	}
	e := f.Less(x, from)
	if v := e.Verdict(f.Done); v == "better" || v == "worse" {
		verdict = v
	}
	return report.Estimate{X: e.Loss, SE: e.SE}, verdict
}

// columns are the columns of a protocol or a trade-off; people see other ones first.
func (f *Findings) columns() []report.Column {
	less, lead := "from "+string(f.Algorithms[f.From]), []string{"", "budget", "algorithm", "", ""}
	projected, honest, chosen := "projected", "honest", "attr"
	if f.Totals != nil {
		less, lead = "difference from the first", []string{"algorithm", "budget", "total", "judgments", "objects"}
		projected, honest, chosen = "", "", ""
	}
	loss := report.Always(figure.Loss)
	return []report.Column{
		{Head: lead[0], Merge: true},
		{Head: lead[1], Merge: true},
		{Head: lead[2], Merge: lead[0] != ""},
		{Name: "total"},
		{Name: "judgments", Head: lead[3]},
		{Name: "train_objects", Head: lead[4]},
		{Name: "algorithm"},
		{Name: "budget"},
		{Name: "refused"},
		{Name: "test_error", Head: "refit ± se", Estimate: true},
		{Name: "test_error_sd"},
		{Name: "projected_test_error", Estimate: true}, // of the predictor without further judgments
		{Name: "projected_test_error_sd"},
		{Name: "projected_difference", Estimate: true}, // projected_test_error less test_error
		{Name: "difference", Head: less, Estimate: true, Format: report.Known},
		{Name: "verdict", Head: report.NoHead},
		{Head: "no refit ± se"},
		{Name: "training_error"},
		{Name: "projected_loss", Head: projected, Format: loss, Priority: 2},
		{Name: "honest_loss", Head: honest, Format: loss, Priority: 1},
		{Name: "attributes_chosen", Head: chosen, Format: report.Digits(2), Priority: 3},
		{Name: "judgments_chosen"},
		{Name: "drawn_again"},
	}
}

// Table has a row for each design, algorithm and budget. For people the rows of a
// protocol are sorted by budget, and the rows of a trade-off by algorithm and budget.
func (f *Findings) Table() *report.Table {
	t := &report.Table{Name: "errors", Columns: f.columns()}
	arms := f.arms()
	for i, x := range arms {
		t.Row(f.row(x)...)
		t.Shown = append(t.Shown, i)
	}
	slices.SortStableFunc(t.Shown, func(i, k int) int {
		x, y := arms[i], arms[k]
		if f.Totals == nil {
			return x.Budget - y.Budget
		}
		return cmp.Or(x.Algorithm-y.Algorithm, x.Budget-y.Budget)
	})
	return t
}

func (f *Findings) arms() (all []Arm) {
	for i := range f.Designs {
		for a := range f.Algorithms {
			for b := range f.Budgets {
				all = append(all, Arm{Design: i, Algorithm: a, Budget: b})
			}
		}
	}
	return all
}

func (f *Findings) row(x Arm) []any {
	algorithm, budget, design := f.Algorithms[x.Algorithm], f.Budgets[x.Budget], f.Designs[x.Design]
	row := []any{nil, budget, algorithm, nil, design.K, design.Objects, algorithm, budget}
	if f.Totals != nil {
		total := f.Totals[x.Design]
		row[0], row[1], row[2], row[3] = algorithm, budget, total, total
	}
	t := f.At(x)
	if t.Refused != nil {
		why := t.Refused.Error()
		return append(row, why, report.Spill("none: "+why), nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil)
	}
	less, verdict := f.less(x)
	projected := report.Estimate{X: t.Projected.Loss, SE: t.Projected.SE}
	return append(row, nil, report.Estimate{X: t.Refit.Loss, SE: t.Refit.SE}, t.RefitSD, projected, t.ProjectedSD,
		report.Estimate{X: t.More.Loss, SE: t.More.SE}, less, verdict, projected, t.Training, t.Promised, t.Honest, t.Attributes, t.Judgments, t.Again)
}

// Head says what the test errors of a label were measured on.
func (f *Findings) Head(label string, objects int) string {
	if f.Totals != nil {
		return fmt.Sprintf("test error of %s for what all judgments to learn from cost, %d random splits of %s, %d to test on",
			label, f.Done, figure.CountOf(objects, "object"), f.Test)
	}
	return fmt.Sprintf("test error of %s, %d random splits of %s: %d to learn from with %s a cell, %d to test on",
		label, f.Done, figure.CountOf(objects, "object"), f.Designs[0].Objects, figure.CountOf(f.Designs[0].K, "judgment"), f.Test)
}

// Notes say what the figures do not.
func (f *Findings) Notes() (notes []string) {
	most, unfit := 0.0, false
	for _, x := range f.arms() {
		if t := f.At(x); t.Refused == nil {
			most, unfit = max(most, t.Again), unfit || math.IsNaN(t.Refit.Loss)
		}
	}
	if most > 0 {
		notes = append(notes, fmt.Sprintf("cells hold too few judgments: of those to test on up to %s were drawn again, and say nothing new", figure.Percent(most)))
	}
	if unfit {
		notes = append(notes, "n/a: more attributes are chosen than there are objects to fit weights to")
	}
	return notes
}
