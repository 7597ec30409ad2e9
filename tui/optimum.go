package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/figure"
	"fms-tui/tui/job"
)

// mostSought is the number of selectable attributes up to which Compare shows
// the best possible choice, by exhaustive search.
const mostSought = 12

// boughtAt is a budget that an optimum is sought at.
type boughtAt struct {
	result *core.Result
	budget model.Amount
}

// Equal compares budgets of Results.
func (b boughtAt) Equal(o boughtAt) bool { return b == o }

// seeks tells whether the screen shows the optimum.
func (v *compareView) seeks() bool {
	n := 0
	for i := range v.shown.result.Attributes {
		if v.shown.result.Attributes[i].Selectable() {
			n++
		}
	}
	return n > 0 && n <= mostSought
}

// seek looks for the optimum of what is shown.
func (v *compareView) seek() tea.Cmd {
	if !v.seeks() {
		return nil
	}
	key := boughtAt{v.shown.result, v.shown.state.Budget}
	return v.optimum.Ask(v.runner(), job.Question[boughtAt, *core.Optimum]{
		Key: key, Delay: stillness,
		Work: func(ctx context.Context, _ func(*core.Optimum)) (*core.Optimum, error) {
			return key.result.Optimum(ctx, key.budget)
		},
	})
}

// bestPossible is the line about the optimum, "" where there is none to be had.
func (v *compareView) bestPossible() string {
	o := &v.optimum
	switch {
	case !v.seeks():
		return ""
	case !o.For(boughtAt{v.shown.result, v.shown.state.Budget}) || !o.Done:
		return "optimum: searching…"
	case o.Err != nil:
		return "no optimum: " + o.Err.Error()
	}
	s := v.active()
	line := "optimum, by exhaustive search: " + figure.Loss(o.Value.Loss) + "; " + string(s.Algorithm)
	if behind := v.shown.result.Behind(s, o.Value); behind > 0 {
		return line + " is " + figure.Significant(behind, 2) + " R² behind"
	}
	return line + " reaches it"
}
