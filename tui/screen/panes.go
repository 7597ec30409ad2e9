package screen

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core/selection"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
)

// newTablePane is the table of attributes.
func (a *Panes) newTablePane() *Pane {
	return &Pane{
		Panel: func(focus bool) panel.Panel { a.Look.Table.Focus = focus; return &a.Look.Table },
		Lists: ListsAttributes | ListsColumns,
		Rows:  a.walkTable,
		Page:  func(h int) int { return a.Look.Table.Visible(h) },
		Off:   a.Filter.None, Press: a.pressTable, Wheel: a.wheelTable, Set: a.SetShare,
	}
}

// newChartPane is the chart of losses against budgets.
func (a *Panes) newChartPane() *Pane {
	p := plotPane(&a.Look.Loss, &a.Look.Loss.Focus, a.SetShare)
	p.Press = a.pressChart
	return p
}

// plotPane is the pane of a chart on which is dragged what stands on its axis.
func plotPane(c panel.Panel, focus *bool, set func(x float64) tea.Cmd) *Pane {
	return &Pane{Panel: func(has bool) panel.Panel { *focus = has; return c }, Set: set}
}

// pressTable sorts by a head, folds, or selects a row and explains its column.
func (a *Panes) pressTable(is any) tea.Cmd {
	switch is := is.(type) {
	case panel.Head:
		c := panel.Column(is)
		if a.Explain(c); c == a.State.Sort {
			return a.SortReverse()
		}
		return a.SortBy(c)
	case panel.Folded:
		a.Unfold(!a.Unfolded)
	case panel.At:
		if a.selectName(a.Look.Table.Rows[is.Row].Name); is.Column >= 0 {
			a.explained = panel.Column(is.Column)
		}
	}
	return nil
}

// wheelTable moves the table and leaves the selection where it is.
func (a *Panes) wheelTable(n int) tea.Cmd {
	a.offset += n
	a.Change()
	return nil
}

// walkTable selects the attribute n rows below the selected one. A step beyond the
// last row opens what is folded below it.
func (a *Panes) walkTable(n int) {
	names := a.names()
	to := max(0, slices.Index(names, a.Selected())) + n
	if f := a.Look.fold; f != nil && f.n > 0 && !f.open && n > 0 && to >= len(names) {
		a.Unfold(true)
		names = a.names()
	}
	if len(names) > 0 {
		a.selectName(names[max(0, min(to, len(names)-1))])
	}
}

// names are the attributes of the table, in its order.
func (a *Focus) names() (all []string) {
	for i := range a.Look.Table.Rows {
		if r := &a.Look.Table.Rows[i]; r.Over == nil {
			all = append(all, r.Name)
		}
	}
	return all
}

func (a *Focus) selectName(name string) {
	a.Cursor = name
	if f := a.Look.fold; f != nil && !f.open && !slices.ContainsFunc(a.Look.Table.Rows, func(r panel.Row) bool { return r.Name == name }) {
		a.Unfold(true)
	}
	a.Reveal()
	a.Change()
}

// Reveal brings the selected row into sight wherever it is shown.
func (a *Focus) Reveal() { a.follow = true }

// Selected is the name of the selected attribute, or "" where there is none.
func (a *Focus) Selected() string {
	if i := a.cursorRow(); i >= 0 {
		return a.Look.Table.Rows[i].Name
	}
	return ""
}

// cursorRow is the row of the selected attribute, or else the first one; -1 where there is none.
func (a *Focus) cursorRow() int {
	rows := a.Look.Table.Rows
	if i := slices.IndexFunc(rows, func(r panel.Row) bool { return r.Over == nil && r.Name == a.Cursor }); i >= 0 {
		return i
	}
	return slices.IndexFunc(rows, func(r panel.Row) bool { return r.Over == nil })
}

// scrollMargin is how many rows stay in sight around the selected one.
const scrollMargin = 2

// explained are the columns that an explanation takes.
const explained = 100

// briefHeads is up to which width of the terminal heads of repeats are short.
const briefHeads = 100

// Fit suits the shared panes to their places. The table follows the selection where
// the user moved it; an order that changes under B leaves the view where it is.
func (a *Panes) Fit(b *Body) {
	k := &a.Look
	place := b.At(a.TablePane)
	if from, to := k.Table.AxisAt(b.Slider.Max.X); !b.Slider.Empty() {
		left := b.At(a.ChartPane).Min.X
		k.Loss.Boxed, k.Loss.Columns, k.AxisColumns = false, [2]int{from - left, to - left}, [2]int{from - b.Slider.Min.X, to - b.Slider.Min.X}
		k.Table.At, k.Table.Budget = k.axis.Col(a.Shown.State.Budget.Float(), to-from), a.money(a.Shown.State.Budget)
		k.Loss.Share = float64(k.Table.At) / float64(max(to-from-1, 1))
		if !place.Empty() {
			r, s := a.Shown.Result, a.Shown.State
			k.Table.Rolls = [2][][]int{k.rolls(r, s.Algorithm, to-from), k.rolls(r, k.Picks[k.Compared].Selection.Algorithm, to-from)}
		}
	}
	k.Table.Brief = b.W < briefHeads
	k.Table.Tall = 1 + explained/max(place.Dx(), 1)
	n := k.Table.Visible(place.Dy())
	if a.follow && n > 0 {
		margin := min(scrollMargin, max(n-1, 0)/2)
		a.offset = min(a.offset, k.Table.Cursor-margin)
		a.offset = max(a.offset, k.Table.Cursor+margin-n+1)
		a.follow = false
	}
	a.offset = max(0, min(a.offset, len(k.Table.Rows)-n))
	k.Table.Offset = a.offset
}

// pressChart does what a press on a name or a mark of the chart means. A click on an algorithm's
// name makes it active, or lights it where the chart has all of them.
func (a *Panes) pressChart(is any) tea.Cmd {
	switch name := is.(type) {
	case panel.Scale:
		return a.NextScale()
	case chart.Marked:
		return a.Recommend()
	case chart.Named:
		switch alg := selection.Algorithm(name); {
		case name == "":
		case name == "honest":
			return a.Say("honest: cross-validated, on objects that the choice has not seen; ▒ is ± 2 standard errors. Decide by it.")
		case name == "bound":
			return a.Say("bound: no choice of judgments at this budget can be projected to be better")
		case a.Look.pick != nil:
			return a.Look.pick(alg)
		case alg == a.State.Algorithm:
			return a.Say(string(alg) + " is the active algorithm already; click on the other name")
		default:
			return a.swapWith(alg)
		}
	}
	return nil
}

func (a *Panes) SortBy(c panel.Column) tea.Cmd {
	return a.Alter(func(s *State) { s.Sort, s.Reverse = c, false })
}

func (a *Panes) SortReverse() tea.Cmd {
	return a.Alter(func(s *State) { s.Reverse = !s.Reverse })
}

// ToggleAttribute excludes the selected attribute, or takes it back.
func (a *Focus) ToggleAttribute() tea.Cmd {
	name := a.Selected()
	return a.Alter(func(s *State) { s.Settings = s.Settings.WithExcluded(name, !s.Settings.Excluded(name)) })
}
