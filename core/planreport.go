package core

import (
	"fmt"
	"math"
	"strings"

	"fms-tui/core/experiment"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// ReportRefit adds the refit as statistics programs write one, in brief its R² alone, or why there is none.
func ReportRefit(out *report.Section, p *Pick, r *Refit, brief bool) {
	r2, adjusted, residual, df, verdict := math.NaN(), math.NaN(), math.NaN(), any(nil), any(nil)
	if r.Why == "" {
		r2, adjusted, residual, df, verdict = r.R2(), r.AdjustedR2(), r.ResidualSE(), r.DF(), orNull(r.Less.Verdict(r.Objects))
	}
	out.Field("objects", r.Objects, "reason", orNull(r.Why),
		"r2", r2, "adjusted_r2", adjusted, "residual_se", residual, "degrees_of_freedom", df, "raters_shared", r.Shared,
		"honest_loss", estimated(r.Honest), "projected_honest_loss", estimated(r.ProjectedHonest), "difference", estimated(r.Less), "verdict", verdict)
	switch {
	case brief && r.Why == "":
		out.Say("A least-squares refit on %s that hold enough has R² %s in sample.", figure.CountOf(r.Objects, "object"), figure.Share(r2))
	case brief:
	case r.Why != "":
		out.Head("no refit  %s", r.Why)
		out.Add(coefficients(p, r))
	default:
		out.Space()
		out.Head("refit: %s by least squares on the mean judgments of %s that hold enough", p.Label, figure.CountOf(r.Objects, "object"))
		out.Space()
		out.Add(coefficients(p, r))
		sayRefit(out, p, r)
	}
}

func sayRefit(out *report.Section, p *Pick, r *Refit) {
	out.Space()
	out.Head("R² %s, adjusted %s; residual standard error %s on %d degrees of freedom",
		figure.Share(r.R2()), figure.Share(r.AdjustedR2()), fourDigits(r.ResidualSE()), r.DF())
	if math.IsNaN(r.Honest.Loss) {
		return
	}
	verdict := r.Less.Verdict(r.Objects)
	if verdict != "" {
		verdict = ": the refit is " + verdict
	}
	out.Head("honest loss on these objects: refit %s, projected weights %s; difference %s%s",
		estimated(r.Honest), estimated(r.ProjectedHonest), estimated(r.Less), verdict)
	if r.Shared >= muchShared && p.Design.Singles() {
		out.Head("of %s of these objects a rater judged several attributes: that is what both losses are about; the projected", figure.Percent(r.Shared))
		out.Head("weights are for different raters")
	}
}

// muchShared is the share of objects with raters in common that matters.
const muchShared = .1

func coefficients(p *Pick, r *Refit) *report.Table {
	t := &report.Table{Name: "coefficients"}
	if r.Why != "" {
		return t
	}
	t.Columns = []report.Column{
		{Head: report.NoHead},
		{Name: "attribute"}, // null: the intercept
		{Name: "judgments"}, // of which the mean is taken
		{Name: "estimate"},
		{Head: "estimate"},
		{Name: "se"},
		{Head: "se"},
		{Name: "t", Head: "t", Format: report.Always(func(x float64) string { return figure.Significant(x, 3) })},
		{Name: "projected", Head: "projected", Format: report.Always(fourDigits)},
	}
	row := func(name string, attribute, judgments any, estimate, se, projected float64) {
		e, s := figure.Rounded(estimate, se)
		t.Row(name, attribute, judgments, estimate, e, se, s, estimate/se, projected)
	}
	row("(intercept)", nil, nil, r.Intercept, r.InterceptSE, r.ProjectedIntercept)
	for i, a := range r.Attributes {
		n := p.Selection.Repeats[a]
		row(fmt.Sprintf("%s(%d)", p.Attributes[a].Name, n), p.Attributes[a].Name, n, r.Coef[i], r.SE[i], r.Projected[i])
	}
	return t
}

// ReportPilot adds the designs of pilots.
func ReportPilot(r *report.Section, p *Pick, o *experiment.Pilot, cost model.Amount) {
	s := &p.Selection
	r.Field("cost", cost, "cost_of_a_judgment_of_each", o.PerRound, "objects", p.Objects, "judgments", o.Judgment, "subsamples", o.Of, "subsamples_done", o.Done)
	r.Head("pilots for %s, and what %s then chooses for %s at a budget of %s; Var = %s",
		cost, s.Algorithm, p.Label, s.Budget, figure.Loss(p.LabelVar))
	r.Head("each drawn %d times out of %s with %s a cell; a judgment of each attribute costs %s",
		o.Done, figure.CountOf(p.Objects, "object"), figure.CountOf(o.Judgment, "judgment"), o.PerRound)
	r.Space()
	t := &report.Table{Name: "designs", Columns: []report.Column{
		{Name: "objects", Head: "objects"},
		{Name: "judgments", Head: "judgments"}, // a cell
		{Name: "cost", Head: "cost"},
		{Name: "honest_loss", Head: "honest ± se", Estimate: true},
		{Name: "honest_r2", Head: "R²", Format: report.Always(figure.Share)},
		{Head: "spread", Format: report.Always(func(x float64) string { return figure.Significant(x, 2) })},
		{Name: "difference", Head: "more than best", Estimate: true}, // to the lowest; null for itself
		{Name: "spread"},
		{Name: "drawn_again"}, // share of the judgments
		{Name: "extrapolated"},
		{Head: report.NoHead},
	}}
	again, extrapolated := false, false
	for _, d := range o.Designs {
		var more, spread any
		mark := ""
		if !d.Lowest {
			more = estimated(d.More)
		}
		if d.Extrapolated {
			extrapolated, mark = true, "extrapolated "
		} else {
			spread = d.Spread
		}
		if d.Repeated > 0 {
			again = true
			mark += figure.Percent(d.Repeated) + " drawn again"
		}
		t.Row(d.Objects, d.K, d.Cost, estimated(d.Loss), s.R2At(d.Loss.Loss), spread, more, d.Spread, d.Repeated, d.Extrapolated, strings.TrimSpace(mark))
	}
	r.Add(t)
	sayPilot(r, o, again, extrapolated)
}

func sayPilot(r *report.Section, o *experiment.Pilot, again, extrapolated bool) {
	if again || extrapolated || o.Done < o.Of {
		r.Space()
	}
	if again {
		r.Head("drawn again: cells hold too few judgments, and those drawn twice say nothing new; such losses are likely too high")
	}
	if extrapolated {
		r.Head("extrapolated: the data hold too few objects: from smaller pilots by loss = a + b/objects")
	}
	if o.Done < o.Of {
		r.Head("interrupted after %d of %d subsamples", o.Done, o.Of)
	}
}

// worthExplaining is the share of contradicted covariances from which it is said what it means.
const worthExplaining = .05

// ReportSecondRound adds what is to be judged again and what that could bring; where says where it is listed.
func ReportSecondRound(r *report.Section, p *Pick, round *experiment.SecondRound, where string, money func(model.Amount) string) {
	t := &round.Plan.Training
	r.Field("objects", t.Objects, "judgments", t.Judgments, "cost", t.Cost, "tasks", t.Tasks, "forms", t.Forms)
	r.Head("second round: %s of %s, which cost %s: %s", figure.CountOf(t.Judgments, "judgment"), figure.CountOf(t.Objects, "object"),
		money(t.Cost), where)
	r.Head("objects are spread over the values of %s; each is judged once more on %s", p.Label, figure.CountOf(len(round.Plan.Attributes), "attribute"))
	r.Space()
	worth := &report.Table{Name: "worth", Columns: []report.Column{
		{Name: "reliability"}, // null: asked at most once
		{Name: "budget"},
		{Name: "honest_loss"},
		{Name: "honest_r2"},
		{Name: "contradicted"}, // share of the covariances
	}}
	r.Add(worth)
	if round.Worth == nil {
		r.Say("What repeats could bring is not known: there is no honest loss.")
		return
	}
	r.Head("what asking more than once could bring: honest R² of %s chosen by %s, by the reliability of a judgment", p.Label, p.Selection.Algorithm)
	r.Space()
	table := &report.Table{Columns: []report.Column{{Head: "reliability"}}}
	for _, b := range round.Budgets {
		table.Columns = append(table.Columns, report.Column{Head: fmt.Sprintf("B = %s", b), Format: report.Always(figure.Share), Align: report.Right})
	}
	table.Columns = append(table.Columns, report.Column{Head: "contradicted", Format: report.Always(figure.Percent), Align: report.Right})
	most := 0.0
	for i := range len(round.Worth) + 1 {
		words, losses := "asked once", round.Once
		var reliability, contradicted report.Value
		if i > 0 {
			w := &round.Worth[i-1]
			words, losses, reliability, contradicted, most = figure.Share(w.Reliability), w.Honest, w.Reliability, w.Contradicted, max(most, w.Contradicted)
		}
		row := []report.Value{words}
		for k, e := range losses {
			r2 := p.Selection.R2At(e.Loss)
			worth.Row(reliability, round.Budgets[k], e.Loss, r2, contradicted)
			row = append(row, r2)
		}
		table.Row(append(row, contradicted)...)
	}
	r.Add(table)
	r.Space()
	r.Say("The first line is today's answer. The others assume one reliability of all attributes; the second round finds it.")
	if most > worthExplaining {
		r.Say("Contradicted: the share of the covariances that so much noise does not allow. Judgments are then less noisy, or errors are shared by attributes.")
	}
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func estimated(e Estimate) report.Estimate { return report.Estimate{X: e.Loss, SE: e.SE} }

func fourDigits(x float64) string { return figure.Significant(x, 4) }
