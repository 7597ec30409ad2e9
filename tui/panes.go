package tui

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"
)

// pane names a panel of a screen, for the focus.
type pane int

// The panes there are; paneNone stands for no pane.
const (
	paneNone pane = iota
	paneTable
	paneChart
	paneRepeats
	paneMap
	paneCard
	paneCompare
	paneCompareChart
	paneCompareRepeats
	paneEquation
	paneScatter
	paneResiduals
	paneRead
	paneWorth
)

// panes are those of each screen in the order that tab goes through them. The
// first is where the focus begins, and what the row keys act on while the focus
// is on a pane without rows.
var panes = map[screen][]pane{
	screenBudget:    {paneTable, paneChart, paneRepeats},
	screenMap:       {paneMap, paneCard},
	screenCompare:   {paneCompare, paneCompareChart, paneCompareRepeats},
	screenPredictor: {paneEquation, paneScatter, paneResiduals},
	screenData:      {paneRead, paneWorth},
}

// at is where a pane lies.
func (l *layout) at(p pane) *image.Rectangle {
	switch p {
	case paneTable:
		return &l.table
	case paneChart, paneCompareChart:
		return &l.chart
	case paneRepeats, paneCompareRepeats:
		return &l.repeats
	case paneMap:
		return &l.attrMap
	case paneCompare:
		return &l.compare
	case paneScatter:
		return &l.scatter
	case paneEquation, paneRead:
		return &l.read
	case paneCard, paneResiduals, paneWorth:
		return &l.worth
	}
	return new(image.Rectangle) // nowhere
}

// fill gives one pane of a screen the whole body.
func (l *layout) fill(s screen, p pane, body image.Rectangle) {
	for _, q := range panes[s] {
		*l.at(q) = image.Rectangle{}
	}
	*l.at(p) = body
}

// focusing is where the focus is, on each screen, and whether what has it fills
// the body.
type focusing struct {
	pane map[screen]pane // chosen by the user; no entry for the first one
	full bool
}

// choices are the panes of the present screen that can have the focus: those
// that are seen, or all where one fills the body.
func (a *app) choices(full bool) []pane {
	l := newLayout(a.w, a.h, a.content(paneNone))
	return slices.DeleteFunc(slices.Clone(panes[a.screen]), func(p pane) bool {
		return l.at(p).Empty() && (!full || p == paneRead) // without a place of its own it is part of paneWorth
	})
}

// focused is the pane that has the focus.
func (a *app) focused() pane {
	p, among := a.focus.pane[a.screen], a.choices(a.focus.full)
	switch {
	case slices.Contains(among, p):
		return p
	case len(among) > 0:
		return among[0]
	case len(panes[a.screen]) > 0: // and nothing fits
		return panes[a.screen][0]
	}
	return paneNone
}

// filling is the pane that fills the body, paneNone while several share it.
func (a *app) filling() pane {
	if a.focus.full {
		return a.focused()
	}
	return paneNone
}

func (a *app) focusOn(p pane) {
	if a.focus.pane == nil {
		a.focus.pane = make(map[screen]pane)
	}
	a.focus.pane[a.screen] = p
	a.change()
}

// focusAt gives the focus to the pane at a point of the screen.
func (a *app) focusAt(p image.Point) {
	l := a.layout()
	for _, q := range panes[a.screen] {
		if p.In(*l.at(q)) {
			a.focusOn(q)
		}
	}
}

// turnFocus gives the focus to the n-th pane after the one that has it.
func turnFocus(n int) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		if among := a.choices(a.focus.full); len(among) > 0 {
			i := slices.Index(among, a.focused())
			a.focusOn(among[(i+n+len(among))%len(among)])
			a.reveal()
		}
		return nil
	}
}

// toggleFull shows the focused pane on the whole body, or all panes again.
func (a *app) toggleFull() tea.Cmd {
	p := a.focused()
	a.focus.full = !a.focus.full
	a.focusOn(p)
	a.reveal()
	return a.release()
}

// reveal brings the selected row into sight wherever it is shown.
func (a *app) reveal() { a.follow, a.followRepeats = true, true }

// listed is the pane whose rows the row keys act on.
func (a *app) listed() pane {
	switch p := a.focused(); p {
	case paneChart, paneCompareChart, paneScatter, paneResiduals:
		return panes[a.screen][0]
	default:
		return p
	}
}

// showFocus marks the pane that has the focus.
func (a *app) showFocus() {
	k, p := &a.look, a.focused()
	k.table.Focus = p == paneTable
	k.loss.Focus = p == paneChart || p == paneCompareChart
	k.repeats.Focus = p == paneRepeats || p == paneCompareRepeats
	k.attrMap.Focus = p == paneMap
	k.compare.Focus = p == paneCompare
	k.scatter.Focus = p == paneScatter
	k.read.Focus = p == paneRead || p == paneEquation
	k.worth.Focus = p == paneWorth || p == paneCard || p == paneResiduals
}
