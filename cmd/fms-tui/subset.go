package main

import (
	"context"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

func subsetCommand(p *program) *cobra.Command {
	f := p.flags()
	c := &cobra.Command{
		Use:   "subset DATA...",
		Short: "Compare the greedy choices with the optimum, by exhaustive search",
		Long: "Compare the greedy algorithms with the optimum: search all repeat vectors within the budget, the\n" +
			"certified bound ruling most of them out; and all subsets of attributes, each with as many judgments as its cells hold,\n" +
			"beside forward selection, with the submodularity ratio and what it guarantees.\n\n" +
			"Losses are projected. The optimum, subsets and ratios are without a ridge, limits are for repeats alone, and label\n" +
			"covariances are the paper's unless --shrink auto.",
		Example: "  fms-tui lab subset judgments.csv --budget 20\n  fms-tui lab subset judgments.csv --budget 20 --algorithm full,uniform --json",
		Args:    arguments(1, -1, "DATA, the files of the judgments (fms-tui init writes a sample)"),
		RunE: func(c *cobra.Command, args []string) error {
			return compareOptimum(c.Context(), p, args, f)
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "budget for each new object (default the recommended one)",
		"algorithms to compare with the optimum, comma-separated, see select (default full,scoring,exchange)")
	f.addReport(c)
	return c
}

// subsetAnswer is what subset prints.
type subsetAnswer struct {
	picks   []core.Pick
	optimum *core.Optimum // nil where there was no search
	refused string        // why
	subsets *core.Subsets
}

func compareOptimum(ctx context.Context, p *program, paths []string, f *flags) error {
	if len(f.budgets) > 1 {
		return misused("the optimum is for one budget, not for %d", len(f.budgets))
	}
	if err := f.checkBudgets(); err != nil {
		return err
	}
	if len(f.values(model.OptionShrink)) == 0 { // the paper's objective, of which the optimum is known
		f = f.with(func(g *flags) { g.asked.Shrink = model.ShrinkNone })
	}
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	if len(f.algorithms) == 0 {
		f = f.with(func(g *flags) {
			g.algorithms = []selection.Algorithm{selection.Full, selection.Scoring, selection.Exchange}
		})
	}
	t, err := tuneAsked(ctx, p, study, f, atBudgets)
	if err != nil {
		return err
	}
	all, err := picks(ctx, t, f)
	if err != nil {
		return err
	}
	p.warn(apartFromFigures(selectionWarnings(all)), f)
	answer := subsetAnswer{picks: all[0]}
	first := &all[0][0]
	budget := first.Selection.Budget
	answer.optimum, err = first.Optimum(ctx, budget)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil { // the subsets may be few enough all the same
		answer.refused = err.Error()
	}
	if answer.subsets, err = first.Subsets(ctx, budget, f.seed); err != nil {
		return err
	}
	return p.print(ctx, f, answer.report(f, warningsOf(study.Data().Warnings, first.Result.Warnings, selectionWarnings(all))))
}

// names are the names of attributes by number.
func names(r *core.Result, attributes []int) []string {
	list := []string{}
	for _, a := range attributes {
		list = append(list, r.Attributes[a].Name)
	}
	return list
}
