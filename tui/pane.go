package tui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/panel"
)

// pane is a panel of a screen, and what is done there.
type pane struct {
	// panel is what is drawn, marked where it has the focus.
	panel func(focus bool) panel.Panel
	// lists says what its rows are, for hints and for keys that act on a row.
	lists listing
	// joins says that it is part of another pane where it has no place of its own.
	joins bool
	// rows moves the selection by n rows, or scrolls; nil where that is meant for
	// the screen's first pane that has rows.
	rows func(n int)
	// page is how many rows a page of a pane so high is; nil for its height.
	page func(h int) int
	// off says why no row can be selected; nil where one always can.
	off func() string
	// enter does what the selected row is for, enterOff says why it cannot; nil
	// for the card of the selected attribute.
	enter    func() tea.Cmd
	enterOff func() string
	// press does what a press at q means, of a pane of that size; nil for nothing.
	press func(q, size image.Point) tea.Cmd
	// drag does what it means that the pointer is at q, from the press to the
	// release and wherever it goes; nil where nothing is dragged.
	drag func(q, size image.Point) tea.Cmd
	// hover notes that the pointer is at q, or elsewhere; nil where that is no matter.
	hover func(q, size image.Point)
	// wheel turns by n notches, with ctrl or not; nil for nothing.
	wheel func(n int, ctrl bool) tea.Cmd
}

// listing says what the rows of a pane are.
type listing int

// What rows can be.
const (
	listsAttributes listing = 1 << iota
	listsColumns            // attributes, with columns to sort by
	listsPoints             // attributes, on a map
	listsAlgorithms
	listsText
	listsCard  // text about the selected attribute
	listsWorth // text about attributes that the filter keeps
)

// document is a pane of text that scrolls.
type document struct {
	pane
	text   panel.Document
	offset int // the first line shown
}

// newDocument returns an empty document; changed is called when it was scrolled.
func newDocument(of listing, changed func()) *document {
	d := &document{}
	scroll := func(n int) {
		d.offset += n
		changed()
	}
	d.pane = pane{
		panel: func(focus bool) panel.Panel { d.text.Focus = focus; return &d.text },
		lists: of | listsText,
		rows:  scroll,
		wheel: func(n int, _ bool) tea.Cmd { scroll(n); return nil },
	}
	return d
}

// show makes lines what the document shows, from where the user has scrolled to.
func (d *document) show(b *body, title string, lines []panel.Line) {
	d.text = panel.Document{Title: title, Lines: lines, Offset: d.offset}
	d.text.Clamp(b.at(&d.pane).Dy())
	d.offset = d.text.Offset
}

// width is the width of the document's lines.
func (d *document) width(b *body) int { return b.at(&d.pane).Dx() - documentEdge }

// documentEdge is the width of a document's box and margins.
const documentEdge = 4
