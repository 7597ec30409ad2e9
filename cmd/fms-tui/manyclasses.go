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
	for i := range found {
		if found[i].Why != "" {
			to.Add(manyClassTable(picks, found))
			to.Say("Not measured: %s.", found[i].Why)
			return nil
		}
	}
	to.Add(manyClassTable(picks, found))
	sayMetrics(to, callWords(found[0].Ordered))
	to.Space()
	to.Add(probabilityTable(picks, found))
	sayMetrics(to, probabilityWords(true))
	addConfusion(to, &picks[0], found[0])
	return nil
}

// sayMetrics explains metrics, one a line.
func sayMetrics(to *report.Section, words []string) { to.Add(report.Findings(words)) }

// callWords explain the metrics of calls of three or more classes.
func callWords(ordered bool) []string {
	kappa := "κ (Cohen's kappa): agreement with the label beyond chance; 0 is chance, 1 is perfect."
	if ordered {
		kappa = "κ (Cohen's kappa, quadratic weights): agreement beyond chance; two-step errors count four times."
	}
	return []string{
		"accuracy: the share of objects that are called right.",
		"balanced: the share of a class that is called right, averaged over the classes.",
		"F1: 2·right/(called + of the class), averaged over the classes (macro).",
		kappa,
	}
}

// probabilityWords explain the metrics of probabilities, of two classes or of many.
func probabilityWords(many bool) []string {
	auc := "AUC: the share of pairs, one of each class, in which the second class has the larger prediction."
	if many {
		auc = "AUC: the share of pairs, one of a class and one of the rest, that the probability orders right; mean over the classes (macro)."
	}
	return []string{
		auc,
		"log loss: the mean of -log P(the true class); 0 is perfect, and a large value is a wrong and certain probability.",
		"Brier: the squared error of the probabilities, from 0 (perfect) to 1.",
	}
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

// addConfusion counts the objects of the first pick by class and call.
func addConfusion(to *report.Section, p *core.Pick, c *core.Multiclass) {
	to.Space()
	to.Say("Confusion of %s at a budget of %s: objects held out by their class (rows) and their call (columns).", p.Selection.Algorithm, p.Selection.Budget)
	t := &report.Table{Columns: []report.Column{{Head: "class"}}}
	for _, name := range c.Names {
		t.Columns = append(t.Columns, report.Column{Head: "called " + name, Format: asCount, Align: report.Right})
	}
	t.Columns = append(t.Columns, report.Column{Head: "called right", Format: asShare})
	for k, row := range c.Confusion {
		cells, all := []report.Value{c.Names[k]}, 0
		for _, n := range row {
			cells = append(cells, n)
			all += n
		}
		t.Row(append(cells, float64(row[k])/float64(all))...)
	}
	to.Add(t)
}

// probabilityTable shows people the metrics of probabilities. Programs find them beside
// the others in the table "classes".
func probabilityTable(picks []core.Pick, found []*core.Multiclass) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Head: "budget", Align: report.Right},
		{Head: "algorithm"},
		{Head: "AUC"},
		{Head: "log loss"},
		{Head: "Brier"},
		{Head: "objects", Format: asCount, Align: report.Right},
	}}
	for i, c := range found {
		t.Row(picks[i].Selection.Budget, picks[i].Selection.Algorithm, report.Estimate{X: c.AUC, SE: c.SE.AUC},
			report.Estimate{X: c.LogLoss, SE: c.SE.LogLoss}, report.Estimate{X: c.Brier, SE: c.SE.Brier}, c.Objects)
	}
	return t
}

func manyClassTable(picks []core.Pick, found []*core.Multiclass) *report.Table {
	t := &report.Table{Name: "classes", Columns: []report.Column{
		{Name: "budget", Head: "budget", Align: report.Right},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "accuracy", Head: "accuracy", Estimate: true},
		{Name: "balanced_accuracy", Head: "balanced", Estimate: true},
		{Name: "macro_f1", Head: "F1", Estimate: true},
		{Name: "kappa", Head: "κ", Estimate: true},
		{Name: "auc", Estimate: true},
		{Name: "log_loss", Estimate: true},
		{Name: "brier", Estimate: true},
		{Name: "objects"},
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
