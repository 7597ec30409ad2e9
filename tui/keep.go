package tui

import (
	"cmp"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/screen"
)

// keepDelay is how long after a change the settings are kept: a drag changes
// them a hundred times a second.
const keepDelay = time.Second

// keeping keeps track of what is kept of the settings.
type keeping struct {
	writer  *writer
	seen    screen.Saved // as it was when last looked at
	number  int          // of changes so far
	waiting bool         // a keepMsg is on its way
	failed  bool         // the user knows that nothing is kept
}

// writer keeps settings one after another: what is older never replaces what
// is newer.
type writer struct {
	save    func(screen.Saved) error
	mu      sync.Mutex
	number  int // of the change kept last
	present screen.Saved
	some    bool // present is what is kept
}

// write keeps the settings as of a change, unless they, or newer ones, are kept
// already.
func (w *writer) write(s screen.Saved, number int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if number < w.number || w.some && w.present.Equal(&s) {
		return nil
	}
	if err := w.save(s); err != nil {
		return err
	}
	w.number, w.present, w.some = number, s, true
	return nil
}

// startKeeping begins with what the first frame shows.
func (a *app) startKeeping() {
	a.returnTo()
	if a.Opt.Save != nil {
		a.keeping.writer = &writer{save: a.Opt.Save}
		if a.Opt.Saved != nil {
			a.keeping.writer.present, a.keeping.writer.some = *a.Opt.Saved, true
		}
	}
	a.keeping.seen = a.saved()
	if a.Opt.Notice != "" {
		a.Toast.Fail(a.Opt.Notice)
	}
}

// screenNames are the names that screens were kept by, with today's; each screen's
// own name stands for itself.
var screenNames = map[string]string{"budget": "plan", "compare": "trust", "experiments": "tests", "experts": "votes"}

// returnTo shows the screen that was left last, or Votes where these are asked for.
func (a *app) returnTo() {
	name := ""
	switch {
	case a.Opt.Experts:
		name = "votes"
	case a.Opt.Saved != nil:
		name = cmp.Or(screenNames[a.Opt.Saved.Screen], a.Opt.Saved.Screen)
	}
	for i, s := range a.screens {
		if s.Return(name); s.Saved() == name {
			a.enterScreen(i)
		}
	}
}

// keep notes a change and sees to it that it is kept in a while. It is called
// after every message.
func (a *app) keep() tea.Cmd {
	k := &a.keeping
	if k.writer == nil {
		return nil
	}
	now := a.saved()
	if now.Equal(&k.seen) {
		return nil
	}
	k.seen = now
	k.number++
	return k.wait(a)
}

func (k *keeping) wait(a *app) tea.Cmd {
	if k.waiting {
		return nil
	}
	k.waiting = true
	return a.After(keepDelay, keepMsg{k.number})
}

// keepNow keeps the settings aside, or waits on if they have changed since.
func (k *keeping) keepNow(a *app, m keepMsg) tea.Cmd {
	k.waiting = false
	if m.number != k.number {
		return k.wait(a)
	}
	w, s := k.writer, k.seen
	return func() tea.Msg { return keptMsg{w.write(s, m.number)} }
}

// kept tells the user, once, that nothing is kept.
func (k *keeping) kept(a *app, m keptMsg) {
	if m.err != nil && !k.failed {
		k.failed = true
		a.Toast.Fail("the settings are not kept: " + m.err.Error())
		a.Change()
	}
}

// keepLast saves the user's last settings; the owner of Save learns the result.
// Settings that could not be used (Notice) stay in the file unless the user changed
// something.
func (a *app) keepLast() {
	if k := &a.keeping; k.writer != nil && (a.Opt.Notice == "" || k.number > 0) {
		_ = k.writer.write(a.saved(), k.number)
	}
}
