package screen

import (
	"cmp"
	"context"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// Answer is the Result of the question that is shown, its honest loss and its bounds: all
// are computed aside, whatever the size of the data.
type Answer struct {
	*Session

	Shown   Shown         // what the screen shows
	opening *model.Amount // where B was put before what recommends one came; nil where it stays
	Solving asked[problem, Shown]
	// finishing finds of the Result that is shown what it came without: of many data the honest
	// loss, and of many attributes the bounds, last of all.
	finishing asked[*core.Result, finished]
}

// Shown is a Result and the State whose question it answers.
type Shown struct {
	Result *core.Result
	Honest *core.Honest // nil while it is not known
	Tuning *core.Tuning // where λ is chosen: result and honest are its answer at B
	State  State
	curves map[*core.Result]*classCurve // of a label with classes
}

func (s *Shown) has(state State) bool {
	return s.Result.Has(state.Algorithm) && s.Result.Has(state.comparedWith())
}

// Show makes a Result the one on screen. What was asked about another one is forgotten: each
// question holds it, with all its matrices.
func (a *Answer) Show(s Shown) {
	if a.Shown.Result != s.Result {
		for _, q := range a.ofResult {
			q.Forget()
		}
	}
	a.Shown = s
	if offer := s.Result.Design.Offer; offer != nil {
		a.Offer = offer
	}
	a.Look.attributes(a.Shown.Result)
	if a.Cursor == "" && len(a.Shown.Result.Attributes) > 0 {
		a.RefreshLook()
		a.Cursor = a.Selected()
	}
}

// Reopen shows the answer that other data give to the present question, and looks at it as before.
func (a *Answer) Reopen(study *core.Study, s Shown) {
	a.Solving.Forget()
	a.Opt.Study = study
	s.State = a.State.lookingAt(s)
	a.Show(s)
	a.Turn(a.State)
}

// OpenAt notes that B stands where nobody has put it: it moves to the recommended budget when that is known.
func (a *Answer) OpenAt(b model.Amount) { a.opening = &b }

// open moves B from where it was put at the start to the recommended budget, by the loss or the
// metric of classes shown, once that is known and unless the user has moved it.
func (a *Answer) open() {
	if a.opening == nil || a.Shown.Honest == nil {
		return
	}
	s := a.State
	s.Budget = a.Shown.Honest.FirstBudget(s.Algorithm)
	if key, wanted := a.Enough.key(); wanted {
		by, known := a.Enough.Answer(key)
		if !known {
			return
		}
		if by != nil && by.Budget > 0 {
			s.Budget = by.Budget
		}
	}
	untouched := *a.opening == a.State.Budget
	if a.opening = nil; untouched {
		a.Turn(s)
		a.Change()
	}
}

// problem is the question that a state asks: what is only looked at does not count, but for a budget
// that the Result shown has no choices at.
type problem struct {
	State
	reach model.Amount // that budget; 0 for none
}

// Equal tells whether the answer to p answers o, too.
func (p problem) Equal(o problem) bool { return p.reach == o.reach && o.AnsweredBy(p.State) }

// problem is what the user wants, and whether what is shown does not answer it.
func (a *Answer) problem() (p problem, open bool) {
	p.State = a.State
	if b := a.State.Budget; !a.Shown.Result.Ready(b) || b > a.Shown.Result.Max {
		p.reach = b
	}
	if p.reach == 0 && a.State.Equal(a.Shown.State) {
		return problem{reach: -1}, false // work on any other is given up
	}
	return p, true
}

// Turn goes to a state without recording the state before. Changes of the view, such as
// B, show at once on the present Result.
func (a *Answer) Turn(s State) {
	s.Wide = a.Wide
	a.State = s
	a.Shown.State = s.lookingAt(a.Shown)
}

// solved takes an answer. A question without an answer, such as a label that
// is constant, is taken back: the screen stays with the state it shows.
func (a *Answer) solved() {
	s, err, problem := a.Solving.Value, a.Solving.Err, a.Solving.Key
	asked := problem.State
	defer func() {
		if left, open := a.problem(); !open || !problem.Equal(left) { // else it would be asked for ever
			a.Solving.Forget()
		}
	}()
	if err != nil {
		a.noteRefusal(asked)
		a.State = a.Shown.State
		if past := &a.History.Past; len(*past) > 0 && (*past)[len(*past)-1].Equal(a.State) { // the change is taken back
			*past = (*past)[:len(*past)-1]
		}
		a.Toast.Fail(err.Error())
		return
	}
	a.State.Budget = max(a.State.Budget, s.Result.Required)
	s.State = a.State // the view may have moved since
	s.State.Wide = asked.Wide
	if !s.has(a.State) {
		// Every algorithm was asked for that the data allow. The user has chosen another since, of
		// the Result before: the question for it, asked next, says why it is refused.
		s.State.Algorithm, s.State.Compared = asked.Algorithm, asked.Compared
	}
	a.Show(s)
}

func (s State) Request() core.Request {
	q := core.Request{Settings: s.Settings, Range: s.Range, Reach: s.Budget, Algorithms: s.extra()}
	if s.Wide {
		q.Optional = selection.AllAlgorithms()
	}
	return q
}

// promptJudgments and promptAttributes are how many there may be of each for an honest loss of two
// algorithms within a moment: .1 s of one processor.
const (
	promptJudgments  = 200_000
	promptAttributes = 100
)

// promptHonest tells whether the honest loss of an algorithm takes a moment. It is a matter of
// sizes and not of a clock: the same data begin alike everywhere.
func promptHonest(r *core.Result) bool {
	return len(r.Attributes) <= promptAttributes && r.Judgments <= promptJudgments
}

// Ask answers a state's question, with the honest loss where that takes a moment.
func Ask(ctx context.Context, o Options, s State) (Shown, error) {
	sh, err := choose(ctx, o, s)
	if err == nil && !s.Wide && promptHonest(sh.Result) {
		err = sh.validate(ctx, o)
	}
	return sh, err
}

// choose answers a state's question. Where λ is to be chosen, that takes the honest
// loss at every λ; otherwise the honest loss is left for later.
func choose(ctx context.Context, o Options, s State) (sh Shown, err error) {
	q := s.Request()
	if !s.Settings.AutoRidge || o.NoHonest {
		sh.Result, err = o.Study.Solve(ctx, q)
	} else if sh.Tuning, err = o.Study.Tune(ctx, q, o.Folds); err == nil {
		best := sh.Tuning.At(s.Algorithm, s.Budget)
		sh.Result, sh.Honest = best.Result, best.Honest
	}
	if err == nil && !o.isMany() {
		err = sh.Result.AddBounds(ctx)
	}
	if err != nil {
		return Shown{}, err
	}
	sh.State = s
	sh.curves = classCurves(&sh) // which takes too long for a frame
	return sh, nil
}

// validate finds the honest loss of all algorithms where it is wanted and not known.
func (s *Shown) validate(ctx context.Context, o Options) (err error) {
	if s.Honest == nil && !o.NoHonest {
		s.Honest, err = s.Result.Honest(ctx, o.Folds, s.Result.Algorithms()...)
	}
	return err
}

// First solves the question that the program opens with.
func First(ctx context.Context, o Options) (Shown, error) {
	s := State{Settings: o.Settings, View: View{Algorithm: cmp.Or(o.Algorithm, selection.Algorithms()[0]), Budget: o.Budget, Sort: defaultSort}}
	o.Saved.look(&s)
	if o.Saved != nil && o.isMany() {
		s = s.without(o.Saved)
	}
	if o.Metric != "" {
		s.Scale = Scale(o.Metric)
	}
	sh, err := choose(ctx, o, s)
	if err != nil {
		return Shown{}, err
	}
	if promptHonest(sh.Result) || o.Rule != nil || o.Metric != "" {
		if err := sh.validate(ctx, o); err != nil {
			return Shown{}, err
		}
	}
	switch first := &sh.State.Budget; {
	case o.HasBudget:
	case sh.Honest == nil:
		*first = sh.Result.FirstBudget()
	case o.Metric != "":
		var by core.MetricBudget
		t := &core.Tuning{Answers: []core.Pick{{Result: sh.Result, Honest: sh.Honest}}}
		by, err = t.BudgetBy(ctx, sh.State.Algorithm, *cmp.Or(o.Rule, &core.Rule{}), o.Metric, nil)
		*first = by.Budget
	case o.Rule != nil:
		*first, err = sh.Honest.Budget(sh.State.Algorithm, *o.Rule)
	default:
		*first = sh.Honest.FirstBudget(sh.State.Algorithm)
	}
	if err != nil {
		return Shown{}, err
	}
	return sh, sh.Result.CheckBudget(sh.State.Budget)
}

// finished is what is found of a Result after it is shown.
type finished struct {
	honest *core.Honest // as far as it is known
	whole  bool         // and that is all of it
}

// declare declares the question of the settings, and what is found of a Result after it is shown.
func (a *Answer) declare() {
	a.Solving = follows(0, a.problem, func(p problem) work[Shown] {
		opt := a.Opt
		return func(ctx context.Context, _ func(Shown)) (Shown, error) { return Ask(ctx, opt, p.State) }
	})
	a.Solving.drags, a.Solving.took = true, a.solved
	a.finishing = follows(0, func() (*core.Result, bool) { return a.Shown.Result, a.unvalidated() || !a.Shown.Result.HasBounds() }, func(r *core.Result) work[finished] {
		f, wanted, folds := finished{a.Shown.Honest, true}, a.unvalidated(), a.Opt.Folds
		all := append([]selection.Algorithm{a.Shown.State.Algorithm}, r.Algorithms()...)
		return func(ctx context.Context, report func(finished)) (_ finished, err error) {
			if wanted {
				f.honest, err = r.HonestFrom(ctx, folds, func(h *core.Honest) { report(finished{honest: h}) }, all...)
				if err != nil {
					return f, err
				}
				for _, alg := range all {
					if ctx.Err() == nil {
						f.honest.Recommended(alg) // off the curve, which is kept
					}
				}
				report(f)
			}
			_ = r.AddBounds(ctx) // without them the screen says less
			return f, ctx.Err()
		}
	})
	a.finishing.drags = true
	a.finishing.took = func() {
		if f := &a.finishing; f.Err != nil {
			a.Toast.Fail(f.Err.Error())
		} else if f.Value.whole && f.For(a.Shown.Result) {
			a.Shown.Honest = f.Value.honest
		}
	}
}

func (a *Answer) unvalidated() bool { return a.Shown.Honest == nil && !a.Opt.NoHonest }

// honestSoFar is the honest loss as far as it is known of the Result shown: of the active algorithm,
// then of the others; nil while nothing is known.
func (a *Answer) honestSoFar() *core.Honest {
	if a.Shown.Honest != nil {
		return a.Shown.Honest
	}
	f, _ := a.finishing.Answer(a.Shown.Result)
	return f.honest
}

// unknowable says why there will be no honest loss; "" where there is one or it is to come.
func (a *Answer) unknowable() string {
	switch h := a.Shown.Honest; {
	case a.Opt.NoHonest:
		return "the program was started with --no-honest"
	case h != nil:
		return h.Why
	}
	return ""
}

// honestAt is the honest loss of an algorithm at a budget, NaN while it is not known.
func honestAt(h *core.Honest, alg selection.Algorithm, b model.Amount) core.Estimate {
	if h == nil || !h.Known(alg, b) {
		return core.UnknownEstimate()
	}
	return h.Taken(alg, b)
}
