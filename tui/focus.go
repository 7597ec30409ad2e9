package tui

import (
	"slices"

	"fms-tui/tui/screen"
)

// focusing is where the focus is, on each screen, and whether what has it fills the body.
type focusing struct {
	pane map[int]*screen.Pane // by screen, chosen by the user; no entry for the first one
	full bool
}

// choices are the panes of the present screen that can have the focus: the visible
// panes, or all panes if one fills the body.
func (a *app) choices(full bool) []*screen.Pane {
	l := newLayout(a.w, a.h, a.kind(), nil)
	return slices.DeleteFunc(slices.Clone(a.kind().Panes), func(p *screen.Pane) bool {
		return p.Focus == nil || l.At(p).Empty() && (!full || p.Joins)
	})
}

func (a *app) Focused() *screen.Pane {
	p, among := a.focus.pane[a.screen], a.choices(a.focus.full)
	switch {
	case slices.Contains(among, p):
		return p
	case len(among) > 0:
		return among[0]
	}
	return a.kind().Panes[0] // and nothing fits
}

func (a *app) Focus(p *screen.Pane) { a.focus.pane[a.screen] = p }

// listed is the pane whose rows the row keys act on.
func (a *app) listed() *screen.Pane {
	for _, among := range [][]*screen.Pane{{a.Focused()}, a.choices(false), a.kind().Panes} {
		for _, p := range among {
			if p.Rows != nil {
				return p
			}
		}
	}
	panic("tui: a screen without rows")
}

func turnHalf(a *app) {
	a.focus.full = false
	a.screens[a.screen] = a.kind().Half
	a.pointer.release(a)
}

func turnFocus(a *app, n int) {
	if among := a.choices(a.focus.full); len(among) > 0 {
		i := slices.Index(among, a.Focused())
		a.Focus(among[(i+n+len(among))%len(among)])
		a.Reveal()
	}
}

func toggleFull(a *app) {
	p := a.Focused()
	a.focus.full = !a.focus.full
	a.Focus(p)
	a.Reveal()
	a.pointer.release(a)
}

func moveRows(a *app, n int) { a.listed().Rows(n) }

func movePages(a *app, n int) {
	p, l := a.listed(), a.layout()
	h := l.At(p).Dy()
	page := h - 2
	if p.Page != nil {
		page = p.Page(h)
	}
	moveRows(a, n*max(page, 1))
}

// allRows is more rows than any pane has.
const allRows = 1 << 24

func enterRow(a *app) {
	if enter := a.listed().Enter; enter != nil {
		enter()
	} else {
		openCard(a)
	}
}

func sortNext(a *app) {
	l := a.layout()
	shown := a.Look.Table.Heads(l.At(a.TablePane).Dx())
	next := screen.ColumnName
	if i := slices.Index(shown, int(a.State.Sort)); i >= 0 && i+1 < len(shown) {
		next = screen.Column(shown[i+1])
	}
	a.Explain(next)
	a.SortBy(next)
}

func (a *app) dial() screen.Dial {
	if d := a.kind().Dial; d != nil {
		return d
	}
	return a.Budget
}

func turnBy(a *app, n int) { a.dial().Step(n) }

func turnEnd(a *app, end int) { a.dial().To(float64(end)) }

// escape takes back what is on top: the whole body from a pane, the filter, then what is unfolded.
func escape(a *app) {
	switch {
	case a.focus.full:
		toggleFull(a)
	case a.Filter.On():
		a.SetFilter("")
	case a.Unfolded:
		a.Unfold(false)
	}
}
