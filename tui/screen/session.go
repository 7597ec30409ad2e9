package screen

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/job"
	"fms-tui/tui/panel"
)

// Session is what the user is at, by services: each owns a part of the state, and works with the
// others through the Session that it belongs to. Every screen looks at the same one.
type Session struct {
	*Host
	*Question
	*Answer
	*Budget
	*Evidence
	*Measures
	*Scene
	*Verdicts
	*Predicting
	*Focus
	*Panes

	aside    []question // what every screen asks aside
	ofResult []question // what is asked about a Result
}

// Host is the program around the screens: its options, time, and the line that says what
// happened.
type Host struct {
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

// Measures writes losses in the scale that the user chose, and what the objects held out say.
type Measures struct{ *Session }

// Scene is what the panels draw, made from what is shown.
type Scene struct {
	*Session

	Look look
}

// Verdicts say in words what is bought at B, and whether that is enough.
type Verdicts struct{ *Session }

// Predicting is the predictor of the choice shown.
type Predicting struct{ *Session }

// Focus is what of the attributes is looked at: the one selected, the column explained, the
// ones that the filter keeps.
type Focus struct {
	*Session

	Cursor     string // the attribute selected, by name
	Card       string // the attribute whose card is shown; "" for none
	Filter     filter
	Unfolded   bool         // attributes that are never asked are shown
	explained  panel.Column // the column that the explain line is about
	follow     bool         // the table must bring the selected row into sight
	histograms map[histogramKey]string
}

// Panes are the panes that several screens have.
type Panes struct {
	*Session

	TablePane, ChartPane *Pane
	offset               int // first row of the table shown
}

// NewSession returns a session without its first Result.
func NewSession(ctx context.Context, o Options, d desk) *Session {
	a := &Session{Host: &Host{Opt: o, root: ctx, working: &workshop{now: o.Now}, desk: d, After: func(d time.Duration, msg tea.Msg) tea.Cmd {
		return tea.Tick(d, func(time.Time) tea.Msg { return msg })
	}}}
	a.Question, a.Answer, a.Budget, a.Evidence, a.Measures = &Question{Session: a}, &Answer{Session: a}, &Budget{a}, &Evidence{Session: a}, &Measures{a}
	a.Scene, a.Verdicts, a.Predicting, a.Focus = &Scene{Session: a}, &Verdicts{a}, &Predicting{a}, &Focus{Session: a, explained: panel.ColumnNoise}
	a.Panes = &Panes{Session: a}
	a.Answer.declare()
	a.Evidence.declare()
	a.aside = []question{&a.finishing, &a.Classing, &a.Applying, &a.Looking, &a.refitting, &a.Enough, &a.Preparing, &a.Weighing}
	a.ofResult = []question{&a.finishing, &a.Classing, &a.Looking, &a.refitting, &a.Enough, &a.Preparing, &a.Leaving}
	a.TablePane, a.ChartPane = a.newTablePane(), a.newChartPane()
	return a
}

// Change notes that the frame is out of date.
func (a *Host) Change() { a.Dirty = true }

// Runner is what work aside runs under.
func (a *Host) Runner() job.Runner {
	return job.Runner{Context: a.root, After: a.After, Around: a.working.around}
}

// AskAside asks what every screen shows, and the one that is shown, and is not known yet. It is
// called after every message.
func (a *Session) AskAside(on *Screen) tea.Cmd {
	cmds := []tea.Cmd{a.open()}
	for _, all := range [][]question{a.aside, on.Asks} {
		for _, q := range all {
			cmds = append(cmds, q.ask(a.Host))
		}
	}
	return tea.Batch(append(cmds, a.followWork())...)
}

// Timed is a message of the session's own, from a timer: what is to be done then.
type Timed struct{ Deliver func() tea.Cmd }
