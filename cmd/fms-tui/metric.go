package main

import (
	"context"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// budgetOf is the budget that the flags' rule gives an algorithm, and what a metric of classes
// found; nil without one.
func (f *questionFlags) budgetOf(ctx context.Context, t *core.Tuning, a selection.Algorithm) (model.Amount, *core.MetricBudget, error) {
	if f.goal.metric == "" {
		b, err := t.Budget(a, f.goal.Rule)
		return b, nil, err
	}
	by, err := t.BudgetBy(ctx, a, f.goal.Rule, f.goal.metric, f.threshold.at())
	return by.Budget, &by, err
}

// firstBudget is the budget where no flag names one.
func (f *questionFlags) firstBudget(ctx context.Context, t *core.Tuning) (model.Amount, *core.MetricBudget, error) {
	if f.goal.metric == "" {
		return t.FirstBudget(selection.Full), nil, nil
	}
	return f.budgetOf(ctx, t, selection.Full)
}

// byMetric are the budgets of picks that a metric chose.
func byMetric(all [][]core.Pick) []core.MetricBudget {
	var list []core.MetricBudget
	for _, row := range all {
		if len(row) > 0 && row[0].By != nil {
			list = append(list, *row[0].By)
		}
	}
	return list
}

// addMetricBudgets says by which metric budgets were chosen.
func addMetricBudgets(to *report.Section, list []core.MetricBudget) {
	if len(list) == 0 {
		return
	}
	first := list[0]
	enough := "within one standard error of the best (" + figure.Significant(first.Best.SE, 2) + "), or within .005"
	if first.Rule.By == core.Within {
		enough = "at most " + figure.Significant(100*first.Rule.Within, 2) + " % worse than the best"
	}
	to.Space()
	to.Say("Budgets by %s: the smallest whose %s is %s.", first.Metric.Title(), first.Metric.Title(), enough)
	t := &report.Table{Name: "by_metric", Columns: []report.Column{
		{Name: "metric"},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "budget", Head: "budget", Align: report.Right},
		{Name: "value", Head: first.Metric.Title(), Estimate: true},
		{Name: "best", Head: "best", Estimate: true},
		{Name: "best_budget", Head: "at", Align: report.Right},
	}}
	for _, b := range list {
		t.Row(string(b.Metric), b.Algorithm, b.Budget, b.Has, b.Best, b.BestAt)
	}
	to.Add(t)
}

// recommendByMetric adds the budget that the metric of --goal recommends for each algorithm.
func recommendByMetric(ctx context.Context, to *report.Report, t *core.Tuning, picks []core.Pick, f *flags) error {
	if f.goal.metric == "" {
		return nil
	}
	var list []core.MetricBudget
	for i := range picks {
		_, by, err := f.budgetOf(ctx, t, picks[i].Selection.Algorithm)
		if err != nil {
			return err
		}
		list = append(list, *by)
	}
	addMetricBudgets(&to.Section, list)
	return nil
}
