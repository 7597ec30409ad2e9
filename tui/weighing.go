package tui

import (
	"context"
	"math"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// weighing keeps track of what each way to buy judgments would give at B, while
// the list of them is open. The ways are weighed one after another, and shown as
// they come.
type weighing struct {
	of     weighed
	number int // answers to older ones are dropped
	cancel context.CancelFunc
	done   []weight
}

// weighed is what the weights depend on: the settings, of which each way
// replaces the design or the raters, and the budget.
type weighed struct {
	settings model.Settings
	budget   model.Amount
	on       bool // the list is open
}

func (w weighed) equal(o weighed) bool {
	return w.on == o.on && w.budget == o.budget && w.settings.Equal(o.settings)
}

// weight is what Full would give under settings.
type weight struct {
	settings model.Settings
	why      string // it is impossible; the rest is then empty
	design   core.Design
	reading  string // how rater ids are read, and why
	spent    model.Amount
	r2       float64 // projected
	honest   float64 // R², NaN where that is not known
	unknown  string  // why it is not
}

// weighMsg comes when nothing may have changed for a moment since the weights of
// that number were wanted.
type weighMsg struct{ number int }

// weighedMsg brings what one way would give.
type weighedMsg struct {
	number int
	weight weight
	ctx    context.Context // of all of them
}

func (m weighMsg) deliver(a *app) tea.Cmd {
	if m.number != a.weighing.number || !a.weighing.of.on {
		return nil
	}
	var ctx context.Context
	ctx, a.weighing.cancel = context.WithCancel(a.root)
	return a.weighNext(ctx)
}

func (m weighedMsg) deliver(a *app) tea.Cmd {
	w := &a.weighing
	if m.number != w.number || !w.of.on {
		return nil
	}
	w.done = append(w.done, m.weight)
	a.noteOffer(&m.weight.design)
	if v, ok := a.overlay.(*buyingView); ok {
		v.fill(a)
	}
	a.change()
	return a.weighNext(m.ctx)
}

// noteOffer remembers sheets that a design offers: they depend on the names of
// the attributes alone.
func (a *app) noteOffer(d *core.Design) {
	if d.Offer != nil {
		a.offer = d.Offer
	}
}

// weigh forgets weights of something else than what is shown, and asks for those
// of what is shown when all has been still for a moment. It is called after every
// message.
func (a *app) weigh() tea.Cmd {
	w := &a.weighing
	_, open := a.overlay.(*buyingView)
	want := weighed{a.shown.state.Settings, a.shown.state.Budget, open}
	if w.of.equal(want) || !open && !w.of.on {
		return nil
	}
	if w.cancel != nil {
		w.cancel()
	}
	*w = weighing{of: want, number: w.number + 1}
	if !open {
		return nil
	}
	if v, ok := a.overlay.(*buyingView); ok {
		v.fill(a)
	}
	a.change()
	return a.after(stillness, weighMsg{w.number})
}

// weighNext weighs the first way that is not weighed yet.
func (a *app) weighNext(ctx context.Context) tea.Cmd {
	w := &a.weighing
	for _, c := range a.ways() {
		if a.weightOf(c.settings) == nil {
			number, opt, settings, budget := w.number, a.opt, c.settings, w.of.budget
			return func() tea.Msg {
				x := weightUnder(ctx, opt, settings, budget)
				if ctx.Err() != nil {
					return nil // it was given up
				}
				return weighedMsg{number, x, ctx}
			}
		}
	}
	return nil
}

// weightOf is what is known of settings, nil while nothing is.
func (a *app) weightOf(s model.Settings) *weight {
	for i := range a.weighing.done {
		if w := &a.weighing.done[i]; w.settings.Equal(s) {
			return w
		}
	}
	return nil
}

// weightUnder computes what Full gives at a budget under settings.
func weightUnder(ctx context.Context, o Options, settings model.Settings, budget model.Amount) weight {
	w := weight{settings: settings, r2: math.NaN(), honest: math.NaN()}
	alg := selection.Full
	s, err := ask(ctx, o, State{Settings: settings, Budget: budget, Algorithm: alg})
	if err == nil {
		err = s.result.CheckBudget(budget)
	}
	if err == nil && s.honest == nil && !o.NoHonest {
		s.honest, err = s.result.Honest(ctx, o.Folds, alg)
	}
	if err != nil {
		w.why = err.Error()
		return w
	}
	sel := s.result.At(alg, budget)
	w.design, w.reading = s.result.Design, string(s.result.Raters)+": "+s.result.RatersReason
	w.spent, w.r2 = sel.Spent, sel.R2()
	switch {
	case o.NoHonest:
		w.unknown = "the honest loss is left out (--no-honest)"
	case s.honest.Why != "":
		w.unknown = s.honest.Why
	default:
		w.honest = sel.R2At(s.honest.At(alg, budget).Loss)
	}
	return w
}
