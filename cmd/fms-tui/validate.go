package main

import (
	"context"
	"slices"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// validate compares the honest losses of algorithms.
func compareAlgorithms(ctx context.Context, p *program, paths []string, f *flags) error {
	if f.noHonest {
		return misused("--compare is about the honest loss, which --no-honest leaves out")
	}
	if f.goal.asked() && f.goal.metric == "" {
		return misused("--compare shows all budgets, and the recommended one by the honest loss: --goal takes 'by METRIC' here")
	}
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	of := wholeRange
	if len(f.algorithms) == 0 {
		of = everyAlgorithm
	}
	t, err := tuneAsked(ctx, p, study, f, of)
	if err != nil {
		return err
	}
	if of == everyAlgorithm {
		f = f.with(func(g *flags) { g.algorithms = t.Answers[0].Algorithms() })
	}
	named := len(f.budgets) > 0
	if !named {
		f = f.with(func(g *flags) { g.budgets = overRange(t) })
	}
	picks, err := seenPicks(ctx, p, t, f)
	if err != nil {
		return err
	}
	if f.form == "text" && !f.all && !f.designs && f.bootstrap == 0 && !f.goal.asked() {
		r, err := f.compareAnswer(ctx, t, picks, named, paths)
		if err != nil {
			return err
		}
		return p.print(ctx, f, r)
	}
	r := validation(t, picks, f)
	if err := sayClasses(ctx, &r.Section, picks, f.threshold.at()); err != nil {
		return err
	}
	if err := addCalibration(ctx, &r.Section, firstPick(t, picks), f.threshold.at()); err != nil {
		return err
	}
	if err := recommendByMetric(ctx, r, t, picks[0], f); err != nil {
		return err
	}
	if err := resampleFirst(ctx, p, r, firstPick(t, picks), f); err != nil {
		return err
	}
	r.Field("designs", nil)
	if f.designs {
		r.Items = r.Items[:len(r.Items)-1]
		if err := addDesigns(ctx, p, study, f, r); err != nil {
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
func overRange(t *core.Tuning) []model.Amount {
	r := t.Answers[0].Result
	budgets := []model.Amount{t.FirstBudget(selection.Full), r.Max}
	for _, part := range []model.Amount{16, 8, 4, 2} {
		budgets = append(budgets, max(r.Max/part/r.Step*r.Step, r.Required))
	}
	slices.Sort(budgets)
	return slices.Compact(budgets)
}
