package screen

import (
	"fmt"
	"math"
	"slices"

	"fms-tui/model"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// otherBudgets is a table of what round budgets give, and B among them.
func (o *Page) otherBudgets(a *Session) {
	var rows [][]panel.Cell
	for _, b := range a.Budgets() {
		pen := theme.Text
		if b.Budget == a.Shown.State.Budget {
			pen = theme.Accent
		}
		rows = append(rows, []panel.Cell{
			{Text: b.Budget.String(), Pen: pen},
			{Text: fmt.Sprint(b.Attributes), Pen: pen},
			{Text: b.Honest, Pen: pen},
			{Text: b.Projected, Pen: pen},
		})
	}
	o.heading("Other budgets: " + a.measure().Words())
	o.Lines = append(o.Lines, panel.Grid([]panel.GridColumn{
		{Head: "B", Right: true}, {Head: "attributes", Right: true, Leave: 1}, {Head: "honest", Right: true}, {Head: "projected", Right: true, Leave: 2},
	}, rows, o.Width)...)
}

// AtBudget is what the active algorithm gives at a budget, in the scale shown.
type AtBudget struct {
	Budget            model.Amount
	Attributes        int // asked
	Honest, Projected string
}

// Budgets are what the active algorithm gives at round budgets and at B.
func (a *Budget) Budgets() []AtBudget {
	r, s, m := a.Shown.Result, a.Shown.State, a.measure()
	var all []AtBudget
	for _, b := range a.roundBudgets() {
		at := r.At(s.Algorithm, b)
		row := AtBudget{Budget: b, Honest: "…", Projected: m.text(at.Loss)}
		for _, n := range at.Repeats {
			row.Attributes += min(n, 1)
		}
		if a.unknowable() != "" {
			row.Honest = "n/a"
		}
		if h := a.honestSoFar(); h != nil && h.Has(s.Algorithm) {
			if e := a.worthAt(b); !math.IsNaN(e.Loss) {
				row.Honest = m.withError(e)
			}
		}
		all = append(all, row)
	}
	return all
}

// roundTicks is how close ticks of the axis may come for a table of budgets.
const roundTicks = 64

// roundBudgets are the budgets of the axis' ticks as far as choices exist there, and B.
func (a *Budget) roundBudgets() []model.Amount {
	s := a.Shown.State
	budgets, _ := a.Shown.Result.Curve(s.Algorithm)
	all := []model.Amount{s.Budget}
	ticks, _ := a.Look.axis.Ticks(roundTicks)
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
