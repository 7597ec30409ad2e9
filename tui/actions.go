package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
)

// setBudget goes to a budget, clamped to what a budget can be: it pays at least
// for the minima.
func (a *app) setBudget(b model.Amount) tea.Cmd {
	s := a.state
	s.Budget = max(a.shown.result.Required, min(b, model.MaxAmount))
	return a.set(s, changeBudget)
}

// step moves B by n steps within the slider's range. A budget between steps,
// typed or given, goes to the next whole step.
func step(n int) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		r := a.shown.result
		if r.Step == 0 {
			return nil
		}
		at := a.state.Budget / r.Step
		if n < 0 && a.state.Budget%r.Step != 0 {
			at++
		}
		return a.setBudget(max(0, min((at+model.Amount(n))*r.Step, a.end())))
	}
}

// end is where the slider ends, or will end when the question being worked on
// is answered.
func (a *app) end() model.Amount {
	if a.state.Range > 0 {
		return max(a.state.Range, a.state.Budget)
	}
	return max(a.shown.result.Max, a.state.Budget)
}

func (a *app) budgetFirst() tea.Cmd { return a.setBudget(a.shown.result.Required) }

func (a *app) budgetLast() tea.Cmd { return a.setBudget(a.end()) }

// stretch doubles or halves the slider's range. B stays inside.
func stretch(doublings int) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		r, s := a.shown.result, a.state
		if r.Step == 0 {
			return nil
		}
		s.Range = 2 * a.end()
		if doublings < 0 {
			s.Range = a.end() / 2 / r.Step * r.Step
			s.Budget = max(min(s.Budget, s.Range), r.Required)
		}
		switch {
		case s.Range < max(r.Step, r.Required):
			return a.say("the slider cannot be shorter")
		case r.CheckBudget(s.Range) != nil:
			return a.say(fmt.Sprintf("the slider cannot be longer: no more than %s judgments are computed", figure.Count(core.MostJudgments)))
		}
		return a.set(s, changeSetting)
	}
}

// typeBudget goes to a budget that was typed; the slider is doubled until it
// reaches it.
func (a *app) typeBudget(b model.Amount) tea.Cmd {
	s := a.state
	s.Budget = max(b, a.shown.result.Required)
	for end := a.end(); end < s.Budget && end > 0; {
		end *= 2
		s.Range = end
	}
	return a.set(s, changeSetting)
}

func (a *app) resetRange() tea.Cmd {
	s := a.state
	s.Range = 0
	if usual := a.shown.result.UsualMax; usual > 0 {
		s.Budget = min(s.Budget, usual)
	}
	return a.set(s, changeSetting)
}

// zoomOr zooms where the Map is shown, and does something else elsewhere.
func zoomOr(n int, do func(*app) tea.Cmd) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		if a.screen == screenMap {
			return a.zoomBy(n)
		}
		return do(a)
	}
}

// rows moves the selection by n attributes, or algorithms on Compare.
func rows(n int) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		switch a.screen {
		case screenCompare:
			a.selectCompared(a.look.compare.Cursor + n)
			return nil
		case screenData:
			a.scrollData(n)
			return nil
		case screenPredictor:
			a.predictorOffset += n
			a.change()
			return nil
		case screenMap:
			a.walkMap(n)
			return nil
		}
		a.selectRow(a.cursorRow() + n)
		return nil
	}
}

// mapPage is how many attributes a page of the Map is.
const mapPage = 10

// pages moves the selection by n screens of the table.
func pages(n int) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		switch a.screen {
		case screenCompare:
			return rows(n * len(a.look.compare.Rows))(a)
		case screenData:
			return rows(n * max(a.layout().worth.Dy()-2, 1))(a)
		case screenPredictor:
			return rows(n * max(a.layout().read.Dy()-2, 1))(a)
		case screenMap:
			return rows(n * mapPage)(a)
		}
		a.selectRow(a.cursorRow() + n*max(a.visibleRows(), 1))
		return nil
	}
}

func (a *app) rowFirst() tea.Cmd { return rows(-a.allRows())(a) }

func (a *app) rowLast() tea.Cmd { return rows(a.allRows())(a) }

// allRows is as many rows as any screen has, or more.
func (a *app) allRows() int {
	l := &a.look
	return len(l.table.Rows) + len(l.compare.Rows) + len(l.read.Lines) + len(l.worth.Lines)
}

func (a *app) selectRow(i int) {
	if n := len(a.look.table.Rows); n > 0 {
		a.selectName(a.look.table.Rows[max(0, min(i, n-1))].Name)
	}
}

func (a *app) selectName(name string) {
	a.cursor, a.cardOffset = name, 0
	a.follow = true
	a.change()
}

// toggleAttribute excludes the selected attribute, or takes it back.
func (a *app) toggleAttribute() tea.Cmd {
	if len(a.look.table.Rows) == 0 || a.screen != screenBudget && a.screen != screenMap {
		return nil
	}
	name := a.selected()
	s := a.state
	s.Settings = s.Settings.WithExcluded(name, !s.Settings.Excluded(name))
	return a.set(s, changeSetting)
}

// sortNext sorts by the next column that the table shows.
func (a *app) sortNext() tea.Cmd {
	places := a.look.table.Columns(a.layout().table.Dx())
	next := places[0].Column
	for i, p := range places {
		if p.Column == a.state.Sort && i+1 < len(places) {
			next = places[i+1].Column
		}
	}
	return a.sortBy(next)
}

func (a *app) sortBy(c panel.Column) tea.Cmd {
	s := a.state
	s.Sort, s.Reverse = c, false
	return a.set(s, changeSetting)
}

func (a *app) sortReverse() tea.Cmd {
	s := a.state
	s.Reverse = !s.Reverse
	return a.set(s, changeSetting)
}

// nextAlgorithm makes the next algorithm active that these data allow.
func (a *app) nextAlgorithm() tea.Cmd {
	all := selection.AllAlgorithms()
	i := slices.Index(all, a.state.Algorithm)
	s := a.state
	s.Algorithm = all[(i+1)%len(all)]
	return a.set(s, changeSetting)
}

// activate makes an algorithm the active one.
func (a *app) activate(i int) tea.Cmd {
	s := a.state
	s.Algorithm = a.look.selections[i].Algorithm
	return a.set(s, changeSetting)
}

func (a *app) undo() tea.Cmd {
	s, ok := a.history.undo(a.state)
	if !ok {
		return a.say("nothing to undo")
	}
	return a.turn(s)
}

func (a *app) redo() tea.Cmd {
	s, ok := a.history.redo(a.state)
	if !ok {
		return a.say("nothing to redo")
	}
	return a.turn(s)
}

// escape closes what is on top; with nothing open there is nothing to do.
func (a *app) escape() tea.Cmd { return nil }

func (a *app) suspend() tea.Cmd { return tea.Suspend }

func (a *app) quit() tea.Cmd { return tea.Quit }
