package screen

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
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// ExperimentsView is the Experiments screen: the test errors of the paper.
type ExperimentsView struct {
	base
	Trying job.Latest[tested, trials]

	ErrorsPane, tradeoffPane *Pane
	outcomes                 *Document
	errors, tradeoff         panel.Errors
}

func newExperimentsView(a *Analysis) *ExperimentsView {
	v := &ExperimentsView{base: base{Analysis: a}, outcomes: newDocument(0, a.Change)}
	v.ErrorsPane = &Pane{
		Panel: func(focus bool) panel.Panel { v.errors.Focus = focus; return &v.errors },
		Drag:  v.dragErrors, Wheel: a.wheelBudget,
	}
	v.tradeoffPane = &Pane{Panel: func(focus bool) panel.Panel { v.tradeoff.Focus = focus; return &v.tradeoff }}
	v.kind = About{
		Tab: "6 Experiments", Help: "the Experiments: test errors on random splits, as in the paper",
		Panes: []*Pane{v.ErrorsPane, &v.outcomes.Pane, v.tradeoffPane},
	}
	return v
}

// Place puts the test errors beside their figures at B and the trade-off where
// there is room, or above the figures.
func (v *ExperimentsView) Place(b *Body) {
	figures := b.Area
	switch b.Mode {
	case modeColumns:
		left, right := cutLeft(b.Area, b.Area.Dx()/2)
		b.put(v.ErrorsPane, left)
		var below image.Rectangle
		figures, below = cutTop(right, right.Dy()/2)
		b.put(v.tradeoffPane, below)
	case modeStacked:
		above, rest := cutTop(b.Area, b.Area.Dy()/2)
		b.put(v.ErrorsPane, above)
		figures = rest
	}
	b.put(&v.outcomes.Pane, figures)
}

// Refresh makes the screen of what there is so far.
func (v *ExperimentsView) Refresh(b *Body) {
	done := &v.Trying.Value
	v.errors = panel.Errors{Title: fmt.Sprintf("Test error (refit) against budget, ± se of %s%s", v.Shown.State.Algorithm, progress(done.errors)), Level: math.NaN(), Boxed: true, Empty: v.untested()}
	v.tradeoff = panel.Errors{Title: "More objects, or more judgments of each?", Level: math.NaN(), Boxed: true, Empty: v.untraded()}
	o := &Page{ds: v.Opt.Study.Data(), Width: v.outcomes.width(b)}
	title := "Test errors"
	if e := v.TestErrors(); e != nil {
		v.errors.Curves = errorCurves(e, v.Shown.State.Algorithm)
		v.errors.X = chart.Range{Min: 0, Max: v.Shown.Result.Max.Float()}
		v.errors.Cursor, v.errors.Marked = v.Shown.State.Budget.Float(), true
		at := nearestBudget(e.Budgets, v.Shown.State.Budget)
		title = fmt.Sprintf("Test errors of %s at B=%s", v.Shown.Result.Label, e.Budgets[at])
		o.outcomes(v, e, at)
	} else {
		o.say(theme.Muted, "%s", v.errors.Empty)
	}
	v.outcomes.show(b, title, o.Lines)
	if e := done.traded; e != nil && e.Done > 1 && v.tries() {
		v.lookTradeoff(e)
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
func (v *ExperimentsView) tries() bool {
	return v.Trying.For(v.tested())
}

// TestErrors is what can be shown so far; nil for nothing.
func (v *ExperimentsView) TestErrors() *core.TestErrors {
	if e := v.Trying.Value.errors; e != nil && e.Done > 1 && v.tries() {
		return e
	}
	return nil
}

// untested says why there are no test errors, or that they are to come.
func (v *ExperimentsView) untested() string {
	if why := v.Trying.Value.Why; why != nil && v.tries() {
		return why.Error()
	}
	return "random splits of the objects: some to learn from, others to test on…"
}

func (v *ExperimentsView) untraded() string {
	t := &v.Trying.Value
	if t.whyNot != nil && v.tries() {
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
func (o *Page) outcomes(v *ExperimentsView, e *core.TestErrors, b int) {
	from := max(0, slices.Index(e.Algorithms, v.Shown.State.Algorithm))
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
	o.Lines = append(o.Lines, panel.Grid([]panel.GridColumn{
		{Head: "algorithm"},
		{Head: "refit ± se", Right: true},
		{Head: "less " + string(e.Algorithms[from]), Right: true, Leave: 1},
		{Head: "", Leave: 1},
		{Head: "no refit ± se", Right: true, Leave: 2},
		{Head: "projected", Right: true, Leave: 4},
		{Head: "honest", Right: true, Leave: 3},
		{Head: "attr", Right: true, Leave: 5},
	}, rows, o.Width)...)
	o.conditions(v, e, again)
	o.refusals(e, b)
}

// conditions say what the test errors were measured on. again is the largest share
// of judgments that were drawn again.
func (o *Page) conditions(v *ExperimentsView, e *core.TestErrors, again float64) {
	o.Lines = append(o.Lines, panel.Line{})
	d := e.Designs[0]
	o.say(theme.Muted, "%ss on %s, after learning from %s with %s a cell, on average over %d random splits; variance %s; raters %s",
		v.Shown.Result.Metric().Mean, figure.CountOf(e.Test, "object"), figure.CountOf(d.Objects, "object"), figure.CountOf(d.K, "judgment"), e.Done,
		figure.Loss(v.Shown.Result.LabelVar), v.Shown.Result.Raters)
	if most := v.Trying.Value.most; most > 0 {
		o.say(theme.Muted, "no attribute is bought more than %d times: cells hold no more to test with", most)
	}
	if again > 0 {
		o.say(theme.Warning, "cells hold too few judgments: of those to test on up to %s were drawn again, and say nothing new", figure.Percent(again))
	}
}

// refusals say why algorithms cannot be run.
func (o *Page) refusals(e *core.TestErrors, b int) {
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
func (v *ExperimentsView) lookTradeoff(e *core.TestErrors) {
	t, p := v.Trying.Value.tradeoff, &v.tradeoff
	arm := core.Arm{Algorithm: max(0, slices.Index(e.Algorithms, v.Shown.State.Algorithm)), Budget: nearestBudget(e.Budgets, v.Shown.State.Budget)}
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

// dragErrors sets B to where the pointer is on the chart of test errors.
func (v *ExperimentsView) dragErrors(q, size image.Point) tea.Cmd {
	if b, ok := v.errors.XAt(q.X, size.X, size.Y); ok {
		return v.SetBudget(nearestStep(v.Shown.Result, b))
	}
	return nil
}
