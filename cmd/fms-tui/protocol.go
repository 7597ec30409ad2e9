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

type experimentFlags struct {
	experiment.Question
	tradeoff bool // or else protocol
	totals   []model.Amount
}

func (x *experimentFlags) rows() []row {
	x.Splits, x.K = experiment.DefaultSplits, experiment.DefaultPilot
	rows := []row{{"", "splits", "random splits of the objects (default 50)", whole(&x.Splits, 2, 100_000, "splits"), "", nil}}
	if x.tradeoff {
		return append(rows, row{"", "totals", "budgets for all training judgments, comma-separated (default three that fit the data)", several("B", &x.totals, model.ParseAmount), "", nil})
	}
	return append(rows,
		row{"", "pilot", "judgments of a cell to learn from (default 2)", whole(&x.K, 2, experiment.MostPilot, "judgments"), "", nil},
		row{"", "train", "number of objects to learn from (default four fifths)", whole(&x.Train, experiment.LeastObjects, core.MostNewObjects, "objects"), "", nil})
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
	f.judged = true
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
	a, err := tune(ctx, p, paths, &whole, wholeRange)
	if err != nil {
		return err
	}
	r, found := a.Answers[0].Result, experiment.Findings{}
	protocol, err := x.prepare(r, f, &found)
	if err != nil {
		return err
	}
	bar := p.pieces("testing on splits")
	e, failed := protocol.Run(ctx, func(e *experiment.TestErrors) { bar(e.Done, x.Splits) })
	if e == nil || e.Done < 2 {
		return failed
	}
	found.TestErrors = e
	return errors.Join(failed, p.print(context.WithoutCancel(ctx), f, experimentReport(r, &found, f)))
}

// prepare is the experiment that is asked for; found gets the totals of a trade-off.
func (x *experimentFlags) prepare(r *core.Result, f *flags, found *experiment.Findings) (*experiment.Protocol, error) {
	q, algorithms, budgets := x.Question, selection.AllAlgorithms(), f.budgets
	if x.tradeoff {
		algorithms = selection.Algorithms()
	}
	switch {
	case len(budgets) == 0 && x.tradeoff:
		budgets = []model.Amount{r.FirstBudget()}
	case len(budgets) == 0:
		budgets = r.TestBudgets()
	}
	q.Algorithms, q.Budgets, q.Seed, q.Folds, q.Shrink = f.or(algorithms...).algorithms, budgets, f.seed, f.foldsAsked(), f.asked.Shrink
	if !x.tradeoff {
		return r.Protocol(q)
	}
	t, err := r.Tradeoff(q, x.totals)
	if err != nil {
		return nil, err
	}
	found.Totals = t.Totals
	return t.Protocol, nil
}

func experimentReport(d *core.Result, e *experiment.Findings, f *flags) *report.Report {
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
		"raters", d.Raters, "ridge", ridge, "shrink", d.Settings.Shrunk(), "seed", f.seed, "splits", e.Splits, "splits_done", e.Done)
	r.Head("%s", e.Head(d.Label, d.Objects))
	r.Head("Var = %s; raters %s; seed %d", figure.Loss(d.LabelVar), d.Raters, f.seed)
	r.Add(e.Table())
	notes := e.Notes()
	if e.Done < e.Splits {
		notes = append(notes, fmt.Sprintf("interrupted after %d of %d splits", e.Done, e.Splits))
	}
	for _, text := range notes {
		r.Head("%s", text)
	}
	r.Field("warnings", worded(d.Data().Warnings, d.Warnings))
	return r
}
