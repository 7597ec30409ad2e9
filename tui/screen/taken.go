package screen

import (
	"fmt"
	"image"
	"math"
	"slices"

	"fms-tui/model"
	"fms-tui/tui/figure"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// besideRows is from how many rows a column beside Plan holds the predictor below the
// card, and takenShare of how many rows it gets one.
const besideRows, takenShare = 36, 3

// beside is what stands beside the attributes on large terminals: the selected one's
// card, and below it what the user takes away.
type beside struct {
	Card   *Document
	carded string // the attribute on the card
	taken  *Document
}

func newBeside(changed func()) beside {
	return beside{Card: newDocument(ListsCard, changed), taken: newDocument(0, changed)}
}

// place puts both into a column, or the card where there is no room for both.
func (v *beside) place(b *Body, column image.Rectangle) {
	if column.Dy() >= besideRows {
		var below image.Rectangle
		column, below = cutBottom(column, column.Dy()/takenShare)
		b.put(&v.taken.Pane, below)
	}
	b.put(&v.Card.Pane, column)
}

// refresh makes what has a place.
func (v *beside) refresh(a *Analysis, b *Body) {
	a.refreshCard(v.Card, &v.carded, b)
	a.refreshTaken(v.taken, b)
}

// refreshTaken writes the predictor at B, what new objects cost, and what other budgets
// would give, into a document that has a place.
func (a *Analysis) refreshTaken(d *Document, b *Body) {
	if b.At(&d.Pane).Empty() {
		return
	}
	s := a.Active()
	o := &Page{Width: d.width(b)}
	if s.Spent > 0 {
		o.equation(a.picked())
		if cost, ok := s.Spent.Times(collected); ok {
			o.say(theme.Muted, "%d new objects cost %s; e writes the predictor", collected, cost)
		}
	} else {
		o.say(theme.Muted, "nothing is chosen at B = %s: the prediction is the mean label, %s", s.Budget, figure.Significant(a.Shown.Result.LabelMean, 4))
	}
	d.show(b, fmt.Sprintf("Predictor of %s at B=%s", s.Algorithm, s.Budget), o.Lines)
}

// otherBudgets is a table of what round budgets give, and B among them.
func (o *Page) otherBudgets(a *Analysis) {
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
func (a *Analysis) Budgets() []AtBudget {
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
func (a *Analysis) roundBudgets() []model.Amount {
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
