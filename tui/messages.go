package tui

import (
	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/screen"
)

// notice is a message of the program's own, from a command or a timer: it knows
// whom it is for.
type notice interface{ deliver(a *app) tea.Cmd }

// keepMsg comes a while after the change of that number, when the settings may
// be kept.
type keepMsg struct{ number int }

// keptMsg says how keeping the settings ended.
type keptMsg struct{ err error }

// exportedMsg says how writing a file ended.
type exportedMsg struct {
	product *screen.Product
	path    string
	err     error // fs.ErrExist where a file is in the way
}

// crashedMsg says in a sentence that the program is defective, and where the report is.
type crashedMsg struct{ sentence string }

// frameMsg comes when the next frame may be painted.
type frameMsg struct{}

// settledMsg comes some time after the change of size with that number.
type settledMsg struct{ resizes int }

func (m keepMsg) deliver(a *app) tea.Cmd { return a.keeping.keepNow(a, m) }

func (m keptMsg) deliver(a *app) tea.Cmd {
	a.keeping.kept(a, m)
	return nil
}

func (m crashedMsg) deliver(a *app) tea.Cmd {
	a.Toast.Fail(m.sentence)
	a.Change()
	return nil
}

func (m exportedMsg) deliver(a *app) tea.Cmd { return a.exported(m) }

func (frameMsg) deliver(a *app) tea.Cmd {
	a.pace.waiting = false
	if a.Dirty { // no key has had its frame meanwhile
		a.pace.reset()
	}
	return nil
}

// deliver clears the screen if the size has not changed since.
func (m settledMsg) deliver(a *app) tea.Cmd {
	if m.resizes != a.resizes {
		return nil
	}
	return tea.ClearScreen
}
