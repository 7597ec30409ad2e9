package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report"
)

// addManyClassTable says how well each pick tells three or more classes from each other.
func addManyClassTable(ctx context.Context, to *report.Section, all [][]core.Pick) error {
	var found []*core.Multiclass
	picks := slices.Concat(all...)
	for i := range picks {
		c, err := picks[i].Multiclass(ctx)
		if err != nil || c == nil {
			return err
		}
		found = append(found, c)
	}
	if len(found) == 0 {
		return nil
	}
	sayClasses(to, found[0])
	to.Add(manyClassTable(picks, found))
	for i, c := range found {
		if c.Why != "" {
			to.Say("Not measured: %s.", c.Why)
			return nil
		}
		if i == 0 {
			to.Say("balanced, F1 and AUC are means over the classes (macro).%s", kappaWords(c))
			sayConfusion(to, c)
		}
	}
	return nil
}

// kappaWords say what κ is of classes in order.
func kappaWords(c *core.Multiclass) string {
	if c.Ordered {
		return " κ has quadratic weights: a call two steps off counts as four of one step."
	}
	return ""
}

// sayClasses names the classes, with their shares of the objects.
func sayClasses(to *report.Section, c *core.Multiclass) {
	var names []string
	for k, name := range c.Names {
		names = append(names, fmt.Sprintf("%s (%s %%)", name, strconv.FormatFloat(100*c.Shares[k], 'f', 0, 64)))
	}
	word := "Classes"
	if c.Ordered {
		word = "Classes in order"
	}
	to.Space()
	to.Say("%s: %s. The call is the most probable class. Each figure is of objects held out, ± its standard error.", word, strings.Join(names, ", "))
}

// sayConfusion counts the objects of the first pick by class and call.
func sayConfusion(to *report.Section, c *core.Multiclass) {
	for k, row := range c.Confusion {
		var calls []string
		for j, n := range row {
			calls = append(calls, fmt.Sprintf("%s %d", c.Names[j], n))
		}
		to.Say("%s is called: %s.", c.Names[k], strings.Join(calls, ", "))
	}
}

func manyClassTable(picks []core.Pick, found []*core.Multiclass) *report.Table {
	t := &report.Table{Name: "classes", Columns: []report.Column{
		{Name: "budget", Head: "budget", Align: report.Right},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "accuracy", Head: "accuracy", Estimate: true},
		{Name: "balanced_accuracy", Head: "balanced", Estimate: true},
		{Name: "macro_f1", Head: "F1", Estimate: true},
		{Name: "kappa", Head: "κ", Estimate: true},
		{Name: "auc", Head: "AUC", Estimate: true},
		{Name: "log_loss", Head: "log loss", Estimate: true, Priority: 1},
		{Name: "brier", Head: "Brier", Estimate: true, Priority: 2},
		{Name: "objects", Format: asCount},
		{Name: "confusion", Only: report.OnlyJSON}, // by class and call
		{Name: "names", Only: report.OnlyJSON},
		{Name: "shares", Only: report.OnlyJSON},
		{Name: "ordered"},
		{Name: "reason"},
	}}
	for i := range picks {
		c := found[i]
		of := func(get func(*classes.ManyMetrics) float64) report.Estimate {
			if c.Why != "" {
				return report.Estimate{X: math.NaN(), SE: math.NaN()}
			}
			return report.Estimate{X: get(&c.ManyMetrics), SE: get(&c.SE)}
		}
		t.Row(picks[i].Selection.Budget, picks[i].Selection.Algorithm,
			of(func(m *classes.ManyMetrics) float64 { return m.Accuracy }), of(func(m *classes.ManyMetrics) float64 { return m.Balanced }),
			of(func(m *classes.ManyMetrics) float64 { return m.F1 }), of(func(m *classes.ManyMetrics) float64 { return m.Kappa }),
			of(func(m *classes.ManyMetrics) float64 { return m.AUC }), of(func(m *classes.ManyMetrics) float64 { return m.LogLoss }),
			of(func(m *classes.ManyMetrics) float64 { return m.Brier }),
			c.Objects, c.Confusion, c.Names, c.Shares, c.Ordered, unlessEmpty(c.Why))
	}
	return t
}

// addScoreTable says what each of several labels loses.
func addScoreTable(to *report.Section, all [][]core.Pick) {
	picks := slices.Concat(all...)
	if len(picks) == 0 || len(picks[0].Result.Labels()) < 2 {
		return
	}
	to.Space()
	to.Say("Labels: %s, by the same judgments. The losses above are sums of each label's loss as a share of its variance, times its weight.", picks[0].Result.Predicted())
	t := &report.Table{Name: "labels", Columns: []report.Column{
		{Name: "budget", Head: "budget", Align: report.Right},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "label", Head: "label"},
		{Name: "projected_loss", Head: "projected", Align: report.Right, Format: asLoss},
		{Name: "honest_loss", Head: "honest ± se", Estimate: true},
		{Name: "honest_r2", Head: "R²", Align: report.Right, Format: asShare},
		{Name: "variance"},
		{Name: "weight"},
	}}
	for i := range picks {
		p := &picks[i]
		for k, s := range p.Result.Scores() {
			e := p.ScoreEstimate(k)
			t.Row(p.Selection.Budget, p.Selection.Algorithm, s.Title(), p.Result.ScoreLoss(&p.Selection, k), estimate(e), 1-e.Loss/s.Var, s.Var, s.Weight)
		}
	}
	to.Add(t)
}
