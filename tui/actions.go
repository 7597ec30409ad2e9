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
func (a *Analysis) setBudget(b model.Amount) tea.Cmd {
	s := a.state
	s.Budget = max(a.shown.result.Required, min(b, model.MaxAmount))
	return a.set(s, changeBudget)
}

// step moves B by n steps within the slider's range. A budget between steps,
// typed or given, goes to the next whole step.
func (a *Analysis) step(n int) tea.Cmd {
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

// end is where the slider ends, or will end when the question being worked on
// is answered.
func (a *Analysis) end() model.Amount {
	if a.state.Range > 0 {
		return max(a.state.Range, a.state.Budget)
	}
	return max(a.shown.result.Max, a.state.Budget)
}

// stretch doubles or halves the slider's range. B stays inside.
func (a *Analysis) stretch(doublings int) tea.Cmd {
	s, why := a.stretched(doublings)
	if why != "" {
		return a.say(why)
	}
	return a.set(s, changeSetting)
}

// stretched is the present state with the slider's range doubled or halved, or
// why that cannot be.
func (a *Analysis) stretched(doublings int) (s State, why string) {
	r, s := a.shown.result, a.state
	s.Range = 2 * a.end()
	if doublings < 0 && r.Step > 0 {
		s.Range = a.end() / 2 / r.Step * r.Step
		s.Budget = max(min(s.Budget, s.Range), r.Required)
	}
	switch {
	case r.Step == 0:
		return s, nothingToBuy
	case s.Range < max(r.Step, r.Required):
		return s, "the slider cannot be shorter"
	case r.CheckBudget(s.Range) != nil:
		return s, fmt.Sprintf("the slider cannot be longer: no more than %s judgments are computed", figure.Count(core.MostJudgments))
	}
	return s, ""
}

// typeBudget goes to a budget that was typed; the slider is doubled until it
// reaches it.
func (a *Analysis) typeBudget(b model.Amount) tea.Cmd {
	s := a.state
	s.Budget = max(b, a.shown.result.Required)
	for end := a.end(); end < s.Budget && end > 0; {
		end *= 2
		s.Range = end
	}
	return a.set(s, changeSetting)
}

func (a *Analysis) resetRange() tea.Cmd {
	s := a.state
	s.Range = 0
	if usual := a.shown.result.UsualMax; usual > 0 {
		s.Budget = min(s.Budget, usual)
	}
	return a.set(s, changeSetting)
}

// toggleAttribute excludes the selected attribute, or takes it back.
func (a *Analysis) toggleAttribute() tea.Cmd {
	name := a.selected()
	s := a.state
	s.Settings = s.Settings.WithExcluded(name, !s.Settings.Excluded(name))
	return a.set(s, changeSetting)
}

func (a *Analysis) sortBy(c panel.Column) tea.Cmd {
	s := a.state
	s.Sort, s.Reverse = c, false
	return a.set(s, changeSetting)
}

func (a *Analysis) sortReverse() tea.Cmd {
	s := a.state
	s.Reverse = !s.Reverse
	return a.set(s, changeSetting)
}

// nextAlgorithm makes the next algorithm active that these data allow.
func (a *Analysis) nextAlgorithm() tea.Cmd {
	all := selection.AllAlgorithms()
	i := slices.Index(all, a.state.Algorithm)
	s := a.state
	s.Algorithm = all[(i+1)%len(all)]
	return a.set(s, changeSetting)
}

// activate makes an algorithm the active one.
func (a *Analysis) activate(i int) tea.Cmd {
	s := a.state
	s.Algorithm = a.look.selections[i].Algorithm
	return a.set(s, changeSetting)
}

func (a *Analysis) undo() tea.Cmd {
	s, ok := a.history.undo(a.state)
	if !ok {
		return nil
	}
	return a.turn(s)
}

func (a *Analysis) redo() tea.Cmd {
	s, ok := a.history.redo(a.state)
	if !ok {
		return nil
	}
	return a.turn(s)
}

const nothingToBuy = "no attribute can be bought: the budget is of no use"

// chooseLabel lists the labels.
func (a *Analysis) chooseLabel() tea.Cmd {
	if why := a.labelOff(); why != "" {
		return a.say(why) // the name in the header was clicked
	}
	var names []string
	at := 0
	for i, l := range a.opt.Study.Data().Labels {
		names = append(names, l.Name)
		if l.Name == a.shown.result.Label {
			at = i
		}
	}
	a.desk.choose("Label", names, at, "l", func(i int) tea.Cmd {
		s := a.state
		s.Settings.Label = names[i]
		return a.set(s, changeSetting)
	})
	return nil
}

func (a *Analysis) labelOff() string {
	if len(a.opt.Study.Data().Labels) < 2 {
		return "these data have one label, " + a.shown.result.Label
	}
	return ""
}
