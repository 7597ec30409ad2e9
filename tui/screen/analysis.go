package screen

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
)

// Analysis is what the user is at: what was set, what is shown of it, and what is
// being computed. Every screen looks at the same one.
type Analysis struct {
	Opt   Options
	root  context.Context                      // ends with the program
	After func(time.Duration, tea.Msg) tea.Cmd // a command that sends a message in time
	desk  desk

	working *workshop
	asides  asides

	State   State // what the user wants
	History history
	Shown   Shown         // what the screen shows
	opening *model.Amount // where B was put before the honest loss came; nil where it stays
	Wide    bool          // every algorithm is wanted that the data allow
	Solving job.Latest[State, Shown]
	busy    bool    // solving long enough to be shown
	refused []State // the last settings' questions that were refused for their algorithms
	// validating computes the honest loss of a Result; waiting is what is shown when
	// it comes, or when its time is over.
	validating job.Latest[ofResult, *core.Honest]
	// bounding finds the bounds of a Result of many attributes, last of all.
	bounding   job.Latest[ofResult, bool]
	Waiting    *Shown
	Resampling job.Latest[chosenAt, *core.Bootstrap]
	Looking    job.Latest[SeenAt, *core.Seen]
	Classing   job.Latest[classing, *classCurves]
	Calling    job.Latest[calling, classesAt]
	Enough     job.Latest[enoughBy, *core.MetricBudget]
	Stopping   job.Latest[stopAt, stopping]
	Applying   job.Latest[appliesTo, applying]
	applying   applying      // as it was found last
	Offer      []model.Sheet // by judge, where the names of the attributes suggest them

	Look       look
	Filter     filter
	histograms map[histogramKey]string
	Cursor     string       // the attribute selected, by name
	Unfolded   bool         // attributes that are never asked are shown
	explained  panel.Column // the column that the explain line is about
	Dragging   bool         // what takes long is left out

	// Panes that several screens have.
	TablePane, ChartPane, RepeatsPane *Pane
	rulePane                          *Pane // about stopping early, on Predictor
	offset                            int   // first row of the table shown
	repeatsOffset                     int   // first row of the repeats shown
	follow                            bool  // the table must bring the selected row into sight
	followRepeats                     bool  // and so must the repeats

	Toast toast
	Dirty bool // the frame is older than what it shows
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

// NewAnalysis returns an analysis without its first Result.
func NewAnalysis(ctx context.Context, o Options, d desk) *Analysis {
	a := &Analysis{Opt: o, root: ctx, working: &workshop{now: o.Now}, desk: d, explained: panel.ColumnNoise, After: func(d time.Duration, msg tea.Msg) tea.Cmd {
		return tea.Tick(d, func(time.Time) tea.Msg { return msg })
	}}
	a.TablePane, a.ChartPane, a.RepeatsPane = a.newTablePane(), a.newChartPane(), a.newRepeatsPane()
	return a
}

// Show makes a Result the one on screen.
func (a *Analysis) Show(s Shown) {
	if a.Shown.Result != s.Result {
		a.letGo()
	}
	a.Shown = s
	a.NoteOffer(&s.Result.Design)
	a.Look.attributes(s.Result, len(a.Opt.Study.Data().Warnings))
	if a.Cursor == "" && len(s.Result.Attributes) > 0 {
		a.RefreshLook()
		a.Cursor = a.Look.Table.Rows[0].Name
	}
	a.Change()
}

// letGo forgets what was asked about the Result that was shown: each question holds it, with
// all its matrices.
func (a *Analysis) letGo() {
	a.bounding.Forget()
	a.Resampling.Forget()
	a.Looking.Forget()
	a.Classing.Forget()
	a.Calling.Forget()
	a.Enough.Forget()
	a.Stopping.Forget()
	a.asides.further.Forget()
	a.asides.planning.Forget()
	a.asides.honest.Forget()
	a.asides.wantsFurther, a.asides.wantsPlan, a.asides.wantsHonest = nil, nil, nil
}

// OpenAt notes that B stands where nobody has put it: it moves to the recommended
// budget when that is known.
func (a *Analysis) OpenAt(b model.Amount) { a.opening = &b }

// Reopen shows the answer that other data give to the present question, and looks at
// it as before.
func (a *Analysis) Reopen(study *core.Study, s Shown) tea.Cmd {
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
func (a *Analysis) Change() { a.Dirty = true }

// Runner is what work aside runs under.
func (a *Analysis) Runner() job.Runner {
	return job.Runner{Context: a.root, After: a.After, Around: a.working.around}
}

// AskAside asks what every screen shows and is not known yet. It is called after
// every message.
func (a *Analysis) AskAside() tea.Cmd {
	return tea.Batch(a.resample(), a.see(), a.classify(), a.recommend(), a.apply(), a.askFigures(), a.followWork())
}

// NoteOffer remembers sheets that a design offers: they depend on the names of
// the attributes alone.
func (a *Analysis) NoteOffer(d *core.Design) {
	if d.Offer != nil {
		a.Offer = d.Offer
	}
}

// Answer is a message of the analysis's own, from a timer.
type Answer interface{ Deliver(a *Analysis) tea.Cmd }

// TogetherMsg comes when a Result has waited long enough for its honest loss.
type TogetherMsg struct{ Result *core.Result }

// BusyMsg comes when a question of that run may have taken so long that the user
// should see that it is being worked on.
type BusyMsg struct{ Run int }

// toastEndMsg ends the toast with that number.
type toastEndMsg struct{ number int }

func (m TogetherMsg) Deliver(a *Analysis) tea.Cmd { return a.waited(m) }

func (m BusyMsg) Deliver(a *Analysis) tea.Cmd {
	a.overdue(m)
	return nil
}

func (m toastEndMsg) Deliver(a *Analysis) tea.Cmd {
	a.toastEnd(m)
	return nil
}
