package main

import (
	"context"

	"fms-tui/core"
	"fms-tui/core/classes"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/report/plot"
)

// calibrated are the numbers of the classes whose calibration is shown: of two classes the
// first is the mirror image of the second.
func calibrated(c *core.Classes) (all []int) {
	for k := range c.Names {
		if k > 0 || len(c.Names) > 2 {
			all = append(all, k)
		}
	}
	return all
}

// addCalibration compares the probabilities of the classes with shares.
func addCalibration(ctx context.Context, to *report.Section, p *core.Pick) error {
	c, err := p.Classes(ctx, nil)
	if err != nil || c == nil || c.Why != "" {
		return err
	}
	to.Space()
	to.Say("Calibration of %s at a budget of %s: objects held out by their probability of a class, and the share that is of the class. ± is the standard error of a share if the probabilities are right.",
		p.Selection.Algorithm, p.Selection.Budget)
	if said := c.Calibrated(); said != "" {
		to.Say("%s", said)
	}
	t := &report.Table{Name: "calibration", Columns: []report.Column{
		{Name: "class", Head: "class", Merge: true},
		{Name: "objects", Head: "objects", Format: asCount},
		{Name: "probability", Head: "probability", Format: asShare},
		{Name: "share", Head: "share", Estimate: true},
	}}
	for _, k := range calibrated(c) {
		for _, b := range c.Calibration[k] {
			t.Row(c.Names[k], b.Objects, b.Mean, report.Estimate{X: b.Share, SE: b.SE})
		}
	}
	to.Add(t)
	return nil
}

// calibrationFigure is the plot of the same, a curve for each class.
func calibrationFigure(ctx context.Context, p *core.Pick) (*plot.Calibration, error) {
	c, err := p.Classes(ctx, nil)
	switch {
	case err != nil:
		return nil, err
	case c == nil:
		return nil, misused("plot calibration: the label %q has no classes", p.Label)
	case c.Why != "":
		return nil, misused("plot calibration: %s", c.Why)
	}
	var curves []plot.Calibration
	add := func(name string, bins []classes.Bin) {
		q := plot.Calibration{Title: "calibration of the probability of " + name, Class: name, Objects: figure.CountOf(c.Objects, "object")}
		for _, b := range bins {
			q.Probability, q.Share, q.SE = append(q.Probability, b.Mean), append(q.Share, b.Share), append(q.SE, b.SE)
		}
		curves = append(curves, q)
	}
	for _, k := range calibrated(c) {
		add(clean(c.Names[k]), c.Calibration[k])
		if c.Correction != nil {
			add(clean(c.Names[k])+" before", c.Uncalibrated.Calibration[k])
		}
	}
	q := curves[0]
	if q.More = curves[1:]; len(q.More) > 0 {
		q.Title = "calibration of the probabilities of " + clean(p.Label)
	}
	return &q, nil
}
