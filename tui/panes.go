package tui

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/panel"
)

// pane names a panel of a screen, for layout, focus, keys and mouse.
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
	paneEquation
	paneScatter
	paneResiduals
	paneRead
	paneWorth
	paneErrors
	paneOutcomes
	paneTradeoff
	paneRisk
	paneCoefficients
	paneExperts
	paneDoubt
	paneLearning
	paneLearned
	paneSeen
	paneCount
)

// paneKind is what a pane shows, and what is done there.
type paneKind struct {
	// panel is what is drawn, marked where it has the focus.
	panel func(k *look, focus bool) panel.Panel
	// rows moves the selection by n rows, or scrolls; nil where that is meant for
	// the screen's first pane that has rows.
	rows func(a *app, n int)
	// page is how many rows a page of a pane so high is; nil for its height.
	page func(a *app, h int) int
	// off says why no row can be selected; nil where one always can.
	off func(*app) string
	// enter does what the selected row is for, enterOff says why it cannot; nil
	// for the card of the selected attribute.
	enter    func(*app) tea.Cmd
	enterOff func(*app) string
	// press does what a press at q means, of a pane of that size; nil for nothing.
	press func(a *app, q, size image.Point) tea.Cmd
	// drag does what it means that the pointer is at q, from the press to the
	// release and wherever it goes; nil where nothing is dragged.
	drag func(a *app, q, size image.Point) tea.Cmd
	// wheel turns by n notches, with ctrl or not; nil for nothing.
	wheel func(a *app, n int, ctrl bool) tea.Cmd
}

// paneKinds is the table of panes.
func paneKinds() (kinds [paneCount]paneKind) {
	for _, p := range []pane{paneCard, paneEquation, paneResiduals, paneRead, paneWorth, paneOutcomes, paneCoefficients, paneExperts, paneDoubt, paneLearned} {
		kinds[p] = document(p)
	}
	for _, some := range []map[pane]paneKind{attributePanes(), algorithmPanes(), experimentPanes(), expertPanes(), partialPanes()} {
		for p, kind := range some {
			kinds[p] = kind
		}
	}
	return kinds
}

// attributePanes are those in which an attribute is selected.
func attributePanes() map[pane]paneKind {
	return map[pane]paneKind{
		paneTable: {
			panel: func(k *look, focus bool) panel.Panel { k.table.Focus = focus; return &k.table },
			rows:  func(a *app, n int) { a.selectRow(a.cursorRow() + n) },
			page:  func(a *app, _ int) int { return a.visibleRows() },
			off:   func(a *app) string { return a.filter.none() },
			press: (*app).pressTable, wheel: (*app).wheelTable,
		},
		paneRepeats: {
			panel: func(k *look, focus bool) panel.Panel { k.repeats.Focus = focus; return &k.repeats },
			rows:  (*app).walkRepeats,
			page:  func(a *app, h int) int { return a.look.repeats.Visible(h) },
			off:   (*app).repeatsOff, press: (*app).pressRepeats, wheel: (*app).wheelRepeats,
		},
		paneMap: {
			panel: func(k *look, focus bool) panel.Panel { k.attrMap.Focus = focus; return &k.attrMap },
			rows:  (*app).walkMap,
			page:  func(*app, int) int { return mapPage },
			off:   func(a *app) string { return a.filter.none() },
			press: (*app).pressMap,
			wheel: func(a *app, n int, _ bool) tea.Cmd { return a.zoomBy(-n) },
		},
	}
}

// algorithmPanes are about the algorithms and their predictors.
func algorithmPanes() map[pane]paneKind {
	return map[pane]paneKind{
		paneChart: {
			panel: func(k *look, focus bool) panel.Panel { k.loss.Focus = focus; return &k.loss },
			drag:  (*app).dragChart, wheel: (*app).wheelDial,
		},
		paneCompare: {
			panel: func(k *look, focus bool) panel.Panel { k.compare.Focus = focus; return &k.compare },
			rows:  func(a *app, n int) { a.selectCompared(a.look.compare.Cursor + n) },
			page:  func(a *app, _ int) int { return len(a.look.compare.Rows) },
			enter: (*app).activateCompared, enterOff: (*app).comparedOff, press: (*app).pressCompare,
		},
		paneScatter: {
			panel: func(k *look, focus bool) panel.Panel { k.scatter.Focus = focus; return &k.scatter },
		},
	}
}

// document is a pane of text that scrolls.
func document(p pane) paneKind {
	scroll := func(a *app, n int) {
		a.offsets[p] += n
		a.change()
	}
	return paneKind{
		panel: func(k *look, focus bool) panel.Panel { k.documents[p].Focus = focus; return &k.documents[p] },
		rows:  scroll,
		wheel: func(a *app, n int, _ bool) tea.Cmd { scroll(a, n); return nil },
	}
}

// fill gives one pane the whole body.
func (l *layout) fill(p pane, body image.Rectangle) {
	l.panes = [paneCount]image.Rectangle{}
	l.panes[p] = body
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
	return slices.DeleteFunc(slices.Clone(a.kind().panes), func(p pane) bool {
		return l.panes[p].Empty() && (!full || p == paneRead) // without a place of its own it is part of paneWorth
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
	}
	return a.kind().panes[0] // and nothing fits
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

// paneAt is the pane at a point of the screen, paneNone where there is none.
func (a *app) paneAt(p image.Point, l *layout) pane {
	for _, q := range a.kind().panes {
		if p.In(l.panes[q]) {
			return q
		}
	}
	return paneNone
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
	for _, p := range append([]pane{a.focused()}, a.kind().panes...) {
		if a.paneKinds[p].rows != nil {
			return p
		}
	}
	panic("tui: a screen without rows")
}

// setDocument shows lines in a pane from where the user has scrolled to.
func (a *app) setDocument(p pane, l *layout) {
	d := &a.look.documents[p]
	d.Offset = a.offsets[p]
	d.Clamp(l.panes[p].Dy())
	a.offsets[p] = d.Offset
}
