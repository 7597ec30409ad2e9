package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// solver keeps track of the question being worked on. A newer question cancels
// the one before; answers of older generations are dropped.
type solver struct {
	generation int
	cancel     context.CancelFunc
	state      State // whose question it is
	pending    bool
	busy       bool // pending long enough to be shown
}

// patience is how long a question may take before the screen says that figures
// are being computed.
const patience = 100 * time.Millisecond

// request is the question that a state asks.
func (s State) request() core.Request {
	q := core.Request{Settings: s.Settings, Range: s.Range, Reach: s.Budget, Algorithms: s.extra()}
	if s.Wide {
		q.Optional = selection.AllAlgorithms()
	}
	return q
}

// set makes s the present state, as a change of kind c.
func (a *app) set(s State, c change) tea.Cmd {
	if s.equal(a.state) {
		return nil
	}
	a.history.record(a.state, c)
	return a.turn(s)
}

// turn goes to a state without recording where it came from. What is merely
// looked at, such as B, shows at once on the Result that is there.
func (a *app) turn(s State) tea.Cmd {
	s.Wide = a.screen == screenCompare
	a.state = s
	a.shown.state = s.lookingAt(a.shown)
	a.change()
	switch {
	case s.equal(a.shown.state) && s.Budget <= a.shown.result.Max:
		a.forget()
		return nil
	case a.solver.pending && s.answeredBy(a.solver.state) && a.willHave(s.Budget):
		return nil
	}
	return a.solve()
}

// willHave tells whether the answer to the question being worked on will have
// the choices at a budget.
func (a *app) willHave(b model.Amount) bool {
	asked, r := a.solver.state.Budget, a.shown.result
	return b == asked || r.Ready(b) && b <= max(asked, r.Max)
}

// forget drops the question being worked on, if any.
func (a *app) forget() {
	if a.solver.cancel != nil {
		a.solver.cancel()
	}
	if a.validation.waiting != nil {
		a.forgetValidation()
	}
	a.solver.generation++
	a.solver.pending, a.solver.busy = false, false
}

// solve asks the present state's question aside.
func (a *app) solve() tea.Cmd {
	a.forget()
	ctx, cancel := context.WithCancel(a.root)
	a.solver.cancel, a.solver.state, a.solver.pending = cancel, a.state, true
	generation, state, opt := a.solver.generation, a.state, a.opt
	return tea.Batch(
		func() tea.Msg {
			s, err := ask(ctx, opt, state)
			return solvedMsg{generation, s, err}
		},
		a.after(patience, busyMsg{generation}),
	)
}

// ask answers a state's question. Where λ is to be chosen, that takes the honest
// loss at every λ; otherwise the honest loss is left for later.
func ask(ctx context.Context, o Options, s State) (shown, error) {
	if !s.Settings.AutoRidge || o.NoHonest {
		r, err := o.Study.Solve(ctx, s.request())
		return shown{result: r, state: s}, err
	}
	t, err := o.Study.Tune(ctx, s.request(), o.Folds)
	if err != nil {
		return shown{}, err
	}
	best := t.At(s.Algorithm, s.Budget)
	return shown{result: best.Result, honest: best.Honest, tuning: t, state: s}, nil
}

// solved takes an answer. A question without an answer, such as a label that
// is constant, is taken back: the screen stays with the state it shows.
func (a *app) solved(m solvedMsg) tea.Cmd {
	if m.generation != a.solver.generation {
		return nil
	}
	a.solver.cancel()
	if m.err == nil {
		return a.answered(m.shown)
	}
	a.solver.pending, a.solver.busy = false, false
	a.change()
	if !errors.Is(m.err, context.Canceled) {
		a.state = a.shown.state
		a.history.drop(a.state)
		a.toast.fail(m.err.Error())
	}
	if a.shown.honest == nil && a.validation.result != a.shown.result {
		return a.validate(a.shown.result)
	}
	return nil
}

// arrive shows the answer to the question being worked on. What was looked at
// may have moved on since it was asked.
func (a *app) arrive(s shown) {
	a.solver.pending, a.solver.busy = false, false
	a.state.Budget = max(a.state.Budget, s.result.Required)
	wide := s.state.Wide
	s.state = a.state
	s.state.Wide = wide
	a.show(s)
}

func (a *app) busy(m busyMsg) {
	if m.generation == a.solver.generation && a.solver.pending {
		a.solver.busy = true
		a.change()
	}
}

// firstBudget is where B is when the user names none.
func firstBudget(s shown, o Options) (model.Amount, error) {
	switch {
	case o.Rule != nil && s.honest != nil:
		return s.honest.Budget(s.state.Algorithm, *o.Rule)
	case s.honest != nil:
		return s.honest.FirstBudget(s.state.Algorithm), nil
	}
	return s.result.FirstBudget(), nil
}

// first solves the question that the program opens with.
func first(ctx context.Context, o Options) (shown, error) {
	s := State{Settings: o.Settings, Algorithm: o.Algorithm, Sort: defaultSort}
	if s.Algorithm == "" {
		s.Algorithm = algorithms()[0]
	}
	s.Budget = o.Budget
	o.Saved.look(&s)
	sh, err := ask(ctx, o, s)
	if err != nil {
		return shown{}, err
	}
	if sh.honest == nil && !o.NoHonest && (len(sh.result.Attributes) <= core.PromptAttributes || o.Rule != nil) {
		if sh.honest, err = sh.result.Honest(ctx, o.Folds, sh.result.Algorithms()...); err != nil {
			return shown{}, err
		}
	}
	if !o.HasBudget {
		if sh.state.Budget, err = firstBudget(sh, o); err != nil {
			return shown{}, err
		}
	}
	return sh, sh.result.CheckBudget(sh.state.Budget)
}
