package tui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
)

// experimentSentence ranks the algorithms by their test errors near B.
func (a *app) experimentSentence() string {
	e := a.testErrors()
	if e == nil {
		return "There are no test errors yet"
	}
	b := nearestBudget(e.Budgets, a.shown.state.Budget)
	order := make([]int, 0, len(e.Algorithms))
	outcome := func(i int) core.TestError { return e.At(core.Arm{Algorithm: i, Budget: b}) }
	for i := range e.Algorithms {
		if t := outcome(i); t.Refused == nil && !math.IsNaN(t.Refit.Loss) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if outcome(i).Refit.Loss < outcome(j).Refit.Loss {
			return -1
		}
		return 1
	})
	var parts []string
	for _, i := range order {
		t := outcome(i)
		parts = append(parts, fmt.Sprintf("%s %s", e.Algorithms[i], figure.WithError(t.Refit.Loss, t.Refit.SE)))
	}
	return fmt.Sprintf("On %d random splits of %s, %d to learn from and %d to test on, the mean squared test errors of %s with a budget of %s are, lowest first, %s; the variance is %s",
		e.Done, figure.CountOf(a.shown.result.Objects, "object"), e.Designs[0].Objects, e.Test, chart.Clean(a.shown.result.Label), e.Budgets[b], enumerate(parts),
		figure.Loss(a.shown.result.LabelVar))
}

// experimentTable lists the test errors of all algorithms at all budgets, under
// the names of `validate --protocol --form csv`.
func (a *app) experimentTable(t *tsv) string {
	e := a.testErrors()
	if e == nil {
		return ""
	}
	t.head("algorithm", "budget", "test_error", "test_error_se", "test_error_sd", "projected_test_error", "projected_test_error_se", "projected_test_error_sd",
		"training_error", "projected_loss", "honest_loss", "attributes_chosen", "judgments_chosen", "drawn_again", "refused")
	for i, alg := range e.Algorithms {
		for b, budget := range e.Budgets {
			o := e.At(core.Arm{Algorithm: i, Budget: b})
			if o.Refused != nil {
				t.row(string(alg), budget, "", "", "", "", "", "", "", "", "", "", "", "", o.Refused.Error())
				continue
			}
			t.row(string(alg), budget, o.Refit.Loss, o.Refit.SE, o.RefitSD, o.Projected.Loss, o.Projected.SE, o.ProjectedSD,
				o.Training, o.Promised, o.Honest, o.Attributes, o.Judgments, o.Again, "")
		}
	}
	return t.counted("test error")
}

// askProtocol asks for the command of the test errors.
func (a *app) askProtocol(q *Asked) {
	q.Command, q.Flags = "validate", []string{"--protocol"}
	e := a.testErrors()
	if e == nil {
		return
	}
	q.Settings.MaxRepeats, q.Settings.Raters = a.experiments.Value.most, a.shown.result.Raters
	var budgets, names []string
	for _, b := range e.Budgets {
		budgets = append(budgets, b.String())
	}
	active := a.shown.state.Algorithm
	if slices.Contains(e.Algorithms, active) {
		names = append(names, string(active)) // differences are to the first
	}
	for _, alg := range e.Algorithms {
		if alg != active {
			names = append(names, string(alg))
		}
	}
	q.Flags = append(q.Flags, "--budget", strings.Join(budgets, ","), "--algorithm", strings.Join(names, ","))
}
