package main

import (
	"cmp"
	"context"
	"math"
	"slices"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/report/handout"
)

// classesOfPage are the metrics, the confusion and the calibration of classes, for the page to
// hand on; nothing where the label has none, or nothing was measured.
func classesOfPage(ctx context.Context, p *core.Pick) ([]handout.Table, error) {
	c, err := p.Classes(ctx, nil)
	if err != nil || c == nil || c.Why != "" {
		return nil, err
	}
	var names []string
	for _, name := range c.Names {
		names = append(names, clean(name))
	}
	kappa := "Cohen's κ: agreement beyond chance"
	if c.Calling.Ordered {
		kappa += ", with quadratic weights: two-step errors count four times"
	}
	call := "the call is the most probable class"
	if len(names) == 2 {
		call = "called " + names[1] + " from a probability of one half on"
	}
	metrics := handout.Table{
		Title: "Classes: " + figure.List(names, "and"),
		Note:  "Of " + figure.CountOf(c.Objects, "object") + " held out; " + call + ". ± is a standard error. Macro is the mean over the classes. Chance has a κ of 0 and an AUC of .50; a perfect log loss is 0.",
		Table: figuresOf("metric", "value"),
	}
	for _, row := range []struct {
		name  string
		x, se float64
	}{
		{"accuracy: share called right", c.Accuracy, c.SE.Accuracy},
		{"balanced accuracy: share of a class called right, macro", c.Balanced, c.SE.Balanced},
		{"F1: 2·right/(called + of the class), macro", c.F1, c.SE.F1},
		{kappa, c.Kappa, c.SE.Kappa},
		{"AUC: share of pairs of a class and the rest in the right order, macro", c.AUC, c.SE.AUC},
		{"log loss: of the probabilities", c.LogLoss, c.SE.LogLoss},
		{"Brier score: squared error of the probabilities", c.Brier, c.SE.Brier},
	} {
		metrics.Row(row.name, report.Estimate{X: row.x, SE: row.se})
	}
	return append([]handout.Table{metrics}, confusionOfPage(c, names)...), nil
}

// confusionOfPage are the confusion matrix and the calibration.
func confusionOfPage(c *core.Classes, names []string) []handout.Table {
	heads := []string{"class"}
	for _, name := range names {
		heads = append(heads, "called "+name)
	}
	confusion := handout.Table{Title: "Confusion", Note: "Objects held out by their class (rows) and their call (columns).", Table: figuresOf(heads...)}
	calibration := handout.Table{
		Title: "Are the probabilities right?",
		Note:  "Objects held out by their probability of a class, and the share that is of the class. ± is the standard error of a share if the probabilities are right.",
		Table: figuresOf("class", "objects", "probability", "share"),
	}
	for k, name := range names {
		row := []report.Value{name}
		for _, n := range c.Confusion[k] {
			row = append(row, figure.Count(n))
		}
		confusion.Row(row...)
	}
	if said := c.Calibrated(); said != "" {
		calibration.Note += " " + said
	}
	for _, k := range calibrated(c) {
		for _, b := range c.Calibration[k] {
			calibration.Row(names[k], figure.Count(b.Objects), figure.Share(b.Mean), report.Estimate{X: b.Share, SE: b.SE})
		}
	}
	return []handout.Table{confusion, calibration}
}

// mostSeparating is how many attributes the table of class means shows.
const mostSeparating = 12

// classMeansOfPage says what separates the classes: the attributes whose means differ most
// between them, in standard deviations.
func classMeansOfPage(p *core.Pick) []handout.Table {
	names, means := p.ClassMeans()
	if names == nil {
		return nil
	}
	heads := []string{"attribute"}
	for _, name := range names {
		heads = append(heads, clean(name))
	}
	t := handout.Table{
		Title: "What separates the classes",
		Note:  "Mean judgment of the objects of each class. The last column is the distance between the highest and the lowest mean, in standard deviations of a mean judgment over objects.",
		Table: figuresOf(append(heads, "apart")...),
	}
	apart := func(a int) float64 {
		low, high := math.Inf(1), math.Inf(-1)
		for k := range names {
			low, high = min(low, means[k][a]), max(high, means[k][a])
		}
		if d := (high - low) / p.Attributes[a].T; d == d && !math.IsInf(d, 0) {
			return d
		}
		return 0
	}
	var order []int
	for a := range p.Attributes {
		if apart(a) > 0 {
			order = append(order, a)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(apart(b), apart(a)) })
	for _, a := range order[:min(len(order), mostSeparating)] {
		row := []report.Value{clean(p.Attributes[a].Name)}
		for k := range names {
			row = append(row, figure.Significant(means[k][a], 3))
		}
		t.Row(append(row, figure.Significant(apart(a), 2))...)
	}
	if more := len(order) - len(t.Rows); more > 0 {
		t.More = figure.CountOf(more, "attribute") + " more"
	}
	return []handout.Table{t}
}
