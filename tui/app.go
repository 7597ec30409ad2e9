// Package tui is the terminal program: one Bubble Tea model whose parts have methods instead of Updates. It hands on
// keys and the pointer, lays out and paints; what fills the middle is package screen's.
//
// # The way of a key press
//
// Update finds the action in the one table (keys.go) and calls it, or what the present screen has in its place. An
// action changes the State, an immutable value whose predecessors are the undo record. Where the change asks another
// question of the data, package job answers it aside: answers to questions that nobody asks any more are dropped. A
// budget needs no answer: every Result holds the choices for all budgets, and dragging B is an index into them.
//
// The screen shows one Result with its State, so that no frame mixes two questions. After a change refresh updates
// the panels, newLayout places them, paint draws them into a string, and View returns the string.
package tui

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/chart"
	"fms-tui/tui/job"
	"fms-tui/tui/screen"
)

// app is the root model: it hands messages on, and lays out and paints what the screens show.
type app struct {
	*screen.Session

	screens  []*screen.Screen // of two halves the one that is shown
	views    *screen.Views
	screen   int // index of the one shown
	actions  []action
	byKey    map[string]*action
	front    front
	focus    focusing
	pointer  pointer
	over     *dialog  // nil for none
	recent   []string // keys of what was done from the palette, newest first
	updates  int      // the watched data have changed
	forRoles bool     // it is left for the roles of the columns

	found bool // the first steps are done, or other keys were found

	theme  looks
	w, h   int
	pace   pace
	frame  string
	canvas *chart.Canvas // that the frame was painted from: a press is about what was drawn
	began  screen.Saved  // what would have been kept at the start
}

func newApp(ctx context.Context, o screen.Options, first screen.Shown) *app {
	a := &app{pace: pace{now: o.Now, least: leastFrame}, canvas: chart.New(0, 0), focus: focusing{pane: map[int]*screen.Pane{}}}
	a.Session = screen.NewSession(ctx, o, a)
	a.State = first.State
	a.screens, a.views = screen.Screens(a.Session)
	a.actions = actions(a.screens)
	a.byKey = index(a.actions)
	a.theme = newLooks(&a.Opt)
	switch {
	case o.Experts:
		a.showNamed("votes")
	case o.Saved != nil:
		a.showNamed(o.Saved.Screen)
	}
	if o.Notice != "" {
		a.Toast.Fail(o.Notice)
	}
	a.began = a.saved()
	a.Show(first)
	if !o.HasBudget && o.Saved == nil && o.Rule == nil && o.Metric == "" {
		a.OpenAt(first.State.Budget)
	}
	if o.Save != nil && o.Saved == nil && a.oddOff() == "" { // these data are opened for the first time
		firstLook(a)
	}
	return a
}

func (a *app) kind() *screen.Screen { return a.screens[a.screen] }

// goTo shows a screen; of the one that is shown already, its first half. A wide one
// is another question than the one before.
func (a *app) goTo(screen int) {
	if a.screen == screen {
		if a.kind().Second {
			a.screens[screen] = a.kind().Half
		}
		return
	}
	a.enterScreen(screen)
	a.focus.full = false
	a.pointer.release(a)
	a.Turn(a.State)
}

func (a *app) enterScreen(screen int) { a.screen, a.Wide = screen, a.screens[screen].Wide }

// Init turns to what the screen opened without. The terminal's background was asked for by the opening screen.
func (a *app) Init() tea.Cmd {
	a.watch()
	a.Resume()
	return a.Take()
}

func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	changed := true
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch name := keyName(msg); {
		case name == "ctrl+c":
			a.Run(tea.Quit)
		case name == "ctrl+z":
			a.Run(tea.Suspend)
		case a.over != nil:
			a.over.key(a, name, msg)
		default:
			a.press(name)
		}
	case tea.PasteMsg:
		if d := a.over; d != nil && d.field != nil {
			d.edit(tea.PasteMsg{Content: chart.Clean(msg.Content)})
		}
	case tea.MouseMsg:
		a.pointer.mouse(a, msg)
	case tea.WindowSizeMsg:
		a.resize(msg)
	case tea.BackgroundColorMsg, tea.ColorProfileMsg:
		a.theme.hear(msg)
	case tea.ResumeMsg:
	case job.Msg:
		changed = msg()
	case screen.Timed: // which says itself what it changes
		msg()
		changed = false
	default:
		changed = false
	}
	a.Dirty = a.Dirty || changed
	a.Weighs = a.over != nil && a.over.weighs
	a.draw(msg)
	a.AskAside(a.kind())
	return a, a.Take()
}

func (a *app) View() tea.View {
	v := tea.NewView(a.frame)
	v.AltScreen = true
	v.WindowTitle = "fms-tui " + chart.Clean(a.Opt.Stem())
	if !a.Opt.NoMouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if at := a.canvas.Cursor(); at != nil {
		v.Cursor = tea.NewCursor(at.X, at.Y)
		v.Cursor.Shape = tea.CursorBar
	}
	return v
}

// press does what a key is for: what stands in its place on the present screen, else its action.
func (a *app) press(name string) {
	b := a.byKey[name]
	if b == nil {
		return
	}
	if a.Dirty { // several keys may come within a frame: each acts on what the last one made
		a.refresh()
	}
	a.Toast.Dismiss()
	a.found = a.found || !slices.Contains(stepKeys, name)
	if why := b.whyNot(a); why != "" {
		a.Say(why)
	} else if x, other := a.kind().Keys[b.keys[0]]; other {
		x.Do()
	} else {
		b.do(a)
	}
}

// settling is the time after the last change of size at which the terminal is painted anew.
const settling = 120 * time.Millisecond

// resize takes the terminal's size. A frame for the old size may have been on its way when the terminal changed, and
// have scrolled or wrapped there, unseen by the renderer; so the screen is cleared once the size has settled.
func (a *app) resize(size tea.WindowSizeMsg) {
	started := a.w > 0
	a.w, a.h = size.Width, size.Height
	a.Reveal()
	if started {
		a.Later(settling, func() {
			if a.w == size.Width && a.h == size.Height {
				a.Run(tea.ClearScreen)
			}
		})
	}
}
