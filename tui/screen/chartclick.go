package screen

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/selection"
)

// pressChart does what a press on a name or a mark of the chart means.
func (a *Panes) pressChart(q, size image.Point) tea.Cmd {
	if do := a.chartTarget(q, size); do != nil {
		return do()
	}
	return nil
}

// chartTarget is what a press at a point of the chart does besides setting B: nil for
// nothing. A click on an algorithm's name makes it active, or lights it where the chart has
// all of them.
func (a *Panes) chartTarget(q, size image.Point) func() tea.Cmd {
	l := &a.Look
	name, scale := l.Loss.NameAt(q, size.X, size.Y)
	switch {
	case scale:
		return a.NextScale
	case name == "honest":
		return func() tea.Cmd {
			return a.Say("honest: cross-validated, on objects that the choice has not seen; ▒ is ± 2 standard errors. Decide by it.")
		}
	case name == "bound":
		return func() tea.Cmd {
			return a.Say("bound: no choice of judgments at this budget can be projected to be better")
		}
	case name != "" && l.pick != nil:
		return func() tea.Cmd { return l.pick(selection.Algorithm(name)) }
	case name == string(a.State.Algorithm):
		return func() tea.Cmd { return a.Say(name + " is the active algorithm already; click on the other name") }
	case name != "":
		return func() tea.Cmd { return a.swapWith(selection.Algorithm(name)) }
	case l.Loss.RecommendedAt(q, size.X, size.Y) && a.RecommendOff() == "":
		return a.Recommend
	}
	return nil
}
