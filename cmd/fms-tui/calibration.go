package main

import (
	"context"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/report/handout"
	"fms-tui/core/report/plot"
)

// addClassValidation adds the metrics of classes by budget and algorithm, and of two
// classes the calibration of the pick that the UI begins with.
func addClassValidation(ctx context.Context, to *report.Report, t *core.Tuning, all [][]core.Pick, f *flags) error {
	found, err := classesOf(ctx, all, f.threshold.at())
	if err != nil {
		return err
	}
	if len(found) == 0 {
		if err := addManyClassTable(ctx, &to.Section, all); err != nil {
			return err
		}
		return addManyCalibration(ctx, &to.Section, firstPick(t, all))
	}
	addClassTable(&to.Section, all, found)
	pick := firstPick(t, all)
	c, err := pick.Classes(ctx, f.threshold.at())
	if err != nil || c.Why != "" {
		return err
	}
	addCalibration(&to.Section, pick, c)
	return nil
}

// addCalibration compares probabilities with shares.
func addCalibration(to *report.Section, p *core.Pick, c *core.Classes) {
	to.Space()
	to.Say("Calibration of %s at a budget of %s: objects held out by their probability of %s, and the share that is %s. ± is the standard error of a share if the probabilities are right.",
		p.Selection.Algorithm, p.Selection.Budget, c.Names[1], c.Names[1])
	table := &report.Table{Name: "calibration", Columns: []report.Column{
		{Name: "objects", Head: "objects", Format: asCount},
		{Name: "probability", Head: "probability", Format: asShare},
		{Name: "share", Head: "share", Estimate: true},
	}}
	for _, b := range c.Calibration {
		table.Row(b.Objects, b.Mean, report.Estimate{X: b.Share, SE: b.SE})
	}
	to.Add(table)
}

// addManyCalibration compares the probabilities of each of three or more classes with shares.
func addManyCalibration(ctx context.Context, to *report.Section, p *core.Pick) error {
	c, err := p.Multiclass(ctx)
	if err != nil || c == nil || c.Why != "" {
		return err
	}
	to.Space()
	to.Say("Calibration of %s at a budget of %s: objects held out by their probability of a class, and the share that is of the class. ± is the standard error of a share if the probabilities are right.",
		p.Selection.Algorithm, p.Selection.Budget)
	t := &report.Table{Name: "calibration", Columns: []report.Column{
		{Name: "class", Head: "class", Merge: true},
		{Name: "objects", Head: "objects", Format: asCount},
		{Name: "probability", Head: "probability", Format: asShare},
		{Name: "share", Head: "share", Estimate: true},
	}}
	for k, bins := range c.Calibration {
		for _, b := range bins {
			t.Row(c.Names[k], b.Objects, b.Mean, report.Estimate{X: b.Share, SE: b.SE})
		}
	}
	to.Add(t)
	return nil
}

// calibrationOf is the curve of one class.
func calibrationOf(class string, objects int, bins []classes.Bin) plot.Calibration {
	q := plot.Calibration{Title: "calibration of the probability of " + clean(class), Class: clean(class), Objects: figure.CountOf(objects, "object")}
	for _, b := range bins {
		q.Probability, q.Share, q.SE = append(q.Probability, b.Mean), append(q.Share, b.Share), append(q.SE, b.SE)
	}
	return q
}

// manyCalibrationFigure is the plot of three classes or more, a curve each.
func manyCalibrationFigure(ctx context.Context, p *core.Pick) (*plot.Calibration, error) {
	c, err := p.Multiclass(ctx)
	switch {
	case err != nil:
		return nil, err
	case c == nil:
		return nil, misused("plot calibration: the label %q has no classes", p.Label)
	case c.Why != "":
		return nil, misused("plot calibration: %s", c.Why)
	}
	q := calibrationOf(c.Names[0], c.Objects, c.Calibration[0])
	for k, name := range c.Names[1:] {
		q.More = append(q.More, calibrationOf(name, c.Objects, c.Calibration[k+1]))
	}
	q.Title = "calibration of the probabilities of " + clean(p.Label)
	return &q, nil
}

// calibrationFigure is the plot of the same.
func calibrationFigure(ctx context.Context, p *core.Pick) (*plot.Calibration, error) {
	c, err := p.Classes(ctx, calling{}.at())
	switch {
	case err != nil:
		return nil, err
	case c == nil:
		return manyCalibrationFigure(ctx, p)
	case c.Why != "":
		return nil, misused("plot calibration: %s", c.Why)
	}
	q := calibrationOf(c.Names[1], c.Objects, c.Calibration)
	return &q, nil
}

// classesOfPage are the metrics of two classes and their calibration, for the page to hand
// on; nothing where the label has no two, or nothing was measured.
func classesOfPage(ctx context.Context, p *core.Pick) ([]handout.Table, error) {
	c, err := p.Classes(ctx, calling{}.at())
	if err == nil && c == nil {
		return manyClassesOfPage(ctx, p)
	}
	if err != nil || c.Why != "" {
		return nil, err
	}
	m, se := &c.Metrics, &c.SE
	metrics := handout.Table{
		Title: "Classes: " + clean(c.Names[0]) + " and " + clean(c.Names[1]),
		Note:  "Of " + figure.CountOf(c.Objects, "object") + " held out, called " + clean(c.Names[1]) + " from a probability of one half on. ± is a standard error. Chance has a κ of 0 and an AUC of .50; a perfect log loss is 0.",
		Heads: []string{"metric", "value"}, Right: []bool{false, true},
	}
	for _, row := range []struct {
		name  string
		x, se float64
	}{
		{"accuracy: share called right", m.Accuracy, se.Accuracy},
		{"balanced accuracy: its mean over the two classes", m.Balanced, se.Balanced},
		{"Cohen's κ: agreement beyond chance", m.Kappa, se.Kappa},
		{"AUC: share of pairs of both classes in the right order", m.AUC, se.AUC},
		{"log loss: of the probabilities", m.LogLoss, se.LogLoss},
	} {
		metrics.Rows = append(metrics.Rows, []string{row.name, report.Estimate{X: row.x, SE: row.se}.String()})
	}
	calibration := handout.Table{
		Title: "Are the probabilities right?",
		Note:  "Objects held out by their probability of " + clean(c.Names[1]) + ", and the share that is. ± is the standard error of a share if the probabilities are right.",
		Heads: []string{"objects", "probability", "share"}, Right: []bool{true, true, true},
	}
	for _, b := range c.Calibration {
		calibration.Rows = append(calibration.Rows, []string{figure.Count(b.Objects), figure.Share(b.Mean), report.Estimate{X: b.Share, SE: b.SE}.String()})
	}
	return []handout.Table{metrics, calibration}, nil
}
