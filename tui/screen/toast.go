package screen

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// toast is a line that says what happened. News goes by itself, errors stay
// until a key is pressed.
type toast struct {
	Text   string
	Bad    bool
	number int // of this toast, so that an old one's end does not end it
}

// toastTime is how long news stays.
const toastTime = 4 * time.Second

func (t *toast) say(text string)  { t.Text, t.Bad, t.number = text, false, t.number+1 }
func (t *toast) Fail(text string) { t.Text, t.Bad, t.number = text, true, t.number+1 }
func (t *toast) Dismiss()         { t.Text = "" }

// Say shows news for a while.
func (a *Host) Say(text string) tea.Cmd {
	a.Toast.say(text)
	a.Change()
	return a.After(toastTime, toastEndMsg{a.Toast.number})
}

func (a *Host) toastEnd(m toastEndMsg) {
	if m.number == a.Toast.number && !a.Toast.Bad {
		a.Toast.Dismiss()
		a.Change()
	}
}
