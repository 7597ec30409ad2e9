package tui

import (
	"image"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/panel"
)

// newTablePane is the table of attributes.
func (a *Analysis) newTablePane() *pane {
	return &pane{
		panel: func(focus bool) panel.Panel { a.look.table.Focus = focus; return &a.look.table },
		lists: listsAttributes | listsColumns,
		rows:  func(n int) { a.selectRow(a.cursorRow() + n) },
		page:  func(h int) int { return a.look.table.Visible(h) },
		off:   a.filter.none, press: a.pressTable, wheel: a.wheelTable,
	}
}

// newRepeatsPane is what the algorithms buy, side by side.
func (a *Analysis) newRepeatsPane() *pane {
	return &pane{
		panel: func(focus bool) panel.Panel { a.look.repeats.Focus = focus; return &a.look.repeats },
		lists: listsAttributes,
		rows:  a.walkRepeats,
		page:  func(h int) int { return a.look.repeats.Visible(h) },
		off:   a.repeatsOff, press: a.pressRepeats, wheel: a.wheelRepeats,
	}
}

// newChartPane is the chart of losses against budgets.
func (a *Analysis) newChartPane() *pane {
	return &pane{
		panel: func(focus bool) panel.Panel { a.look.loss.Focus = focus; return &a.look.loss },
		drag:  a.dragChart, wheel: a.wheelBudget,
	}
}

// wheelBudget moves B by a step a notch, with ctrl by ten.
func (a *Analysis) wheelBudget(n int, fast bool) tea.Cmd {
	if fast {
		n *= 10
	}
	a.change()
	return a.step(n)
}

// dragChart sets B to where the pointer is on the chart.
func (a *Analysis) dragChart(q, size image.Point) tea.Cmd {
	if b, ok := a.look.loss.BudgetAt(q.X, size.X, size.Y); ok {
		return a.setBudget(nearestStep(a.shown.result, b))
	}
	return nil
}

// setShare sets B to a share of the slider's range.
func (a *Analysis) setShare(share float64) tea.Cmd {
	r := a.shown.result
	return a.setBudget(nearestStep(r, share*r.Max.Float()))
}

// nearestStep is the whole step nearest to a budget, within the range; the
// range's end is reached even where it is no whole step.
func nearestStep(r *core.Result, budget float64) model.Amount {
	if r.Step == 0 {
		return 0
	}
	if budget >= r.Max.Float() {
		return r.Max
	}
	n := math.Round(budget / r.Step.Float())
	return max(0, min(model.Amount(n)*r.Step, r.Max))
}

func (a *Analysis) pressTable(q, size image.Point) tea.Cmd {
	if c, ok := a.look.table.HeadAt(q.X, q.Y, size.X); ok {
		if c == a.state.Sort {
			return a.sortReverse()
		}
		return a.sortBy(c)
	}
	if i := a.look.table.RowAt(q.Y, size.Y); i >= 0 {
		a.selectRow(i)
	}
	return nil
}

// wheelTable moves the table and leaves the selection where it is.
func (a *Analysis) wheelTable(n int, _ bool) tea.Cmd {
	a.offset += n
	a.change()
	return nil
}

func (a *Analysis) pressRepeats(q, size image.Point) tea.Cmd {
	if i := a.look.repeats.HeadAt(q.X, q.Y, size.X); i >= 0 {
		return a.activate(a.look.beside[i])
	}
	if name, ok := a.look.repeats.NameAt(q.Y, size.Y); ok {
		a.selectName(name)
	}
	return nil
}

func (a *Analysis) wheelRepeats(n int, _ bool) tea.Cmd {
	a.repeatsOffset += n
	a.change()
	return nil
}

func (a *Analysis) repeatsOff() string {
	switch {
	case len(a.look.repeats.Rows) > 0:
		return ""
	case a.filter.on():
		return "the filter leaves no attribute that is bought"
	}
	return "nothing is bought at this budget"
}

func (a *Analysis) selectRow(i int) {
	if n := len(a.look.table.Rows); n > 0 {
		a.selectName(a.look.table.Rows[max(0, min(i, n-1))].Name)
	}
}

func (a *Analysis) selectName(name string) {
	a.cursor = name
	a.reveal()
	a.change()
}

// reveal brings the selected row into sight wherever it is shown.
func (a *Analysis) reveal() { a.follow, a.followRepeats = true, true }

// walkRepeats selects the attribute n rows below the selected one among those
// that are bought, or the first of them where the selected one is not.
func (a *Analysis) walkRepeats(n int) {
	bought := slices.DeleteFunc(slices.Clone(a.look.repeats.Rows), func(r panel.RepeatRow) bool { return r.Form != nil })
	if len(bought) == 0 {
		return
	}
	i := slices.IndexFunc(bought, func(r panel.RepeatRow) bool { return r.Cursor })
	if i < 0 {
		i = -max(n, 0) // a step down leads to the first
	}
	a.selectName(bought[max(0, min(i+n, len(bought)-1))].Name)
}

// selected is the name of the selected attribute, or "" where there is none.
func (a *Analysis) selected() string {
	if len(a.look.table.Rows) == 0 {
		return ""
	}
	return a.look.table.Rows[a.cursorRow()].Name
}

// cursorRow is the row of the selected attribute, or 0.
func (a *Analysis) cursorRow() int {
	for i := range a.look.table.Rows {
		if a.look.table.Rows[i].Name == a.cursor {
			return i
		}
	}
	return 0
}

// scrollMargin is how many rows stay in sight around the selected one.
const scrollMargin = 2

// fit suits the shared panes to their places. The table follows the selection where
// the user moved it; an order that changes under B leaves the view where it is.
func (a *Analysis) fit(b *body) {
	k := &a.look
	k.table.Repeats = b.mode != modeColumns || b.full
	k.loss.Boxed = b.mode == modeColumns || b.full
	n := k.table.Visible(b.at(a.tablePane).Dy())
	if a.follow && n > 0 {
		margin := min(scrollMargin, max(n-1, 0)/2)
		line := k.table.LineOf(k.table.Cursor)
		a.offset = min(a.offset, line-margin)
		a.offset = max(a.offset, line+margin-n+1)
		a.follow = false
	}
	a.offset = max(0, min(a.offset, k.table.Lines()-n))
	k.table.Offset = a.offset
	k.repeats.Offset = a.repeatsOffset
	repeats := b.at(a.repeatsPane)
	if a.followRepeats && !repeats.Empty() {
		k.repeats.Reveal(repeats.Dy())
		a.followRepeats = false
	}
	k.repeats.Clamp(repeats.Dy())
	a.repeatsOffset = k.repeats.Offset
}
