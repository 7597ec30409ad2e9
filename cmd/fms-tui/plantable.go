package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/model/read"
	"fms-tui/tui"
)

// planAnswer says what new objects need and what that costs, a row a call, and what is missing of
// the objects of the data.
func (f *flags) planAnswer(ctx context.Context, p *core.Pick, plan *model.Plan, refit *core.Refit, paths []string, tasks string) (*report.Report, error) {
	r, s := &report.Report{Metric: report.SquaredLoss()}, &p.Selection
	r.Say("%s", tui.Sentence(p))
	r.Space()
	rows := askedOf(p)
	columns := []report.Column{{Head: "ask"}, {Head: "times"}, {}, {Head: "per 1,000"}, {Head: "price each"}}
	if slices.ContainsFunc(rows, func(x asked) bool { return x.scores > 1 }) {
		columns[2].Head = "scores each"
	}
	t := askedTable(rows, columns, func(x asked, total model.Amount) []report.Value {
		return []report.Value{x.name, x.times, x.scores, tui.Money(p, 1000*total), unlessZero(x.price)}
	})
	t.Row(report.Sum("all"), nil, nil, tui.Money(p, 1000*s.Spent), nil)
	r.Add(t)
	r.Space()
	line := fmt.Sprintf("For %s: %s, %s.", figure.CountOf(plan.Objects, "new object"), figure.CountOf(judgmentsIn(plan), "judgment"), tui.Money(p, plan.Cost))
	if again := repeatedPilot(p); again > s.Spent {
		line += fmt.Sprintf(" Saves %s against asking everything as often as your data (%s per 1,000).",
			figure.Percent(1-float64(s.Spent)/float64(again)), tui.Money(p, 1000*again))
	}
	r.Say("%s", line)
	sayTraining(r, &plan.Training, tasks)
	if refit.Why == "" {
		r.Say("A least-squares refit on %s that hold enough has R² %s; --all prints it.", figure.CountOf(refit.Objects, "object"), figure.Share(refit.R2()))
	}
	if f.decision != nil {
		rule, err := f.stop(p)
		if err != nil {
			return nil, err
		}
		addStopping(r, p, rule)
	}
	words, err := f.nextWords(ctx, p, paths)
	if err != nil {
		return nil, err
	}
	r.Space()
	r.Head("Next: %s", read.ShellWords(append(words, "--new", "FILE", "--form", formCalls, "-o", callsFile)))
	return r, nil
}

// repeatedPilot is the price of asking everything of an object as often as the cells of the data
// hold judgments at most.
func repeatedPilot(p *core.Pick) model.Amount {
	repeats, prices := make([]int, len(p.Attributes)), make([]model.Amount, len(p.Attributes))
	for i := range p.Attributes {
		repeats[i], prices[i] = p.Attributes[i].Most, p.Attributes[i].Price
	}
	forms, all := p.Design.Costs(repeats, prices)
	for _, cost := range forms {
		all += cost
	}
	return all
}

// judgmentsIn counts the judgments of new objects.
func judgmentsIn(plan *model.Plan) (n int) {
	for _, a := range plan.Attributes {
		n += a.Total
	}
	return n
}

// sayPlan adds what is to be collected, which JSON holds as it is.
func sayPlan(r *report.Report, p *core.Pick, plan *model.Plan, tasks string) {
	s := &p.Selection
	r.Head("what %s chooses for %s at a budget of %s, for %s", s.Algorithm, p.Label, s.Budget, figure.CountOf(plan.Objects, "new object"))
	r.Say("%s", worth(p))
	r.Space()
	table := &report.Table{Columns: []report.Column{
		{Name: "attribute", Head: "attribute"},
		{Name: "judgments", Head: "judgments"},
		{Name: "price", Head: "price"},
		{Name: "cost_per_object", Head: "cost"},
		{Name: "judgments_total", Head: "judgments in all"},
		{Name: "cost", Head: "cost in all"},
	}}
	judgments, total := 0, 0
	for _, a := range plan.Attributes {
		judgments += a.Judgments
		total += a.Total
		table.Row(a.Name, a.Judgments, a.Price, a.PerObject, a.Total, a.Cost)
	}
	table.Row(report.Sum("all"), judgments, nil, plan.PerObject, total, plan.Cost)
	r.Add(table)
	if len(plan.Forms) > 0 {
		r.Space()
		r.Head("bought as %s: rater or call j of an object gives what is asked at least j times", p.Design.Words())
		r.Space()
		r.Add(formTable(plan))
	}
	r.Space()
	sayTraining(r, &plan.Training, tasks)
}

// formTable is what is asked together, how often, and what it costs.
func formTable(plan *model.Plan) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "form", Head: "form"},
		{Name: "filled", Head: "an object"},
		{Name: "price"},
		{Head: "price"},
		{Name: "cost_per_object", Head: "cost"},
		{Name: "filled_total", Head: "in all"},
		{Name: "cost", Head: "cost in all"},
		{Name: "asks", Head: "asks (times)"},
	}}
	for _, f := range plan.Forms {
		var asks []string
		for _, k := range f.Asks {
			asks = append(asks, fmt.Sprintf("%s(%d)", k.Attribute, k.Times))
		}
		price := "by answer"
		if f.Price > 0 {
			price = f.Price.String()
		}
		t.Row(f.Name, f.Filled, f.Price, price, f.PerObject, f.Total, f.Cost, strings.Join(asks, ", "))
	}
	return t
}

// sayTraining says what the training objects lack.
func sayTraining(r *report.Report, t *model.PlanTraining, tasks string) {
	r.Head("training  %s of %s hold as many judgments as that", figure.Count(t.Complete), figure.CountOf(t.Objects, "object"))
	if len(t.Tasks) == 0 {
		return
	}
	where := "--tasks FILE lists them"
	if tasks != "" {
		where = "listed in " + tasks
	}
	forms, on := 0, ""
	for _, f := range t.Forms {
		forms += f.Filled
	}
	if forms > 0 {
		on = " on " + figure.Count(forms) + " forms or calls"
	}
	r.Head("to do     %s%s in %s, which cost %s: %s",
		figure.CountOf(t.Judgments, "judgment"), on, figure.CountOf(len(t.Tasks), "cell"), t.Cost, where)
}

// addRefit adds the refit as statistics programs write one, or why there is none.
func addRefit(to *report.Report, p *core.Pick, r *core.Refit) {
	out := to.Begin("refit")
	r2, adjusted, residual, df, verdict := math.NaN(), math.NaN(), math.NaN(), any(nil), any(nil)
	if r.Why == "" {
		r2, adjusted, residual, df, verdict = r.R2(), r.AdjustedR2(), r.ResidualSE(), r.DF(), unlessEmpty(r.Less.Verdict(r.Objects))
	}
	out.Field("objects", r.Objects, "reason", unlessEmpty(r.Why))
	if r.Why != "" {
		out.Head("no refit  %s", r.Why)
	} else {
		out.Space()
		out.Head("refit: %s by least squares on the mean judgments of %s that hold enough", p.Label, figure.CountOf(r.Objects, "object"))
		out.Space()
	}
	out.Add(coefficients(p, r))
	out.Field("r2", r2, "adjusted_r2", adjusted, "residual_se", residual, "degrees_of_freedom", df, "raters_shared", r.Shared,
		"honest_loss", estimate(r.Honest), "projected_honest_loss", estimate(r.ProjectedHonest), "difference", estimate(r.Less), "verdict", verdict)
	if r.Why == "" {
		sayRefit(out, p, r)
	}
}

func sayRefit(out *report.Section, p *core.Pick, r *core.Refit) {
	out.Space()
	out.Head("R² %s, adjusted %s; residual standard error %s on %d degrees of freedom",
		figure.Share(r.R2()), figure.Share(r.AdjustedR2()), shown(r.ResidualSE()), r.DF())
	if math.IsNaN(r.Honest.Loss) {
		return
	}
	verdict := r.Less.Verdict(r.Objects)
	if verdict != "" {
		verdict = ": the refit is " + verdict
	}
	out.Head("honest loss on these objects: refit %s, projected weights %s; difference %s%s",
		estimate(r.Honest), estimate(r.ProjectedHonest), estimate(r.Less), verdict)
	if r.Shared >= muchShared && p.Design.Singles() {
		out.Head("of %s of these objects a rater judged several attributes: that is what both losses are about; the projected", figure.Percent(r.Shared))
		out.Head("weights are for different raters")
	}
}

// muchShared is the share of objects with raters in common from which on it
// matters to say so.
const muchShared = .1

// coefficients has a row for the intercept and for each attribute; none without a
// refit.
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
		{Name: "projected", Head: "projected", Format: report.Always(shown)},
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

// addPilot adds the designs of pilots.
func addPilot(to *report.Report, p *core.Pick, o *core.Pilot, cost model.Amount) {
	s, r := &p.Selection, to.Begin("pilot")
	r.Field("cost", cost, "cost_of_a_judgment_of_each", o.PerRound, "objects", p.Objects, "judgments", o.Judgment, "subsamples", o.Of, "subsamples_done", o.Done)
	r.Head("pilots for %s, and what %s then chooses for %s at a budget of %s; Var = %s",
		cost, s.Algorithm, p.Label, s.Budget, to.Metric.Text(p.LabelVar))
	r.Head("each drawn %d times out of %s with %s a cell; a judgment of each attribute costs %s",
		o.Done, figure.CountOf(p.Objects, "object"), figure.CountOf(o.Judgment, "judgment"), o.PerRound)
	r.Space()
	t := &report.Table{Name: "designs", Columns: []report.Column{
		{Name: "objects", Head: "objects"},
		{Name: "judgments", Head: "judgments"}, // a cell
		{Name: "cost", Head: "cost"},
		{Name: "honest_loss", Head: "honest ± se", Estimate: true},
		{Name: "honest_r2", Head: "R²", Format: asShare},
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
			more = estimate(d.More)
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
		t.Row(d.Objects, d.K, d.Cost, estimate(d.Loss), s.R2At(d.Loss.Loss), spread, more, d.Spread, d.Repeated, d.Extrapolated, strings.TrimSpace(mark))
	}
	r.Add(t)
	sayPilot(r, o, again, extrapolated)
}

// sayPilot says what the figures do not.
func sayPilot(r *report.Section, o *core.Pilot, again, extrapolated bool) {
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
