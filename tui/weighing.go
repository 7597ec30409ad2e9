package tui

import (
	"context"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/job"
	"fms-tui/tui/screen"
)

// weighed is what it depends on what each way to buy judgments would give: the
// settings, of which each way replaces the design or the raters, and the budget.
type weighed struct {
	settings model.Settings
	budget   model.Amount
}

// Equal compares what weights depend on.
func (w weighed) Equal(o weighed) bool { return w.budget == o.budget && w.settings.Equal(o.settings) }

// weight is what Full would give under settings.
type weight struct {
	settings model.Settings
	why      string // it is impossible; the rest is then empty
	design   core.Design
	reading  string // how rater ids are read, and why
	spent    model.Amount
	loss     float64 // projected
	honest   float64 // loss, NaN where that is not known
	unknown  string  // why it is not
}

// weigh finds out what each way to buy judgments would give at B, while the list of
// them is open: one after another, shown as they come.
func (a *app) weigh() tea.Cmd {
	v, open := a.overlay.(*buyingView)
	if !open {
		if a.weighing.Pending() {
			a.weighing.Forget()
		}
		return nil
	}
	want := weighed{a.Shown.State.Settings, a.Shown.State.Budget}
	if a.weighing.For(want) {
		return nil
	}
	opt, result, offer := a.Opt, a.Shown.Result, a.Offer
	cmd := a.weighing.Ask(a.Runner(), job.Question[weighed, []weight]{
		Key: want, Delay: screen.Stillness,
		Work: func(ctx context.Context, report func([]weight)) ([]weight, error) {
			return weighAll(ctx, opt, want, result, offer, report), nil
		},
		Took: func() tea.Cmd { return weighedSome(a) },
	})
	v.fill(a)
	a.Change()
	return cmd
}

// weighedSome shows the weights that there are.
func weighedSome(a *app) tea.Cmd {
	for i := range a.weighing.Value {
		a.NoteOffer(&a.weighing.Value[i].design)
	}
	if v, ok := a.overlay.(*buyingView); ok {
		v.fill(a)
	}
	return nil
}

// weighAll weighs one way after another. Sheets that a design offers on the way are
// a way, too.
func weighAll(ctx context.Context, o screen.Options, want weighed, r *core.Result, offer []model.Sheet, report func([]weight)) []weight {
	var done []weight
	for ctx.Err() == nil {
		all := ways(want.settings, r, offer)
		i := slices.IndexFunc(all, func(w way) bool { return !w.heading && weightOf(done, w.settings) == nil })
		if i < 0 {
			break
		}
		w := weightUnder(ctx, o, all[i].settings, want.budget)
		if w.design.Offer != nil {
			offer = w.design.Offer
		}
		done = append(slices.Clip(done), w) // what was reported stays as it was
		report(done)
	}
	return done
}

// weightOf is what is known of settings, nil while nothing is.
func weightOf(done []weight, s model.Settings) *weight {
	for i := range done {
		if done[i].settings.Equal(s) {
			return &done[i]
		}
	}
	return nil
}

// weightUnder computes what Full gives at a budget under settings.
func weightUnder(ctx context.Context, o screen.Options, settings model.Settings, budget model.Amount) weight {
	w := weight{settings: settings, loss: math.NaN(), honest: math.NaN()}
	alg := selection.Full
	s, err := screen.Ask(ctx, o, screen.State{Settings: settings, Budget: budget, Algorithm: alg})
	if err == nil {
		err = s.Result.CheckBudget(budget)
	}
	if err == nil && s.Honest == nil && !o.NoHonest {
		s.Honest, err = s.Result.Honest(ctx, o.Folds, alg)
	}
	if err != nil {
		w.why = err.Error()
		return w
	}
	sel := s.Result.At(alg, budget)
	w.design, w.reading = s.Result.Design, string(s.Result.Raters)+": "+s.Result.RatersReason
	w.spent, w.loss = sel.Spent, sel.Loss
	switch {
	case o.NoHonest:
		w.unknown = "the honest loss is left out (--no-honest)"
	case s.Honest.Why != "":
		w.unknown = s.Honest.Why
	default:
		w.honest = s.Honest.At(alg, budget).Loss
	}
	return w
}
