package main

import (
	"context"
	"math"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// nameOf is what --design takes for a way to buy, but for sheets.
func nameOf(a *core.Alternative) string {
	if a.Asked.Equal(model.Design{}) && a.Tuning != nil && a.Design.Kind != model.DesignSheets {
		return model.Design{Kind: a.Design.Kind, Panel: a.Design.Panel > 0}.String()
	}
	return a.Asked.String()
}

// designs compares ways to buy at the budgets asked for.
func addDesigns(ctx context.Context, p *program, study *core.Study, f *flags, to *report.Report) error {
	settings, err := f.settings(ctx, study.Data())
	if err != nil {
		return err
	}
	a := f.algorithms[0]
	q := core.Request{Settings: settings, Algorithms: []selection.Algorithm{a}}
	ways, err := study.Alternatives(ctx, q, f.foldsAsked())
	if err != nil {
		return err
	}
	calls, failed := study.Calls(ctx, q, f.foldsAsked(), a)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r := to.Begin("designs")
	r.Space()
	r.Head("what %s would give if judgments were bought otherwise (--design)", a)
	r.Space()
	r.Add(waysTable(ways))
	r.Space()
	estimates := &report.Table{Name: "estimates", Columns: append([]report.Column{{Name: "name"}}, estimateColumns("design", "", "", "")...)}
	breakEven := &report.Table{Name: "break_even", Columns: []report.Column{
		{Name: "budget"}, {Name: "against"}, {Name: "price"}, {Name: "calls"}, {Name: "honest_loss", Estimate: true}, {Name: "reason"},
	}}
	var all []core.Pick
	sentences := &report.Section{}
	for _, b := range f.budgets {
		found, err := picksUnder(ctx, ways, a, b)
		if err != nil {
			return err
		}
		best, loss := "", math.Inf(1)
		for _, u := range found {
			addEstimate(estimates, &u.pick, &u.pick, u.name)
			l := u.pick.Estimate().Loss
			if l < loss && len(u.pick.Impossible()) == 0 && !u.whole {
				best, loss = u.name, l
			}
			all = append(all, u.pick)
		}
		addBreakEven(breakEven, sentences, calls, failed, b, best, loss)
	}
	r.Add(estimates)
	sayLegend(r, all, true)
	r.Space()
	r.Add(sentences.Items...)
	r.Add(breakEven)
	return nil
}

// waysTable lists the ways to buy.
func waysTable(ways []core.Alternative) *report.Table {
	t := &report.Table{Name: "ways", Columns: []report.Column{
		{Name: "name", Head: "design"},
		{Name: "design", Only: report.OnlyJSON},
		{Name: "collected"}, // judgments of the pilot were collected like this
		{Name: "taken"},     // settings.design
		{Name: "reason"},    // why nothing can be bought like this
		{Head: report.NoHead},
		{Head: "bought as"},
	}}
	for i := range ways {
		w := &ways[i]
		var marks []string
		if w.Taken {
			marks = append(marks, "taken")
		}
		if w.Collected {
			marks = append(marks, "as the pilot")
		}
		var design, why any
		words := "unavailable: " + w.Why
		if w.Tuning == nil {
			why = w.Why
		} else {
			design, words = describedDesign(w.Answers[0].Result), w.Design.Words()
		}
		t.Row(nameOf(w), design, w.Collected, w.Taken, why, strings.Join(marks, ", "), words)
	}
	return t
}

// pickUnder is what an algorithm chooses under one way to buy.
type pickUnder struct {
	name  string
	pick  core.Pick
	whole bool // one call for everything
}

func picksUnder(ctx context.Context, ways []core.Alternative, a selection.Algorithm, b model.Amount) (found []pickUnder, err error) {
	for i := range ways {
		w := &ways[i]
		if w.Tuning == nil || w.Answers[0].CheckBudget(b) != nil {
			continue
		}
		answer := w.At(a, b)
		p := core.Pick{Answer: answer, Selection: answer.At(a, b)}
		if err := p.See(ctx); err != nil {
			return nil, err
		}
		found = append(found, pickUnder{nameOf(w), p, w.Design.Whole(len(answer.Attributes))})
	}
	return found, nil
}

// addBreakEven adds the break-even price of a call against the best other way;
// failed says why there are no calls.
func addBreakEven(t *report.Table, r *report.Section, calls *core.Calls, failed error, b model.Amount, best string, loss float64) {
	why, e := "", core.BreakEven{}
	switch {
	case failed != nil:
		why, best = failed.Error(), ""
	case best == "":
		why = "no other way to buy has an honest loss that can be believed"
	default:
		e = calls.BreakEven(b, loss)
		why = e.Why
	}
	against := unlessEmpty(best)
	if why != "" {
		t.Row(b, against, nil, nil, nil, why)
		if best != "" {
			best = " against " + best
		}
		r.Say("B = %s: one call for everything has no break-even price%s: %s", b, best, why)
		return
	}
	t.Row(b, against, e.Price, e.Calls, estimate(e.Honest), nil)
	r.Say("B = %s: one call for everything breaks even with %s at a price of %s a call: %s, honest %s",
		b, best, figure.Significant(e.Price.Float(), 3), figure.CountOf(e.Calls, "call"), estimate(e.Honest))
}
