package main

import (
	"context"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/core/subset"
	"fms-tui/model"
)

func subsetCommand(p *program) *cobra.Command {
	f := p.flags()
	c := &cobra.Command{
		Use:   "subset DATA...",
		Short: "Compare the greedy choices with the optimum, by exhaustive search",
		Long: "Compare the greedy algorithms with the optimum: search all repeat vectors within the budget, the " +
			"certified bound ruling most of them out; and all subsets of attributes, each with as many judgments as its cells hold, " +
			"beside forward selection, with the submodularity ratio and what it guarantees.\n\n" +
			"Losses are projected. The optimum, subsets and ratios are without a ridge, limits are for repeats alone, and label " +
			"covariances are the paper's unless --shrink auto.",
		Example: "  fms-tui lab subset judgments.csv --budget 20\n  fms-tui lab subset judgments.csv --budget 20 --algorithm full,uniform --json",
		RunE: func(c *cobra.Command, args []string) error {
			return compareOptimum(c.Context(), p, args, f)
		},
	}
	return f.take(c, slices.Concat(asking[:len(asking)-1], reporting))
}

func compareOptimum(ctx context.Context, p *program, paths []string, f *flags) error {
	if len(f.budgets) > 1 {
		return misused("the optimum is for one budget, not for %d", len(f.budgets))
	}
	if !f.set.Changed("shrink") { // the paper's objective, of which the optimum is known
		f = f.with(func(g *flags) { g.asked.Shrink = model.ShrinkNone })
	}
	f = f.or(selection.Full, selection.Scoring, selection.Exchange)
	a, err := tune(ctx, p, paths, f, atBudgets)
	if err != nil {
		return err
	}
	all, err := picks(ctx, a.Tuning, f)
	if err != nil {
		return err
	}
	p.warn(apartFromFigures(selectionWarnings(all))...)
	if f.goal.asked() { // each algorithm has a budget of its own
		all = all[:1]
	}
	first := &all[0]
	budget := first.Selection.Budget
	optimum, refused := first.Optimum(ctx, budget) // the subsets may be few enough all the same
	if ctx.Err() != nil {
		return ctx.Err()
	}
	subsets, err := first.Subsets(ctx, budget, f.seed)
	if err != nil {
		return err
	}
	r := &report.Report{}
	r.Head("repeats for %s within a budget of %s, projected losses; Var = %s", first.Label, budget, figure.Loss(first.LabelVar))
	r.Field("version", 1, "label", first.Label, "label_variance", first.LabelVar, "budget", budget, "raters", first.Raters, "seed", f.seed)
	addOptimum(r, all, optimum, refused)
	subsets.Report(r.Begin("subsets"), first.Data().Attributes)
	r.Field("warnings", worded(first.Data().Warnings, first.Result.Warnings, selectionWarnings(all)))
	return p.print(ctx, f, r)
}

func addOptimum(r *report.Report, picks []core.Pick, o *subset.Optimum, refused error) {
	p := picks[0].Result
	if refused != nil {
		r.Field("optimum", nil, "reason", refused.Error())
		r.Add(besideOptimum(picks, nil))
		r.Say("no optimum: %s", refused)
		return
	}
	r.Begin("optimum").Field("spent", o.Spent, "repeats", supportOf(p, o.Repeats), "projected_loss", o.Loss, "vectors", o.Vectors, "parts", o.Parts)
	r.Field("reason", nil)
	r.Add(besideOptimum(picks, o))
	r.Say("optimum: %s", written(p, o.Repeats))
	r.Say("ratio: gain as a share of the optimum's; below: R² below the optimum")
	r.Say("about %s repeat vectors cost at most %s: the bound ruled out all but %s of the search",
		roughly(o.Vectors), o.Budget, figure.CountOf(o.Parts, "part"))
}

// besideOptimum has a row for the optimum, which JSON holds separately, and a row for each
// selection: its gain as a share of the optimum's, and the difference in R² points; NaN
// without an optimum.
func besideOptimum(picks []core.Pick, o *subset.Optimum) *report.Table {
	table := &report.Table{Name: "selections", Columns: []report.Column{
		{Name: "algorithm", Head: report.NoHead},
		{Name: "spent", Head: "spent"},
		{Name: "repeats"},
		{Name: "projected_loss", Head: "projected", Format: report.Always(shown)},
		{Name: "gain_ratio", Head: "ratio", Format: subset.Known(4)},
		{Name: "behind_optimum", Head: "below", Format: subset.Known(2)}, // R² points
		{Name: "lower_bound"},
		{Name: "optimality_gap", Head: "gap R²", Format: subset.Known(2)},
		{Head: "repeats"},
	}}
	if o != nil {
		p := &picks[0]
		gap := max(0, (o.Loss-p.Bound(o.Budget))/p.LabelVar)
		table.Row(report.Sum("optimum"), o.Spent, nil, o.Loss, 1., 0., nil, gap, written(p.Result, o.Repeats))
	}
	for i := range picks {
		p, s := &picks[i], &picks[i].Selection
		c, ratio, behind := p.CertificateFrom(s, p.Bound(s.Budget)), math.NaN(), math.NaN()
		if o != nil {
			behind = 0
			if from := p.CertificateFrom(s, o.Loss); !from.Optimal { // by more than rounding
				behind = from.Gap
			}
			if best := p.LabelVar - o.Loss; best > 0 {
				ratio = (p.LabelVar - s.Loss) / best
			}
		}
		table.Row(s.Algorithm, s.Spent, supportOf(p.Result, s.Repeats), s.Loss, ratio, behind, c.Bound, c.Gap, written(p.Result, s.Repeats))
	}
	return table
}

func roughly(n float64) string {
	if n < 1000 {
		return figure.Fixed(n, 0)
	}
	return strconv.FormatFloat(n, 'g', 2, 64)
}
