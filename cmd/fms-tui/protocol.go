package main

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/experiment"
	"fms-tui/core/selection"
	"fms-tui/model"
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

func (x *experimentFlags) add(c *cobra.Command) {
	fs := c.Flags()
	x.splits, x.pilot = core.DefaultSplits, core.DefaultPilot
	fs.Var(whole(&x.splits, 2, 100_000, "splits"), "splits", "random splits of the objects (default 50)")
	if x.tradeoff {
		fs.Var(several("B", &x.totals, model.ParseAmount), "totals", "budgets for all training judgments, comma-separated (default three that fit the data)")
		return
	}
	fs.Var(whole(&x.pilot, 2, core.MostPilot, "judgments"), "pilot", "judgments of a cell to learn from (default 2)")
	fs.Var(whole(&x.train, experiment.LeastObjects, core.MostNewObjects, "objects"), "train", "number of objects to learn from (default four fifths)")
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
		Args: arguments(1, -1, "DATA, the files of the judgments (fms-tui init writes a sample)"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := x.check(c, f); err != nil {
				return err
			}
			return runExperiment(c.Context(), p, args, f, x)
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "budgets, comma-separated (default five over the range)", "algorithms, comma-separated, see select (default all that the data allow)")
	x.add(c)
	f.addReport(c)
	return c
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

// experiment runs one of the paper's experiments. After an interruption it writes the
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

// prepare sets the experiment up.
func prepareExperiment(p *program, r *core.Result, f *flags, x *experimentFlags) (*experimentAnswer, error) {
	q := core.ProtocolQuestion{
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
