package main

import (
	"context"
	"slices"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// validate compares the honest losses of algorithms.
func (p *program) validate(ctx context.Context, paths []string, f *flags) error {
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
	if err := sayClasses(ctx, &r.Section, picks, f.threshold.at()); err != nil {
		return err
	}
	if err := addCalibration(ctx, &r.Section, firstPick(t, picks), f.threshold.at()); err != nil {
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
