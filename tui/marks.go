package tui

import (
	"fmt"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// mark is a budget on the slider that is worth a look.
type mark struct {
	budget model.Amount
	what   string
	rune   rune
	pen    theme.Pen
}

// marks are the places on the slider, in order: where Full and Scoring part,
// where the active algorithm's honest loss bends, what it recommends, and the
// reference.
func (a *Analysis) marks() []mark {
	var all []mark
	if b := a.look.parting; b > 0 {
		all = append(all, mark{b, "full and scoring part", '≠', theme.Scoring})
	}
	if h, alg := a.shown.honest, a.shown.state.Algorithm; h != nil && h.Has(alg) {
		if b, ok := h.Bend(alg); ok {
			all = append(all, mark{b, "the honest loss bends", '∨', theme.Honest})
		}
		if b, ok := h.Recommended(alg); ok {
			all = append(all, mark{b, "recommended", '┴', theme.Honest})
		}
	}
	if b := a.shown.state.Reference; b > 0 {
		all = append(all, mark{b, "reference", '◇', theme.Accent})
	}
	slices.SortStableFunc(all, func(x, y mark) int { return int(min(max(x.budget-y.budget, -1), 1)) })
	return all
}

// parting is the budget at which Full and Scoring first differ, 0 for none.
func parting(r *core.Result) model.Amount {
	b, _ := r.Differ(selection.Full, selection.Scoring)
	return b
}

// toMark goes to the next mark, or the one before.
func (a *Analysis) toMark(direction int) tea.Cmd {
	all := a.marks()
	if direction < 0 {
		slices.Reverse(all)
	}
	for _, m := range all {
		if model.Amount(direction)*(m.budget-a.state.Budget) > 0 {
			cmd := a.setBudget(m.budget)
			return tea.Batch(cmd, a.say(fmt.Sprintf("B = %s: %s", m.budget, m.what)))
		}
	}
	return a.say("there is no mark further that way: ≠ full and scoring part, ∨ the honest loss bends, ┴ recommended, ◇ reference")
}

// setReference remembers B, to compare other budgets with.
func (a *Analysis) setReference() tea.Cmd {
	if a.state.Budget == 0 {
		return a.say("at B = 0 there is nothing to compare with")
	}
	s := a.state
	s.Reference = s.Budget
	return tea.Batch(a.set(s, changeSetting), a.say(fmt.Sprintf("reference is B = %s: figures show the difference, M clears it", s.Budget)))
}

func (a *Analysis) clearReference() tea.Cmd {
	s := a.state
	s.Reference = 0
	return a.set(s, changeSetting)
}

// lookReference fetches what is bought at the reference budget.
func (a *Analysis) lookReference() {
	l, b := &a.look, a.shown.state.Reference
	l.reference = l.reference[:0]
	if b == 0 || a.shown.result.CheckBudget(b) != nil {
		return
	}
	for _, k := range l.beside {
		l.reference = append(l.reference, a.shown.result.At(l.selections[k].Algorithm, b))
	}
}

// against says how a figure differs from the reference's, signed; "" without a
// reference.
func (l *look) against(i int) string {
	at := slices.Index(l.beside, i)
	if at < 0 || at >= len(l.reference) {
		return ""
	}
	d := l.selections[i].RMSE() - l.reference[at].RMSE()
	if math.Abs(d) < negligible {
		return "=◇"
	}
	text := figure.Significant(math.Abs(d), 2)
	if d < 0 {
		return "−" + text
	}
	return "+" + text
}

// changes are spans that say what moved since the reference.
func (l *look) changes() []panel.Span {
	if len(l.reference) == 0 {
		return nil
	}
	spans := []panel.Span{{Text: " · ", Pen: theme.Faint}, {Text: "◇ B=" + l.repeats.Reference + ": ", Pen: theme.Accent}}
	for at, i := range l.beside {
		if at > 0 {
			spans = append(spans, panel.Span{Text: ", ", Pen: theme.Faint})
		}
		pen := theme.Muted
		switch text := l.against(i); {
		case text[0] == '+':
			pen = theme.Bad
		case text[0] != '=':
			pen = theme.Good
		}
		spans = append(spans, panel.Span{Text: l.against(i), Pen: pen})
	}
	return spans
}
