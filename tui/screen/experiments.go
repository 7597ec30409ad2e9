package screen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/experiment"
	tables "fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// ExperimentsView is the second half of Trust: the test errors of the paper.
type ExperimentsView struct {
	base
	Trying job.Latest[tested, trials]

	ErrorsPane, tradeoffPane *Pane
	outcomes                 *Document
	selected                 selection.Algorithm // among the algorithms, on the other half
	pick                     func(selection.Algorithm) tea.Cmd
	Errors, tradeoff         panel.Chart
}

func newExperimentsView(a *Session) *ExperimentsView {
	v := &ExperimentsView{base: base{Session: a}, outcomes: newDocument(0, a.Change)}
	v.ErrorsPane = &Pane{
		Panel: func(focus bool) panel.Panel { v.Errors.Focus = focus; return &v.Errors },
		Drag:  v.dragErrors, Wheel: a.wheelBudget, Press: v.pressErrors,
		Grabs: func(q, size image.Point) bool { return v.Errors.OnDial(q, size) },
	}
	v.tradeoffPane = &Pane{Panel: func(focus bool) panel.Panel { v.tradeoff.Focus = focus; return &v.tradeoff }}
	return v
}

// place puts the test errors beside their figures at B and the trade-off where
// there is room, or above the figures.
func (v *ExperimentsView) place(b *Body) {
	figures := b.Area
	switch b.Mode {
	case modeColumns:
		left, right := cutLeft(figures, figures.Dx()/2)
		b.put(v.ErrorsPane, left)
		var below image.Rectangle
		figures, below = cutTop(right, right.Dy()/2)
		b.put(v.tradeoffPane, below)
	case modeStacked:
		var above image.Rectangle
		above, figures = cutTop(figures, figures.Dy()/2)
		b.put(v.ErrorsPane, above)
	}
	b.put(&v.outcomes.Pane, figures)
}

// Refresh makes the screen of what there is so far.
func (v *ExperimentsView) Refresh(b *Body) {
	done := &v.Trying.Value
	v.Errors = panel.Chart{Title: fmt.Sprintf("Test %s (refit) against budget, ± se of %s%s", v.scale().Words(), v.lit(), progress(done.errors)), Empty: v.untested()}
	v.tradeoff = panel.Chart{Title: "More objects, or more judgments of each?", Empty: v.untraded()}
	o := &Page{ds: v.Opt.Study.Data(), Width: v.outcomes.width(b)}
	title := "Test errors"
	if e := v.TestErrors(); e != nil {
		v.Errors.Plot = chart.Plot{
			Series:  errorCurves(e, v.lit(), v.Shown.State.Algorithm, v.scale()),
			X:       chart.Range{Min: 0, Max: v.Shown.Result.Max.Float()},
			Cursors: []chart.Cursor{{On: true, X: v.Shown.State.Budget.Float(), Pen: theme.Cursor}},
		}
		at := nearestBudget(e.Budgets, v.Shown.State.Budget)
		title = fmt.Sprintf("Test errors of %s at B=%s", v.Shown.Result.Label, e.Budgets[at])
		v.writeOutcomes(o, e, at)
	} else {
		o.say(theme.Muted, "%s", v.Errors.Empty)
	}
	v.outcomes.show(b, title, o.Lines)
	if e := done.traded; e != nil && e.Done > 1 && v.tries() {
		v.lookTradeoff(e)
	}
}

// progress is how far an experiment is, "" where it is done.
func progress(e *experiment.TestErrors) string {
	if e == nil || e.Done == e.Splits {
		return ""
	}
	return fmt.Sprintf(" · %d of %d splits", e.Done, e.Splits)
}

// tries reports whether the experiments are about the shown question.
func (v *ExperimentsView) tries() bool {
	return v.Trying.For(v.tested())
}

// TestErrors is what can be shown so far; nil for nothing.
func (v *ExperimentsView) TestErrors() *experiment.TestErrors {
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
	if v.settling() && !v.tries() {
		return "when the honest losses are done: random splits of the objects…"
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

// writeOutcomes is the table of the algorithms at a tested budget, with what is to be
// known about it.
func (v *ExperimentsView) writeOutcomes(o *Page, e *experiment.TestErrors, b int) {
	from, m := max(0, slices.Index(e.Algorithms, v.Shown.State.Algorithm)), v.scale()
	base := e.At(experiment.Arm{Algorithm: from, Budget: b}).Refit.Loss
	var rows [][]panel.Cell
	again := 0.0
	for i, alg := range e.Algorithms {
		x := experiment.Arm{Algorithm: i, Budget: b}
		t := e.At(x)
		name := panel.Cell{Text: string(alg), Pen: panel.AlgorithmPen(string(alg))}
		if t.Refused != nil {
			rows = append(rows, []panel.Cell{name, {Text: "none", Pen: theme.Muted}, {}, {}, {}, {}, {}})
			continue
		}
		again = max(again, t.Again)
		less, verdict := "", ""
		if i != from {
			active := experiment.Arm{Algorithm: from, Budget: b}
			d := e.Less(x, active)
			less, verdict = m.signed(m.difference(d, t.Refit.Loss, base)), d.Verdict(e.Done)
		}
		rows = append(rows, []panel.Cell{
			name,
			{Text: m.withError(m.estimate(t.Refit))},
			{Text: less},
			{Text: verdict, Pen: panel.VerdictPen(verdict)},
			{Text: m.withError(m.estimate(t.Projected))},
			{Text: m.text(t.Promised)},
			{Text: figure.Significant(t.Attributes, 2)},
		})
	}
	o.table([]tables.Column{
		{Head: "algorithm"},
		{Head: "refit ± se", Align: tables.Right},
		{Head: "from " + string(e.Algorithms[from]), Align: tables.Right, Priority: 1},
		{Head: tables.NoHead, Priority: 1},
		{Head: "no refit ± se", Align: tables.Right, Priority: 2},
		{Head: "projected", Align: tables.Right, Priority: 4},
		{Head: "attr", Align: tables.Right, Priority: 5},
	}, rows)
	v.conditions(o, e, again)
	o.refusals(e, b)
}

// conditions say what the test errors were measured on. again is the largest share
// of judgments that were drawn again.
func (v *ExperimentsView) conditions(o *Page, e *experiment.TestErrors, again float64) {
	o.Lines = append(o.Lines, panel.Line{})
	d := e.Designs[0]
	m := v.scale()
	o.say(theme.Muted, "%s on %s, after learning from %s with %s a cell, on average over %d random splits; guessing the mean gives %s; raters %s",
		capital(m.Words()), figure.CountOf(e.Test, "object"), figure.CountOf(d.Objects, "object"), figure.CountOf(d.K, "judgment"), e.Done,
		m.text(m.variance), v.Shown.Result.Raters)
	if most := v.Trying.Value.most; most > 0 {
		o.say(theme.Muted, "no attribute is bought more than %d times: cells hold no more to test with", most)
	}
	if again > 0 {
		o.say(theme.Warning, "cells hold too few judgments: of those to test on up to %s were drawn again, and say nothing new", figure.Percent(again))
	}
}

// refusals say why algorithms cannot be run.
func (o *Page) refusals(e *experiment.TestErrors, b int) {
	for i, alg := range e.Algorithms {
		if why := e.At(experiment.Arm{Algorithm: i, Budget: b}).Refused; why != nil {
			o.say(theme.Muted, "%s: %s", alg, why)
		}
	}
}

// totalStyles tell the totals of a trade-off apart.
var totalStyles = []chart.Style{chart.Solid, chart.Dashed, chart.Dotted, chart.Short, chart.Long}

// lookTradeoff makes the chart of the trade-off: for what all judgments to learn
// from cost, the test error against judgments of each attribute.
func (v *ExperimentsView) lookTradeoff(e *experiment.TestErrors) {
	t, p := v.Trying.Value.tradeoff, &v.tradeoff.Plot
	arm := experiment.Arm{Algorithm: max(0, slices.Index(e.Algorithms, v.Shown.State.Algorithm)), Budget: nearestBudget(e.Budgets, v.Shown.State.Budget)}
	alg := e.Algorithms[arm.Algorithm]
	v.tradeoff.Title = fmt.Sprintf("%s at B=%s%s: judgments a cell, at the same total price", alg, e.Budgets[arm.Budget], progress(e))
	for i, d := range e.Designs {
		if i == 0 || t.Totals[i] != t.Totals[i-1] {
			p.Series = append(p.Series, chart.Series{
				Name: "total " + t.Totals[i].String(), Pen: panel.AlgorithmPen(string(alg)), Style: totalStyles[len(p.Series)%len(totalStyles)],
			})
		}
		arm.Design = i
		c, out := &p.Series[len(p.Series)-1], e.At(arm)
		if out.Refused == nil {
			worth := v.scale().estimate(out.Refit)
			c.X, c.Y, c.SE = append(c.X, float64(d.K)), append(c.Y, worth.Loss), append(c.SE, worth.SE)
		}
		if !slices.Contains(p.TicksX, float64(d.K)) {
			p.TicksX = append(p.TicksX, float64(d.K))
		}
	}
	slices.Sort(p.TicksX)
	if len(p.TicksX) < 2 {
		p.Series = nil
		v.tradeoff.Empty = fmt.Sprintf("cells hold %s at most: with fewer nobody knows how noisy an attribute is, so that there is nothing to trade", figure.CountOf(t.Judgment, "judgment"))
	}
}

// dragErrors sets B to where the pointer is on the chart of test errors.
func (v *ExperimentsView) dragErrors(q, size image.Point) tea.Cmd {
	if b, ok := v.Errors.XAt(q.X, size); ok {
		return v.SetBudget(nearestStep(v.Shown.Result, b))
	}
	return nil
}

// tested is what experiments depend on.
type tested struct {
	settings model.Settings
	max      model.Amount
}

// Equal compares what experiments depend on.
func (t tested) Equal(o tested) bool { return t.max == o.max && t.settings.Equal(o.settings) }

// trials are what the experiments have come to so far: the paper's test errors, and
// whether more objects or more judgments are worth their price. They are not
// changed.
type trials struct {
	most     int                    // an attribute is bought no more often; 0 for any number
	errors   *experiment.TestErrors // nil for nothing yet
	Why      error                  // there are none
	tradeoff *core.Tradeoff         // nil while it has not begun
	traded   *experiment.TestErrors
	whyNot   error // there is no trade-off
}

func (v *ExperimentsView) tested() tested { return tested{v.Shown.State.Settings, v.Shown.Result.Max} }

// Work runs the experiments about the shown question. It gives up stale experiments.
func (v *ExperimentsView) Work() tea.Cmd {
	q, r, folds := v.Shown.State.Request(), v.Shown.Result, v.Opt.Folds
	if v.Opt.NoHonest {
		folds = core.NoFolds
	}
	if v.settling() {
		v.Trying.Abandon(v.tested()) // about another question
		if !v.tries() {
			return nil
		}
	}
	study := v.Opt.Study
	x := core.ProtocolQuestion{
		Algorithms: selection.AllAlgorithms(), Budgets: r.TestBudgets(), K: core.DefaultPilot,
		Splits: cmp.Or(v.Opt.Splits, core.DefaultSplits), Seed: v.Opt.Seed, Folds: folds,
	}
	return v.Trying.Ask(v.Runner(), job.Question[tested, trials]{
		Key: v.tested(), Delay: Stillness,
		Work: func(ctx context.Context, report func(trials)) (trials, error) {
			return experiments(ctx, testable(ctx, study, q, r), x, report), nil
		},
		Took: func() tea.Cmd { v.Trying.Abandon(v.tested()); return nil },
	})
}

// settling tells whether experiments wait for all that is shown besides: of many attributes
// each split takes as much memory as the data, and as long as the honest loss.
func (v *ExperimentsView) settling() bool {
	return len(v.Shown.Result.Attributes) > core.PromptAttributes && (v.Pending() || v.validating.Pending() || v.bounding.Pending())
}

// testable is a Result that buys no attribute more often than cells hold judgments:
// there are no others to test with, and repeated draws would add no information. If
// this contradicts the user's limits, testable is r itself.
func testable(ctx context.Context, study *core.Study, q core.Request, r *core.Result) *core.Result {
	held := r.Held()
	if held == 0 || q.Settings.MaxRepeats > 0 && q.Settings.MaxRepeats <= held {
		return r
	}
	q.Settings.MaxRepeats = held
	// Experiments take its limits alone: no algorithm and no bound of it is shown.
	q.Algorithms, q.Optional, q.Unbounded = nil, nil, true
	if bounded, err := study.Solve(ctx, q); err == nil {
		return bounded.Unsolved()
	}
	return r
}

// experiments runs the one and then the other.
func experiments(ctx context.Context, r *core.Result, q core.ProtocolQuestion, report func(trials)) trials {
	t := trials{most: r.Settings.MaxRepeats}
	if len(q.Budgets) == 0 {
		t.Why, t.whyNot = errors.New(NothingToBuy), errors.New(NothingToBuy)
		return t
	}
	p, err := r.Protocol(q)
	if err == nil {
		t.errors, err = p.Run(ctx, func(e *experiment.TestErrors) {
			t.errors = e
			report(t)
		})
	}
	t.Why = err
	report(t)
	q.Algorithms = selection.Algorithms()
	if t.tradeoff, t.whyNot = r.Tradeoff(q, nil); t.whyNot == nil && ctx.Err() == nil {
		t.traded, t.whyNot = t.tradeoff.Run(ctx, func(e *experiment.TestErrors) {
			t.traded = e
			report(t)
		})
	}
	return t
}

// Sentence ranks the algorithms by their test errors near B.
func (v *ExperimentsView) Sentence() string {
	e := v.TestErrors()
	if e == nil {
		return "There are no test errors yet"
	}
	b, m := nearestBudget(e.Budgets, v.Shown.State.Budget), v.scale()
	order := make([]int, 0, len(e.Algorithms))
	outcome := func(i int) experiment.TestError { return e.At(experiment.Arm{Algorithm: i, Budget: b}) }
	for i := range e.Algorithms {
		if t := outcome(i); t.Refused == nil && !math.IsNaN(t.Refit.Loss) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if outcome(i).Refit.Loss < outcome(j).Refit.Loss {
			return -1
		}
		return 1
	})
	var parts []string
	for _, i := range order {
		t := outcome(i)
		parts = append(parts, fmt.Sprintf("%s %s", e.Algorithms[i], m.withError(m.estimate(t.Refit))))
	}
	return fmt.Sprintf("%d random splits of %s: %d to learn from, %d to test on. The %s of %s on the test objects with a budget of %s, best first: %s; guessing the mean gives %s",
		e.Done, figure.CountOf(v.Shown.Result.Objects, "object"), e.Designs[0].Objects, e.Test, m.Words(), chart.Clean(v.Shown.Result.Label), e.Budgets[b], figure.List(parts, "and"),
		m.text(m.variance))
}

// Table lists the test errors of all algorithms at all budgets, under
// the names of `validate --protocol --form csv`.
func (v *ExperimentsView) Table(t *Tsv) string {
	e := v.TestErrors()
	if e == nil {
		return ""
	}
	t.head("algorithm", "budget", "test_error", "test_error_se", "test_error_sd", "projected_test_error", "projected_test_error_se", "projected_test_error_sd",
		"training_error", "projected_loss", "honest_loss", "attributes_chosen", "judgments_chosen", "drawn_again", "refused")
	for i, alg := range e.Algorithms {
		for b, budget := range e.Budgets {
			o := e.At(experiment.Arm{Algorithm: i, Budget: b})
			if o.Refused != nil {
				t.Row(string(alg), budget, "", "", "", "", "", "", "", "", "", "", "", "", o.Refused.Error())
				continue
			}
			t.Row(string(alg), budget, o.Refit.Loss, o.Refit.SE, o.RefitSD, o.Projected.Loss, o.Projected.SE, o.ProjectedSD,
				o.Training, o.Promised, o.Honest, o.Attributes, o.Judgments, o.Again, "")
		}
	}
	return t.counted("test error")
}

// Command asks for the command of the test errors.
func (v *ExperimentsView) Command(q *Asked) bool {
	q.Command = "lab protocol"
	e := v.TestErrors()
	if e == nil {
		return true
	}
	q.Settings.MaxRepeats, q.Settings.Raters = v.Trying.Value.most, v.Shown.Result.Raters
	var budgets, names []string
	for _, b := range e.Budgets {
		budgets = append(budgets, b.String())
	}
	active := v.Shown.State.Algorithm
	if slices.Contains(e.Algorithms, active) {
		names = append(names, string(active)) // differences are to the first
	}
	for _, alg := range e.Algorithms {
		if alg != active {
			names = append(names, string(alg))
		}
	}
	q.Flags = append(q.Flags, "--budget", strings.Join(budgets, ","), "--algorithm", strings.Join(names, ","))
	return true
}

// scale is what test errors are shown in: they are losses alone.
func (v *ExperimentsView) scale() measure { return v.measure().losses() }

// lit is the algorithm whose test errors have its colour and error bars: the one selected
// among the algorithms, or the active one.
func (v *ExperimentsView) lit() selection.Algorithm {
	if e := v.TestErrors(); e != nil && slices.Contains(e.Algorithms, v.selected) {
		return v.selected
	}
	return v.Shown.State.Algorithm
}

// errorCurves are the test errors of the algorithms that can be run, the lit one's first.
// Only this curve has error bars: error bars of all would hide the curves.
func errorCurves(e *experiment.TestErrors, lit, active selection.Algorithm, m measure) []chart.Series {
	var curves []chart.Series
	lines := charted(e.Algorithms, lit, active)
	for i, alg := range e.Algorithms {
		c := chart.Series{Name: string(alg), Pen: theme.Faint, Style: panel.AlgorithmStyle(string(alg))}
		if alg == lit { // the others are grey
			c.Pen = panel.AlgorithmPen(string(alg))
		}
		for b, budget := range e.Budgets {
			t := e.At(experiment.Arm{Algorithm: i, Budget: b})
			if t.Refused != nil {
				continue
			}
			worth := m.estimate(t.Refit)
			if alg != lit {
				worth.SE = math.NaN()
			}
			c.X, c.Y, c.SE = append(c.X, budget.Float()), append(c.Y, worth.Loss), append(c.SE, worth.SE)
		}
		switch {
		case len(c.X) == 0 || !slices.Contains(lines, alg):
		case alg == lit:
			curves = slices.Insert(curves, 0, c)
		default:
			curves = append(curves, c)
		}
	}
	return curves
}

// mostLines is how many lines a chart of algorithms has: the lit one, and in grey those
// that it is measured by.
const mostLines = 3

// measuredBy are the algorithms that others are measured by, the first one first: the
// paper's two, and what asks every attribute alike.
var measuredBy = []selection.Algorithm{selection.Full, selection.Scoring, selection.Uniform, selection.Averages, selection.Copies, selection.Single, selection.Exchange}

// charted are the algorithms that have a line on a chart of some: the lit one, the active
// one, and those that they are measured by.
func charted(all []selection.Algorithm, lit, active selection.Algorithm) []selection.Algorithm {
	var lines []selection.Algorithm
	for _, alg := range append([]selection.Algorithm{lit, active}, measuredBy...) {
		if len(lines) < mostLines && slices.Contains(all, alg) && !slices.Contains(lines, alg) {
			lines = append(lines, alg)
		}
	}
	return lines
}

// pressErrors lights the algorithm whose name is pressed.
func (v *ExperimentsView) pressErrors(q, size image.Point) tea.Cmd {
	if name := v.Errors.NameAt(q, size); name != "" {
		return v.pick(selection.Algorithm(name))
	}
	return nil
}
