package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/panel"
)

// Screen is what fills the middle of the terminal: its state, its work aside, its
// view and its keys. A new one is a file with its type, and a line in screens.
type Screen interface {
	// about is what never changes of it.
	about() *about
	// place puts its panes on the body. It is a pure function of the body and of what
	// the screen shows.
	place(b *body)
	// refresh brings what its panes show up to date, beyond what every screen has.
	refresh(b *body)
	// work begins what it shows and is not known yet. It is called after every message
	// while the screen is shown.
	work() tea.Cmd
	// sentence says in words what it shows, without a full stop.
	sentence() string
	// table writes its table and returns what the rows are, in words: nothing is
	// written where it is not known yet.
	table(t *tsv) string
	// command makes what is asked for another command than the program itself, and
	// reports whether it did.
	command(q *Asked) bool
}

// about is what never changes of a screen.
type about struct {
	tab  string // its key and its name, as the header has them
	help string // what it is, for its key in the help
	// panes are in the order that tab goes through them. The first is where the
	// focus begins; one of them has rows.
	panes []*pane
	dial  *dial // what the slider sets; nil for B
	// keys do something else here than elsewhere, by their first names in the table
	// of actions.
	keys map[string]instead
	// wide screens show every algorithm that the data allow.
	wide bool
	// losses tells that the sentence is about the losses at B.
	losses bool
	// noteless screens show the notes themselves, or nothing that they are about.
	noteless bool
	hovers   bool // what is under the pointer matters
}

// Name is the screen's name alone.
func (k *about) name() string {
	_, name, _ := strings.Cut(k.tab, " ")
	return name
}

// savedName is the screen as it is kept: "budget", "map", "compare", "predictor", "data".
func (k *about) savedName() string { return strings.ToLower(k.name()) }

// instead is what a key does on one screen in place of what it does elsewhere.
type instead struct {
	hint string        // in the footer, where the key has a hint
	off  func() string // nil where it always can be done
	do   func() tea.Cmd
}

// dial is what the slider and its keys set on a screen where that is not B.
type dial struct {
	hint string // what it is, in the footer
	// slider is how it stands: name, symbol, value, share of the range and marks.
	slider func() panel.Slider
	// readout says what that comes to, in at most so many columns.
	readout func(w int) []panel.Span
	// step turns it by n steps, to brings it to a share of its range.
	step func(n int) tea.Cmd
	to   func(share float64) tea.Cmd
	// off says why it cannot be turned; "" where it can.
	off func() string
}

// base is what every screen begins with: what the user is at, and no more than
// that to do.
type base struct {
	*Analysis
	kind about
}

func (v *base) about() *about { return &v.kind }

func (v *base) refresh(*body) {}

func (v *base) work() tea.Cmd { return nil }

func (v *base) command(*Asked) bool { return false }

// desk is the program around the screens, for what is not theirs.
type desk interface {
	// choose shows a list to take one of; again is the key that closes it, too.
	choose(title string, items []string, at int, again string, take func(i int) tea.Cmd)
	// export asks for the file's name and writes the product.
	export(p *product)
}

// screens are all screens, in the order of the header.
func screens(a *Analysis) []Screen {
	return []Screen{
		newBudgetView(a), newMapView(a), newCompareView(a), newPredictorView(a), newDataView(a),
		newExperimentsView(a), newVotesView(a), newPartialView(a),
	}
}
