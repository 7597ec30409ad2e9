package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// addMetric adds the flag that names the metric by which a budget is chosen.
func (f *flags) addMetric(c *cobra.Command) {
	c.Flags().Var(metricName{&f.metric}, "metric", "choose the budget by a metric of classes in place of the honest loss: "+metricNames()+"; --within and --one-se then use this metric")
}

// metricNames lists the values of --metric.
func metricNames() string {
	var names []string
	for _, m := range core.ClassMetrics() {
		names = append(names, string(m))
	}
	return strings.Join(names, ", ")
}

// metricName is the value of --metric.
type metricName struct{ to *core.ClassMetric }

func (m metricName) String() string { return "" }
func (m metricName) Type() string   { return "METRIC" }

func (m metricName) Set(s string) error {
	if !slices.Contains(core.ClassMetrics(), core.ClassMetric(s)) {
		return fmt.Errorf("%q is not a metric of classes: accepted are %s", s, metricNames())
	}
	*m.to = core.ClassMetric(s)
	return nil
}

// checkMetric refuses flags that go with no metric of classes.
func (f *flags) checkMetric() error {
	switch {
	case f.metric == "":
		return nil
	case f.noHonest:
		return misused("--metric needs the objects held out, which --no-honest leaves out")
	case f.enough.By == core.MostLoss, f.enough.By == core.LeastR2:
		return misused("%s is about the squared loss, and --metric %s about classes: give only one of them", f.enough.given[0], f.metric)
	}
	return nil
}

// budgetOf is the budget that the flags' rule gives an algorithm, and what a metric of classes
// found; nil without one.
func (f *flags) budgetOf(ctx context.Context, t *core.Tuning, a selection.Algorithm) (model.Amount, *core.MetricBudget, error) {
	if f.metric == "" {
		b, err := t.Budget(a, f.enough.Rule)
		return b, nil, err
	}
	by, err := t.BudgetBy(ctx, a, f.enough.Rule, f.metric, f.threshold.at())
	return by.Budget, &by, err
}

// firstBudget is the budget where no flag names one.
func (f *flags) firstBudget(ctx context.Context, t *core.Tuning) (model.Amount, *core.MetricBudget, error) {
	if f.metric == "" {
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

// recommendByMetric adds the budget that the metric of --metric recommends for each algorithm.
func recommendByMetric(ctx context.Context, to *report.Report, t *core.Tuning, picks []core.Pick, f *flags) error {
	if f.metric == "" {
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
