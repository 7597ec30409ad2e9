package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/job"
)

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
func (a *Analysis) set(s State, c change) tea.Cmd {
	if s.Equal(a.state) {
		return nil
	}
	a.history.record(a.state, c)
	return a.turn(s)
}

// turn goes to a state without recording where it came from. What is merely
// looked at, such as B, shows at once on the Result that is there.
func (a *Analysis) turn(s State) tea.Cmd {
	s.Wide = a.wide
	a.state = s
	a.shown.state = s.lookingAt(a.shown)
	a.change()
	switch {
	case s.Equal(a.shown.state) && s.Budget <= a.shown.result.Max:
		a.forget()
		return nil
	case a.pending() && s.answeredBy(a.solving.Key()) && a.willHave(s.Budget):
		return nil
	}
	return a.solve()
}

// willHave tells whether the answer to the question being worked on will have
// the choices at a budget.
func (a *Analysis) willHave(b model.Amount) bool {
	asked, r := a.solving.Key().Budget, a.shown.result
	return b == asked || r.Ready(b) && b <= max(asked, r.Max)
}

// pending tells whether a question is being worked on, or its answer waits for its
// honest loss.
func (a *Analysis) pending() bool { return a.solving.Pending() || a.waiting != nil }

// forget drops the question being worked on, if any.
func (a *Analysis) forget() {
	a.solving.Forget()
	if a.waiting != nil {
		a.forgetValidation()
	}
	a.busy = false
}

// solve asks the present state's question aside.
func (a *Analysis) solve() tea.Cmd {
	a.forget()
	state, opt := a.state, a.opt
	cmd := a.solving.Ask(a.runner(), job.Question[State, shown]{
		Key:  state,
		Work: func(ctx context.Context, _ func(shown)) (shown, error) { return ask(ctx, opt, state) },
		Took: a.solved,
	})
	return tea.Batch(cmd, a.after(patience, busyMsg{a.solving.Run()}))
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
func (a *Analysis) solved() tea.Cmd {
	err := a.solving.Err
	if err == nil {
		return a.answered(a.solving.Value)
	}
	a.busy = false
	a.state = a.shown.state
	a.history.drop(a.state)
	a.toast.fail(err.Error())
	if a.shown.honest == nil && !a.validating.For(ofResult{a.shown.result}) {
		return a.validate(a.shown.result)
	}
	return nil
}

// arrive shows the answer to the question being worked on. What was looked at
// may have moved on since it was asked.
func (a *Analysis) arrive(s shown) {
	a.solving.Forget()
	a.busy = false
	a.state.Budget = max(a.state.Budget, s.result.Required)
	wide := s.state.Wide
	s.state = a.state
	s.state.Wide = wide
	a.show(s)
}

func (a *Analysis) overdue(m busyMsg) {
	if m.run == a.solving.Run() && a.pending() {
		a.busy = true
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
