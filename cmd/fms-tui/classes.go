package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report"
	"fms-tui/model"
)

// addClasses adds the flags that say when an object is called class 1.
func (f *flags) addClasses(c *cobra.Command) {
	fs := c.Flags()
	fs.Var(threshold{&f.threshold}, "threshold", "an object is called 1 if its probability of class 1 is at least this; auto is .5, or follows from --cost-of")
	fs.Var(costOf{&f.threshold}, "cost-of", "cost of wrong calls, such as fn=5,fp=1: an object of class 1 called 0 (fn), an object of class 0 called 1 (fp)")
}

// calling is the threshold of calls, with the flags that gave it.
type calling struct {
	probability float64 // 0 where no flag says
	byCost      bool
	byHand      bool
}

// at is the probability of class 1 from which on an object is called 1.
func (c calling) at() float64 {
	if c.probability == 0 {
		return classes.Threshold(1, 1)
	}
	return c.probability
}

// threshold is the value of --threshold.
type threshold struct{ to *calling }

func (t threshold) String() string { return "" }
func (t threshold) Type() string   { return "auto|P" }

func (t threshold) Set(s string) error {
	if s == "auto" {
		return nil
	}
	p, err := strconv.ParseFloat(s, 64)
	if err != nil || !(p > 0 && p < 1) {
		return fmt.Errorf("%q is not a probability: accepted are auto, or a number between 0 and 1", s)
	}
	if t.to.byCost {
		return fmt.Errorf("--cost-of gives the threshold already: give only one of them")
	}
	t.to.probability, t.to.byHand = p, true
	return nil
}

// costOf is the value of --cost-of.
type costOf struct{ to *calling }

func (c costOf) String() string { return "" }
func (c costOf) Type() string   { return "fn=X,fp=Y" }

func (c costOf) Set(s string) error {
	costs := map[string]float64{"fn": 1, "fp": 1}
	for part := range strings.SplitSeq(s, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		x, err := strconv.ParseFloat(value, 64)
		if _, known := costs[name]; !known || err != nil || !(x > 0) || math.IsInf(x, 0) {
			return fmt.Errorf("%q is no cost of a wrong call: accepted are fn=X and fp=Y with numbers above 0, such as fn=5,fp=1", part)
		}
		costs[name] = x
	}
	if c.to.byHand {
		return fmt.Errorf("--threshold gives the threshold already: give only one of them")
	}
	c.to.probability, c.to.byCost = classes.Threshold(costs["fn"], costs["fp"]), true
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

// classesOf are the classes of each pick; nothing where the label has no two.
func classesOf(ctx context.Context, all [][]core.Pick, at float64) ([]*core.Classes, error) {
	var out []*core.Classes
	for _, p := range slices.Concat(all...) {
		c, err := p.Classes(ctx, at)
		if err != nil || c == nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// addClassTable says how well each pick tells the two classes of the label.
func addClassTable(to *report.Section, all [][]core.Pick, found []*core.Classes) {
	if len(found) == 0 {
		return
	}
	first := found[0]
	share := func(p float64) string { return strconv.FormatFloat(100*p, 'f', 0, 64) + " %" }
	to.Space()
	to.Say("Classes: %s (%s) and %s (%s). An object is called %s from a probability of %s on. Each figure is of objects held out, ± its standard error.",
		first.Names[0], share(1-first.Normal.Prevalence), first.Names[1], share(first.Normal.Prevalence), first.Names[1], share(first.Threshold))
	t := &report.Table{Name: "classes", Columns: []report.Column{
		{Name: "budget", Head: "budget", Align: report.Right},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "accuracy", Head: "accuracy", Estimate: true},
		{Name: "balanced_accuracy", Head: "balanced", Estimate: true},
		{Name: "kappa", Head: "κ", Estimate: true},
		{Name: "auc", Head: "AUC", Estimate: true},
		{Name: "log_loss", Head: "log loss", Estimate: true},
		{Name: "brier", Head: "Brier", Estimate: true, Priority: 1},
		{Name: "normal_auc", Format: digits(2)}, // of the normal model: rises with the honest R²
		{Name: "objects", Format: asCount},
		{Name: "confusion", Only: report.OnlyJSON}, // by class and call
		{Name: "names", Only: report.OnlyJSON},
		{Name: "prevalence"},
		{Name: "threshold"},
		{Name: "reason"},
	}}
	for i, p := range slices.Concat(all...) {
		c := found[i]
		of := func(get func(*classes.Metrics) float64) report.Estimate {
			if c.Why != "" {
				return report.Estimate{X: math.NaN(), SE: math.NaN()}
			}
			return report.Estimate{X: get(&c.Metrics), SE: get(&c.SE)}
		}
		t.Row(p.Selection.Budget, p.Selection.Algorithm,
			of(func(m *classes.Metrics) float64 { return m.Accuracy }), of(func(m *classes.Metrics) float64 { return m.Balanced }),
			of(func(m *classes.Metrics) float64 { return m.Kappa }), of(func(m *classes.Metrics) float64 { return m.AUC }),
			of(func(m *classes.Metrics) float64 { return m.LogLoss }), of(func(m *classes.Metrics) float64 { return m.Brier }),
			c.Normal.AUC(), c.Objects, c.Confusion, c.Names, c.Normal.Prevalence, c.Threshold, unlessEmpty(c.Why))
	}
	to.Add(t)
	for _, c := range found {
		if c.Why != "" {
			to.Say("Not measured: %s.", c.Why)
			return
		}
	}
	sayMetrics(to, slices.Concat(twoCallWords, probabilityWords(false)))
}

// twoCallWords explain the metrics of calls of two classes.
var twoCallWords = []string{
	"accuracy: the share of objects that are called right.",
	"balanced: the mean of this share in the two classes.",
	"κ (Cohen's kappa): agreement with the label beyond chance; 0 is chance, 1 is perfect.",
}
