package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// addClasses adds the flags that say when an object is called class 1.
func (f *questionFlags) addClasses(c *cobra.Command) {
	fs := c.Flags()
	fs.Var(&value{kind: "auto|P", read: f.threshold.setThreshold}, "threshold", "an object is called 1 if its probability of class 1 is at least this; auto is .5, or follows from --cost-of")
	fs.Var(&value{kind: "fn=X,fp=Y", read: f.threshold.setCosts}, "cost-of", "cost of wrong calls, such as fn=5,fp=1: an object of class 1 called 0 (fn), an object of class 0 called 1 (fp)")
}

// calling is the threshold of calls, with the flags that gave it.
type calling struct {
	probability float64 // 0 where no flag says
	byCost      bool
}

// at is the probability of class 1 from which on an object is called 1.
func (c calling) at() float64 {
	if c.probability == 0 {
		return classes.Threshold(1, 1)
	}
	return c.probability
}

// setThreshold reads --threshold.
func (c *calling) setThreshold(s string) error {
	if s == "auto" {
		return nil
	}
	p, err := strconv.ParseFloat(s, 64)
	if err != nil || !(p > 0 && p < 1) {
		return fmt.Errorf("%q is not a probability: accepted are auto, or a number between 0 and 1", s)
	}
	return c.set(p, false)
}

// setCosts reads --cost-of.
func (c *calling) setCosts(s string) error {
	costs := map[string]float64{"fn": 1, "fp": 1}
	for part := range strings.SplitSeq(s, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		x, err := strconv.ParseFloat(value, 64)
		if _, known := costs[name]; !known || err != nil || !(x > 0) || math.IsInf(x, 0) {
			return fmt.Errorf("%q is no cost of a wrong call: accepted are fn=X and fp=Y with numbers above 0, such as fn=5,fp=1", part)
		}
		costs[name] = x
	}
	return c.set(classes.Threshold(costs["fn"], costs["fp"]), true)
}

func (c *calling) set(probability float64, byCost bool) error {
	if c.probability != 0 && c.byCost != byCost {
		return errors.New("--threshold and --cost-of both give the threshold: give only one of them")
	}
	c.probability, c.byCost = probability, byCost
	return nil
}

// classOf is the class that a probability calls, nil where that is not known.
func classOf(k *model.PredictorClasses, probability float64) any {
	switch {
	case math.IsNaN(probability):
		return nil
	case probability >= k.Threshold:
		return k.Names[1]
	}
	return k.Names[0]
}

// sayClasses says how well each pick tells the classes of the label from each other; nothing
// where the label has none. The only error is the context's.
func sayClasses(ctx context.Context, to *report.Section, all [][]core.Pick, threshold float64) error {
	var found []*core.Classes
	picks := slices.Concat(all...)
	for i := range picks {
		c, err := picks[i].Classes(ctx, threshold)
		if err != nil || c == nil {
			return err
		}
		found = append(found, c)
	}
	if len(found) == 0 {
		return nil
	}
	nameClasses(to, found[0])
	to.Add(classTable(picks, found))
	if i := slices.IndexFunc(found, func(c *core.Classes) bool { return c.Why != "" }); i >= 0 {
		to.Say("Not measured: %s.", found[i].Why)
		return nil
	}
	to.Add(report.Findings(metricWords(found[0].Calling.Ordered)))
	addConfusion(to, &picks[0], found[0])
	return nil
}

// nameClasses names the classes, with their shares of the objects, and says what is called.
func nameClasses(to *report.Section, c *core.Classes) {
	share := func(p float64) string { return strconv.FormatFloat(100*p, 'f', 0, 64) + " %" }
	var names []string
	for k, name := range c.Names {
		names = append(names, fmt.Sprintf("%s (%s)", name, share(c.Shares[k])))
	}
	word, call := "Classes", "The call is the most probable class."
	if c.Calling.Ordered {
		word = "Classes in order"
	}
	if len(names) == 2 {
		call = fmt.Sprintf("An object is called %s from a probability of %s on.", c.Names[1], share(c.Calling.Threshold))
	}
	to.Space()
	to.Say("%s: %s. %s Each figure is of objects held out, ± its standard error.", word, figure.List(names, "and"), call)
}

// classTable has the metrics of each pick.
func classTable(picks []core.Pick, found []*core.Classes) *report.Table {
	t := &report.Table{Name: "classes", Columns: []report.Column{
		{Name: "budget", Head: "budget", Align: report.Right},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "accuracy", Head: "accuracy", Estimate: true},
		{Name: "balanced_accuracy", Head: "balanced", Estimate: true},
		{Name: "macro_f1", Head: "F1", Estimate: true, Priority: 2},
		{Name: "kappa", Head: "κ", Estimate: true},
		{Name: "auc", Head: "AUC", Estimate: true},
		{Name: "log_loss", Head: "log loss", Estimate: true},
		{Name: "brier", Head: "Brier", Estimate: true, Priority: 1},
		{Name: "normal_auc", Format: digits(2)}, // of the normal model of two classes: rises with the honest R²
		{Name: "objects", Format: asCount},
		{Name: "confusion", Only: report.OnlyJSON}, // by class and call
		{Name: "names", Only: report.OnlyJSON},
		{Name: "shares", Only: report.OnlyJSON},
		{Name: "prevalence"},
		{Name: "threshold"},
		{Name: "ordered"},
		{Name: "reason"},
	}}
	for i, c := range found {
		row := []report.Value{picks[i].Selection.Budget, picks[i].Selection.Algorithm}
		for _, m := range []struct{ x, se float64 }{
			{c.Accuracy, c.SE.Accuracy},
			{c.Balanced, c.SE.Balanced},
			{c.F1, c.SE.F1},
			{c.Kappa, c.SE.Kappa},
			{c.AUC, c.SE.AUC},
			{c.LogLoss, c.SE.LogLoss},
			{c.Brier, c.SE.Brier},
		} {
			if c.Why != "" {
				m.x, m.se = math.NaN(), math.NaN()
			}
			row = append(row, report.Estimate{X: m.x, SE: m.se})
		}
		var normal, prevalence, threshold report.Value
		if len(c.Names) == 2 {
			normal, prevalence, threshold = c.Normal.AUC(), c.Shares[1], c.Calling.Threshold
		}
		t.Row(append(row, normal, c.Objects, c.Confusion, c.Names, c.Shares, prevalence, threshold, c.Calling.Ordered, unlessEmpty(c.Why))...)
	}
	return t
}

// metricWords explain the metrics, one a line.
func metricWords(ordered bool) []string {
	kappa := "κ (Cohen's kappa): agreement with the label beyond chance; 0 is chance, 1 is perfect."
	if ordered {
		kappa = "κ (Cohen's kappa, quadratic weights): agreement beyond chance; two-step errors count four times."
	}
	return []string{
		"accuracy: the share of objects that are called right.",
		"balanced: the share of a class that is called right, averaged over the classes.",
		"F1: 2·right/(called + of the class), averaged over the classes (macro).",
		kappa,
		"AUC: the share of pairs, one of a class and one of the rest, that the probability orders right; mean over the classes (macro).",
		"log loss: the mean of -log P(the true class); 0 is perfect, and a large value is a wrong and certain probability.",
		"Brier: the squared error of the probabilities, from 0 (perfect) to 1.",
	}
}

// addConfusion counts the objects of the first pick by class and call.
func addConfusion(to *report.Section, p *core.Pick, c *core.Classes) {
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
