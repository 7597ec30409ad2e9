package tui

import (
	"cmp"
	"context"
	"fmt"
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

// start begins with what the first frame shows.
func (k *keeping) start(a *app) {
	k.returnTo(a)
	if a.Opt.Save != nil {
		k.writer = &writer{save: a.Opt.Save}
		if a.Opt.Saved != nil {
			k.writer.present, k.writer.some = *a.Opt.Saved, true
		}
	}
	k.seen = k.saved(a)
	if a.Opt.Notice != "" {
		a.Toast.Fail(a.Opt.Notice)
	}
}

// screenNames are the names that screens were kept by, with today's; each screen's
// own name stands for itself.
var screenNames = map[string]string{"budget": "plan", "compare": "trust", "experiments": "tests", "experts": "votes"}

// returnTo shows the screen that was left last, or Votes where these are asked for.
func (k *keeping) returnTo(a *app) {
	name := ""
	switch {
	case a.Opt.Experts:
		name = "votes"
	case a.Opt.Saved != nil:
		name = cmp.Or(screenNames[a.Opt.Saved.Screen], a.Opt.Saved.Screen)
	}
	a.showNamed(name)
}

// showNamed shows the screen, or the half of one, that is kept by a name.
func (a *app) showNamed(name string) {
	for i, s := range a.screens {
		if s.Half != nil && s.Half.Saved == name {
			a.screens[i], s = s.Half, s.Half
		}
		if s.Saved == name {
			a.enterScreen(i)
		}
	}
}

// keep notes a change and sees to it that it is kept in a while. It is called
// after every message.
func (k *keeping) keep(a *app) tea.Cmd {
	if k.writer == nil {
		return nil
	}
	now := k.saved(a)
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

// last saves the user's last settings; the owner of Save learns the result.
// Settings that could not be used (Notice) stay in the file unless the user changed
// something.
func (k *keeping) last(a *app) {
	if k.writer != nil && (a.Opt.Notice == "" || k.number > 0) {
		_ = k.writer.write(k.saved(a), k.number)
	}
}

// saved is what is to come back when the program is left now.
func (k *keeping) saved(a *app) screen.Saved {
	s := a.State
	decide, confidence := s.Decision.Kept()
	return screen.Saved{
		Settings: s.Settings, Budget: s.Budget, Algorithm: s.Algorithm, Compared: s.Compared, Range: s.Range,
		Sort: screen.ColumnName(s.Sort), Reverse: s.Reverse, Columns: s.Columns.Names(), Scale: s.Scale.Name(), Decide: decide, Confidence: confidence, Screen: a.kind().Saved,
	}
}

// restore solves the question that the program opens with: as it was left. A
// budget that does not go with the settings asked for now is left out. Where there
// is no answer all the same, as of data that have changed, it opens as if nothing had been kept,
// and what was kept is left alone until the user changes something.
func restore(ctx context.Context, o *screen.Options) (screen.Shown, error) {
	if o.Saved == nil {
		return screen.First(ctx, *o)
	}
	kept := *o
	kept.Settings = o.Saved.Settings
	if kept.Algorithm == "" {
		kept.Algorithm = o.Saved.Algorithm
	}
	asked := kept
	if !asked.HasBudget && asked.Rule == nil {
		kept.Budget, kept.HasBudget = o.Saved.Budget, true
	}
	s, err := screen.First(ctx, kept)
	if err != nil && kept.HasBudget != asked.HasBudget && ctx.Err() == nil {
		s, err = screen.First(ctx, asked)
	}
	if err == nil || ctx.Err() != nil {
		return s, err
	}
	o.Saved, o.Notice = nil, fmt.Sprintf("the settings of the last session cannot be used: %v", err)
	return screen.First(ctx, *o)
}
