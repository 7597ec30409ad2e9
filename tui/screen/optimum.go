package screen

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/job"
)

// mostSought is the number of selectable attributes up to which Compare shows
// the best possible choice, by exhaustive search.
const mostSought = 12

// BoughtAt is a budget that an optimum is sought at.
type BoughtAt struct {
	Result *core.Result
	Budget model.Amount
}

// Equal compares budgets of Results.
func (b BoughtAt) Equal(o BoughtAt) bool { return b == o }

// seeks tells whether the screen shows the optimum.
func (v *CompareView) seeks() bool {
	n := 0
	for i := range v.Shown.Result.Attributes {
		if v.Shown.Result.Attributes[i].Selectable() {
			n++
		}
	}
	return n > 0 && n <= mostSought
}

// seek looks for the optimum of what is shown.
func (v *CompareView) seek() tea.Cmd {
	if !v.seeks() || heldOff(v.Dragging, &v.Optimum) {
		return nil
	}
	key := BoughtAt{v.Shown.Result, v.Shown.State.Budget}
	return v.Optimum.Ask(v.Runner(), job.Question[BoughtAt, *core.Optimum]{
		Key: key, Delay: Stillness,
		Work: func(ctx context.Context, _ func(*core.Optimum)) (*core.Optimum, error) {
			return key.Result.Optimum(ctx, key.Budget)
		},
	})
}

// bestPossible is the line about the optimum, "" where there is none to be had.
func (v *CompareView) bestPossible() string {
	o := &v.Optimum
	switch {
	case !v.seeks():
		return ""
	case !o.For(BoughtAt{v.Shown.Result, v.Shown.State.Budget}) || !o.Done:
		return "optimum: searching…"
	case o.Err != nil:
		return "no optimum: " + o.Err.Error()
	}
	s, m := v.Active(), v.measure()
	line := "optimum, by exhaustive search: " + m.text(o.Value.Loss) + "; " + string(s.Algorithm)
	if behind := v.Shown.Result.Behind(s, o.Value); behind > 0 {
		return line + " is " + figure.Significant(m.gap(s.Loss, behind), 2) + " behind"
	}
	return line + " reaches it"
}
