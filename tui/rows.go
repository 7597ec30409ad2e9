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
		switch a.listed() {
		case paneTable:
			a.selectRow(a.cursorRow() + n)
		case paneRepeats, paneCompareRepeats:
			a.walkRepeats(n)
		case paneMap:
			a.walkMap(n)
		case paneCard:
			a.cardOffset += n
		case paneCompare:
			a.selectCompared(a.look.compare.Cursor + n)
		case paneEquation:
			a.predictorOffset += n
		case paneRead:
			a.data.readOffset += n
		case paneWorth:
			a.data.offset += n
		}
		a.change()
		return nil
	}
}

// mapPage is how many attributes a page of the Map is.
const mapPage = 10

// pages moves the selection by n screens of the pane that is listed.
func pages(n int) func(*app) tea.Cmd {
	return func(a *app) tea.Cmd {
		p, l := a.listed(), a.layout()
		page := l.at(p).Dy() - 2
		switch p {
		case paneTable:
			page = a.visibleRows()
		case paneMap:
			page = mapPage
		case paneRepeats, paneCompareRepeats:
			page = a.look.repeats.Visible(l.repeats.Dy())
		case paneCompare:
			page = len(a.look.compare.Rows)
		}
		return rows(n * max(page, 1))(a)
	}
}

func (a *app) rowFirst() tea.Cmd { return rows(-a.allRows())(a) }

func (a *app) rowLast() tea.Cmd { return rows(a.allRows())(a) }

// allRows is as many rows as any pane has, or more.
func (a *app) allRows() int {
	l := &a.look
	return len(l.rows) + len(l.compare.Rows) + len(l.read.Lines) + len(l.worth.Lines)
}

func (a *app) selectRow(i int) {
	if n := len(a.look.table.Rows); n > 0 {
		a.selectName(a.look.table.Rows[max(0, min(i, n-1))].Name)
	}
}

func (a *app) selectName(name string) {
	a.cursor, a.cardOffset = name, 0
	a.reveal()
	a.change()
}

// walkRepeats selects the attribute n rows below the selected one among those
// that are bought, or the first of them where the selected one is not.
func (a *app) walkRepeats(n int) {
	bought := a.look.repeats.Rows
	if len(bought) == 0 {
		return
	}
	i := slices.IndexFunc(bought, func(r panel.RepeatRow) bool { return r.Cursor })
	if i < 0 {
		i = -max(n, 0) // a step down leads to the first
	}
	a.selectName(bought[max(0, min(i+n, len(bought)-1))].Name)
}
