package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/model"
	"fms-tui/tui/screen"
)

// focusing is where the focus is, on each screen, and whether what has it fills
// the body.
type focusing struct {
	pane map[int]*screen.Pane // by screen, chosen by the user; no entry for the first one
	full bool
}

// choices are the panes of the present screen that can have the focus: the visible
// panes, or all panes if one fills the body.
func (a *app) choices(full bool) []*screen.Pane {
	l := a.layoutWith(nil)
	return slices.DeleteFunc(slices.Clone(a.kind().Panes), func(p *screen.Pane) bool {
		return p.Still || l.At(p).Empty() && (!full || p.Joins)
	})
}

// Focused is the pane that has the focus.
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

func (a *app) filling() *screen.Pane {
	if a.focus.full {
		return a.Focused()
	}
	return nil
}

// Focus gives a pane of the present screen the focus.
func (a *app) Focus(p *screen.Pane) {
	if a.focus.pane == nil {
		a.focus.pane = make(map[int]*screen.Pane)
	}
	a.focus.pane[a.screen] = p
	a.Change()
}

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

// turnHalf shows the other half of a screen that has two.
func turnHalf(a *app) tea.Cmd {
	a.focus.full = false
	a.screens[a.screen] = a.kind().Half
	a.Change()
	return a.pointer.release(a)
}

// turnFocus gives the focus to the n-th pane after the one that has it.
func turnFocus(a *app, n int) tea.Cmd {
	if among := a.choices(a.focus.full); len(among) > 0 {
		i := slices.Index(among, a.Focused())
		a.Focus(among[(i+n+len(among))%len(among)])
		a.Reveal()
	}
	return nil
}

func toggleFull(a *app) tea.Cmd {
	p := a.Focused()
	a.focus.full = !a.focus.full
	a.Focus(p)
	a.Reveal()
	return a.pointer.release(a)
}

// moveRows moves the selection by n rows of the pane that is listed; documents
// scroll.
func moveRows(a *app, n int) tea.Cmd {
	a.listed().Rows(n)
	a.Change()
	return nil
}

// movePages moves the selection by n screens of the pane that is listed.
func movePages(a *app, n int) tea.Cmd {
	p, l := a.listed(), a.layout()
	h := l.At(p).Dy()
	page := h - 2
	if p.Page != nil {
		page = p.Page(h)
	}
	return moveRows(a, n*max(page, 1))
}

// allRows is more rows than any pane has.
const allRows = 1 << 24

// enterRow does what the selected row of the screen is for.
func enterRow(a *app) tea.Cmd {
	if enter := a.listed().Enter; enter != nil {
		return enter()
	}
	return openCard(a)
}

func sortNext(a *app) tea.Cmd {
	l := a.layout()
	places := a.Look.Table.Columns(l.At(a.TablePane).Dx())
	next := places[0].Column
	for i, p := range places {
		if p.Column == a.State.Sort && i+1 < len(places) {
			next = places[i+1].Column
		}
	}
	a.Explain(next)
	return a.SortBy(next)
}

// turnBy moves B, or what the screen has in its place, by n steps.
func turnBy(a *app, n int) tea.Cmd {
	if d := a.kind().Dial; d != nil {
		a.Change()
		return d.Step(n)
	}
	return a.Step(n)
}

// turnTo brings B, or what the screen has in its place, to a share of its range.
func turnTo(a *app, share float64) tea.Cmd {
	a.Change()
	if d := a.kind().Dial; d != nil {
		return d.To(share)
	}
	return a.SetShare(share)
}

// turnEnd goes to an end of the range: 0 is the first, 1 the last.
func turnEnd(a *app, end int) tea.Cmd {
	if a.kind().Dial != nil {
		return turnTo(a, float64(end))
	}
	return a.SetBudget([]model.Amount{a.Shown.Result.Required, a.End()}[end])
}

// escape takes back what is on top: the whole body from a pane, the filter, then what
// is unfolded.
func escape(a *app) tea.Cmd {
	switch {
	case a.focus.full:
		return toggleFull(a)
	case a.Filter.On():
		a.SetFilter("")
	case a.Unfolded:
		a.Unfold(false)
	}
	return nil
}

// copyRow copies the row of an attribute under the heads of the table.
func copyRow(a *app, name string) tea.Cmd {
	text, _ := tableText(a)
	var kept []string
	for i, line := range strings.Split(text, "\n") {
		if cell, _, _ := strings.Cut(line, "\t"); i == 0 || cell == name {
			kept = append(kept, line)
		}
	}
	return copyText(a, strings.Join(kept, "\n")+"\n", "the row of "+name+", tab-separated")
}
