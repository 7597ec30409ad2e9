package screen

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

// Request is the question that a state asks.
func (s State) Request() core.Request {
	q := core.Request{Settings: s.Settings, Range: s.Range, Reach: s.Budget, Algorithms: s.extra()}
	if s.Wide {
		q.Optional = selection.AllAlgorithms()
	}
	return q
}

// Set makes s the present state, as a change of kind c.
func (a *Question) Set(s State, c change) tea.Cmd {
	if s.Equal(a.State) {
		return nil
	}
	a.History.record(a.State, c)
	return a.Turn(s)
}

// Turn goes to a state without recording the state before. Changes of the view, such as
// B, show at once on the present Result.
func (a *Question) Turn(s State) tea.Cmd {
	s.Wide = a.Wide
	a.State = s
	a.Shown.State = s.lookingAt(a.Shown)
	a.Change()
	switch {
	case s.Equal(a.Shown.State) && s.Budget <= a.Shown.Result.Max:
		a.forget()
		return nil
	case a.Pending() && s.AnsweredBy(a.Solving.Key()) && a.willHave(s.Budget):
		return nil
	}
	return a.solve()
}

// willHave tells whether the answer to the question being worked on will have
// the choices at a budget.
func (a *Answer) willHave(b model.Amount) bool {
	asked, r := a.Solving.Key().Budget, a.Shown.Result
	return b == asked || r.Ready(b) && b <= max(asked, r.Max)
}

// Pending tells whether a question is being worked on, or its answer waits for its
// honest loss.
func (a *Answer) Pending() bool { return a.Solving.Pending() || a.Waiting != nil }

// forget drops the question being worked on, if any.
func (a *Answer) forget() {
	a.Solving.Forget()
	if a.Waiting != nil {
		a.forgetValidation()
	}
	a.busy = false
}

// solve asks the present state's question aside.
func (a *Answer) solve() tea.Cmd {
	a.forget()
	state, opt := a.State, a.Opt
	cmd := a.Solving.Ask(a.Runner(), job.Question[State, Shown]{
		Key:  state,
		Work: func(ctx context.Context, _ func(Shown)) (Shown, error) { return Ask(ctx, opt, state) },
		Took: a.solved,
	})
	return tea.Batch(cmd, a.After(patience, BusyMsg{a.Solving.Run()}))
}

// Ask answers a state's question. Where λ is to be chosen, that takes the honest
// loss at every λ; otherwise the honest loss is left for later.
func Ask(ctx context.Context, o Options, s State) (Shown, error) {
	q := s.Request()
	q.Described = o.Described
	if !s.Settings.AutoRidge || o.NoHonest {
		q.Unbounded = len(o.Study.Data().Attributes) > core.PromptAttributes
		r, err := o.Study.Solve(ctx, q)
		if err != nil {
			return Shown{}, err
		}
		return shown(Shown{Result: r, State: s}), nil
	}
	t, err := o.Study.Tune(ctx, q, o.Folds)
	if err != nil {
		return Shown{}, err
	}
	best := t.At(s.Algorithm, s.Budget)
	return shown(Shown{Result: best.Result, Honest: best.Honest, Tuning: t, State: s}), nil
}

// shown adds what the screen needs of an answer and takes too long for a frame.
func shown(s Shown) Shown {
	s.curves = manyCurves(&s)
	return s
}

// solved takes an answer. A question without an answer, such as a label that
// is constant, is taken back: the screen stays with the state it shows.
func (a *Answer) solved() tea.Cmd {
	err := a.Solving.Err
	if err == nil {
		return a.answered(a.Solving.Value)
	}
	a.busy = false
	a.noteRefusal(a.Solving.Key())
	a.State = a.Shown.State
	a.History.drop(a.State)
	a.Toast.Fail(err.Error())
	if a.Shown.Honest == nil && !a.validating.For(ofResult{a.Shown.Result}) {
		return a.Validate(a.Shown.Result)
	}
	return nil
}

// arrive shows the answer to the current question. The view may have moved since the
// question was asked.
func (a *Answer) arrive(s Shown) tea.Cmd {
	a.Solving.Forget()
	a.busy = false
	a.State.Budget = max(a.State.Budget, s.Result.Required)
	asked := s.State
	s.State = a.State
	s.State.Wide = asked.Wide
	if s.has(a.State) {
		a.Show(s)
		return nil
	}
	// Every algorithm was asked for that the data allow. The user has chosen another since, of
	// the Result before: the question for it says why it is refused.
	s.State.Algorithm, s.State.Compared = asked.Algorithm, asked.Compared
	a.Show(s)
	return a.solve()
}

func (a *Answer) overdue(m BusyMsg) {
	if m.Run == a.Solving.Run() && a.Pending() {
		a.busy = true
		a.Change()
	}
}

// firstBudget is where B is when the user names none.
func firstBudget(ctx context.Context, s Shown, o Options) (model.Amount, error) {
	switch {
	case o.Metric != "" && s.Honest != nil:
		t := &core.Tuning{Answers: []core.Answer{{Result: s.Result, Honest: s.Honest}}}
		rule := core.Rule{}
		if o.Rule != nil {
			rule = *o.Rule
		}
		b, err := t.BudgetBy(ctx, s.State.Algorithm, rule, o.Metric, nil)
		return b.Budget, err
	case o.Rule != nil && s.Honest != nil:
		return s.Honest.Budget(s.State.Algorithm, *o.Rule)
	case s.Honest != nil:
		return s.Honest.FirstBudget(s.State.Algorithm), nil
	}
	return s.Result.FirstBudget(), nil
}

// promptJudgments and promptAttributes are how many there may be of each for an honest loss
// within a moment: .1 s of one processor.
const (
	promptJudgments  = 200_000
	promptAttributes = 100
)

// promptHonest tells whether the screen begins with the honest loss. It is a matter of sizes
// and not of a clock: the same data begin alike everywhere.
func promptHonest(r *core.Result) bool {
	return len(r.Attributes) <= promptAttributes && r.Judgments <= promptJudgments
}

// First solves the question that the program opens with.
func First(ctx context.Context, o Options) (Shown, error) {
	s := State{Settings: o.Settings, Algorithm: o.Algorithm, Sort: defaultSort}
	if s.Algorithm == "" {
		s.Algorithm = Algorithms()[0]
	}
	s.Budget = o.Budget
	o.Saved.look(&s)
	if o.Saved != nil && o.isMany() {
		s = s.without(o.Saved)
	}
	if o.Metric != "" {
		s.Scale = scaleOf(o.Metric)
	}
	sh, err := Ask(ctx, o, s)
	if err != nil {
		return Shown{}, err
	}
	if sh.Honest == nil && !o.NoHonest && (promptHonest(sh.Result) || o.Rule != nil || o.Metric != "") {
		if sh.Honest, err = sh.Result.Honest(ctx, o.Folds, sh.Result.Algorithms()...); err != nil {
			return Shown{}, err
		}
	}
	if !o.HasBudget {
		if sh.State.Budget, err = firstBudget(ctx, sh, o); err != nil {
			return Shown{}, err
		}
	}
	return sh, sh.Result.CheckBudget(sh.State.Budget)
}
