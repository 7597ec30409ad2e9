package screen

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
)

// Sentence ranks the algorithms by their test errors near B.
func (v *ExperimentsView) Sentence() string {
	e := v.TestErrors()
	if e == nil {
		return "There are no test errors yet"
	}
	b := nearestBudget(e.Budgets, v.Shown.State.Budget)
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
		e.Done, figure.CountOf(v.Shown.Result.Objects, "object"), e.Designs[0].Objects, e.Test, chart.Clean(v.Shown.Result.Label), e.Budgets[b], enumerate(parts),
		figure.Loss(v.Shown.Result.LabelVar))
}

// Table lists the test errors of all algorithms at all budgets, under
// the names of `validate --protocol --form csv`.
func (v *ExperimentsView) Table(t *Tsv) string {
	e := v.TestErrors()
	if e == nil {
		return ""
	}
	t.head("algorithm", "budget", "test_error", "test_error_se", "test_error_sd", "projected_test_error", "projected_test_error_se", "projected_test_error_sd",
		"training_error", "projected_loss", "honest_loss", "attributes_chosen", "judgments_chosen", "drawn_again", "refused")
	for i, alg := range e.Algorithms {
		for b, budget := range e.Budgets {
			o := e.At(core.Arm{Algorithm: i, Budget: b})
			if o.Refused != nil {
				t.Row(string(alg), budget, "", "", "", "", "", "", "", "", "", "", "", "", o.Refused.Error())
				continue
			}
			t.Row(string(alg), budget, o.Refit.Loss, o.Refit.SE, o.RefitSD, o.Projected.Loss, o.Projected.SE, o.ProjectedSD,
				o.Training, o.Promised, o.Honest, o.Attributes, o.Judgments, o.Again, "")
		}
	}
	return t.counted("test error")
}

// Command asks for the command of the test errors.
func (v *ExperimentsView) Command(q *Asked) bool {
	q.Command, q.Flags = "validate", []string{"--protocol"}
	e := v.TestErrors()
	if e == nil {
		return true
	}
	q.Settings.MaxRepeats, q.Settings.Raters = v.Trying.Value.most, v.Shown.Result.Raters
	var budgets, names []string
	for _, b := range e.Budgets {
		budgets = append(budgets, b.String())
	}
	active := v.Shown.State.Algorithm
	if slices.Contains(e.Algorithms, active) {
		names = append(names, string(active)) // differences are to the first
	}
	for _, alg := range e.Algorithms {
		if alg != active {
			names = append(names, string(alg))
		}
	}
	q.Flags = append(q.Flags, "--budget", strings.Join(budgets, ","), "--algorithm", strings.Join(names, ","))
	return true
}
