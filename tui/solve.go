package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
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
	return core.Request{Settings: s.Settings, Range: s.Range, Reach: s.Budget, Algorithms: s.extra()}
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
	a.state = s
	a.shown.state = s.lookingAt(a.shown)
	a.change()
	switch {
	case s.equal(a.shown.state) && s.Budget <= a.shown.result.Max:
		a.forget()
		return nil
	case a.solver.pending && s.sameQuestion(a.solver.state) && a.willHave(s.Budget):
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
	a.solver.generation++
	a.solver.pending, a.solver.busy = false, false
}

// solve asks the present state's question aside.
func (a *app) solve() tea.Cmd {
	a.forget()
	ctx, cancel := context.WithCancel(a.root)
	a.solver.cancel, a.solver.state, a.solver.pending = cancel, a.state, true
	generation, state, study := a.solver.generation, a.state, a.opt.Study
	return tea.Batch(
		func() tea.Msg {
			r, err := study.Solve(ctx, state.request())
			return solvedMsg{generation, state, r, err}
		},
		a.after(patience, busyMsg{generation}),
	)
}

// solved takes an answer. A question without an answer, such as a label that
// is constant, is taken back: the screen stays with the state it shows.
func (a *app) solved(m solvedMsg) {
	if m.generation != a.solver.generation {
		return
	}
	a.solver.cancel()
	a.solver.pending, a.solver.busy = false, false
	a.change()
	if m.err != nil {
		if !errors.Is(m.err, context.Canceled) {
			a.state = a.shown.state
			a.history.drop(a.state)
			a.toast.fail(m.err.Error())
		}
		return
	}
	// What was looked at may have moved on since the question was asked.
	a.state.Budget = max(a.state.Budget, m.result.Required)
	a.show(shown{m.result, a.state})
}

func (a *app) busy(m busyMsg) {
	if m.generation == a.solver.generation && a.solver.pending {
		a.solver.busy = true
		a.change()
	}
}

// first solves the question that the program opens with.
func first(ctx context.Context, o Options) (shown, error) {
	s := State{Settings: o.Settings, Algorithm: o.Algorithm, Sort: defaultSort}
	if s.Algorithm == "" {
		s.Algorithm = algorithms()[0]
	}
	s.Budget = o.Budget
	r, err := o.Study.Solve(ctx, s.request())
	if err != nil {
		return shown{}, err
	}
	if !o.HasBudget {
		s.Budget = r.FirstBudget()
	}
	return shown{r, s}, r.CheckBudget(s.Budget)
}
