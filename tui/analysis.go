package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/job"
)

// Analysis is what the user is at: what was set, what is shown of it, and what is
// being computed. Every screen looks at the same one.
type Analysis struct {
	opt   Options
	root  context.Context                      // ends with the program
	after func(time.Duration, tea.Msg) tea.Cmd // a command that sends a message in time
	desk  desk

	state   State // what the user wants
	history history
	shown   shown // what the screen shows
	wide    bool  // every algorithm is wanted that the data allow
	solving job.Latest[State, shown]
	busy    bool // solving long enough to be shown
	// validating computes the honest loss of a Result; waiting is what is shown when
	// it comes, or when its time is over.
	validating job.Latest[ofResult, *core.Honest]
	waiting    *shown
	resampling job.Latest[chosenAt, *core.Bootstrap]
	looking    job.Latest[seenAt, *core.Seen]
	offer      []model.Sheet // by judge, where the names of the attributes suggest them

	look       look
	filter     filter
	steps      steps
	histograms map[histogramKey]string
	cursor     string // the attribute selected, by name
	dragging   bool   // what takes long is left out

	// Panes that several screens have.
	tablePane, chartPane, repeatsPane *pane
	offset                            int  // first row of the table shown
	repeatsOffset                     int  // first row of the repeats shown
	follow                            bool // the table must bring the selected row into sight
	followRepeats                     bool // and so must the repeats

	toast toast
	dirty bool // the frame is older than what it shows
}

// shown is a Result and the State whose question it answers.
type shown struct {
	result *core.Result
	honest *core.Honest // nil while it is not known
	tuning *core.Tuning // where λ is chosen: result and honest are its answer at B
	state  State
}

// newAnalysis returns an analysis without its first Result.
func newAnalysis(ctx context.Context, o Options, d desk) *Analysis {
	a := &Analysis{opt: o, root: ctx, desk: d, after: func(d time.Duration, msg tea.Msg) tea.Cmd {
		return tea.Tick(d, func(time.Time) tea.Msg { return msg })
	}}
	a.tablePane, a.chartPane, a.repeatsPane = a.newTablePane(), a.newChartPane(), a.newRepeatsPane()
	return a
}

// show makes a Result the one on screen.
func (a *Analysis) show(s shown) {
	a.shown = s
	a.noteOffer(&s.result.Design)
	a.look.attributes(s.result, len(a.opt.Study.Data().Warnings))
	if a.cursor == "" && len(s.result.Attributes) > 0 {
		a.refreshLook()
		a.cursor = a.look.table.Rows[0].Name
	}
	a.change()
}

// change notes that the frame is out of date.
func (a *Analysis) change() { a.dirty = true }

// runner is what work aside runs under.
func (a *Analysis) runner() job.Runner { return job.Runner{Context: a.root, After: a.after} }

// askAside asks what every screen shows and is not known yet. It is called after
// every message.
func (a *Analysis) askAside() tea.Cmd { return tea.Batch(a.resample(), a.see()) }

// noteOffer remembers sheets that a design offers: they depend on the names of
// the attributes alone.
func (a *Analysis) noteOffer(d *core.Design) {
	if d.Offer != nil {
		a.offer = d.Offer
	}
}

// answer is a message of the analysis's own, from a timer.
type answer interface{ deliver(a *Analysis) tea.Cmd }

// togetherMsg comes when a Result has waited long enough for its honest loss.
type togetherMsg struct{ result *core.Result }

// busyMsg comes when a question of that run may have taken so long that the user
// should see that it is being worked on.
type busyMsg struct{ run int }

// toastEndMsg ends the toast with that number.
type toastEndMsg struct{ number int }

func (m togetherMsg) deliver(a *Analysis) tea.Cmd {
	a.waited(m)
	return nil
}

func (m busyMsg) deliver(a *Analysis) tea.Cmd {
	a.overdue(m)
	return nil
}

func (m toastEndMsg) deliver(a *Analysis) tea.Cmd {
	a.toastEnd(m)
	return nil
}
