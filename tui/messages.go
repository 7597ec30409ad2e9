package tui

import (
	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
)

// answer is a message of the program's own, from a command or a timer: it knows
// whom it is for.
type answer interface{ deliver(a *app) tea.Cmd }

// solvedMsg brings the answer to the question of a generation.
type solvedMsg struct {
	generation int
	shown      shown
	err        error
}

// honestMsg brings the honest loss of a Result.
type honestMsg struct {
	result *core.Result
	honest *core.Honest
	err    error
}

// togetherMsg comes when a Result has waited long enough for its honest loss.
type togetherMsg struct{ result *core.Result }

// stillMsg comes when nothing may have changed for a moment since the
// bootstrap of that number was wanted.
type stillMsg struct{ number int }

// bootMsg brings what is known of a bootstrap so far.
type bootMsg struct {
	number int
	boot   *core.Bootstrap
	next   func() tea.Cmd
}

// seekMsg comes when nothing may have changed for a moment since the optimum of
// that number was wanted.
type seekMsg struct{ number int }

// foundMsg brings an optimum, or why there is none.
type foundMsg struct {
	number  int
	optimum *core.Optimum
	err     error
}

// examinedMsg brings what the Data screen shows.
type examinedMsg struct {
	of  examined
	x   *core.Examination
	err error
}

// busyMsg comes when a question of that generation may have taken so long that
// the user should see that it is being worked on.
type busyMsg struct{ generation int }

// keepMsg comes a while after the change of that number, when the settings may
// be kept.
type keepMsg struct{ number int }

// keptMsg says how keeping the settings ended.
type keptMsg struct{ err error }

// exportedMsg says how writing a file ended.
type exportedMsg struct {
	product *product
	path    string
	err     error // fs.ErrExist where a file is in the way
}

// toastEndMsg ends the toast with that number.
type toastEndMsg struct{ number int }

// frameMsg comes when the next frame may be painted.
type frameMsg struct{}

// settledMsg comes some time after the change of size with that number.
type settledMsg struct{ resizes int }

func (m solvedMsg) deliver(a *app) tea.Cmd { return a.solved(m) }

func (m honestMsg) deliver(a *app) tea.Cmd {
	a.honest(m)
	return nil
}

func (m togetherMsg) deliver(a *app) tea.Cmd {
	a.waited(m)
	return nil
}

func (m stillMsg) deliver(a *app) tea.Cmd { return a.still(m) }

func (m bootMsg) deliver(a *app) tea.Cmd { return a.booted(m) }

func (m seekMsg) deliver(a *app) tea.Cmd { return a.sought(m) }

func (m foundMsg) deliver(a *app) tea.Cmd {
	a.found(m)
	return nil
}

func (m examinedMsg) deliver(a *app) tea.Cmd {
	a.examined(m)
	return nil
}

func (m busyMsg) deliver(a *app) tea.Cmd {
	a.busy(m)
	return nil
}

func (m keepMsg) deliver(a *app) tea.Cmd { return a.keepNow(m) }

func (m keptMsg) deliver(a *app) tea.Cmd {
	a.kept(m)
	return nil
}

func (m exportedMsg) deliver(a *app) tea.Cmd { return a.exported(m) }

func (m toastEndMsg) deliver(a *app) tea.Cmd {
	a.toastEnd(m)
	return nil
}

func (frameMsg) deliver(a *app) tea.Cmd {
	a.pace.tick()
	return nil
}

func (m settledMsg) deliver(a *app) tea.Cmd { return a.settled(m) }
