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
	"fms-tui/core/report/answers"
	"fms-tui/core/report/figure"
	"fms-tui/core/report/handout"
	"fms-tui/core/report/plot"
)

type callCosts struct {
	threshold float64 // of two classes; 0 where the flag does not say
	byName    map[string]float64
}

// of returns the costs by class of a result's label, nil where wrong calls cost the same.
func (c callCosts) of(r *core.Result) ([]float64, error) {
	if label := r.ClassLabel(); label != nil {
		return c.ofClasses(label.ClassNames())
	}
	return nil, nil
}

func (c callCosts) ofClasses(names []string) ([]float64, error) {
	switch {
	case c.threshold > 0 && len(names) == 2:
		return []float64{c.threshold, 1 - c.threshold}, nil
	case c.byName == nil:
		return nil, nil
	}
	costs := slices.Repeat([]float64{1}, len(names))
	for name, x := range c.byName {
		k := slices.Index(names, name)
		if k < 0 && len(names) == 2 {
			k = slices.Index([]string{"fp", "fn"}, name)
		}
		if k < 0 {
			return nil, misused("--cost-of: the classes are %s", strings.Join(names, ", "))
		}
		costs[k] = x
	}
	return costs, nil
}

func (c *callCosts) setThreshold(s string) error {
	if s == "auto" {
		return nil
	}
	p, err := strconv.ParseFloat(s, 64)
	if err != nil || !(p > 0 && p < 1) {
		return fmt.Errorf("%q is not a probability: accepted are auto, or a number between 0 and 1", s)
	}
	c.threshold = p
	return nil
}

func (c *callCosts) setCosts(s string) error {
	c.byName = make(map[string]float64)
	for part := range strings.SplitSeq(s, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !(x > 0) || math.IsInf(x, 0) {
			return fmt.Errorf("%q is not a cost of a wrong call: accepted are fn=X and fp=Y, or CLASS=X, with numbers above 0, such as fn=5,fp=1", part)
		}
		c.byName[name] = x
	}
	return nil
}

// sayClasses says how well each pick tells the classes of the label from each other, in the first parts
// of [classTables]; nothing where the label has none.
func sayClasses(ctx context.Context, to *report.Report, picks []core.Pick, one *core.Pick, parts int, f *flags) error {
	var found []*core.Classes
	at := 0 // of one
	for i := range picks {
		costs, err := f.wrongCalls.of(picks[i].Result)
		if err != nil {
			return err
		}
		c, err := picks[i].Classes(ctx, costs)
		if err != nil || c == nil {
			return err
		}
		if found = append(found, c); &picks[i] == one {
			at = i
		}
	}
	tables := classTables(picks, found, at)
	for i := range tables[:min(parts, len(tables))] {
		note := tables[i].Note
		if i > 0 {
			note = fmt.Sprintf("%s of %s at a budget of %s. %s", tables[i].Title, one.Selection.Algorithm, one.Selection.Budget, note)
		}
		to.Space()
		to.Say("%s", note)
		to.Add(&tables[i].Table)
		if i == 0 && len(tables) > 1 && !f.brief() {
			var meanings report.Findings
			for _, m := range classes.AllMetrics() {
				meanings = append(meanings, m.Title()+": "+m.Meaning(found[0].Steps())+".")
			}
			to.Add(meanings)
		}
	}
	if i := slices.IndexFunc(found, func(c *core.Classes) bool { return c.Why != "" }); i >= 0 {
		to.Say("Not measured: %s.", found[i].Why)
	}
	return nil
}

// classTables are the metrics of picks, and the confusion and the calibration of one of them where all
// are measured.
func classTables(picks []core.Pick, found []*core.Classes, at int) []handout.Table {
	c := found[at]
	metrics := handout.Table{Title: "Classes", Note: answers.NameClasses(c.PredictorClasses) + " Each figure is of objects held out, ± its standard error.", Table: *classTable(picks, found)}
	if slices.ContainsFunc(found, func(c *core.Classes) bool { return c.Why != "" }) {
		return []handout.Table{metrics}
	}
	return []handout.Table{
		metrics,
		{Title: "Confusion", Note: "Objects held out by their class (rows) and their call (columns).", Table: *answers.Confused(c, c.Names)},
		{Title: "Calibration", Note: strings.TrimSpace("Objects held out by their probability of a class, and the share that is of the class. " +
			"± is the standard error of a share if the probabilities are right. " + c.Calibrated()), Table: *answers.Probabilities(c)},
	}
}

func classTable(picks []core.Pick, found []*core.Classes) *report.Table {
	t := &report.Table{Name: "classes", Columns: []report.Column{{Name: "budget", Head: "budget", Align: report.Right}, {Name: "algorithm", Head: "algorithm"}}}
	for _, m := range classes.AllMetrics() {
		column := report.Column{Name: m.Key(), Head: m.Title(), Estimate: true}
		switch m {
		case classes.Balanced:
			column.Head = "balanced"
		case classes.F1:
			column.Priority = 2
		case classes.Brier:
			column.Head, column.Priority = "Brier", 1
		}
		t.Columns = append(t.Columns, column)
	}
	t.Columns = append(t.Columns,
		report.Column{Name: "normal_auc", Format: digits(2)}, // rises with the honest R²
		report.Column{Name: "objects", Format: asCount},
		report.Column{Name: "confusion", Only: report.OnlyJSON}, // by class and call
		report.Column{Name: "names", Only: report.OnlyJSON},
		report.Column{Name: "shares", Only: report.OnlyJSON},
		report.Column{Name: "prevalence"}, report.Column{Name: "threshold"}, report.Column{Name: "ordered"}, report.Column{Name: "reason"})
	for i, c := range found {
		row := []any{picks[i].Selection.Budget, picks[i].Selection.Algorithm}
		for _, m := range classes.AllMetrics() {
			row = append(row, c.Metric(m))
		}
		var prevalence, threshold any
		if len(c.Names) == 2 {
			prevalence, threshold = c.Shares[1], c.Threshold()
		}
		t.Row(append(row, c.NormalAUC, c.Objects, c.Confusion, c.Names, c.Shares, prevalence, threshold, c.Steps(), report.OrNull(c.Why))...)
	}
	return t
}

func calibrationFigure(ctx context.Context, p *core.Pick) (*plot.Calibration, error) {
	c, err := p.Classes(ctx, nil)
	switch {
	case err != nil:
		return nil, err
	case c == nil:
		return nil, misused("--figure calibration: the label %q has no classes", p.Label)
	case c.Why != "":
		return nil, misused("--figure calibration: %s", c.Why)
	}
	q := &plot.Calibration{Label: clean(p.Label), Objects: figure.CountOf(c.Objects, "object")}
	add := func(name string, bins []classes.Bin) {
		one := plot.Calibrated{Class: name}
		for _, b := range bins {
			one.Probability, one.Share, one.SE = append(one.Probability, b.Mean), append(one.Share, b.Share), append(one.SE, b.SE)
		}
		q.Curves = append(q.Curves, one)
	}
	for _, k := range c.Shown() {
		add(clean(c.Names[k]), c.Calibration[k])
		if c.Correction != nil {
			add(clean(c.Names[k])+" before", c.Uncalibrated.Calibration[k])
		}
	}
	return q, nil
}
