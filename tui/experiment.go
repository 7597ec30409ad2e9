package tui

import (
	"cmp"
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// experimentView is the Experiments screen: the paper's test errors, and whether
// more objects or more judgments are worth their price, drawn as splits are done.
type experimentView struct {
	of     tested
	number int // of the experiment; answers to older ones are dropped
	cancel context.CancelFunc
	trials trials
}

// tested is what experiments depend on.
type tested struct {
	settings model.Settings
	max      model.Amount
}

func (t *tested) equal(o *tested) bool { return t.max == o.max && t.settings.Equal(o.settings) }

// trials are what the experiments have come to so far. They are not changed.
type trials struct {
	most     int              // an attribute is bought no more often; 0 for any number
	errors   *core.TestErrors // nil for nothing yet
	why      error            // there are none
	tradeoff *core.Tradeoff   // nil while it has not begun
	traded   *core.TestErrors
	whyNot   error // there is no trade-off
	done     bool
}

// trialsMsg brings what the experiments of that number have come to so far.
type trialsMsg struct {
	number int
	trials trials
	next   tea.Cmd
}

func (m trialsMsg) deliver(a *app) tea.Cmd { return a.tried(m) }

// tryMsg comes when nothing may have changed for a moment since the experiments of
// that number were wanted.
type tryMsg struct{ number int }

func (m tryMsg) deliver(a *app) tea.Cmd { return a.try(m) }

// experiment forgets experiments on something else than what is shown, and begins
// those on what is shown when all has been still for a moment.
func (a *app) experiment() tea.Cmd {
	v := &a.experiments
	want := a.tested()
	if v.number > 0 && v.of.equal(&want) {
		return nil
	}
	if v.cancel != nil {
		v.cancel()
	}
	*v = experimentView{of: want, number: v.number + 1}
	return a.after(stillness, tryMsg{v.number})
}

func (a *app) tested() tested { return tested{a.shown.state.Settings, a.shown.result.Max} }

// try begins the experiments, unless something has changed since.
func (a *app) try(m tryMsg) tea.Cmd {
	v := &a.experiments
	if m.number != v.number {
		return nil
	}
	var ctx context.Context
	ctx, v.cancel = context.WithCancel(a.root)
	q, r, folds := a.shown.state.request(), a.shown.result, a.opt.Folds
	if a.opt.NoHonest {
		folds = core.NoFolds
	}
	study := a.opt.Study
	x := core.ProtocolQuestion{
		Algorithms: selection.AllAlgorithms(), Budgets: r.TestBudgets(), K: core.DefaultPilot,
		Splits: cmp.Or(a.opt.Splits, core.DefaultSplits), Seed: a.opt.Seed, Folds: folds,
	}
	return stream(func(report func(trials)) trials { return experiments(ctx, testable(ctx, study, q, r), x, report) },
		func(t trials, _ bool, next tea.Cmd) tea.Msg { return trialsMsg{m.number, t, next} })
}

// tried takes what there is so far. Experiments that nobody asks for any more
// are given up.
func (a *app) tried(m trialsMsg) tea.Cmd {
	v, now := &a.experiments, a.tested()
	switch {
	case m.number != v.number:
		return nil
	case !v.of.equal(&now):
		v.cancel()
		*v = experimentView{number: v.number}
		return nil
	}
	v.trials = m.trials
	a.change()
	return m.next
}

// testable is a Result that buys no attribute more often than cells hold
// judgments of it: there are no others to test with, and those drawn again would
// say nothing new. Where that contradicts the limits of the user it is r itself.
func testable(ctx context.Context, study *core.Study, q core.Request, r *core.Result) *core.Result {
	held := r.Held()
	if held == 0 || q.Settings.MaxRepeats > 0 && q.Settings.MaxRepeats <= held {
		return r
	}
	q.Settings.MaxRepeats = held
	if bounded, err := study.Solve(ctx, q); err == nil {
		return bounded
	}
	return r
}

// experiments runs the one and then the other.
func experiments(ctx context.Context, r *core.Result, q core.ProtocolQuestion, report func(trials)) trials {
	t := trials{most: r.Settings.MaxRepeats}
	if len(q.Budgets) == 0 {
		t.why, t.whyNot, t.done = errors.New(nothingToBuy), errors.New(nothingToBuy), true
		return t
	}
	p, err := r.Protocol(q)
	if err == nil {
		t.errors, err = p.Run(ctx, func(e *core.TestErrors) {
			t.errors = e
			report(t)
		})
	}
	t.why = err
	report(t)
	q.Algorithms = selection.Algorithms()
	if t.tradeoff, t.whyNot = r.Tradeoff(q, nil); t.whyNot == nil && ctx.Err() == nil {
		t.traded, t.whyNot = t.tradeoff.Run(ctx, func(e *core.TestErrors) {
			t.traded = e
			report(t)
		})
	}
	t.done = true
	return t
}
