package tui

import (
	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
)

// answer is a message of the program's own, from a command or a timer: it knows
// whom it is for. What work aside finds comes as job.Msg.
type answer interface{ deliver(a *app) tea.Cmd }

// togetherMsg comes when a Result has waited long enough for its honest loss.
type togetherMsg struct{ result *core.Result }

// busyMsg comes when a question of that run may have taken so long that the user
// should see that it is being worked on.
type busyMsg struct{ run int }

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

func (m togetherMsg) deliver(a *app) tea.Cmd {
	a.waited(m)
	return nil
}

func (m busyMsg) deliver(a *app) tea.Cmd {
	a.overdue(m)
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
