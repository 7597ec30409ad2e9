package screen

import (
	"fmt"
	"math"
	"slices"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// lookLegend says in words what the chart of losses draws, and what each line comes to
// at B; and what the marks on its axis stand for.
func (a *Analysis) lookLegend() {
	l, r, s := &a.Look, a.Shown.Result, a.Shown.State
	l.Loss.At = s.Budget.String()
	m := a.measure()
	var rows []panel.LegendRow
	if e := a.worth(l.Active); !math.IsNaN(e.Loss) {
		rows = append(rows, panel.LegendRow{
			Mark: "▒", Name: "honest; band ± 2 se", Brief: "honest", Series: "honest", Value: m.withError(e), Pen: theme.Honest,
		})
	}
	for i, k := range []int{l.Active, l.Compared} {
		sel := &l.Selections[k]
		name := string(sel.Algorithm)
		rows = append(rows, panel.LegendRow{
			Mark: []string{"─", "╌"}[i], Name: name + ", projected", Brief: name, Series: name, Value: m.text(sel.Loss), Pen: panel.AlgorithmPen(name),
		})
	}
	if loss := boundAt(r, s.Budget); !math.IsNaN(loss) {
		rows = append(rows, panel.LegendRow{Mark: "·", Name: "bound: no choice is better", Brief: "bound", Series: "bound", Value: m.text(loss), Pen: theme.Bound})
	}
	guess := "guess the mean, ask nothing"
	if m.Classes() {
		guess = "guess the commonest, ask nothing"
	}
	rows = append(rows, panel.LegendRow{Mark: " ", Name: guess, Brief: "ask nothing", Value: m.text(r.LabelVar), Pen: theme.Muted})
	seen := make(map[rune]bool)
	for _, m := range a.marks() {
		if words := legendMarks[m.rune]; words[0] != "" && !seen[m.rune] {
			seen[m.rune] = true
			rows = append(rows, panel.LegendRow{
				Mark: string(m.rune), Name: fmt.Sprintf(words[0], m.budget), Brief: fmt.Sprintf(words[1], m.budget), Pen: m.pen,
			})
		}
	}
	l.Loss.Legend = rows
}

// legendMarks are what marks on the axis stand for, and in brief.
var legendMarks = map[rune][2]string{
	'≠': {"full and scoring differ from B = %s", "differ from %s"},
	'∨': {"the honest error bends at B = %s", "bend at %s"},
	'◇': {"reference: B = %s", "reference %s"},
}

// boundAt is the lower bound of the projected loss at a budget, NaN where none is known.
func boundAt(r *core.Result, b model.Amount) float64 {
	budgets, bound := r.Bounds()
	i, exact := slices.BinarySearch(budgets, b)
	if !exact {
		i--
	}
	if i < 0 || i >= len(bound) {
		return math.NaN()
	}
	return bound[i]
}
