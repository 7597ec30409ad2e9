package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"
)

// focusing is where the focus is, on each screen, and whether what has it fills
// the body.
type focusing struct {
	pane map[int]*pane // by screen, chosen by the user; no entry for the first one
	full bool
}

// choices are the panes of the present screen that can have the focus: those
// that are seen, or all where one fills the body.
func (a *app) choices(full bool) []*pane {
	l := a.layoutWith(nil)
	return slices.DeleteFunc(slices.Clone(a.kind().panes), func(p *pane) bool {
		return l.at(p).Empty() && (!full || p.joins)
	})
}

// focused is the pane that has the focus.
func (a *app) focused() *pane {
	p, among := a.focus.pane[a.screen], a.choices(a.focus.full)
	switch {
	case slices.Contains(among, p):
		return p
	case len(among) > 0:
		return among[0]
	}
	return a.kind().panes[0] // and nothing fits
}

// filling is the pane that fills the body, nil while several share it.
func (a *app) filling() *pane {
	if a.focus.full {
		return a.focused()
	}
	return nil
}

func (a *app) focusOn(p *pane) {
	if a.focus.pane == nil {
		a.focus.pane = make(map[int]*pane)
	}
	a.focus.pane[a.screen] = p
	a.change()
}

// listed is the pane whose rows the row keys act on.
func (a *app) listed() *pane {
	for _, p := range append([]*pane{a.focused()}, a.kind().panes...) {
		if p.rows != nil {
			return p
		}
	}
	panic("tui: a screen without rows")
}

// turnFocus gives the focus to the n-th pane after the one that has it.
func turnFocus(a *app, n int) tea.Cmd {
	if among := a.choices(a.focus.full); len(among) > 0 {
		i := slices.Index(among, a.focused())
		a.focusOn(among[(i+n+len(among))%len(among)])
		a.reveal()
	}
	return nil
}

// toggleFull shows the focused pane on the whole body, or all panes again.
func toggleFull(a *app) tea.Cmd {
	p := a.focused()
	a.focus.full = !a.focus.full
	a.focusOn(p)
	a.reveal()
	return a.release()
}

// moveRows moves the selection by n rows of the pane that is listed; documents
// scroll.
func moveRows(a *app, n int) tea.Cmd {
	a.listed().rows(n)
	a.change()
	return nil
}

// movePages moves the selection by n screens of the pane that is listed.
func movePages(a *app, n int) tea.Cmd {
	p, l := a.listed(), a.layout()
	h := l.at(p).Dy()
	page := h - 2
	if p.page != nil {
		page = p.page(h)
	}
	return moveRows(a, n*max(page, 1))
}

// allRows is more rows than any pane has.
const allRows = 1 << 24

// enterRow does what the selected row of the screen is for.
func enterRow(a *app) tea.Cmd {
	if enter := a.listed().enter; enter != nil {
		return enter()
	}
	return openCard(a)
}

// sortNext sorts by the next column that the table shows.
func sortNext(a *app) tea.Cmd {
	l := a.layout()
	places := a.look.table.Columns(l.at(a.tablePane).Dx())
	next := places[0].Column
	for i, p := range places {
		if p.Column == a.state.Sort && i+1 < len(places) {
			next = places[i+1].Column
		}
	}
	return a.sortBy(next)
}

// turnBy moves B, or what the screen has in its place, by n steps.
func turnBy(a *app, n int) tea.Cmd {
	if d := a.kind().dial; d != nil {
		a.change()
		return d.step(n)
	}
	return a.step(n)
}

// turnTo brings B, or what the screen has in its place, to a share of its range.
func turnTo(a *app, share float64) tea.Cmd {
	a.change()
	if d := a.kind().dial; d != nil {
		return d.to(share)
	}
	return a.setShare(share)
}

func turnFirst(a *app) tea.Cmd {
	if a.kind().dial != nil {
		return turnTo(a, 0)
	}
	return a.setBudget(a.shown.result.Required)
}

func turnLast(a *app) tea.Cmd {
	if a.kind().dial != nil {
		return turnTo(a, 1)
	}
	return a.setBudget(a.end())
}
