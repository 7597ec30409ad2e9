package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// mostNext bounds --count.
const mostNext = 1_000_000

func (p *program) nextCommand() *cobra.Command {
	f, q := &flags{limits: &p.limits}, &core.NextQuery{Draws: core.DefaultDraws}
	c := &cobra.Command{
		Use:   "next DATA... --count N",
		Short: "List the unlabelled objects to label next",
		Long: "List the objects, without a label but with judgments of the chosen attributes, whose labels would make the weights\n" +
			"surest. Each step takes the object that lowers Tr(V⁻¹) most, V = λI + Σ x xᵀ over the labelled objects (A-optimal design).\n" +
			"x are mean judgments about their means, in units of their spreads; λ is --ridge. The last column is the mean of random choices.",
		Example: "  fms-tui next judgments.csv new.csv --budget 20 --count 50\n  fms-tui next judgments.csv new.csv --labels labels.csv --count 50 -o next.csv",
		Args:    arguments(1, -1, "DATA, the files of the judgments (fms-tui sample writes some)"),
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case q.Count == 0:
				return misused("next needs --count N, the number of objects to label")
			case len(f.budgets) > 1:
				return misused("next is for one budget, not for %d", len(f.budgets))
			case len(f.algorithms) > 1:
				return misused("next is for one algorithm, not for %d", len(f.algorithms))
			}
			if err := f.checkBudgets(); err != nil {
				return err
			}
			return p.next(c.Context(), args, f, q)
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "budget for each new object (default the recommended one)", "algorithm that chooses the attributes, see select (default full)")
	f.addGoal(c)
	c.Flags().Var(&count{&q.Count, 1, mostNext, "objects"}, "count", "number of objects to label")
	f.addForm(c, "text")
	f.addOut(c, "write to `FILE`, as CSV without --form; - is stdout")
	f.addQuiet(c)
	f.addWidth(c)
	return c
}

func (p *program) next(ctx context.Context, paths []string, f *flags, q *core.NextQuery) error {
	pick, err := p.onePick(ctx, paths, f)
	if err != nil {
		return err
	}
	q.Seed = f.seed
	next, err := pick.Next(ctx, &pick.Selection, *q)
	if err != nil {
		return err
	}
	if len(next.Steps) < q.Count {
		p.warn([]model.Finding{{Code: model.CodeFewCandidates, Message: fmt.Sprintf("only %s can be chosen: the others without the label lack judgments of what is chosen",
			figure.CountOf(next.Candidates, "object"))}}, f)
	}
	if f.out != "" && f.form == "text" { // a file, as it was at first
		f = f.with(func(g *flags) { g.form = "csv" })
	}
	return p.print(ctx, f, nextReport(pick, next, q))
}

func nextReport(p *core.Pick, next *core.Next, q *core.NextQuery) *report.Report {
	s, chosen := &p.Selection, names(p.Result, next.Attributes)
	r := &report.Report{Metric: p.Metric()}
	r.Field("version", 1, "label", p.Label, "algorithm", s.Algorithm, "budget", s.Budget, "ridge", next.Ridge, "seed", q.Seed, "draws", q.Draws,
		"attributes", chosen, "labelled", next.Labelled, "unlabelled", next.Unlabelled, "candidates", next.Candidates, "trace_start", next.Start)
	r.Head("objects to label next for the weights of %s at a budget of %s: %s", s.Algorithm, s.Budget, some(chosen))
	r.Head("%s of %s without %s hold judgments of all of them; V begins with %s, Tr V⁻¹ = %s",
		figure.Count(next.Candidates), figure.CountOf(next.Unlabelled, "object"), p.Label, figure.CountOf(next.Labelled, "labelled object"), shown(next.Start))
	r.Space()
	t := &report.Table{Name: "objects", Columns: []report.Column{
		{Name: "order", Head: "order", Only: report.OnlyCells},
		{Name: "object", Head: "object"},
		{Name: "trace", Head: "Tr V⁻¹ after", Format: digits(4)},
		{Name: "random_trace", Head: fmt.Sprintf("%d random choices", q.Draws), Format: digits(4)},
	}}
	for i, step := range next.Steps {
		t.Row(i+1, step.Object, step.Trace, step.Random)
	}
	r.Add(t)
	last := next.Steps[len(next.Steps)-1]
	r.Space()
	r.Head("%s lower it by %s, as many at random by %s", figure.CountOf(len(next.Steps), "object"),
		figure.Percent(1-last.Trace/next.Start), figure.Percent(1-last.Random/next.Start))
	r.Field("warnings", warningsOf(p.Data().Warnings, p.Result.Warnings))
	return r
}
