package main

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

func (p *program) validateCommand() *cobra.Command {
	f, x := &flags{limits: &p.limits}, &experimentFlags{}
	c := &cobra.Command{
		Use:   "validate DATA...",
		Short: "Compare the honest (cross-validated) losses of all algorithms",
		Long: "Print the cross-validated loss of every algorithm's choices, with standard errors;\n" +
			"which differences exceed two standard errors; and the recommended budget of each algorithm.\n\n" +
			"With --bootstrap also how much the attributes' figures vary with the objects that were judged,\n" +
			"and how often the first algorithm would choose each.\n\n" +
			"With --designs also what the first algorithm would choose if judgments were bought otherwise:\n" +
			"singly, on one form, as the pilot was collected, and as --design or --sheet says.\n\n" +
			"With --protocol or --tradeoff, run an experiment of Sabato & Kalai (2013) instead: which errors do algorithms that learn from some of\n" +
			"the objects make on the others?",
		Example: "  fms-tui validate judgments.csv --labels labels.csv --budget 10,20,50\n" +
			"  fms-tui validate judgments.csv --algorithm full,uniform --bootstrap 200 --json\n" +
			"  fms-tui validate judgments.csv --budget 20 --designs --design call:2\n" +
			"  fms-tui validate judgments.csv --protocol --budget 5,10,20,40 --splits 50 --form csv -o errors.csv",
		Args: arguments(1, -1, "DATA, the files of the judgments (fms-tui sample writes some)"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := x.check(c, f); err != nil {
				return err
			}
			if x.asked() {
				return p.experiment(c.Context(), args, f, x)
			}
			return p.validate(c.Context(), args, f)
		},
	}
	f.addReading(c)
	f.addSettings(c)
	f.addHonest(c)
	f.addSelection(c, "budgets, comma-separated (default five over the range and the recommended one)",
		"algorithms, comma-separated (default all that the data allow); differences are from the first")
	x.add(c)
	f.addClasses(c)
	f.addGoal(c)
	f.addForm(c, "text")
	f.addOut(c, "write to `FILE`; - is stdout")
	f.addQuiet(c)
	f.addWidth(c)
	c.Flags().BoolVar(&f.designs, "designs", false, "compare ways to buy judgments (see --design), with the break-even price of a call")
	return c
}

func (p *program) validate(ctx context.Context, paths []string, f *flags) error {
	if f.noHonest {
		return misused("validate is about the honest loss, which --no-honest leaves out")
	}
	if f.goal.asked() && f.goal.metric == "" {
		return misused("validate shows all budgets, and the recommended one by the honest loss: --goal takes 'by METRIC' here")
	}
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	of := wholeRange
	if len(f.algorithms) == 0 {
		of = everyAlgorithm
	}
	t, err := p.tune(ctx, study, f, of)
	if err != nil {
		return err
	}
	if of == everyAlgorithm {
		f = f.with(func(g *flags) { g.algorithms = t.Answers[0].Algorithms() })
	}
	if len(f.budgets) == 0 {
		f = f.with(func(g *flags) { g.budgets = overRange(t) })
	}
	picks, err := p.seenPicks(ctx, t, f)
	if err != nil {
		return err
	}
	r := validation(t, picks, f)
	if err := addClassValidation(ctx, r, t, picks, f); err != nil {
		return err
	}
	if err := recommendByMetric(ctx, r, t, picks[0], f); err != nil {
		return err
	}
	if err := p.resampleFirst(ctx, r, firstPick(t, picks), f); err != nil {
		return err
	}
	r.Field("designs", nil)
	if f.designs {
		r.Items = r.Items[:len(r.Items)-1]
		if err := p.designs(ctx, study, f, r); err != nil {
			return err
		}
	}
	return p.print(ctx, f, r)
}

// firstPick is the first algorithm's pick at the budget that the UI begins
// with, or at the first one.
func firstPick(t *core.Tuning, picks [][]core.Pick) *core.Pick {
	for i := range picks {
		if picks[i][0].Selection.Budget == t.FirstBudget(selection.Full) {
			return &picks[i][0]
		}
	}
	return &picks[0][0]
}

// overRange is the recommended budget of Full and five over the range.
func overRange(t *core.Tuning) amounts {
	r := t.Answers[0].Result
	budgets := amounts{t.FirstBudget(selection.Full), r.Max}
	for _, part := range []model.Amount{16, 8, 4, 2} {
		budgets = append(budgets, max(r.Max/part/r.Step*r.Step, r.Required))
	}
	slices.Sort(budgets)
	return slices.Compact(budgets)
}
