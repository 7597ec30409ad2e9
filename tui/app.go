// Package tui is the terminal program: one Bubble Tea model whose parts have
// methods instead of Updates.
//
// # The way of a key press
//
// Update finds the action in the one table of bindings (keys.go) and calls it.
// An action changes the State, an immutable value whose predecessors are the
// undo record. Where the change asks another question of the data, a command
// solves it aside (solve.go) and its answer arrives as a message with a
// generation number: answers to questions that nobody asks any more are
// dropped. A budget needs no answer: every Result holds the choices for all
// budgets, and dragging B is an index into them.
//
// What the screen shows is one Result with the State it belongs to, so that no
// frame mixes two generations. When something changed, the panels' data are
// built (look.go), laid out (layout.go) and painted into a string (frame.go),
// and View returns that string.
package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/job"
	"fms-tui/tui/theme"
)

// app is the root model.
type app struct {
	opt       Options
	root      context.Context // ends with the program
	actions   []action
	hints     []hinted // of the actions, for the footer
	screens   []screenKind
	tabs      []string // of the screens
	paneKinds [paneCount]paneKind
	byKey     map[string]*action
	theme     *theme.Theme
	colors    bool // the terminal shows colours
	dark      bool

	state   State // what the user wants
	history history
	shown   shown // what the screen shows
	solving job.Latest[State, shown]
	busy    bool // solving long enough to be shown
	// validating computes the honest loss of a Result; waiting is what is shown when
	// it comes, or when its time is over.
	validating job.Latest[ofResult, *core.Honest]
	waiting    *shown

	screen      screen
	compared    selection.Algorithm // selected on Compare; "" is the active one
	data        dataView
	focus       focusing
	filter      filter
	steps       steps
	zoom        int    // doublings of the map
	hovered     string // the attribute under the pointer on the map
	histograms  map[histogramKey]string
	resampling  job.Latest[chosenAt, *core.Bootstrap]
	looking     job.Latest[seenAt, *core.Seen]
	weighing    job.Latest[weighed, []weight] // while the list of ways to buy is open
	offer       []model.Sheet                 // by judge, where the names of the attributes suggest them
	optimum     job.Latest[boughtAt, *core.Optimum]
	paper       job.Latest[unshrunkAt, *core.Unshrunk] // what Full at B is worth by the paper's b
	experiments job.Latest[tested, trials]
	consensus   consensusView
	learning    job.Latest[learned, course]

	w, h          int
	resizes       int // changes of size so far
	look          look
	cursor        string         // the attribute selected, by name
	offset        int            // first row of the table shown
	offsets       [paneCount]int // first lines of documents shown
	repeatsOffset int            // first row of the repeats shown
	follow        bool           // the table must bring the selected row into sight
	followRepeats bool           // and so must the repeats
	drag          dragging
	overlay       overlay
	prompt        *prompt
	toast         toast

	keeping keeping

	after func(time.Duration, tea.Msg) tea.Cmd // a command that sends a message in time

	dirty bool // the frame is older than what it shows
	pace  pace
	frame string
}

// shown is a Result and the State whose question it answers.
type shown struct {
	result *core.Result
	honest *core.Honest // nil while it is not known
	tuning *core.Tuning // where λ is chosen: result and honest are its answer at B
	state  State
}

// newApp returns the model with its first Result.
func newApp(ctx context.Context, o Options, first shown) *app {
	a := &app{
		opt: o, root: ctx, screens: screens(), paneKinds: paneKinds(), theme: theme.Dark(), colors: true, dark: true,
		state: first.state, pace: pace{now: o.Now, least: leastFrame},
		after: func(d time.Duration, msg tea.Msg) tea.Cmd {
			return tea.Tick(d, func(time.Time) tea.Msg { return msg })
		},
	}
	a.actions = actions(a.screens)
	a.byKey, a.hints = index(a.actions), hintsOf(a.actions)
	for i := range a.screens {
		a.tabs = append(a.tabs, a.screens[i].tab)
	}
	a.pickTheme()
	a.startKeeping()
	a.show(first)
	return a
}

// show makes a Result the one on screen.
func (a *app) show(s shown) {
	a.shown = s
	a.noteOffer(&s.result.Design)
	a.look.attributes(s.result, len(a.opt.Study.Data().Warnings))
	if a.cursor == "" && len(s.result.Attributes) > 0 {
		a.refresh()
		a.cursor = a.look.table.Rows[0].Name
	}
	a.change()
}

// change notes that the frame is out of date.
func (a *app) change() { a.dirty = true }

// Init asks for the terminal's background, to pick the theme, and for the
// honest loss if the first Result came without.
func (a *app) Init() tea.Cmd {
	var cmd tea.Cmd
	if a.shown.honest == nil {
		cmd = a.validate(a.shown.result)
	}
	if a.opt.Theme == "auto" || a.opt.Theme == "" {
		return tea.Batch(cmd, tea.RequestBackgroundColor)
	}
	return cmd
}

// Update hands a message to its method and brings the frame up to date.
func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		cmd = a.key(msg)
	case tea.PasteMsg:
		a.paste(msg.Content)
	case tea.MouseMsg:
		cmd = a.mouse(msg)
	case tea.WindowSizeMsg:
		cmd = a.resize(msg.Width, msg.Height)
	case tea.BackgroundColorMsg:
		a.background(msg.IsDark())
	case tea.ColorProfileMsg:
		a.profile(msg.Profile)
	case tea.ResumeMsg:
		a.change()
	case job.Msg:
		cmd = a.take(msg)
	case answer:
		cmd = msg.deliver(a)
	}
	return a, tea.Batch(cmd, a.draw(), a.resample(), a.see(), a.weigh(), a.work(), a.keep())
}

// take takes what work aside has found.
func (a *app) take(m job.Msg) tea.Cmd {
	cmd, changed := m.Deliver()
	if changed {
		a.change()
	}
	return cmd
}

// runner is what work aside runs under.
func (a *app) runner() job.Runner { return job.Runner{Context: a.root, After: a.after} }

// View shows the last frame.
func (a *app) View() tea.View {
	v := tea.NewView(a.frame)
	v.AltScreen = true
	v.WindowTitle = "fms-tui"
	if !a.opt.NoMouse {
		v.MouseMode = tea.MouseModeCellMotion
		if a.screen == screenMap {
			v.MouseMode = tea.MouseModeAllMotion
		}
	}
	v.Cursor = a.textCursor()
	return v
}

// key dispatches a key press: to the prompt or the overlay while one is open,
// otherwise by the table.
func (a *app) key(k tea.KeyPressMsg) tea.Cmd {
	name := keyName(k)
	switch {
	case name == "ctrl+c":
		return a.quit()
	case name == "ctrl+z":
		return a.suspend()
	case a.prompt != nil:
		return a.promptKey(name, k)
	case a.overlay != nil:
		return a.overlayKey(name, k)
	}
	return a.press(name)
}

// press does what a key of the table does.
func (a *app) press(name string) tea.Cmd {
	b := a.byKey[name]
	if b == nil {
		return nil
	}
	if a.dirty { // several keys may come within a frame: each acts on what the last one made
		a.refresh()
	}
	a.toast.dismiss()
	a.change()
	if why := b.whyNot(a); why != "" {
		return a.say(why)
	}
	return b.act(a)
}

// settling is the time after the last change of size at which the terminal is
// painted anew.
const settling = 120 * time.Millisecond

// resize takes the terminal's size. A frame for the old size may have been on
// its way when the terminal changed, and have scrolled or wrapped there, unseen
// by the renderer; so the screen is cleared once the size has settled.
func (a *app) resize(w, h int) tea.Cmd {
	started := a.w > 0
	a.w, a.h = w, h
	a.resizes++
	a.reveal()
	a.pace.reset()
	a.change()
	if !started {
		return nil
	}
	return a.after(settling, settledMsg{a.resizes})
}

// settled clears the screen if the size has not changed since.
func (a *app) settled(m settledMsg) tea.Cmd {
	if m.resizes != a.resizes {
		return nil
	}
	return tea.ClearScreen
}
