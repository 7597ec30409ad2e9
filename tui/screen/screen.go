// Package screen is what fills the middle of the terminal, screen by screen.
//
// A [Session] is what the user is at: the settings, the Result that is shown, and
// what is being computed of it. A [Screen] is a type that embeds it and adds its own
// state, its work aside (package job), its panes and its keys. The program around
// the screens, package tui, hands keys and the pointer on, lays out and paints; a
// screen knows it as a desk alone.
package screen

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/panel"
)

// Screen is what fills the middle of the terminal: its state, its work aside, its
// view and its keys. A new one is a file with its type, and a line in screens.
type Screen interface {
	// About is what never changes of it.
	About() *About
	// Place puts its panes on the body. It is a pure function of the body and of what
	// the screen shows.
	Place(b *Body)
	// Refresh brings what its panes show up to date, beyond what every screen has.
	Refresh(b *Body)
	// Work begins what it shows and is not known yet. It is called after every message
	// while the screen is shown.
	Work() tea.Cmd
	// Sentence says in words what it shows, without a full stop.
	Sentence() string
	// Table writes its table and returns what the rows are, in words: nothing is
	// written where it is not known yet.
	Table(t *Tsv) string
	// Command makes what is asked for another command than the program itself, and
	// reports whether it did.
	Command(q *Asked) bool
	// Saved is the name that the screen is kept by, and Return shows of it what was
	// kept by a name.
	Saved() string
	Return(saved string)
}

// Turner is a screen of two halves; Turn shows the other one.
type Turner interface{ Turn() tea.Cmd }

// About is what never changes of a screen.
type About struct {
	Tab  string // its key and its name, as the header has them
	Help string // what it is, for its key in the help
	// Panes are in the order that tab goes through them. The first is where the
	// focus begins; one of them has rows.
	Panes []*Pane
	Dial  *dial // what the slider sets; nil for B
	// Keys do something else here than elsewhere, by their first names in the table
	// of actions.
	Keys map[string]instead
	// Turns names, in the footer, what v turns to; "" where there is no other half.
	Turns string
	// Wide screens show every algorithm that the data allow.
	Wide bool
	// Answer is the sentence on top; nil for what to buy and how good that is.
	Answer func() []said
	// Losses tells that the sentence is about the losses at B.
	Losses bool
	// Noteless screens show the notes themselves, or nothing that they are about.
	Noteless bool
	Hovers   bool // what is under the pointer matters
	Axis     bool // the slider lies on the body, on an axis that panes share
	// Off says why the screen does not apply to these data, and what would make it
	// apply; "" where it does, nil where it always does.
	Off func() string
}

// WhyNot says why the screen does not apply to these data; "" where it does.
func (k *About) WhyNot() string {
	if k.Off == nil {
		return ""
	}
	return k.Off()
}

// Name is the screen's name alone.
func (k *About) Name() string {
	_, name, _ := strings.Cut(k.Tab, " ")
	return name
}

// instead is what a key does on one screen in place of what it does elsewhere.
type instead struct {
	Hint string        // in the footer, where the key has a hint
	Off  func() string // nil where it always can be done
	Do   func() tea.Cmd
}

// dial is what the slider and its keys set on a screen where that is not B.
type dial struct {
	Hint string // what it is, in the footer
	// Slider is how it stands: name, symbol, value, share of the range and marks.
	Slider func() panel.Slider
	// Readout says the same in words, in at most the given number of columns.
	Readout func(w int) []panel.Span
	// Step turns it by n steps, to brings it to a share of its range.
	Step func(n int) tea.Cmd
	To   func(share float64) tea.Cmd
	// Off says why it cannot be turned; "" where it can.
	Off func() string
}

// base is what every screen begins with: what the user is at, and no more than
// that to do.
type base struct {
	*Session
	kind About
}

func (v *base) About() *About { return &v.kind }

func (v *base) Refresh(*Body) {}

func (v *base) Work() tea.Cmd { return nil }

func (v *base) Command(*Asked) bool { return false }

func (v *base) Saved() string { return strings.ToLower(v.kind.Name()) }

func (v *base) Return(string) {}

// desk is the program around the screens, for what is not theirs.
type desk interface {
	// Choose shows a list to take one of; again is the key that closes it, too.
	Choose(title string, items []string, at int, again string, take func(i int) tea.Cmd)
	// Type asks for a text; check says while it is typed what is wrong with it, and take is
	// told the one that is entered.
	Type(name, hint, text string, check func(text string) error, take func(text string) tea.Cmd)
	// Export asks for the file's name and writes the product.
	Export(p *Product)
	// Focus gives a pane of the present screen the focus; Focused has it.
	Focus(p *Pane)
	Focused() *Pane
}

// Screens are all screens, in the order of the header.
func Screens(a *Session) []Screen {
	return []Screen{
		newPlanView(a), newTrustView(a), newPredictorView(a), newDataView(a), newVotesView(a), newPartialView(a),
	}
}
