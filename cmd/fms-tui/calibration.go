package main

import (
	"context"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/report/plot"
)

// addClassValidation adds the metrics of two classes by budget and algorithm, and the
// calibration of the pick that the UI begins with.
func addClassValidation(ctx context.Context, to *report.Report, t *core.Tuning, all [][]core.Pick, f *flags) error {
	found, err := classesOf(ctx, all, f.threshold.at())
	if err != nil || len(found) == 0 {
		return err
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

// calibrationFigure is the plot of the same.
func calibrationFigure(ctx context.Context, p *core.Pick) (*plot.Calibration, error) {
	c, err := p.Classes(ctx, calling{}.at())
	switch {
	case err != nil:
		return nil, err
	case c == nil:
		return nil, misused("plot calibration: the label %q has no two classes", p.Label)
	case c.Why != "":
		return nil, misused("plot calibration: %s", c.Why)
	}
	q := &plot.Calibration{Title: "calibration of the probability of " + clean(c.Names[1]), Class: clean(c.Names[1]), Objects: figure.CountOf(c.Objects, "object")}
	for _, b := range c.Calibration {
		q.Probability, q.Share, q.SE = append(q.Probability, b.Mean), append(q.Share, b.Share), append(q.SE, b.SE)
	}
	return q, nil
}
