package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// toast is a line that says what happened. News goes by itself, errors stay
// until a key is pressed.
type toast struct {
	text   string
	bad    bool
	number int // of this toast, so that an old one's end does not end it
}

// toastTime is how long news stays.
const toastTime = 4 * time.Second

func (t *toast) say(text string)  { t.text, t.bad, t.number = text, false, t.number+1 }
func (t *toast) fail(text string) { t.text, t.bad, t.number = text, true, t.number+1 }
func (t *toast) dismiss()         { t.text = "" }

// say shows news for a while.
func (a *Analysis) say(text string) tea.Cmd {
	a.toast.say(text)
	a.change()
	return a.after(toastTime, toastEndMsg{a.toast.number})
}

func (a *Analysis) toastEnd(m toastEndMsg) {
	if m.number == a.toast.number && !a.toast.bad {
		a.toast.dismiss()
		a.change()
	}
}
