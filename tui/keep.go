package tui

import (
	"context"
	"fmt"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/job"
	"fms-tui/tui/screen"
)

// keepDelay is how long after a change the settings are kept: a drag changes
// them a hundred times a second.
const keepDelay = time.Second

// keeping keeps the settings in a while after a change, one after another: what is older
// never replaces what is newer.
type keeping struct {
	job    job.Latest[*screen.Saved, struct{}]
	save   func(screen.Saved) error // nil where nothing is kept
	seen   screen.Saved             // as it was when last looked at
	change bool                     // it has changed since the start
	failed bool                     // the user knows that nothing is kept

	mu      sync.Mutex
	present *screen.Saved // what is kept; nil where that is not known
}

// write keeps settings, unless they are kept already or others are wanted meanwhile.
func (k *keeping) write(ctx context.Context, s *screen.Saved) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if ctx.Err() != nil || k.present != nil && k.present.Equal(s) {
		return nil
	}
	err := k.save(*s)
	if err == nil {
		k.present = s
	}
	return err
}

// start begins with what the first frame shows.
func (k *keeping) start(a *app) {
	k.returnTo(a)
	k.save, k.present = a.Opt.Save, a.Opt.Saved
	k.seen = k.saved(a)
	if a.Opt.Notice != "" {
		a.Toast.Fail(a.Opt.Notice)
	}
}

// returnTo shows the screen that was left last, or Votes where these are asked for.
func (k *keeping) returnTo(a *app) {
	name := ""
	switch {
	case a.Opt.Experts:
		name = "votes"
	case a.Opt.Saved != nil:
		name = a.Opt.Saved.Screen
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
	now := k.saved(a)
	if k.save == nil || now.Equal(&k.seen) {
		return nil
	}
	k.seen, k.change = now, true
	return k.job.Ask(job.Runner{Context: a.Runner().Context, After: a.After}, job.Question[*screen.Saved, struct{}]{
		Key: &now, Delay: keepDelay,
		Work: func(ctx context.Context, _ func(struct{})) (struct{}, error) { return struct{}{}, k.write(ctx, &now) },
		Took: func() tea.Cmd { // tells the user, once, that nothing is kept
			if k.job.Err != nil && !k.failed {
				k.failed = true
				a.Toast.Fail("the settings are not kept: " + k.job.Err.Error())
			}
			return nil
		},
	})
}

// last saves the user's last settings; the owner of Save learns the result.
// Settings that could not be used (Notice) stay in the file unless the user changed
// something.
func (k *keeping) last(a *app) {
	if k.save != nil && (a.Opt.Notice == "" || k.change) {
		k.job.Forget()
		now := k.saved(a)
		_ = k.write(context.Background(), &now)
	}
}

// saved is what is to come back when the program is left now.
func (k *keeping) saved(a *app) screen.Saved {
	s := a.State
	return screen.Saved{
		Settings: s.Settings, Budget: s.Budget, Algorithm: s.Algorithm, Compared: s.Compared, Range: s.Range,
		Sort: screen.ColumnName(s.Sort), Reverse: s.Reverse, Scale: s.Scale.Name(), Screen: a.kind().Saved,
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
