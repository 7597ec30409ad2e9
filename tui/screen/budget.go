package screen

import (
	"fmt"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/panel"
)

// SetBudget goes to a budget, clamped to what a budget can be: it pays at least
// for the minima.
func (a *Budget) SetBudget(b model.Amount) tea.Cmd {
	s := a.State
	s.Budget = max(a.Shown.Result.Required, min(b, model.MaxAmount))
	return a.Set(s, changeBudget)
}

// Step moves B by n steps within the slider's range. A budget between steps,
// typed or given, goes to the next whole step.
func (a *Budget) Step(n int) tea.Cmd {
	r := a.Shown.Result
	if r.Step == 0 {
		return nil
	}
	at := a.State.Budget / r.Step
	if n < 0 && a.State.Budget%r.Step != 0 {
		at++
	}
	return a.SetBudget(max(0, min((at+model.Amount(n))*r.Step, a.End())))
}

// End is where the slider ends, or will end when the question being worked on
// is answered.
func (a *Budget) End() model.Amount {
	if a.State.Range > 0 {
		return max(a.State.Range, a.State.Budget)
	}
	return max(a.Shown.Result.Max, a.State.Budget)
}

// Stretch doubles or halves the slider's range. B stays inside.
func (a *Budget) Stretch(doublings int) tea.Cmd {
	s, why := a.Stretched(doublings)
	if why != "" {
		return a.Say(why)
	}
	return a.Set(s, ChangeSetting)
}

// Stretched is the present state with the slider's range doubled or halved, or
// why that cannot be.
func (a *Budget) Stretched(doublings int) (s State, why string) {
	r, s := a.Shown.Result, a.State
	s.Range = 2 * a.End()
	if doublings < 0 && r.Step > 0 {
		s.Range = a.End() / 2 / r.Step * r.Step
		s.Budget = max(min(s.Budget, s.Range), r.Required)
	}
	switch {
	case r.Step == 0:
		return s, NothingToBuy
	case s.Range < max(r.Step, r.Required):
		return s, "the slider cannot be shorter"
	case r.CheckBudget(s.Range) != nil:
		return s, fmt.Sprintf("the slider cannot be longer: no more than %s judgments are computed", figure.Count(core.MostJudgments))
	}
	return s, ""
}

// TypeBudget goes to a budget that was typed; the slider is doubled until it
// reaches it.
func (a *Budget) TypeBudget(b model.Amount) tea.Cmd {
	s := a.State
	s.Budget = max(b, a.Shown.Result.Required)
	for end := a.End(); end < s.Budget && end > 0; {
		end *= 2
		s.Range = end
	}
	return a.Set(s, ChangeSetting)
}

func (a *Budget) ResetRange() tea.Cmd {
	return a.Alter(func(s *State) {
		if s.Range = 0; a.Shown.Result.UsualMax > 0 {
			s.Budget = min(s.Budget, a.Shown.Result.UsualMax)
		}
	})
}

// ToggleAttribute excludes the selected attribute, or takes it back.
func (a *Focus) ToggleAttribute() tea.Cmd {
	name := a.Selected()
	return a.Alter(func(s *State) { s.Settings = s.Settings.WithExcluded(name, !s.Settings.Excluded(name)) })
}

func (a *Panes) SortBy(c panel.Column) tea.Cmd {
	return a.Alter(func(s *State) { s.Sort, s.Reverse = c, false })
}

func (a *Panes) SortReverse() tea.Cmd {
	return a.Alter(func(s *State) { s.Reverse = !s.Reverse })
}

// NextAlgorithm makes the next algorithm active that these data allow.
func (a *Question) NextAlgorithm() tea.Cmd {
	return a.Alter(func(s *State) { s.Algorithm = a.nextTo(s.Algorithm) })
}

// NextCompared compares the active algorithm with the next one.
func (a *Question) NextCompared() tea.Cmd {
	next := a.nextTo(a.State.comparedWith())
	if next == a.State.Algorithm {
		next = a.nextTo(next)
	}
	return a.compareWith(next)
}

// nextTo is the next algorithm that is not known to be refused. The answer to the first question
// for it says why.
func (a *Question) nextTo(alg selection.Algorithm) selection.Algorithm {
	all := selection.AllAlgorithms()
	i := slices.Index(all, alg)
	for n := range all {
		if next := all[(i+1+n)%len(all)]; !a.refuses(next) {
			return next
		}
	}
	return alg
}

// refuses tells whether the present settings are known to refuse an algorithm.
func (a *Question) refuses(alg selection.Algorithm) bool {
	settings := a.State.Settings
	if settings.Equal(a.Shown.State.Settings) && a.Shown.Result.Refused(alg) != nil {
		return true
	}
	return slices.ContainsFunc(a.refused, func(s State) bool {
		return s.Settings.Equal(settings) && slices.Contains(s.extra(), alg) && !a.Shown.Result.Has(alg)
	})
}

// noteRefusal notes that a state's question was refused for its algorithms, if it was: the shown
// Result has the same settings.
func (a *Question) noteRefusal(s State) {
	if !s.Settings.Equal(a.Shown.State.Settings) || s.Range != a.Shown.State.Range {
		return
	}
	a.refused = slices.DeleteFunc(a.refused, func(r State) bool { return !r.Settings.Equal(s.Settings) })
	a.refused = append(a.refused, s)
}

// compareWith compares the active algorithm with another one.
func (a *Question) compareWith(alg selection.Algorithm) tea.Cmd {
	s := a.State
	s.Compared = alg
	return tea.Batch(a.Set(s, ChangeSetting), a.Say(fmt.Sprintf("%s is compared with %s: its rolls, its line and its repeats", s.Algorithm, alg)))
}

// swapWith makes an algorithm active, and compares it with the one that was.
func (a *Question) swapWith(alg selection.Algorithm) tea.Cmd {
	return a.Alter(func(s *State) { s.Algorithm, s.Compared = alg, s.Algorithm })
}

// activate makes an algorithm the active one.
func (a *Panes) activate(i int) tea.Cmd {
	return a.Alter(func(s *State) { s.Algorithm = a.Look.Picks[i].Selection.Algorithm })
}

// settingValues are the values of settings that a key goes through, each with what it means.
var settingValues = map[model.Option][]struct{ text, means string }{
	model.OptionShrink: {
		{"auto", "label covariances shrunk to what the pilot can vouch for"},
		{"none", "the paper's label covariances, as estimated"},
	},
	model.OptionMaxRepeats: {
		{"auto", "no more of an attribute than objects hold, unless that costs R² .02"},
		{"cells", "no more of an attribute than objects hold"},
		{"none", "any number of judgments: beyond what objects hold it is a forecast"},
	},
	model.OptionLabelBy: {
		{model.LabelByUnknown, "who gave the label is unknown: the data are looked at for signs"},
		{model.LabelBySame, "the label is given by the raters of the judgments, of new objects too"},
		{model.LabelByOthers, "the label is given by others than the raters of the judgments"},
	},
}

// NextSetting goes on to the next value of a setting, the first behind the last and behind any
// other, and says what that means.
func (a *Question) NextSetting(o model.Option) tea.Cmd {
	f, all := model.FieldOf(o), settingValues[o]
	now := f.Text(a.State.Settings)
	to := all[(slices.IndexFunc(all, func(v struct{ text, means string }) bool { return v.text == now })+1)%len(all)]
	settings, err := f.Set(a.State.Settings, "", to.text)
	if err != nil {
		panic("screen: " + err.Error())
	}
	return tea.Batch(a.Alter(func(s *State) { s.Settings = settings }), a.Say(fmt.Sprintf("%s (--%s %s)", to.means, o, to.text)))
}

// Undo goes to the state before the present one, and Redo to the one that was undone last.
func (a *Question) Undo() tea.Cmd { return a.move(&a.History.Past, &a.History.Future) }

func (a *Question) Redo() tea.Cmd { return a.move(&a.History.Future, &a.History.Past) }

// move goes to the last state of one record and leaves the present one in the other.
func (a *Question) move(from, to *[]State) tea.Cmd {
	n := len(*from)
	if n == 0 {
		return nil
	}
	a.History.Close()
	s := (*from)[n-1]
	*from, *to = (*from)[:n-1], append(*to, a.State)
	return a.Turn(s)
}

// NothingToBuy says why the slider does nothing.
const NothingToBuy = "no attribute can be bought: the budget is of no use"

// AtBudget is what the active algorithm buys at a budget, and what that gives in the scale shown.
type AtBudget struct {
	Budget model.Amount
	Buys   string // "" for nothing
	Gives  string
	Honest bool // that is held out, and not projected
}

// Budgets are round budgets and B.
func (a *Budget) Budgets() (all []AtBudget) {
	for _, b := range a.roundBudgets() {
		at := a.Shown.Result.At(a.Shown.State.Algorithm, b)
		gives, honest := a.figureAt(b, at.Loss)
		all = append(all, AtBudget{b, joined(a.buys(at.Repeats)), gives, honest})
	}
	return all
}

// figureAt is what a budget gives: honest where that is known, else projected.
func (a *Budget) figureAt(b model.Amount, loss float64) (text string, honest bool) {
	m := a.measure()
	if e := a.worthAt(b); !m.Classes() && !math.IsNaN(e.Loss) {
		return m.Text(e.Loss), true
	}
	return m.text(loss), false
}

// roundTicks is how close ticks of the axis may come for a table of budgets.
const roundTicks = 64

// roundBudgets are the budgets of the axis' ticks as far as choices exist there, and B.
func (a *Budget) roundBudgets() []model.Amount {
	return roundBudgets(a.Shown.Result, a.Shown.State.Algorithm, a.Shown.State.Budget)
}

func roundBudgets(r *core.Result, alg selection.Algorithm, also model.Amount) []model.Amount {
	budgets, _ := r.Curve(alg)
	all := []model.Amount{also}
	ticks, _ := axisOf(r).Ticks(roundTicks)
	for _, t := range ticks {
		i, _ := slices.BinarySearchFunc(budgets, t, func(b model.Amount, t float64) int {
			if b.Float() > t*(1+negligible) {
				return 1
			}
			return -1
		})
		if i > 0 {
			all = append(all, budgets[i-1])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
