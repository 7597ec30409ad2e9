// Package screen is what fills the middle of the terminal, screen by screen.
//
// A [Session] is what the user is at: the settings, the Result that is shown, and what is being computed of it. A
// view is a type that embeds it, adds its own state and its work aside (package job), and declares a [Screen]: its
// panes, words and keys. The program around the screens, package tui, hands keys and the pointer on, lays out and
// paints; a screen knows it as a desk alone.
package screen

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	tables "fms-tui/core/report"
	"fms-tui/core/selection"
	"fms-tui/tui/chart"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Screen is what fills the middle of the terminal, as it is declared: its panes and their places, its work aside, its
// words and its keys. What is nil is nothing to do. A new one is a file that declares it, and a line in Screens.
type Screen struct {
	Tab   string // its key and its name, as the header has them
	Help  string // what it is, for its key in the help
	Saved string // the name that it is kept by
	// Half is what v shows in its place, and Turns names that in the footer; nil for none.
	// Second tells that this is the half that the key of the screen does not show.
	Half   *Screen
	Turns  string
	Second bool
	// Panes are in the order that tab goes through them. The first is where the focus begins; one of them has rows.
	Panes []*Pane
	Dial  *stops // what the slider sets; nil for B
	// Keys do something else here than elsewhere, by their first names in the table of actions.
	Keys map[string]instead
	// Answer is the sentence on top; nil for what to buy and how good that is.
	Answer func() []said
	Wide   bool // it shows every algorithm that the data allow
	Losses bool // it is about the losses at B
	Axis   bool // the slider lies on the body, on an axis that panes share
	// Off says why the screen does not apply to these data, and what would make it
	// apply; "" where it does, nil where it always does.
	Off func() string

	// Place puts its panes on the body. It is a pure function of the body and of what the screen shows.
	Place func(b *Body)
	// Refresh brings what its panes show up to date, beyond what every screen has.
	Refresh func(b *Body)
	// Asks is what is found out aside while it is shown.
	Asks []question
	// Table adds its tables to what is copied for spreadsheets, and returns what the rows are,
	// in words: nothing is added where it is not known yet.
	Table func(to *tables.Report) string
	// Command makes what is asked for another command than the program itself, and reports whether it did.
	Command func(q *Asked) bool
}

// WhyNot says why the screen does not apply to these data; "" where it does.
func (k *Screen) WhyNot() string {
	if k.Off == nil {
		return ""
	}
	return k.Off()
}

func (k *Screen) Name() string {
	_, name, _ := strings.Cut(k.Tab, " ")
	return name
}

// turnedTo makes two screens the halves of one.
func (k *Screen) turnedTo(second *Screen) *Screen {
	k.Half, second.Half, second.Second = second, k, true
	second.Tab, second.Help = k.Tab, k.Help
	return k
}

// instead is what a key does on one screen in place of what it does elsewhere.
type instead struct {
	Hint string // in the footer, where the key has a hint
	Do   func()
}

// Dial is what the slider and its keys set.
type Dial interface {
	Slider() panel.Slider // how it stands
	Step(by int)
	To(share float64) // of its range
	Off() string      // why it cannot be turned; "" where it can
}

// stops is a dial with some stops, even on the slider.
type stops struct {
	Hint         string // what it is, in the footer
	name, symbol string // of the slider, and of its value
	longest      int    // width kept for the value
	// now are how many there are, the one it stands on with its value, and the one that is recommended, -1 for none.
	now func() (n, at, best int, value string)
	set func(i int)
	off func() string // nil where it always can be turned
}

func (d *stops) Off() string {
	if d.off == nil {
		return ""
	}
	return d.off()
}

func (d *stops) Slider() panel.Slider {
	n, at, best, value := d.now()
	s := panel.Slider{Name: d.name, Symbol: d.symbol, Value: value, Longest: d.longest, Fraction: math.NaN()}
	if n > 1 {
		s.Fraction = float64(at) / float64(n-1)
		if best >= 0 {
			s.Marks = []chart.SliderMark{{Fraction: float64(best) / float64(n-1), Rune: '┴', Pen: theme.Honest}}
		}
	}
	return s
}

func (d *stops) Step(by int) {
	_, at, _, _ := d.now()
	d.to(at + by)
}

func (d *stops) To(share float64) {
	n, _, _, _ := d.now()
	d.to(int(math.Round(share * float64(n-1))))
}

func (d *stops) to(i int) {
	n, _, _, _ := d.now()
	if n == 0 {
		return
	}
	d.set(max(0, min(i, n-1)))
}

// desk is the program around the screens, for what is not theirs.
type desk interface {
	// Choose shows a list to take one of; again is the key that closes it, too.
	Choose(title string, items []string, at int, again string, take func(i int))
	// Type asks for a text; read says what entering one does, or what is wrong with it.
	Type(name, hint, text string, read func(text string) (enter func(), err error))
	// Export asks for the file's name and writes the product.
	Export(p *Product)
}

type Views struct {
	Plan      *budgetView
	Map       *MapView
	Trust     *TrustView
	Tests     *ExperimentsView
	Predictor *PredictorView
	Data      *DataView
	Votes     *VotesView
	Partial   *PartialView
}

func Screens(a *Session) ([]*Screen, *Views) {
	v := &Views{
		Plan: newBudgetView(a), Map: newMapView(a), Trust: newTrustView(a), Tests: newExperimentsView(a),
		Predictor: newPredictorView(a), Data: newDataView(a), Votes: newVotesView(a), Partial: newPartialView(a),
	}
	v.Tests.trust, v.Tests.kind.Answer = v.Trust, v.Trust.answer
	return []*Screen{
		v.Plan.kind.turnedTo(&v.Map.kind), v.Trust.kind.turnedTo(&v.Tests.kind), &v.Predictor.kind, &v.Data.kind, &v.Votes.kind, &v.Partial.kind,
	}, v
}

// Session is what the user is at, by services: each owns a part of the state, and works with the
// others through the Session that it belongs to. Every screen looks at the same one.
type Session struct {
	*Host
	*Question
	*Answer
	*Budget
	*Evidence
	*Scene
	*Verdicts
	*Focus

	aside    []question // what every screen asks aside
	ofResult []question // what is asked about a Result
}

// Host is the program around the screens: its options, time, and the line that says what happened.
type Host struct {
	job.Commands
	Opt      Options
	root     context.Context                      // ends with the program
	After    func(time.Duration, tea.Msg) tea.Cmd // a command that sends a message in time
	desk     desk
	working  *workshop
	Toast    toast
	Dirty    bool // the frame is older than what it shows
	Dragging bool // what takes long is left out
}

// Budget sets B and the budgets beside it: marks, the slider's range, the one compared with.
type Budget struct{ *Session }

// Scene is what the panels draw, made from what is shown, and the predictor of the choice shown.
type Scene struct {
	*Session

	Look look
}

// Verdicts say in words what is bought at B, and whether that is enough.
type Verdicts struct{ *Session }

// Focus is what of the attributes is looked at: the one selected, the column explained, the
// ones that the filter keeps, and the panes that several screens show.
type Focus struct {
	*Session

	Cursor    string // the attribute selected, by name
	Filter    filter
	Unfolded  bool   // attributes that are never asked are shown
	explained Column // the column that the explain line is about

	TablePane, ChartPane *Pane
	offset               int  // first row of the table shown
	follow               bool // the table must bring the selected row into sight
}

func NewSession(ctx context.Context, o Options, d desk) *Session {
	a := &Session{Host: &Host{Opt: o, root: ctx, working: &workshop{now: o.Now}, desk: d, After: func(d time.Duration, msg tea.Msg) tea.Cmd {
		return tea.Tick(d, func(time.Time) tea.Msg { return msg })
	}}}
	a.Question, a.Answer, a.Budget, a.Evidence = &Question{Session: a}, &Answer{Session: a}, &Budget{a}, &Evidence{Session: a}
	a.Scene, a.Verdicts, a.Focus = &Scene{Session: a}, &Verdicts{a}, &Focus{Session: a, explained: ColumnNoise}
	a.Answer.declare()
	a.Evidence.declare()
	a.aside = []question{&a.Solving, &a.finishing, &a.Classing, &a.Applying, &a.Looking, &a.refitting, &a.Enough, &a.Preparing, &a.Weighing}
	a.ofResult = []question{&a.finishing, &a.Classing, &a.Looking, &a.refitting, &a.Enough, &a.Preparing, &a.Leaving}
	a.TablePane = &Pane{
		Panel: &a.Look.Table, Focus: &a.Look.Table.Focus,
		Lists: ListsAttributes | ListsColumns,
		Rows:  a.walkTable,
		Page:  func(h int) int { return a.Look.Table.Visible(h) },
		Off:   a.Filter.None, Press: a.pressTable, Wheel: func(n int) { a.offset += n }, Set: a.Budget.To,
	}
	a.ChartPane = plotPane(&a.Look.Loss, a.Budget.To)
	a.ChartPane.Press = func(is any) { // a click on an algorithm's name makes it active
		if _, scale := is.(panel.Scale); scale {
			a.NextScale()
		}
		switch name, _ := is.(chart.Named); selection.Algorithm(name) {
		case "":
		case "honest":
			a.Say("honest: cross-validated, on objects that the choice has not seen; ▒ is ± 2 standard errors. Decide by it.")
		case a.State.Algorithm:
			a.Say(string(name) + " is the active algorithm already; click on the other name")
		default:
			a.swapWith(selection.Algorithm(name))
		}
	}
	return a
}

func (a *Host) Change() { a.Dirty = true }

func (a *Host) Runner() job.Runner {
	return job.Runner{Context: a.root, After: a.After, Run: a.Run, Around: a.working.around}
}

// AskAside asks what every screen shows, and the one that is shown, and is not known yet. It is
// called after every message.
func (a *Session) AskAside(on *Screen) {
	a.open()
	for _, q := range slices.Concat(a.aside, on.Asks) {
		q.ask(a.Host)
	}
	a.followWork()
}

// Timed is a message of the program's own, from work or a timer: what is to be done when it comes.
type Timed func()

func (a *Host) Later(d time.Duration, do func()) { a.Run(a.After(d, Timed(do))) }
