package screen

import (
	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Pane is a panel of a screen, and what is done there.
type Pane struct {
	// Panel is what is drawn, marked where it has the focus.
	Panel func(focus bool) panel.Panel
	// Lists says what its rows are, for hints and for keys that act on a row.
	Lists Listing
	// Joins says that it is part of another pane where it has no place of its own.
	Joins bool
	// Still panes never have the focus.
	Still bool
	// Rows moves the selection by n rows, or scrolls; nil where that is meant for
	// the screen's first pane that has rows.
	Rows func(n int)
	// Page is how many rows a page of a pane so high is; nil for its height.
	Page func(h int) int
	// Off says why no row can be selected; nil where one always can.
	Off func() string
	// Enter does what the selected row is for, enterOff says why it cannot; nil
	// for the card of the selected attribute.
	Enter    func() tea.Cmd
	EnterOff func() string
	// Press does what a press is for on what its panel drew; nil for nothing.
	Press func(is any) tea.Cmd
	// Set brings what is dragged on its dials to a value, from the press to the release and
	// wherever the pointer goes; nil where nothing is dragged.
	Set func(x float64) tea.Cmd
	// Wheel turns by n notches; nil for what is dragged there, or nothing.
	Wheel func(n int) tea.Cmd
}

// Listing says what the rows of a pane are.
type Listing int

// Kinds of rows.
const (
	ListsAttributes Listing = 1 << iota
	ListsColumns            // attributes, with columns to sort by
	ListsAlgorithms
	ListsText
	ListsCard  // text about the selected attribute
	ListsWorth // text about attributes that the filter keeps
)

// Document is a pane of text that scrolls.
type Document struct {
	Pane
	Text panel.Document
}

// newDocument returns an empty document; changed is called when it was scrolled.
func newDocument(of Listing, changed func()) *Document {
	d := &Document{}
	scroll := func(n int) {
		d.Text.Offset = max(d.Text.Offset+n, 0) // it may be drawn before it is placed anew
		changed()
	}
	d.Pane = Pane{
		Panel: func(focus bool) panel.Panel { d.Text.Focus = focus; return &d.Text },
		Lists: of | ListsText,
		Rows:  scroll,
		Wheel: func(n int) tea.Cmd { scroll(n); return nil },
	}
	return d
}

// show makes lines what the document shows, from where the user has scrolled to.
func (d *Document) show(b *Body, title string, lines []panel.Line) {
	d.Text.Title, d.Text.Lines = title, lines
	d.Text.Clamp(b.At(&d.Pane).Dy())
}

// write makes a page what the document shows; why is a sentence in its place, "" for none.
func (d *Document) write(b *Body, title, why string, write func(o *Page)) {
	o := &Page{Width: d.width(b)}
	if why != "" {
		o.say(theme.Muted, "%s", why)
	} else {
		write(o)
	}
	d.show(b, title, o.Lines)
}

// width is the width of the document's lines.
func (d *Document) width(b *Body) int { return b.At(&d.Pane).Dx() - DocumentEdge }

// DocumentEdge is the width of a document's box and margins.
const DocumentEdge = 4
