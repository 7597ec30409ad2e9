package screen

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
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

// marks are the places on the slider, in order: what the active algorithm's honest loss
// recommends, and the reference.
func (a *Budget) marks() []mark {
	var all []mark
	if h, alg := a.Shown.Honest, a.Shown.State.Algorithm; h != nil && h.Has(alg) {
		if b, ok := a.recommended(alg); ok {
			all = append(all, mark{b, "recommended", '▲', theme.Good})
		}
	}
	if b := a.Shown.State.Reference; b > 0 {
		all = append(all, mark{b, "reference", '◇', theme.Accent})
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].budget < all[j].budget })
	return all
}

// ToMark goes to the next mark, or the one before.
func (a *Budget) ToMark(direction int) tea.Cmd {
	all := a.marks()
	if direction < 0 {
		slices.Reverse(all)
	}
	for _, m := range all {
		if model.Amount(direction)*(m.budget-a.State.Budget) > 0 {
			cmd := a.SetBudget(m.budget)
			return tea.Batch(cmd, a.Say(fmt.Sprintf("B = %s: %s", a.money(m.budget), m.what)))
		}
	}
	return a.Say("there is no mark further that way: ▲ recommended, ◇ reference")
}

// PressMark goes to the i-th mark of the slider, and says what it is.
func (a *Budget) PressMark(i int) tea.Cmd {
	m := a.marks()[i]
	return tea.Batch(a.SetBudget(m.budget), a.Say(fmt.Sprintf("B = %s: %s", a.money(m.budget), m.what)))
}

// SetReference remembers B, to compare other budgets with.
func (a *Budget) SetReference() tea.Cmd {
	if a.State.Budget == 0 {
		return a.Say("at B = 0 there is nothing to compare with")
	}
	s := a.State
	s.Reference = s.Budget
	return tea.Batch(a.Set(s, ChangeSetting), a.Say(fmt.Sprintf("reference is B = %s: figures show the difference, M clears it", s.Budget)))
}

// ReferenceOff says why no reference can be cleared, "" where one is set.
func (a *Budget) ReferenceOff() string {
	if a.State.Reference == 0 {
		return "there is no reference: m makes B the reference"
	}
	return ""
}

func (a *Budget) ClearReference() tea.Cmd {
	s := a.State
	s.Reference = 0
	return a.Set(s, ChangeSetting)
}

// lookReference fetches what is bought at the reference budget.
func (a *Scene) lookReference() {
	l, b := &a.Look, a.Shown.State.Reference
	l.reference = l.reference[:0]
	if b == 0 || a.Shown.Result.CheckBudget(b) != nil {
		return
	}
	for _, k := range l.Beside {
		l.reference = append(l.reference, a.Shown.Result.At(l.Selections[k].Algorithm, b))
	}
}

// against says how a figure differs from the reference's, signed; "" without a
// reference.
func (l *look) against(i int) string {
	at := slices.Index(l.Beside, i)
	if at < 0 || at >= len(l.reference) {
		return ""
	}
	d := l.drawn.of(l.Selections[i].Loss) - l.drawn.of(l.reference[at].Loss)
	if math.Abs(d) < negligible {
		return "=◇"
	}
	text := figure.Significant(math.Abs(d), 2)
	if d < 0 {
		return "−" + text
	}
	return "+" + text
}

// worse tells whether a difference that against wrote is for the worse.
func (l *look) worse(text string) bool {
	return strings.HasPrefix(text, "+") == (l.drawn.Metric().Better == report.Lower)
}

// changes are spans that say what moved since the reference.
func (l *look) changes() []panel.Span {
	if len(l.reference) == 0 {
		return nil
	}
	spans := []panel.Span{{Text: " · ", Pen: theme.Faint}, {Text: "◇ B=" + l.Repeats.Reference + ": ", Pen: theme.Accent}}
	for at, i := range l.Beside {
		if at > 0 {
			spans = append(spans, panel.Span{Text: ", ", Pen: theme.Faint})
		}
		pen := theme.Muted
		switch text := l.against(i); {
		case text[0] == '=':
		case l.worse(text):
			pen = theme.Bad
		default:
			pen = theme.Good
		}
		spans = append(spans, panel.Span{Text: l.against(i), Pen: pen})
	}
	return spans
}
