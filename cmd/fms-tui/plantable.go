package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
)

// writePlanTable writes what is to be collected, for people.
func writePlanTable(b *strings.Builder, p *core.Pick, plan *model.Plan, tasks string, width int) {
	s := &p.Selection
	fmt.Fprintf(b, "what %s chooses for %s at a budget of %s, for %s\n",
		s.Algorithm, p.Label, s.Budget, figure.CountOf(plan.Objects, "new object"))
	for _, line := range chart.Wrap(worth(p), max(width, leastWrapped)) {
		b.WriteString(line + "\n")
	}
	b.WriteByte('\n')
	rows := [][]string{{"attribute", "judgments", "price", "cost", "judgments in all", "cost in all"}}
	judgments, total := 0, 0
	for _, a := range plan.Attributes {
		judgments += a.Judgments
		total += a.Total
		rows = append(rows, []string{
			a.Name, strconv.Itoa(a.Judgments), a.Price.String(), a.PerObject.String(), strconv.Itoa(a.Total), a.Cost.String(),
		})
	}
	rows = append(rows, []string{
		"all", strconv.Itoa(judgments), "", plan.PerObject.String(), strconv.Itoa(total), plan.Cost.String(),
	})
	writeTable(b, rows, width)
	writePlanForms(b, p, plan, width)
	t := &plan.Training
	fmt.Fprintf(b, "\ntraining  %s of %s hold as many judgments as that\n", figure.Count(t.Complete), figure.CountOf(t.Objects, "object"))
	if len(t.Tasks) == 0 {
		return
	}
	where := "--tasks FILE lists them"
	if tasks != "" {
		where = "listed in " + tasks
	}
	forms := 0
	for _, f := range t.Forms {
		forms += f.Filled
	}
	on := ""
	if forms > 0 {
		on = " on " + figure.Count(forms) + " forms or calls"
	}
	fmt.Fprintf(b, "to do     %s%s in %s, which cost %s: %s\n",
		figure.CountOf(t.Judgments, "judgment"), on, figure.CountOf(len(t.Tasks), "cell"), t.Cost, where)
}

// leastWrapped is the least width that sentences are wrapped at.
const leastWrapped = 20

// writePlanForms writes what is asked together, how often, and what it costs.
func writePlanForms(b *strings.Builder, p *core.Pick, plan *model.Plan, width int) {
	if len(plan.Forms) == 0 {
		return
	}
	fmt.Fprintf(b, "\nbought as %s: rater or call j of an object gives what is asked at least j times\n\n", p.Design.Words())
	rows := [][]string{{"form", "an object", "price", "cost", "in all", "cost in all", "asks (times)"}}
	for _, f := range plan.Forms {
		var asks []string
		for _, k := range f.Asks {
			asks = append(asks, fmt.Sprintf("%s(%d)", k.Attribute, k.Times))
		}
		price := "by answer"
		if f.Price > 0 {
			price = f.Price.String()
		}
		rows = append(rows, []string{
			f.Name, strconv.Itoa(f.Filled), price, f.PerObject.String(), strconv.Itoa(f.Total), f.Cost.String(), strings.Join(asks, ", "),
		})
	}
	writeTable(b, rows, width)
}

// writeRefit writes the refit as statistics programs do, or why there is none.
func writeRefit(b *strings.Builder, p *core.Pick, r *core.Refit, width int) {
	if r.Why != "" {
		fmt.Fprintf(b, "no refit  %s\n", r.Why)
		return
	}
	fmt.Fprintf(b, "\nrefit: %s by least squares on the mean judgments of %s that hold enough\n\n",
		p.Label, figure.CountOf(r.Objects, "object"))
	rows := [][]string{{"", "estimate", "se", "t", "projected"}}
	row := func(name string, estimate, se, projected float64) {
		e, s := figure.Rounded(estimate, se)
		rows = append(rows, []string{name, e, s, figure.Significant(estimate/se, 3), figure.Significant(projected, 4)})
	}
	row("(intercept)", r.Intercept, r.InterceptSE, r.ProjectedIntercept)
	for i, a := range r.Attributes {
		row(fmt.Sprintf("%s(%d)", p.Attributes[a].Name, p.Selection.Repeats[a]), r.Coef[i], r.SE[i], r.Projected[i])
	}
	writeTable(b, rows, width)
	fmt.Fprintf(b, "\nR² %s, adjusted %s; residual standard error %s on %d degrees of freedom\n",
		figure.Share(r.R2()), figure.Share(r.AdjustedR2()), figure.Significant(r.ResidualSE(), 4), r.DF())
	if math.IsNaN(r.Honest.Loss) {
		return
	}
	verdict := r.Less.Verdict()
	if verdict != "" {
		verdict = ": the refit is " + verdict
	}
	fmt.Fprintf(b, "honest loss on these objects: refit %s, projected weights %s; difference %s%s\n",
		figure.WithError(r.Honest.Loss, r.Honest.SE), figure.WithError(r.ProjectedHonest.Loss, r.ProjectedHonest.SE),
		figure.WithError(r.Less.Loss, r.Less.SE), verdict)
	if r.Shared >= muchShared && p.Design.Singles() {
		fmt.Fprintf(b, "of %s of these objects a rater judged several attributes: that is what both losses are about; the projected\n"+
			"weights are for different raters\n", figure.Percent(r.Shared))
	}
}

// muchShared is the share of objects with raters in common from which on it
// matters to say so.
const muchShared = .1

// writePilot writes the designs of pilots.
func writePilot(b *strings.Builder, p *core.Pick, o *core.Pilot, cost model.Amount, width int) {
	s := &p.Selection
	fmt.Fprintf(b, "pilots for %s, and what %s then chooses for %s at a budget of %s; Var = %s\n",
		cost, s.Algorithm, p.Label, s.Budget, figure.Loss(p.LabelVar))
	fmt.Fprintf(b, "each drawn %d times out of %s with %s a cell; a judgment of each attribute costs %s\n\n",
		o.Done, figure.CountOf(p.Objects, "object"), figure.CountOf(o.Judgment, "judgment"), o.PerRound)
	rows := [][]string{{"objects", "judgments", "cost", "honest ± se", "R²", "spread", "more than best", ""}}
	again, extrapolated := false, false
	for _, d := range o.Designs {
		more, spread, mark := "", "", ""
		if !d.Lowest {
			more = figure.WithError(d.More.Loss, d.More.SE)
		}
		if d.Extrapolated {
			extrapolated, mark = true, "extrapolated "
		} else {
			spread = figure.Significant(d.Spread, 2)
		}
		if d.Repeated > 0 {
			again = true
			mark += figure.Percent(d.Repeated) + " drawn again"
		}
		rows = append(rows, []string{
			strconv.Itoa(d.Objects), strconv.Itoa(d.K), d.Cost.String(), figure.WithError(d.Loss.Loss, d.Loss.SE),
			figure.Share(s.R2At(d.Loss.Loss)), spread, more, strings.TrimSpace(mark),
		})
	}
	writeTable(b, rows, width)
	if again || extrapolated || o.Done < o.Of {
		b.WriteByte('\n')
	}
	if again {
		b.WriteString("drawn again: cells hold too few judgments, and those drawn twice say nothing new; such losses are likely too high\n")
	}
	if extrapolated {
		b.WriteString("extrapolated: the data hold too few objects: from smaller pilots by loss = a + b/objects\n")
	}
	if o.Done < o.Of {
		fmt.Fprintf(b, "interrupted after %d of %d subsamples\n", o.Done, o.Of)
	}
}
