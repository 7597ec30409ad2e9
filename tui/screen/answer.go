package screen

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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

// Alter makes the present state another one, as a change that stands alone.
func (a *Question) Alter(with func(s *State)) tea.Cmd {
	s := a.State
	with(&s)
	return a.Set(s, ChangeSetting)
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
	run := a.Solving.Run()
	return tea.Batch(cmd, a.After(patience, Timed{func() tea.Cmd {
		if run == a.Solving.Run() && a.Pending() {
			a.busy = true
			a.Change()
		}
		return nil
	}}))
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

// promptHonest tells whether the screen opens with the honest loss. It is a matter of sizes
// and not of a clock: the same data begin alike everywhere.
func promptHonest(r *core.Result) bool {
	return len(r.Attributes) <= promptAttributes && r.Judgments <= promptJudgments
}

// First solves the question that the program opens with.
func First(ctx context.Context, o Options) (Shown, error) {
	s := State{Settings: o.Settings, View: View{Algorithm: cmp.Or(o.Algorithm, selection.Algorithms()[0]), Budget: o.Budget, Sort: defaultSort}}
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

// together is how long a Result waits for its honest loss, so that both appear
// in one frame where that is quick.
const together = 60 * time.Millisecond

// ofResult is a Result whose honest loss is computed. It belongs to a Result, not
// to a question: B may move on meanwhile.
type ofResult struct{ result *core.Result }

// Validate computes the honest loss of a Result.
func (a *Answer) Validate(r *core.Result) tea.Cmd {
	a.forgetValidation()
	if a.Opt.NoHonest {
		return a.boundLater(r)
	}
	folds, first, near := a.Opt.Folds, a.State.Algorithm, nearFactor*a.State.Budget
	return a.validating.Ask(a.Runner(), job.Question[ofResult, *core.Honest]{
		Key: ofResult{r},
		Work: func(ctx context.Context, report func(*core.Honest)) (*core.Honest, error) {
			all := r.Algorithms()
			if i := slices.Index(all, first); i > 0 {
				all = slices.Insert(slices.Delete(slices.Clone(all), i, i+1), 0, first)
			}
			h, err := r.HonestFrom(ctx, folds, near, report, all...)
			for _, alg := range all {
				if err == nil && ctx.Err() == nil {
					h.Recommended(alg) // off the curve, which is kept
				}
			}
			return h, err
		},
		Took: a.validated,
	})
}

// nearFactor times B is how far the honest loss is found first where it takes long.
const nearFactor = 2

// honestSoFar is the honest loss as far as it is known of the Result shown: first around B,
// then over the range, then of the other algorithms; nil while nothing is known.
func (a *Answer) honestSoFar() *core.Honest {
	if a.Shown.Honest != nil {
		return a.Shown.Honest
	}
	h, _ := a.validating.Answer(ofResult{a.Shown.Result})
	return h
}

// unknowable says why there will be no honest loss; "" where there is one or it is
// to come.
func (a *Answer) unknowable() string {
	switch h := a.Shown.Honest; {
	case a.Opt.NoHonest:
		return "the program was started with --no-honest"
	case h != nil:
		return h.Why
	}
	return ""
}

func (a *Answer) forgetValidation() {
	a.validating.Forget()
	a.Waiting = nil
}

// answered takes a Result that arrived without its honest loss: it is shown
// with it, or without it if that takes longer than a moment.
func (a *Answer) answered(s Shown) tea.Cmd {
	if s.Honest != nil || a.Opt.NoHonest {
		a.forgetValidation()
		cmd := a.arrive(s)
		return tea.Batch(cmd, a.boundLater(s.Result))
	}
	cmd := a.Validate(s.Result)
	a.Waiting = &s
	return tea.Batch(cmd, a.After(together, Timed{func() tea.Cmd {
		if w := a.Waiting; w != nil && w.Result == s.Result { // its honest loss takes long
			a.Waiting = nil
			return a.arrive(*w)
		}
		return nil
	}}))
}

// validated takes an honest loss.
func (a *Answer) validated() tea.Cmd {
	if !a.validating.Done {
		return nil // drawn as far as it is known
	}
	h, err := a.validating.Value, a.validating.Err
	if err != nil {
		h = nil
	}
	var cmd tea.Cmd
	if waiting := a.Waiting; waiting != nil {
		waiting.Honest = h
		cmd = a.arrive(*waiting)
	} else {
		a.Shown.Honest = h
	}
	a.forgetValidation()
	if err != nil {
		a.Toast.Fail(err.Error())
	}
	return tea.Batch(cmd, a.boundLater(a.Shown.Result))
}

// boundLater finds the bounds of a Result that was shown without them.
func (a *Answer) boundLater(r *core.Result) tea.Cmd {
	if r.HasBounds() {
		return nil
	}
	return a.bounding.Ask(a.Runner(), job.Question[ofResult, bool]{
		Key:  ofResult{r},
		Work: func(ctx context.Context, _ func(bool)) (bool, error) { return true, r.AddBounds(ctx) },
	})
}

// tune switches to the answer at the λ that is best at B, where λ is to be
// chosen.
func (a *Scene) tune() {
	s := &a.Shown
	if s.Tuning == nil {
		return
	}
	best := s.Tuning.At(s.State.Algorithm, s.State.Budget)
	if best.Result != s.Result {
		s.Result, s.Honest = best.Result, best.Honest
		a.Look.attributes(s.Result, len(a.Opt.Study.Data().Warnings))
	}
}

// honestAt is the honest loss of an algorithm at a budget, NaN while it is not known.
func honestAt(h *core.Honest, alg selection.Algorithm, b model.Amount) core.Estimate {
	if h == nil || !h.Known(alg, b) {
		return core.UnknownEstimate()
	}
	return h.At(alg, b)
}

// Recommend goes to the recommended budget and says what it costs and gives up.
func (a *Budget) Recommend() tea.Cmd {
	alg := a.Shown.State.Algorithm
	b, ok := a.recommended(alg)
	if !ok {
		return nil
	}
	text := a.givenUp(alg, b)
	return tea.Batch(a.SetBudget(b), a.Say(text))
}

// RecommendOff says why no budget is recommended.
func (a *Budget) RecommendOff() string {
	h, alg := a.Shown.Honest, a.Shown.State.Algorithm
	switch {
	case a.Opt.NoHonest:
		return "no budget is recommended without the honest loss (--no-honest)"
	case h == nil:
		return "the honest loss is still being computed"
	case h.Why != "":
		return "no budget can be recommended: " + h.Why
	}
	if _, ok := a.recommended(alg); !ok {
		return fmt.Sprintf("no budget of %s is better than judging nothing, by a standard error of the honest %s", alg, a.measure().Words())
	}
	return ""
}

// doubt says what is impossible about an honest loss, in a word or two; "" for nothing.
func doubt(p *core.Pick) string {
	switch s := &p.Selection; {
	case len(p.Impossible()) == 0:
		return ""
	case p.Honest.Raw(s.Algorithm, s.Budget).Loss < 0:
		return "R² above 1!"
	}
	return "noise floor!"
}
