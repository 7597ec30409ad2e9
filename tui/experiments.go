package tui

import (
	"fmt"
	"image"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// trying puts the test errors beside their figures at B and the trade-off where
// there is room, or above the figures.
func (l *layout) trying(body image.Rectangle, _ *content) {
	l.panes[paneOutcomes] = body
	switch l.mode {
	case modeColumns:
		var right image.Rectangle
		l.panes[paneErrors], right = cutLeft(body, body.Dx()/2)
		l.panes[paneOutcomes], l.panes[paneTradeoff] = cutTop(right, right.Dy()/2)
	case modeStacked:
		l.panes[paneErrors], l.panes[paneOutcomes] = cutTop(body, body.Dy()/2)
	}
}

// lookExperiments makes the Experiments screen of what there is so far.
func (a *app) lookExperiments() {
	v, k, l := &a.experiments, &a.look, a.layout()
	k.errors = panel.Errors{Title: fmt.Sprintf("Test error (refit) against budget, ± se of %s%s", a.shown.state.Algorithm, progress(v.Value.errors)), Level: math.NaN(), Boxed: true, Empty: a.untested()}
	k.tradeoff = panel.Errors{Title: "More objects, or more judgments of each?", Level: math.NaN(), Boxed: true, Empty: a.untraded()}
	o := &page{ds: a.opt.Study.Data(), width: l.panes[paneOutcomes].Dx() - documentEdge}
	d := &k.documents[paneOutcomes]
	*d = panel.Document{Title: "Test errors"}
	if e := a.testErrors(); e != nil {
		k.errors.Curves = errorCurves(e, a.shown.state.Algorithm)
		k.errors.X = chart.Range{Min: 0, Max: a.shown.result.Max.Float()}
		k.errors.Cursor, k.errors.Marked = a.shown.state.Budget.Float(), true
		b := nearestBudget(e.Budgets, a.shown.state.Budget)
		d.Title = fmt.Sprintf("Test errors of %s at B=%s", a.shown.result.Label, e.Budgets[b])
		o.outcomes(a, e, b)
	} else {
		o.say(theme.Muted, "%s", k.errors.Empty)
	}
	d.Lines = o.lines
	a.setDocument(paneOutcomes, &l)
	if e := v.Value.traded; e != nil && e.Done > 1 && a.tries() {
		a.lookTradeoff(e)
	}
}

// progress is how far an experiment is, "" where it is done.
func progress(e *core.TestErrors) string {
	if e == nil || e.Done == e.Splits {
		return ""
	}
	return fmt.Sprintf(" · %d of %d splits", e.Done, e.Splits)
}

// tries tells whether the experiments are those on what is shown.
func (a *app) tries() bool {
	return a.experiments.For(a.tested())
}

// testErrors is what can be shown so far; nil for nothing.
func (a *app) testErrors() *core.TestErrors {
	if e := a.experiments.Value.errors; e != nil && e.Done > 1 && a.tries() {
		return e
	}
	return nil
}

// untested says why there are no test errors, or that they are to come.
func (a *app) untested() string {
	if why := a.experiments.Value.why; why != nil && a.tries() {
		return why.Error()
	}
	return "random splits of the objects: some to learn from, others to test on…"
}

func (a *app) untraded() string {
	t := &a.experiments.Value
	if t.whyNot != nil && a.tries() {
		return t.whyNot.Error()
	}
	return "when the test errors are done…"
}

// nearestBudget is the index of the tested budget nearest to one.
func nearestBudget(budgets []model.Amount, b model.Amount) int {
	best := 0
	for i, t := range budgets {
		if max(t-b, b-t) < max(budgets[best]-b, b-budgets[best]) {
			best = i
		}
	}
	return best
}

// errorCurves are the test errors of the algorithms that can be run. One of them
// has error bars: those of all would hide the curves.
func errorCurves(e *core.TestErrors, active selection.Algorithm) []panel.ErrorCurve {
	var curves []panel.ErrorCurve
	for i, alg := range e.Algorithms {
		c := panel.ErrorCurve{Name: string(alg), Pen: panel.AlgorithmPen(string(alg)), Style: panel.AlgorithmStyle(string(alg))}
		for b, budget := range e.Budgets {
			t := e.At(core.Arm{Algorithm: i, Budget: b})
			if t.Refused != nil {
				continue
			}
			if alg != active {
				t.Refit.SE = math.NaN()
			}
			c.X, c.Y, c.SE = append(c.X, budget.Float()), append(c.Y, t.Refit.Loss), append(c.SE, t.Refit.SE)
		}
		if len(c.X) > 0 {
			curves = append(curves, c)
		}
	}
	return curves
}

// outcomes is the table of the algorithms at a tested budget, with what is to be
// known about it.
func (o *page) outcomes(a *app, e *core.TestErrors, b int) {
	from := max(0, slices.Index(e.Algorithms, a.shown.state.Algorithm))
	var rows [][]panel.Cell
	again := 0.0
	for i, alg := range e.Algorithms {
		x := core.Arm{Algorithm: i, Budget: b}
		t := e.At(x)
		name := panel.Cell{Text: string(alg), Pen: panel.AlgorithmPen(string(alg))}
		if t.Refused != nil {
			rows = append(rows, []panel.Cell{name, {Text: "none", Pen: theme.Muted}, {}, {}, {}, {}, {}, {}})
			continue
		}
		again = max(again, t.Again)
		less, verdict := "", ""
		if i != from {
			d := e.Less(x, core.Arm{Algorithm: from, Budget: b})
			less, verdict = figure.WithError(d.Loss, d.SE), d.Verdict()
		}
		rows = append(rows, []panel.Cell{
			name,
			{Text: figure.WithError(t.Refit.Loss, t.Refit.SE)},
			{Text: less},
			{Text: verdict, Pen: verdictPen(verdict)},
			{Text: figure.WithError(t.Projected.Loss, t.Projected.SE)},
			{Text: figure.Loss(t.Promised)},
			{Text: figure.Loss(t.Honest), Pen: theme.Honest},
			{Text: figure.Significant(t.Attributes, 2)},
		})
	}
	o.lines = append(o.lines, panel.Grid([]panel.GridColumn{
		{Head: "algorithm"},
		{Head: "refit ± se", Right: true},
		{Head: "less " + string(e.Algorithms[from]), Right: true, Leave: 1},
		{Head: "", Leave: 1},
		{Head: "no refit ± se", Right: true, Leave: 2},
		{Head: "projected", Right: true, Leave: 4},
		{Head: "honest", Right: true, Leave: 3},
		{Head: "attr", Right: true, Leave: 5},
	}, rows, o.width)...)
	o.conditions(a, e, again)
	o.refusals(e, b)
}

// conditions say what the test errors were measured on. again is the largest share
// of judgments that were drawn again.
func (o *page) conditions(a *app, e *core.TestErrors, again float64) {
	o.lines = append(o.lines, panel.Line{})
	d := e.Designs[0]
	o.say(theme.Muted, "mean squared errors on %s, after learning from %s with %s a cell, on average over %d random splits; variance %s; raters %s",
		figure.CountOf(e.Test, "object"), figure.CountOf(d.Objects, "object"), figure.CountOf(d.K, "judgment"), e.Done,
		figure.Loss(a.shown.result.LabelVar), a.shown.result.Raters)
	if most := a.experiments.Value.most; most > 0 {
		o.say(theme.Muted, "no attribute is bought more than %d times: cells hold no more to test with", most)
	}
	if again > 0 {
		o.say(theme.Warning, "cells hold too few judgments: of those to test on up to %s were drawn again, and say nothing new", figure.Percent(again))
	}
}

// refusals say why algorithms cannot be run.
func (o *page) refusals(e *core.TestErrors, b int) {
	for i, alg := range e.Algorithms {
		if why := e.At(core.Arm{Algorithm: i, Budget: b}).Refused; why != nil {
			o.say(theme.Muted, "%s: %s", alg, why)
		}
	}
}

func verdictPen(verdict string) theme.Pen {
	switch verdict {
	case "better":
		return theme.Good
	case "worse":
		return theme.Bad
	}
	return theme.Text
}

// totalStyles tell the totals of a trade-off apart.
var totalStyles = []chart.Style{chart.Solid, chart.Dashed, chart.Dotted, chart.Short, chart.Long}

// lookTradeoff makes the chart of the trade-off: for what all judgments to learn
// from cost, the test error against judgments of each attribute.
func (a *app) lookTradeoff(e *core.TestErrors) {
	t, p := a.experiments.Value.tradeoff, &a.look.tradeoff
	arm := core.Arm{Algorithm: max(0, slices.Index(e.Algorithms, a.shown.state.Algorithm)), Budget: nearestBudget(e.Budgets, a.shown.state.Budget)}
	alg := e.Algorithms[arm.Algorithm]
	p.Title = fmt.Sprintf("%s at B=%s%s: judgments a cell, at the same total price", alg, e.Budgets[arm.Budget], progress(e))
	for i, d := range e.Designs {
		if i == 0 || t.Totals[i] != t.Totals[i-1] {
			p.Curves = append(p.Curves, panel.ErrorCurve{
				Name: "total " + t.Totals[i].String(), Pen: panel.AlgorithmPen(string(alg)), Style: totalStyles[len(p.Curves)%len(totalStyles)],
			})
		}
		arm.Design = i
		c, out := &p.Curves[len(p.Curves)-1], e.At(arm)
		if out.Refused == nil {
			c.X, c.Y, c.SE = append(c.X, float64(d.K)), append(c.Y, out.Refit.Loss), append(c.SE, out.Refit.SE)
		}
		if !slices.Contains(p.Ticks, float64(d.K)) {
			p.Ticks = append(p.Ticks, float64(d.K))
		}
	}
	slices.Sort(p.Ticks)
	if len(p.Ticks) < 2 {
		p.Curves = nil
		p.Empty = fmt.Sprintf("cells hold %s at most: with fewer nobody knows how noisy an attribute is, so that there is nothing to trade", figure.CountOf(t.Judgment, "judgment"))
	}
}

// experimentPanes are those of the Experiments screen that are no text.
func experimentPanes() map[pane]paneKind {
	return map[pane]paneKind{
		paneErrors: {
			panel: func(k *look, focus bool) panel.Panel { k.errors.Focus = focus; return &k.errors },
			drag:  (*app).dragErrors, wheel: (*app).wheelDial,
		},
		paneTradeoff: {
			panel: func(k *look, focus bool) panel.Panel { k.tradeoff.Focus = focus; return &k.tradeoff },
		},
	}
}

// dragErrors sets B to where the pointer is on the chart of test errors.
func (a *app) dragErrors(q, size image.Point) tea.Cmd {
	if b, ok := a.look.errors.XAt(q.X, size.X, size.Y); ok {
		return a.setBudget(nearestStep(a.shown.result, b))
	}
	return nil
}
