package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/experiment"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// experimentAnswer is what an experiment came to. Errors are on the test objects.
type experimentAnswer struct {
	*core.Result
	Protocol *experiment.Protocol
	seed     uint64
	totals   []model.Amount // by design of a trade-off; nil otherwise
	errors   *experiment.TestErrors
}

// first is what an arm is held against: the first algorithm, and of a trade-off
// the design of the same total with the fewest judgments.
func (d *experimentAnswer) first(x experiment.Arm) experiment.Arm {
	if d.totals == nil {
		x.Algorithm = 0
		return x
	}
	x.Design = slices.Index(d.totals, d.totals[x.Design])
	return x
}

// less is the difference to what an arm is held against, with better or worse where
// it is beyond chance; nil for that itself.
func (d *experimentAnswer) less(x experiment.Arm) (difference, verdict any) {
	from := d.first(x)
	if from == x {
		return nil, nil
	}
	e := d.errors.Less(x, from)
	if v := e.Verdict(d.errors.Done); v == "better" || v == "worse" {
		verdict = v
	}
	return estimate(e), verdict
}

// estimate is a loss with its standard error.
func estimate(e core.Estimate) report.Estimate { return report.Estimate{X: e.Loss, SE: e.SE} }

func (d *experimentAnswer) report() *report.Report {
	e := d.errors
	r := &report.Report{Metric: report.SquaredLoss()}
	name, columns, head := "protocol", protocolColumns(e.Algorithms[0]), d.protocolHead()
	if d.totals != nil {
		name, columns, head = "tradeoff", tradeoffColumns(), d.tradeoffHead()
	}
	var ridge any = d.Settings.Ridge
	if e.Ridges != nil {
		ridge = "auto"
	}
	r.Field("version", 1, "experiment", name, "label", d.Label, "label_variance", d.LabelVar, "objects", d.Objects, "test_objects", e.Test,
		"raters", d.Raters, "ridge", ridge, "shrink", d.Settings.Shrunk(), "seed", d.seed, "splits", e.Splits, "splits_done", e.Done)
	r.Head("%s", head)
	r.Head("Var = %s; raters %s; seed %d", r.Metric.Text(d.LabelVar), d.Raters, d.seed)
	r.Space()
	r.Add(d.table(columns))
	d.notes(r)
	for _, c := range d.charts() {
		r.Space()
		r.Add(c)
	}
	r.Field("warnings", warningsOf(d.Data().Warnings, d.Result.Warnings))
	return r
}

func (d *experimentAnswer) protocolHead() string {
	e := d.errors
	return fmt.Sprintf("test error of %s, %d random splits of %s: %d to learn from with %s a cell, %d to test on",
		d.Label, e.Done, figure.CountOf(d.Objects, "object"), e.Designs[0].Objects, figure.CountOf(e.Designs[0].K, "judgment"), e.Test)
}

func (d *experimentAnswer) tradeoffHead() string {
	return fmt.Sprintf("test error of %s for what all judgments to learn from cost, %d random splits of %s, %d to test on",
		d.Label, d.errors.Done, figure.CountOf(d.Objects, "object"), d.errors.Test)
}

// protocolColumns and tradeoffColumns are the columns of the same rows; people see
// other ones first.
func protocolColumns(first selection.Algorithm) []report.Column {
	return errorColumns("from "+string(first), []string{"", "budget", "algorithm", "", ""}, "projected", "honest", "attr")
}

func tradeoffColumns() []report.Column {
	return errorColumns("difference from the first", []string{"algorithm", "budget", "total", "judgments", "objects"}, "", "", "")
}

func errorColumns(less string, lead []string, projected, honest, chosen string) []report.Column {
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
		{Name: "projected_loss", Head: projected, Format: asLoss, Priority: 2},
		{Name: "honest_loss", Head: honest, Format: asLoss, Priority: 1},
		{Name: "attributes_chosen", Head: chosen, Format: digits(2), Priority: 3},
		{Name: "judgments_chosen"},
		{Name: "drawn_again"},
	}
}

// table has a row for each design, algorithm and budget. For people the rows of a
// protocol are sorted by budget, and the rows of a trade-off by algorithm and budget.
func (d *experimentAnswer) table(columns []report.Column) *report.Table {
	t := &report.Table{Name: "errors", Columns: columns, Digits: report.JSONNumber}
	e := d.errors
	for i := range e.Designs {
		for a := range e.Algorithms {
			for b := range e.Budgets {
				t.Row(d.row(experiment.Arm{Design: i, Algorithm: a, Budget: b})...)
			}
		}
	}
	by := func(outer, inner, innermost int, place func(x, y, z int) int) {
		for x := range outer {
			for y := range inner {
				for z := range innermost {
					t.Shown = append(t.Shown, place(x, y, z))
				}
			}
		}
	}
	n, m := len(e.Algorithms), len(e.Budgets)
	if d.totals == nil {
		by(1, m, n, func(_, b, a int) int { return a*m + b })
	} else {
		by(n, m, len(d.totals), func(a, b, i int) int { return (i*n+a)*m + b })
	}
	return t
}

func (d *experimentAnswer) row(x experiment.Arm) []report.Value {
	e := d.errors
	algorithm, budget, design := e.Algorithms[x.Algorithm], e.Budgets[x.Budget], e.Designs[x.Design]
	row := []report.Value{nil, budget, algorithm, nil, design.K, design.Objects, algorithm, budget}
	if d.totals != nil {
		total := d.totals[x.Design]
		row[0], row[1], row[2], row[3] = algorithm, budget, total, total
	}
	t := e.At(x)
	if t.Refused != nil {
		why := t.Refused.Error()
		return append(row, why, report.Spill("none: "+why), nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil)
	}
	less, verdict := d.less(x)
	return append(row, nil, estimate(t.Refit), t.RefitSD, estimate(t.Projected), t.ProjectedSD, estimate(t.More), less, verdict, estimate(t.Projected),
		t.Training, t.Promised, t.Honest, t.Attributes, t.Judgments, t.Again)
}

// notes says what the figures do not.
func (d *experimentAnswer) notes(r *report.Report) {
	most, unfit := 0.0, false
	d.arms(func(_ experiment.Arm, t *experiment.TestError) {
		if t.Refused == nil {
			most = max(most, t.Again)
			unfit = unfit || math.IsNaN(t.Refit.Loss)
		}
	})
	if most > 0 || unfit || d.errors.Done < d.errors.Splits {
		r.Space()
	}
	if most > 0 {
		r.Head("cells hold too few judgments: of those to test on up to %s were drawn again, and say nothing new", figure.Percent(most))
	}
	if unfit {
		r.Head("n/a: more attributes are chosen than there are objects to fit weights to")
	}
	if d.errors.Done < d.errors.Splits {
		r.Head("interrupted after %d of %d splits", d.errors.Done, d.errors.Splits)
	}
}

// arms calls use for every arm, by algorithm, budget and design.
func (d *experimentAnswer) arms(use func(x experiment.Arm, t *experiment.TestError)) {
	e := d.errors
	for a := range e.Algorithms {
		for b := range e.Budgets {
			for i := range e.Designs {
				x := experiment.Arm{Design: i, Algorithm: a, Budget: b}
				t := e.At(x)
				use(x, &t)
			}
		}
	}
}

// charts are one for a protocol, and one for each algorithm and budget of a
// trade-off.
func (d *experimentAnswer) charts() (all []*report.Chart) {
	e := d.errors
	protocol := &report.Chart{Title: "test error (refit) ± se against budget", X: "budget", Y: "test error"}
	d.arms(func(x experiment.Arm, t *experiment.TestError) {
		algorithm, budget := string(e.Algorithms[x.Algorithm]), e.Budgets[x.Budget]
		c, at, s := protocol, budget.Float(), report.Series{Name: algorithm}
		begins := x.Budget == 0
		if d.totals != nil {
			if x.Design == 0 {
				all = append(all, &report.Chart{
					Title: fmt.Sprintf("test error (refit) ± se of %s at a budget of %s against judgments a cell", algorithm, budget),
					X:     "judgments a cell", Y: "test error",
				})
			}
			c, at, s = all[len(all)-1], float64(e.Designs[x.Design].K), report.Series{Name: "total " + d.totals[x.Design].String(), Like: algorithm}
			begins = x.Design == 0 || d.totals[x.Design] != d.totals[x.Design-1]
		}
		if begins {
			c.Curves = append(c.Curves, s)
		}
		curve := &c.Curves[len(c.Curves)-1]
		curve.X, curve.Y = append(curve.X, at), append(curve.Y, t.Refit.Loss)
		curve.Low, curve.High = append(curve.Low, t.Refit.Loss-t.Refit.SE), append(curve.High, t.Refit.Loss+t.Refit.SE)
	})
	if d.totals == nil {
		return []*report.Chart{protocol}
	}
	return all
}

// chartHeight is the height of a chart in a report, with its title.
const chartHeight = 22

// lineStyles tell curves of one colour apart.
var lineStyles = []chart.Style{chart.Solid, chart.Dashed, chart.Dotted, chart.Short, chart.Long}

// drawnChart is a chart as the screen draws it.
func drawnChart(c *report.Chart, width int, th *theme.Theme) string {
	e := &panel.Chart{Title: c.Title, Bare: true}
	for i, s := range c.Curves {
		curve := chart.Series{Name: s.Name, X: s.X, Y: s.Y, Pen: panel.AlgorithmPen(s.Name), Style: panel.AlgorithmStyle(s.Name)}
		if s.Like != "" {
			curve.Pen, curve.Style = panel.AlgorithmPen(s.Like), lineStyles[i%len(lineStyles)]
		}
		for k := range s.High {
			curve.SE = append(curve.SE, (s.High[k]-s.Low[k])/2)
		}
		e.Plot.Series = append(e.Plot.Series, curve)
	}
	return drawn(e, width, chartHeight, th)
}

// drawn is a panel of the screen as text; th is nil for plain text.
func drawn(p panel.Panel, width, height int, th *theme.Theme) string {
	plain := th == nil
	if plain {
		th = theme.Mono()
	}
	painted := panel.Render(p, width, height, th)
	if plain {
		painted = chart.Strip(painted)
	}
	var b strings.Builder
	for line := range strings.Lines(painted) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}
