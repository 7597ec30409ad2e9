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
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
)

// addClasses adds the flags that say which class an object is called.
func (f *questionFlags) addClasses(c *cobra.Command) {
	fs := c.Flags()
	fs.Var(&value{kind: "auto|P", read: f.wrongCalls.setThreshold}, "threshold", "an object is called 1 if its probability of class 1 is at least this; auto is .5, or follows from --cost-of")
	fs.Var(&value{kind: "fn=X,fp=Y|CLASS=X,…", read: f.wrongCalls.setCosts}, "cost-of", "cost of wrong calls, such as fn=5,fp=1: an object of class 1 called 0 (fn), an object of class 0 called 1 (fp); or by class, such as low=5,high=2, for objects of the class called another one")
}

// callCosts are what --threshold and --cost-of say wrong calls cost.
type callCosts struct {
	threshold float64 // of two classes; 0 where the flag does not say
	byName    map[string]float64
}

// of returns the costs by class of a result's label, nil where wrong calls cost the same.
func (c callCosts) of(r *core.Result) ([]float64, error) {
	label := r.ClassLabel()
	if label == nil {
		return nil, nil
	}
	return c.ofClasses(label.ClassNames())
}

func (c callCosts) ofClasses(names []string) ([]float64, error) {
	switch {
	case c.threshold > 0 && len(names) == 2:
		return []float64{c.threshold, 1 - c.threshold}, nil
	case c.byName == nil:
		return nil, nil
	}
	costs, known := slices.Repeat([]float64{1}, len(names)), 0
	for k, name := range names {
		short := ""
		if len(names) == 2 {
			short = [2]string{"fp", "fn"}[k]
		}
		for _, name := range []string{name, short} {
			if x, given := c.byName[name]; given {
				costs[k] = x
				known++
			}
		}
	}
	if known < len(c.byName) {
		return nil, misused("--cost-of: the classes are %s", strings.Join(names, ", "))
	}
	return costs, nil
}

// setThreshold reads --threshold.
func (c *callCosts) setThreshold(s string) error {
	if s == "auto" {
		return nil
	}
	p, err := strconv.ParseFloat(s, 64)
	if err != nil || !(p > 0 && p < 1) {
		return fmt.Errorf("%q is not a probability: accepted are auto, or a number between 0 and 1", s)
	}
	c.threshold = p
	return c.check()
}

// setCosts reads --cost-of.
func (c *callCosts) setCosts(s string) error {
	c.byName = make(map[string]float64)
	for part := range strings.SplitSeq(s, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !(x > 0) || math.IsInf(x, 0) {
			return fmt.Errorf("%q is no cost of a wrong call: accepted are fn=X and fp=Y, or CLASS=X, with numbers above 0, such as fn=5,fp=1", part)
		}
		c.byName[name] = x
	}
	return c.check()
}

func (c *callCosts) check() error {
	if c.threshold > 0 && c.byName != nil {
		return errors.New("--threshold and --cost-of both give the threshold: give only one of them")
	}
	return nil
}

// sayClasses says how well each pick tells the classes of the label from each other; nothing
// where the label has none. The only error is the context's.
func sayClasses(ctx context.Context, to *report.Section, all [][]core.Pick, f *flags) error {
	var found []*core.Classes
	picks := slices.Concat(all...)
	for i := range picks {
		costs, err := f.wrongCalls.of(picks[i].Result)
		if err != nil {
			return err
		}
		c, err := picks[i].Classes(ctx, costs)
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
	switch {
	case len(names) == 2:
		call = fmt.Sprintf("An object is called %s from a probability of %s on.", c.Names[1], share(c.Calling.Threshold()))
	case c.Calling.Costs != nil:
		call = "The call is the class of least expected cost."
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
			normal, prevalence, threshold = c.Normal.AUC(), c.Shares[1], c.Calling.Threshold()
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
