package screen

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
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

// Question is what the user has set, and the record of it.
type Question struct {
	*Session

	State   State // what the user wants
	History history
	Wide    bool    // every algorithm is wanted that the data allow
	refused []State // the last settings' questions that were refused for their algorithms
}

// Answer is the Result of the question that is shown, its honest loss and its bounds: both
// are computed aside, whatever the size of the data.
type Answer struct {
	*Session

	Shown   Shown         // what the screen shows
	opening *model.Amount // where B was put before what recommends one came; nil where it stays
	Solving job.Latest[State, Shown]
	busy    bool // solving long enough to be shown
	// validating computes the honest loss of a Result; Waiting is what is shown when
	// it comes, or when its time is over.
	validating job.Latest[ofResult, *core.Honest]
	Waiting    *Shown
	// bounding finds the bounds of a Result of many attributes, last of all.
	bounding job.Latest[ofResult, bool]
}

// Budget sets B and the budgets beside it: marks, the slider's range, the one compared with.
type Budget struct {
	*Session

	Preparing asked[preparedAt, bool]
}

// Evidence is what the data say about the choice shown, found aside: what is seen of its
// loss, how stable it is, what more judgments would bring, which screens apply.
type Evidence struct {
	*Session

	Resampling asked[chosenAt, *core.Bootstrap]
	Looking    asked[SeenAt, *core.Seen]
	refitting  asked[SeenAt, map[selection.Algorithm]*core.RidgeRefit] // of all algorithms, for Trust
	Leaving    asked[leavingAt, map[int]leftOut]
	Applying   job.Latest[appliesTo, applying]
	applying   applying // as it was found last
	Weighing   asked[weighed, []Weight]
	Weighs     bool          // the ways to buy are shown
	Offer      []model.Sheet // by judge, where the names of the attributes suggest them
}

// Measures writes losses in the scale that the user chose, and measures calls of classes.
type Measures struct {
	*Session

	Classing job.Latest[classing, *measured]
	Enough   asked[enoughBy, *core.MetricBudget]
}

// Scene is what the panels draw, made from what is shown.
type Scene struct {
	*Session

	Look look
}

// Verdicts say in words what is bought at B, and whether that is enough.
type Verdicts struct{ *Session }

// Predicting is the predictor of the choice shown, and the rule by which it stops early.
type Predicting struct {
	*Session

	Stopping asked[stopAt, *stopping]
	rulePane *Pane // about stopping early, on Predictor
}

// Focus is what of the attributes is looked at: the one selected, the column explained, the
// ones that the filter keeps.
type Focus struct {
	*Session

	Cursor     string // the attribute selected, by name
	Card       string // the attribute whose card is shown; "" for none
	Further    asked[furtherAt, []float64]
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
	a.Question, a.Answer, a.Budget, a.Evidence, a.Measures = &Question{Session: a}, &Answer{Session: a}, &Budget{Session: a}, &Evidence{Session: a}, &Measures{Session: a}
	a.Scene, a.Verdicts, a.Predicting, a.Focus = &Scene{Session: a}, &Verdicts{a}, &Predicting{Session: a}, &Focus{Session: a, explained: panel.ColumnNoise}
	a.Panes = &Panes{Session: a}
	a.Evidence.declare()
	a.Focus.declare()
	a.Budget.declare()
	a.Measures.declare()
	a.Predicting.declare()
	a.TablePane, a.ChartPane = a.newTablePane(), a.newChartPane()
	return a
}

// Shown is a Result and the State whose question it answers.
type Shown struct {
	Result *core.Result
	Honest *core.Honest // nil while it is not known
	Tuning *core.Tuning // where λ is chosen: result and honest are its answer at B
	State  State
	curves map[*core.Result]*manyCurve // of three or more classes
}

// has tells whether the Result has the algorithms that a state looks at.
func (s *Shown) has(state State) bool {
	return s.Result.Has(state.Algorithm) && s.Result.Has(state.comparedWith())
}

// Show makes a Result the one on screen.
func (a *Answer) Show(s Shown) {
	another := a.Shown.Result != s.Result
	a.Shown = s
	a.taken(another)
	a.Change()
}

// taken brings what depends on the Result alone up to date. What was asked about another one
// is forgotten: each question holds it, with all its matrices.
func (a *Session) taken(another bool) {
	if another {
		a.bounding.Forget()
		a.Resampling.Forget()
		a.Looking.Forget()
		a.Leaving.Forget()
		a.refitting.Forget()
		a.Classing.Forget()
		a.Enough.Forget()
		a.Stopping.Forget()
		a.Further.Forget()
		a.Preparing.Forget()
	}
	a.NoteOffer(&a.Shown.Result.Design)
	a.Look.attributes(a.Shown.Result, len(a.Opt.Study.Data().Warnings))
	if a.Cursor == "" && len(a.Shown.Result.Attributes) > 0 {
		a.RefreshLook()
		a.Cursor = a.Look.Table.Rows[0].Name
	}
}

// OpenAt notes that B stands where nobody has put it: it moves to the recommended
// budget when that is known.
func (a *Answer) OpenAt(b model.Amount) { a.opening = &b }

// Reopen shows the answer that other data give to the present question, and looks at
// it as before.
func (a *Session) Reopen(study *core.Study, s Shown) tea.Cmd {
	a.forget()
	a.Applying.Forget()
	a.Opt.Study, a.histograms = study, nil
	s.State = a.State.lookingAt(s)
	a.Show(s)
	cmd := a.Turn(a.State)
	if s.Honest != nil {
		return cmd
	}
	return tea.Batch(cmd, a.Validate(s.Result))
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
	cmds := []tea.Cmd{a.open(), a.classify(), a.apply()}
	for _, q := range append([]question{&a.Resampling, &a.Looking, &a.refitting, &a.Enough, &a.Preparing, &a.Further, &a.Weighing}, on.Asks...) {
		cmds = append(cmds, q.ask(a.Host))
	}
	return tea.Batch(append(cmds, a.followWork())...)
}

// NoteOffer remembers sheets that a design offers: they depend on the names of
// the attributes alone.
func (a *Evidence) NoteOffer(d *core.Design) {
	if d.Offer != nil {
		a.Offer = d.Offer
	}
}

// Timed is a message of the session's own, from a timer: what is to be done then.
type Timed struct{ Deliver func() tea.Cmd }
