package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/experiment"
	"fms-tui/core/report"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// experimentFlags are the flags of the paper's experiments.
type experimentFlags struct {
	tradeoff bool // or else protocol
	totals   []model.Amount
	splits   int
	pilot    int
	train    int
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
		"Which errors do algorithms that learn from some of the objects make on the others? This is the experiment of figures "+
			"3 to 7 of Sabato & Kalai (2013), by default with --raters paper and --shrink none.",
		"  fms-tui lab protocol judgments.csv --budget 5,10,20,40 --splits 50 --form csv -o errors.csv", &experimentFlags{})
}

func tradeoffCommand(p *program) *cobra.Command {
	return experimentCommand(p, "tradeoff", "Compare more objects with more judgments of each, as in the paper's figure 8",
		"For a budget of all training judgments, should there be more objects or more judgments of each? This is the "+
			"experiment of figure 8 of Sabato & Kalai (2013).",
		"  fms-tui lab tradeoff judgments.csv --totals 200,400", &experimentFlags{tradeoff: true})
}

// experimentCommand is a command that runs one of the paper's experiments.
func experimentCommand(p *program, name, short, long, example string, x *experimentFlags) *cobra.Command {
	f := p.flags()
	c := &cobra.Command{
		Use: name + " DATA...", Short: short, Long: long, Example: example,
		RunE: func(c *cobra.Command, args []string) error {
			if err := x.check(f); err != nil {
				return err
			}
			return runExperiment(c.Context(), p, args, f, x)
		},
	}
	return f.take(c, slices.Concat(asking[:len(asking)-1], reporting), x.rows()...)
}

// check refuses flags that contradict each other, before any data are read.
func (x *experimentFlags) check(f *flags) error {
	switch {
	case f.set.Changed("bootstrap"):
		return misused("--bootstrap is about the honest loss of all data, not about an experiment")
	case x.tradeoff && f.asked.AutoRidge:
		return misused("--ridge auto is for lab protocol: lab tradeoff has no honest losses to choose by")
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
	if !f.set.Changed("raters") && f.designAsked().CheckRaters(model.RatersPaper) == nil {
		f = f.with(func(g *flags) { g.asked.Raters = model.RatersPaper })
	}
	if !f.set.Changed("shrink") {
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
	bar := p.pieces("testing on splits")
	e, failed := answer.Protocol.Run(ctx, func(e *experiment.TestErrors) { bar(e.Done, x.splits) })
	if e == nil || e.Done < 2 {
		return failed
	}
	answer.findings.TestErrors = e
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
		answer.Protocol, answer.findings.Totals = t.Protocol, t.Totals
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
	*experiment.Protocol
	seed     uint64
	findings experiment.Findings
}

// estimate is a loss with its standard error.
func estimate(e core.Estimate) report.Estimate { return report.Estimate{X: e.Loss, SE: e.SE} }

func (d *experimentAnswer) report() *report.Report {
	e := &d.findings
	r := &report.Report{Metric: report.SquaredLoss()}
	name := "protocol"
	if e.Totals != nil {
		name = "tradeoff"
	}
	var ridge any = d.Settings.Ridge
	if e.Ridges != nil {
		ridge = "auto"
	}
	r.Field("version", 1, "experiment", name, "label", d.Label, "label_variance", d.LabelVar, "objects", d.Objects, "test_objects", e.Test,
		"raters", d.Raters, "ridge", ridge, "shrink", d.Settings.Shrunk(), "seed", d.seed, "splits", e.Splits, "splits_done", e.Done)
	r.Head("%s", e.Head(d.Label, d.Objects))
	r.Head("Var = %s; raters %s; seed %d", r.Metric.Text(d.LabelVar), d.Raters, d.seed)
	r.Space()
	r.Add(e.Table())
	notes := e.Notes()
	if e.Done < e.Splits {
		notes = append(notes, fmt.Sprintf("interrupted after %d of %d splits", e.Done, e.Splits))
	}
	if len(notes) > 0 {
		r.Space()
	}
	for _, text := range notes {
		r.Head("%s", text)
	}
	for _, c := range d.charts() {
		r.Space()
		r.Add(c)
	}
	r.Field("warnings", warningsOf(d.Data().Warnings, d.Result.Warnings))
	return r
}

// charts are one for a protocol, and one for each algorithm and budget of a
// trade-off.
func (d *experimentAnswer) charts() (all []*report.Chart) {
	e := &d.findings
	protocol := &report.Chart{Title: "test error (refit) ± se against budget", X: "budget", Y: "test error"}
	e.Arms(func(x experiment.Arm, t *experiment.TestError) {
		algorithm, budget := string(e.Algorithms[x.Algorithm]), e.Budgets[x.Budget]
		c, at, s := protocol, budget.Float(), report.Series{Name: algorithm}
		begins := x.Budget == 0
		if e.Totals != nil {
			if x.Design == 0 {
				all = append(all, &report.Chart{
					Title: fmt.Sprintf("test error (refit) ± se of %s at a budget of %s against judgments a cell", algorithm, budget),
					X:     "judgments a cell", Y: "test error",
				})
			}
			c, at, s = all[len(all)-1], float64(e.Designs[x.Design].K), report.Series{Name: "total " + e.Totals[x.Design].String(), Like: algorithm}
			begins = x.Design == 0 || e.Totals[x.Design] != e.Totals[x.Design-1]
		}
		if begins {
			c.Curves = append(c.Curves, s)
		}
		curve := &c.Curves[len(c.Curves)-1]
		curve.X, curve.Y = append(curve.X, at), append(curve.Y, t.Refit.Loss)
		curve.Low, curve.High = append(curve.Low, t.Refit.Loss-t.Refit.SE), append(curve.High, t.Refit.Loss+t.Refit.SE)
	})
	if e.Totals == nil {
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
		curve := panel.AlgorithmSeries(s.Name)
		curve.Name, curve.X, curve.Y = s.Name, s.X, s.Y
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
