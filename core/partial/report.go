package partial

import (
	"fmt"
	"math"
	"slices"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// Lesson is what an algorithm learned: the parameters it was tuned to, and what it learned from
// all objects. Figures that are not known are NaN.
type Lesson struct {
	Norm, Lambda, Intercept float64
	Weights                 any // by attribute, for programs; nil where they are not known
}

// Usual are the medians of what an algorithm was tuned to in the splits, without weights.
func (o *Outcome) Usual() Lesson {
	median := func(of func(Tuned) float64) float64 {
		var all []float64
		for _, t := range o.Tuned {
			if x := of(t); !math.IsNaN(x) {
				all = append(all, x)
			}
		}
		if len(all) == 0 {
			return math.NaN()
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	return Lesson{median(func(t Tuned) float64 { return t.Norm }), median(func(t Tuned) float64 { return t.Lambda }), math.NaN(), nil}
}

// Table has a row for each algorithm that came to something, with its curve in JSON. variance is
// the label's, in squared units.
func (r *Report) Table(variance float64, lesson func(i int) Lesson) *report.Table {
	t := &report.Table{Name: "algorithms", Columns: []report.Column{
		{Name: "algorithm", Head: "algorithm"},
		{Name: "judgments_seen", Head: "judgments seen", Format: report.Always(func(x float64) string { return figure.Count(int(math.Round(x))) })}, // of the training objects of a split
		{Name: "loss", Head: "loss ± se", Estimate: true},
		{Name: "r2", Head: "R²", Format: report.Always(figure.Share)},
		{Name: "norm", Head: "norm", Format: report.Digits(3)},
		{Name: "lambda", Head: "λ", Format: report.Digits(3), Priority: 1},
		{Name: "weights"},
		{Name: "intercept"},
		{Name: "curve", Only: report.OnlyJSON},
	}}
	for i := range r.Outcomes {
		o, l := &r.Outcomes[i], lesson(i)
		if len(o.Curve) == 0 {
			continue
		}
		last := o.Last()
		t.Row(o.Algorithm, last.Seen, report.Estimate{X: last.Loss, SE: last.SE}, 1-last.Loss/variance, l.Norm, l.Lambda, l.Weights, l.Intercept, o.table())
	}
	return t
}

// table is the learning curve.
func (o *Outcome) table() *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "objects"}, {Name: "judgments_seen"}, {Name: "loss", Estimate: true}}}
	for _, p := range o.Curve {
		t.Row(p.Examples, p.Seen, report.Estimate{X: p.Loss, SE: p.SE})
	}
	return t
}

// Curves are the learning curves of all algorithms in one table, a row for each point.
func (r *Report) Curves() *report.Table {
	all := &report.Table{Columns: []report.Column{{Name: "algorithm"}, {Name: "objects"}, {Name: "judgments_seen"}, {Name: "loss", Estimate: true}}}
	for i := range r.Outcomes {
		for _, row := range r.Outcomes[i].table().Rows {
			all.Row(append([]any{r.Outcomes[i].Algorithm}, row...)...)
		}
	}
	return all
}

// Warnings say what is left out.
func (c *Cells) Warnings() []model.Finding {
	var ws []model.Finding
	if c.Incomplete > 0 {
		ws = append(ws, model.Finding{Code: model.CodeIncompleteObjects, Message: fmt.Sprintf(
			"%s with the label without a judgment of every attribute: any might be looked at, so they are left out", figure.CountOf(c.Incomplete, "object"))})
	}
	for _, name := range c.Constant {
		ws = append(ws, model.Finding{Code: model.CodeConstantAttribute, Attribute: name, Message: fmt.Sprintf("all judgments of %q are the same: it is left out", name)})
	}
	return ws
}
