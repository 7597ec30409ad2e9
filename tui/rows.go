package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/panel"
)

// rows moves the selection by n rows of the pane that is listed; documents
// scroll.
func rows(n int) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		a.paneKinds[a.listed()].rows(a, n)
		a.change()
		return nil
	}
}

// mapPage is how many attributes a page of the Map is.
const mapPage = 10

// pages moves the selection by n screens of the pane that is listed.
func pages(n int) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		p := a.listed()
		h := a.layout().panes[p].Dy()
		page := h - 2
		if kind := &a.paneKinds[p]; kind.page != nil {
			page = kind.page(a, h)
		}
		return rows(n * max(page, 1))(a)
	}
}

func (a *app) rowFirst() tea.Cmd { return rows(-a.allRows())(a) }

func (a *app) rowLast() tea.Cmd { return rows(a.allRows())(a) }

// allRows is as many rows as any pane has, or more.
func (a *app) allRows() int {
	l := &a.look
	most := len(l.rows) + len(l.compare.Rows)
	for i := range l.documents {
		most = max(most, len(l.documents[i].Lines))
	}
	return most
}

func (a *app) selectRow(i int) {
	if n := len(a.look.table.Rows); n > 0 {
		a.selectName(a.look.table.Rows[max(0, min(i, n-1))].Name)
	}
}

func (a *app) selectName(name string) {
	a.cursor, a.offsets[paneCard] = name, 0
	a.reveal()
	a.change()
}

// walkRepeats selects the attribute n rows below the selected one among those
// that are bought, or the first of them where the selected one is not.
func (a *app) walkRepeats(n int) {
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
