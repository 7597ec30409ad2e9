package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/figure"
)

// mostSought is the number of selectable attributes up to which Compare shows
// the best possible choice, by exhaustive search.
const mostSought = 12

// optimumView is the exhaustive optimum at B, on Compare.
type optimumView struct {
	result  *core.Result // what it belongs to, with the budget
	budget  model.Amount
	number  int // answers to older ones are dropped
	cancel  context.CancelFunc
	optimum *core.Optimum // nil while it is not known
	why     string        // there is none
}

func (o *optimumView) of(s *shown) bool { return o.result == s.result && o.budget == s.state.Budget }

// seeks tells whether the screen shows the optimum.
func (a *app) seeks() bool {
	n := 0
	for i := range a.shown.result.Attributes {
		if a.shown.result.Attributes[i].Selectable() {
			n++
		}
	}
	return n > 0 && n <= mostSought
}

// seek forgets an optimum of something else than what is shown, and looks for
// that of what is shown when all has been still for a moment. It is called after
// every message.
func (a *app) seek() tea.Cmd {
	o := &a.optimum
	if o.of(&a.shown) || !a.seeks() {
		return nil
	}
	if o.cancel != nil {
		o.cancel()
	}
	*o = optimumView{result: a.shown.result, budget: a.shown.state.Budget, number: o.number + 1}
	return a.after(stillness, seekMsg{o.number})
}

// sought begins a search, unless something has changed since.
func (a *app) sought(m seekMsg) tea.Cmd {
	o := &a.optimum
	if m.number != o.number {
		return nil
	}
	var ctx context.Context
	ctx, o.cancel = context.WithCancel(a.root)
	result, budget := o.result, o.budget
	return func() tea.Msg {
		optimum, err := result.Optimum(ctx, budget)
		if ctx.Err() != nil {
			return nil // it was given up
		}
		return foundMsg{m.number, optimum, err}
	}
}

// found takes an optimum.
func (a *app) found(m foundMsg) {
	if m.number != a.optimum.number {
		return
	}
	a.optimum.optimum = m.optimum
	if m.err != nil {
		a.optimum.why = m.err.Error()
	}
	a.change()
}

// bestPossible is the line about the optimum, "" where there is none to be had.
func (a *app) bestPossible() string {
	o := &a.optimum
	switch {
	case !a.seeks():
		return ""
	case !o.of(&a.shown) || o.optimum == nil && o.why == "":
		return "optimum: searching…"
	case o.optimum == nil:
		return "no optimum: " + o.why
	}
	s := a.active()
	line := "optimum, by exhaustive search: " + figure.Loss(o.optimum.Loss) + "; " + string(s.Algorithm)
	if behind := a.shown.result.Behind(s, o.optimum); behind > 0 {
		return line + " is " + figure.Significant(behind, 2) + " R² behind"
	}
	return line + " reaches it"
}
