package tui

import (
	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/panel"
)

// dial is what the slider and its keys set on a screen where that is not B.
type dial struct {
	hint string // what it is, in the footer
	// slider is how it stands: name, symbol, value, share of the range and marks.
	slider func(*app) panel.Slider
	// readout says what that comes to, in at most so many columns.
	readout func(a *app, w int) []panel.Span
	// step turns it by n steps, to brings it to a share of its range.
	step func(a *app, n int) tea.Cmd
	to   func(a *app, share float64) tea.Cmd
	// off says why it cannot be turned; "" where it can.
	off func(*app) string
}

// turnBy moves B, or what the screen has in its place, by n steps.
func turnBy(n int) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		if d := a.kind().dial; d != nil {
			a.change()
			return d.step(a, n)
		}
		return step(n)(a)
	}
}

// turnTo brings B, or what the screen has in its place, to a share of its range.
func (a *app) turnTo(share float64) tea.Cmd {
	a.change()
	if d := a.kind().dial; d != nil {
		return d.to(a, share)
	}
	r := a.shown.result
	return a.setBudget(nearestStep(r, share*r.Max.Float()))
}

func (a *app) turnFirst() tea.Cmd {
	if a.kind().dial != nil {
		return a.turnTo(0)
	}
	return a.budgetFirst()
}

func (a *app) turnLast() tea.Cmd {
	if a.kind().dial != nil {
		return a.turnTo(1)
	}
	return a.budgetLast()
}

// readout says in at most w columns what B, or what the screen has in its place,
// comes to.
func (a *app) readout(w int) []panel.Span {
	if d := a.kind().dial; d != nil {
		return d.readout(a, w)
	}
	return a.look.readout(w)
}

func turnOff(a *app) string {
	if d := a.kind().dial; d != nil {
		return d.off(a)
	}
	return stepOff(a)
}
