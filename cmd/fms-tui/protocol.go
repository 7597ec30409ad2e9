package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/experiment"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
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

func (d *experimentAnswer) report() *report.Report {
	e := &d.findings
	r := &report.Report{}
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
	r.Head("Var = %s; raters %s; seed %d", figure.Loss(d.LabelVar), d.Raters, d.seed)
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
	r.Field("warnings", warningsOf(d.Data().Warnings, d.Result.Warnings))
	return r
}
