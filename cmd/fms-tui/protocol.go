package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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

// experimentFlags are the flags of the paper's experiments.
type experimentFlags struct {
	tradeoff    bool // or else protocol
	totals      []model.Amount
	splits      int
	pilot       int
	train       int
	ratersGiven bool
	shrinkGiven bool
}

func (x *experimentFlags) rows() []row {
	x.splits, x.pilot = experiment.DefaultSplits, experiment.DefaultPilot
	rows := []row{{"", "splits", "random splits of the objects (default 50)", whole(&x.splits, 2, 100_000, "splits"), "", nil}}
	if x.tradeoff {
		return append(rows, row{"", "totals", "budgets for all training judgments, comma-separated (default three that fit the data)", several("B", &x.totals, model.ParseAmount), "", nil})
	}
	return append(rows,
		row{"", "pilot", "judgments of a cell to learn from (default 2)", whole(&x.pilot, 2, experiment.MostPilot, "judgments"), "", nil},
		row{"", "train", "number of objects to learn from (default four fifths)", whole(&x.train, experiment.LeastObjects, core.MostNewObjects, "objects"), "", nil})
}

func protocolCommand(p *program) *cobra.Command {
	return experimentCommand(p, "protocol", "Test errors on random splits, as in the paper's figures 3 to 7",
		"Which errors do algorithms that learn from some of the objects make on the others? This is the experiment of figures\n"+
			"3 to 7 of Sabato & Kalai (2013), by default with --raters paper and --shrink none.",
		"  fms-tui lab protocol judgments.csv --budget 5,10,20,40 --splits 50 --form csv -o errors.csv", &experimentFlags{})
}

func tradeoffCommand(p *program) *cobra.Command {
	return experimentCommand(p, "tradeoff", "Compare more objects with more judgments of each, as in the paper's figure 8",
		"For a budget of all training judgments, should there be more objects or more judgments of each? This is the\n"+
			"experiment of figure 8 of Sabato & Kalai (2013).",
		"  fms-tui lab tradeoff judgments.csv --totals 200,400", &experimentFlags{tradeoff: true})
}

// experimentCommand is a command that runs one of the paper's experiments.
func experimentCommand(p *program, name, short, long, example string, x *experimentFlags) *cobra.Command {
	f := p.flags()
	c := &cobra.Command{
		Use: name + " DATA...", Short: short, Long: long, Example: example,
		RunE: func(c *cobra.Command, args []string) error {
			if err := x.check(c, f); err != nil {
				return err
			}
			return runExperiment(c.Context(), p, args, f, x)
		},
	}
	return f.take(c, slices.Concat(asking[:len(asking)-1], reporting), x.rows()...)
}

// check refuses flags that contradict each other, before any data are read.
func (x *experimentFlags) check(c *cobra.Command, f *flags) error {
	given := c.Flags().Changed
	x.ratersGiven, x.shrinkGiven = given("raters"), given("shrink")
	switch {
	case given("bootstrap"):
		return misused("--bootstrap is about the honest loss of all data, not about an experiment")
	case x.tradeoff && f.asked.AutoRidge:
		return misused("--ridge auto is for lab protocol: lab tradeoff has no honest losses to choose by")
	case f.noHonest && f.asked.AutoRidge:
		return misused("--ridge auto needs the honest loss, which --no-honest leaves out")
	}
	return nil
}

// runExperiment runs one of the paper's experiments. After an interruption it writes the
// finished part.
func runExperiment(ctx context.Context, p *program, paths []string, f *flags, x *experimentFlags) error {
	ds, err := p.open(ctx, paths, f)
	if err != nil {
		return err
	}
	if !x.ratersGiven && f.design.CheckRaters(model.RatersPaper) == nil && len(f.sheets)+len(f.sheetFiles) == 0 {
		f = f.with(func(g *flags) { g.asked.Raters = model.RatersPaper })
	}
	if !x.shrinkGiven {
		f = f.with(func(g *flags) { g.asked.Shrink = model.ShrinkNone }) // as in the paper
	}
	whole := *f // what is asked of all data: what algorithms choose from them is not
	whole.noHonest, whole.algorithms = true, slices.DeleteFunc(slices.Clone(f.algorithms), func(a selection.Algorithm) bool {
		return slices.Contains(selection.AllAlgorithms(), a) // but that the attribute of single=NAME exists
	})
	t, err := tuneAsked(ctx, p, core.NewStudy(ds), &whole, wholeRange)
	if err != nil {
		return err
	}
	r := t.Answers[0].Result
	answer, err := prepareExperiment(p, r, f, x)
	if err != nil {
		return err
	}
	bar := p.pieces("testing on splits", f)
	e, failed := answer.Protocol.Run(ctx, func(e *experiment.TestErrors) { bar(e.Done, x.splits) })
	if e == nil || e.Done < 2 {
		return failed
	}
	answer.errors = e
	return errors.Join(failed, p.print(context.WithoutCancel(ctx), f, answer.report()))
}

// prepareExperiment sets the experiment up.
func prepareExperiment(p *program, r *core.Result, f *flags, x *experimentFlags) (*experimentAnswer, error) {
	q := experiment.Question{
		Algorithms: f.algorithms, Budgets: f.budgets, K: x.pilot, Train: x.train, Splits: x.splits, Seed: f.seed, Folds: f.foldsAsked(), Shrink: f.asked.Shrink,
	}
	answer := &experimentAnswer{Result: r, seed: f.seed}
	if x.tradeoff {
		if len(q.Algorithms) == 0 {
			q.Algorithms = selection.Algorithms()
		}
		if len(q.Budgets) == 0 {
			q.Budgets = []model.Amount{r.FirstBudget()}
		}
		t, err := r.Tradeoff(q, x.totals)
		if err != nil {
			return nil, err
		}
		answer.Protocol, answer.totals = t.Protocol, t.Totals
		return answer, nil
	}
	if len(q.Algorithms) == 0 {
		q.Algorithms = selection.AllAlgorithms()
	}
	if len(q.Budgets) == 0 {
		q.Budgets = r.TestBudgets()
	}
	var err error
	answer.Protocol, err = r.Protocol(q)
	return answer, err
}

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
