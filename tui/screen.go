package tui

import (
	tea "charm.land/bubbletea/v2"

	"fms-tui/core/selection"
)

// screen is what fills the middle of the terminal.
type screen int

// The screens that there are, in the order of their tabs.
const (
	screenBudget screen = iota
	screenMap
	screenCompare
	screenPredictor
	screenData
)

// tabs are the names of the screens, each beginning with its key.
var tabs = []string{screenBudget: "1 Budget", screenMap: "2 Map", screenCompare: "3 Compare", screenPredictor: "4 Predictor", screenData: "5 Data"}

// goTo shows a screen. Compare needs every algorithm, which is another question
// than that of the screen before.
func goTo(s screen) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		if a.screen == s {
			return nil
		}
		a.screen = s
		a.focus.full = false
		a.release()
		a.change()
		return a.turn(a.state)
	}
}

// enter does what the selected row of the screen is for.
func (a *app) enter() tea.Cmd {
	if a.listed() == paneCompare {
		return a.activateCompared()
	}
	return a.openCard()
}

// activateCompared makes the algorithm selected on Compare the active one.
func (a *app) activateCompared() tea.Cmd {
	if i := a.look.compare.Cursor; i < len(a.look.selections) {
		return a.activate(i)
	}
	return a.say(a.look.compare.Rows[a.look.compare.Cursor].Refused)
}

// selectCompared selects a row of Compare.
func (a *app) selectCompared(i int) {
	rows := a.look.compare.Rows
	a.compared = selection.Algorithm(rows[max(0, min(i, len(rows)-1))].Algorithm)
	a.change()
}
