package screen

import (
	"cmp"
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/job"
)

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
	most     int              // an attribute is bought no more often; 0 for any number
	errors   *core.TestErrors // nil for nothing yet
	Why      error            // there are none
	tradeoff *core.Tradeoff   // nil while it has not begun
	traded   *core.TestErrors
	whyNot   error // there is no trade-off
}

func (v *ExperimentsView) tested() tested { return tested{v.Shown.State.Settings, v.Shown.Result.Max} }

// Work runs the experiments on what is shown. Those that nobody asks for any
// more are given up.
func (v *ExperimentsView) Work() tea.Cmd {
	q, r, folds := v.Shown.State.Request(), v.Shown.Result, v.Opt.Folds
	if v.Opt.NoHonest {
		folds = core.NoFolds
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
		t.Why, t.whyNot = errors.New(NothingToBuy), errors.New(NothingToBuy)
		return t
	}
	p, err := r.Protocol(q)
	if err == nil {
		t.errors, err = p.Run(ctx, func(e *core.TestErrors) {
			t.errors = e
			report(t)
		})
	}
	t.Why = err
	report(t)
	q.Algorithms = selection.Algorithms()
	if t.tradeoff, t.whyNot = r.Tradeoff(q, nil); t.whyNot == nil && ctx.Err() == nil {
		t.traded, t.whyNot = t.tradeoff.Run(ctx, func(e *core.TestErrors) {
			t.traded = e
			report(t)
		})
	}
	return t
}
