package main

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// experimentFlags are the flags of validate for the paper's experiments.
type experimentFlags struct {
	protocol, tradeoff bool
	totals             amounts
	splits             int
	pilot              int
	train              int
	ratersGiven        bool
	shrinkGiven        bool
}

func (x *experimentFlags) add(c *cobra.Command) {
	fs := c.Flags()
	x.splits, x.pilot = core.DefaultSplits, core.DefaultPilot
	fs.BoolVar(&x.protocol, "protocol", false, "test errors on random splits, as in the paper's figures 3 to 7; default --raters paper and --shrink none")
	fs.BoolVar(&x.tradeoff, "tradeoff", false, "compare more objects with more judgments of each, as in the paper's figure 8")
	fs.Var(&x.totals, "totals", "of --tradeoff: budgets for all training judgments, comma-separated (default three that fit the data)")
	fs.Var(&count{&x.splits, 2, 100_000, "splits"}, "splits", "random splits of the objects (default 50)")
	fs.Var(&count{&x.pilot, 2, core.MostPilot, "judgments"}, "pilot", "of --protocol: judgments of a cell to learn from (default 2)")
	fs.Var(&count{&x.train, core.LeastTrainingObjects, core.MostNewObjects, "objects"}, "train", "of --protocol: number of objects to learn from (default four fifths)")
}

func (x *experimentFlags) asked() bool { return x.protocol || x.tradeoff }

// check refuses flags that contradict each other, before any data are read.
func (x *experimentFlags) check(c *cobra.Command, f *flags) error {
	given := c.Flags().Changed
	x.ratersGiven, x.shrinkGiven = given("raters"), given("shrink")
	switch {
	case x.protocol && x.tradeoff:
		return misused("--protocol and --tradeoff are two experiments: use one of them")
	case x.asked() && given("bootstrap"):
		return misused("--bootstrap is about the honest loss of all data, not about an experiment")
	case x.tradeoff && f.asked.AutoRidge:
		return misused("--ridge auto is for --protocol: --tradeoff has no honest losses to choose by")
	case x.protocol && f.noHonest && f.asked.AutoRidge:
		return misused("--ridge auto needs the honest loss, which --no-honest leaves out")
	}
	for _, only := range []struct {
		flag   string
		wanted bool
		of     string
	}{
		{"pilot", x.protocol, "--protocol"},
		{"train", x.protocol, "--protocol"},
		{"totals", x.tradeoff, "--tradeoff"},
		{"splits", x.asked(), "--protocol or --tradeoff"},
	} {
		if given(only.flag) && !only.wanted {
			return misused("--%s needs %s", only.flag, only.of)
		}
	}
	return nil
}

// experiment runs one of the paper's experiments. After an interruption it writes the
// finished part.
func (p *program) experiment(ctx context.Context, paths []string, f *flags, x *experimentFlags) error {
	ds, err := p.open(ctx, paths, f)
	if err != nil {
		return err
	}
	if !x.ratersGiven && f.design.Design.CheckRaters(model.RatersPaper) == nil && len(f.sheets)+len(f.sheetFiles) == 0 {
		f = f.with(func(g *flags) { g.asked.Raters = model.RatersPaper })
	}
	if !x.shrinkGiven {
		f = f.with(func(g *flags) { g.asked.Shrink = model.ShrinkNone }) // as in the paper
	}
	whole := *f // what is asked of all data: what algorithms choose from them is not
	whole.noHonest, whole.algorithms = true, slices.DeleteFunc(slices.Clone(f.algorithms), func(a selection.Algorithm) bool {
		return slices.Contains(selection.AllAlgorithms(), a) // but that the attribute of single=NAME exists
	})
	t, err := p.tune(ctx, core.NewStudy(ds), &whole, wholeRange)
	if err != nil {
		return err
	}
	r := t.Answers[0].Result
	answer, err := p.prepare(r, f, x)
	if err != nil {
		return err
	}
	bar := p.pieces("testing on splits", f)
	e, failed := answer.Protocol.Run(ctx, func(e *core.TestErrors) { bar(e.Done, x.splits) })
	if e == nil || e.Done < 2 {
		return failed
	}
	answer.errors = e
	return errors.Join(failed, p.print(context.WithoutCancel(ctx), f, answer.report()))
}

// prepare sets the experiment up.
func (p *program) prepare(r *core.Result, f *flags, x *experimentFlags) (*experimentAnswer, error) {
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
