// Package answers makes the tables and sentences of what package core answers, for commands and screens.
//
// The package makes no promise to other programs.
package answers

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/experiment"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/stopping"
	"fms-tui/model"
)

// NameClasses names classes with their shares of the objects, and says what is called.
func NameClasses(c *model.PredictorClasses) string {
	share := func(p float64) string { return strconv.FormatFloat(100*p, 'f', 0, 64) + " %" }
	var named []string
	for k, name := range c.Names {
		named = append(named, fmt.Sprintf("%s (%s)", name, share(c.Shares[k])))
	}
	word, call := "Classes", "The call is the most probable class."
	if c.Steps() {
		word = "Classes in order"
	}
	switch {
	case len(c.Names) == 2:
		call = fmt.Sprintf("An object is called %s from a probability of %s on.", c.Names[1], share(c.Threshold()))
	case c.Costs != nil:
		call = "The call is the class of least expected cost."
	}
	return fmt.Sprintf("%s: %s. %s", word, figure.List(named, "and"), call)
}

// Confused counts objects held out by class and call, for people. names are the classes' as they
// are to be shown.
func Confused(c *core.Classes, names []string) *report.Table {
	t := &report.Table{Columns: []report.Column{{Head: "class"}}}
	for _, name := range names {
		t.Columns = append(t.Columns, report.Column{Head: "called " + name, Format: report.Counts, Align: report.Right})
	}
	t.Columns = append(t.Columns, report.Column{Head: "called right", Format: report.Always(figure.Share), Align: report.Right})
	for k, row := range c.Confusion {
		cells, all := []any{names[k]}, 0
		for _, n := range row {
			cells = append(cells, n)
			all += n
		}
		t.Row(append(cells, float64(row[k])/float64(all))...)
	}
	return t
}

// Probabilities compares the probabilities of classes with the shares of objects held out that are
// of the class.
func Probabilities(c *core.Classes) *report.Table {
	t := &report.Table{Name: "calibration", Columns: []report.Column{
		{Name: "class", Head: "class", Merge: true},
		{Name: "objects", Head: "objects", Format: report.Counts, Align: report.Right},
		{Name: "probability", Head: "probability", Format: report.Always(figure.Share), Align: report.Right},
		{Name: "share", Head: "share", Estimate: true, Align: report.Right},
	}}
	for _, k := range c.Shown() {
		for _, b := range c.Calibration[k] {
			t.Row(c.Names[k], b.Objects, b.Mean, report.Estimate{X: b.Share, SE: b.SE})
		}
	}
	return t
}

// ScoreTable has what each of several labels loses by the same judgments.
func ScoreTable(picks ...core.Pick) *report.Table {
	loss := report.Float(figure.Loss)
	t := &report.Table{Name: "labels", Columns: []report.Column{
		{Name: "budget", Head: "budget", Align: report.Right},
		{Name: "algorithm", Head: "algorithm"},
		{Name: "label", Head: "label"},
		{Name: "projected_loss", Head: "projected", Align: report.Right, Format: loss},
		{Name: "honest_loss", Head: "honest ± se", Estimate: true},
		{Name: "honest_r2", Head: "R²", Align: report.Right, Format: report.Float(figure.Share)},
		{Name: "variance"},
		{Name: "weight"},
	}}
	for i := range picks {
		p := &picks[i]
		for k, s := range p.Scores() {
			e := p.ScoreEstimate(k)
			t.Row(p.Selection.Budget, p.Selection.Algorithm, s.Title(), s.Projected, report.Estimate{X: e.Loss, SE: e.SE}, 1-e.Loss/s.Var, s.Var, s.Weight)
		}
	}
	return t
}

// Refit adds the refit as statistics programs write one, in brief its R² alone, or why there is none.
func Refit(out *report.Report, p *core.Pick, r *core.Refit, brief bool) {
	r2, adjusted, residual, df, verdict := math.NaN(), math.NaN(), math.NaN(), any(nil), any(nil)
	if r.Why == "" {
		r2, adjusted, residual, df, verdict = r.R2(), r.AdjustedR2(), r.ResidualSE(), r.DF(), report.OrNull(r.Less.Verdict(r.Objects))
	}
	out.Field("objects", r.Objects, "reason", report.OrNull(r.Why),
		"r2", r2, "adjusted_r2", adjusted, "residual_se", residual, "degrees_of_freedom", df, "raters_shared", r.Shared,
		"honest_loss", estimated(r.Honest), "projected_honest_loss", estimated(r.ProjectedHonest), "difference", estimated(r.Less), "verdict", verdict)
	switch {
	case brief && r.Why == "":
		out.Say("A least-squares refit on %s that hold enough has R² %s in sample.", figure.CountOf(r.Objects, "object"), figure.Share(r2))
	case brief:
	case r.Why != "":
		out.Say("no refit: %s", r.Why)
		out.Add(coefficients(p, r))
	default:
		out.Head("refit: %s by least squares on the mean judgments of %s that hold enough", p.Label, figure.CountOf(r.Objects, "object"))
		out.Add(coefficients(p, r))
		sayRefit(out, p, r)
	}
}

func sayRefit(out *report.Report, p *core.Pick, r *core.Refit) {
	out.Say("R² %s, adjusted %s; residual standard error %s on %d degrees of freedom",
		figure.Share(r.R2()), figure.Share(r.AdjustedR2()), fourDigits(r.ResidualSE()), r.DF())
	if math.IsNaN(r.Honest.Loss) {
		return
	}
	verdict := r.Less.Verdict(r.Objects)
	if verdict != "" {
		verdict = ": the refit is " + verdict
	}
	out.Say("honest loss on these objects: refit %s, projected weights %s; difference %s%s",
		estimated(r.Honest), estimated(r.ProjectedHonest), estimated(r.Less), verdict)
	if r.Shared >= muchShared && p.Design.Singles() {
		out.Say("of %s of these objects a rater judged several attributes: that is what both losses are about; the projected weights are for different raters", figure.Percent(r.Shared))
	}
}

// muchShared is the share of objects with raters in common that matters.
const muchShared = .1

func coefficients(p *core.Pick, r *core.Refit) *report.Table {
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

// Pilot adds the designs of pilots.
func Pilot(r *report.Report, p *core.Pick, o *experiment.Pilot, cost model.Amount) {
	s := &p.Selection
	r.Field("cost", cost, "cost_of_a_judgment_of_each", o.PerRound, "objects", p.Objects, "judgments", o.Judgment, "subsamples", o.Of, "subsamples_done", o.Done)
	r.Head("pilots for %s, and what %s then chooses for %s at a budget of %s; Var = %s",
		cost, s.Algorithm, p.Label, s.Budget, figure.Loss(p.LabelVar))
	r.Head("each drawn %d times out of %s with %s a cell; a judgment of each attribute costs %s",
		o.Done, figure.CountOf(p.Objects, "object"), figure.CountOf(o.Judgment, "judgment"), o.PerRound)
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

func sayPilot(r *report.Report, o *experiment.Pilot, again, extrapolated bool) {
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

// SecondRound adds what is to be judged again and what that could bring; where says where it is listed.
func SecondRound(r *report.Report, p *core.Pick, round *experiment.SecondRound, where string, money func(model.Amount) string) {
	t := &round.Plan.Training
	r.Field("objects", t.Objects, "judgments", t.Judgments, "cost", t.Cost, "tasks", t.Tasks, "forms", t.Forms)
	r.Head("second round: %s of %s, which cost %s: %s", figure.CountOf(t.Judgments, "judgment"), figure.CountOf(t.Objects, "object"),
		money(t.Cost), where)
	r.Say("objects are spread over the values of %s; each is judged once more on %s", p.Label, figure.CountOf(len(round.Plan.Attributes), "attribute"))
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
	table := &report.Table{Columns: []report.Column{{Head: "reliability"}}}
	for _, b := range round.Budgets {
		table.Columns = append(table.Columns, report.Column{Head: fmt.Sprintf("B = %s", b), Format: report.Always(figure.Share), Align: report.Right})
	}
	table.Columns = append(table.Columns, report.Column{Head: "contradicted", Format: report.Always(figure.Percent), Align: report.Right})
	most := 0.0
	for i := range len(round.Worth) + 1 {
		words, losses := "asked once", round.Once
		var reliability, contradicted any
		if i > 0 {
			w := &round.Worth[i-1]
			words, losses, reliability, contradicted, most = figure.Share(w.Reliability), w.Honest, w.Reliability, w.Contradicted, max(most, w.Contradicted)
		}
		row := []any{words}
		for k, e := range losses {
			r2 := p.Selection.R2At(e.Loss)
			worth.Row(reliability, round.Budgets[k], e.Loss, r2, contradicted)
			row = append(row, r2)
		}
		table.Row(append(row, contradicted)...)
	}
	r.Add(table)
	r.Say("The first line is today's answer. The others assume one reliability of all attributes; the second round finds it.")
	if most > worthExplaining {
		r.Say("Contradicted: the share of the covariances that so much noise does not allow. Judgments are then less noisy, or errors are shared by attributes.")
	}
}

func estimated(e core.Estimate) report.Estimate { return report.Estimate{X: e.Loss, SE: e.SE} }

func fourDigits(x float64) string { return figure.Significant(x, 4) }

// Stopping adds what a rule saves that decides objects early.
func Stopping(r *report.Report, s *stopping.Saving) {
	rule, amounts, shares := &s.Rule, report.Always(amountOf), report.Always(figure.Share)
	r.Field("decide", rule.Decide, "threshold", rule.Threshold, "confidence", rule.Confidence, "replay_judgments", s.Depth, "plan_judgments", s.Most, "reason", report.OrNull(s.Why))
	r.Head("stop early: %s, that is predictions above %s; ask on while all judgments could change the decision with more than %s",
		rule.Decide, figure.Significant(rule.Threshold, 4), figure.Percent(1-rule.Confidence))
	figures := &report.Table{Name: "figures", Columns: []report.Column{
		{Name: "objects_are", Head: report.NoHead},
		{Name: "objects", Head: "objects", Format: report.Counts, Priority: 3},
		{Name: "cost", Head: "cost of an object", Estimate: true},
		{Name: "whole_cost", Head: "whole plan", Format: amounts},
		{Name: "saved", Head: "saved", Format: report.Always(figure.Percent)},
		{Name: "right", Head: "right", Format: shares},
		{Name: "whole_right", Head: "whole plan", Format: shares},
		{Name: "difference", Head: "difference", Estimate: true, Priority: 2},
		{Name: "same", Head: "same decision", Format: shares, Priority: 4},
		{Name: "yes", Only: report.OnlyJSON},
		{Name: "found", Only: report.OnlyJSON},
		{Name: "correct", Only: report.OnlyJSON},
	}}
	plans, spread := plansTable(amounts, shares), spreadTable(amounts)
	add := func(what string, f *stopping.Figures) {
		figures.Row(what, f.Objects, report.Estimate{X: f.Cost, SE: f.CostSE}, f.Whole.Cost, 1-f.Cost/f.Whole.Cost, f.Right, f.Whole.Right,
			report.Estimate{X: -f.Less, SE: f.LessSE}, f.Same, f.Yes, f.Found, f.Correct)
		for name, p := range f.Plans() {
			plans.Row(what, name, p.Calls, p.Cost, p.Right, p.Found, p.Correct)
		}
		row := []any{what}
		for _, x := range f.Quantile {
			row = append(row, x)
		}
		spread.Row(row...)
	}
	add("expected", &s.Expected)
	if s.Why == "" {
		add("replayed", &s.Replay)
	}
	for _, t := range []*report.Table{figures, plans, spread} {
		r.Add(t)
	}
	r.Say("found: of the objects whose label says yes, decided yes. correct: of those decided yes, the label says yes.")
	r.Say("expected: Gaussian objects with the projected losses. replayed: the pilot's own judgments, in the order of reading; rule and plan learned from these objects, so compare the two.")
	switch {
	case s.Why != "":
		r.Say("Not replayed: %s.", s.Why)
	case s.Depth < s.Most:
		r.Say("The cells are too shallow for the plan: the replay is of the plan with at most %s of each attribute in place of %d.", figure.CountOf(s.Depth, "judgment"), s.Most)
	}
	r.Say("Stopping saves for decisions only: an object that stops early has a prediction with a larger squared error.")
}

// plansTable compares the rule with a fixed plan of its cost, and with its whole plan: what each finds
// of the objects whose label says yes, and how many of its calls are right.
func plansTable(amounts, shares func(any) string) *report.Table {
	return &report.Table{Name: "plans", Columns: []report.Column{
		{Name: "objects_are", Head: report.NoHead},
		{Name: "plan", Head: "calls of an object"},
		{Name: "calls", Only: report.OnlyJSON},
		{Name: "cost", Head: "cost", Format: amounts},
		{Name: "right", Head: "right", Format: shares, Priority: 1},
		{Name: "found", Head: "found", Format: shares},
		{Name: "correct", Head: "correct", Format: shares},
	}}
}

func spreadTable(amounts func(any) string) *report.Table {
	t := &report.Table{Name: "cost", Columns: []report.Column{{Name: "objects_are", Head: "cost of an object up to"}}}
	for _, q := range stopping.At {
		t.Columns = append(t.Columns, report.Column{Name: "at_" + strconv.Itoa(int(math.Round(100*q))), Head: figure.Percent(q), Format: amounts})
	}
	return t
}

func amountOf(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
