package tui

import (
	"context"
	"fmt"

	"fms-tui/tui/screen"
)

// keep keeps, when the program is left, what is to come back; its owner learns the result. Settings
// that could not be used (Notice) stay in the file unless the user changed something.
func (a *app) keep() {
	now := a.saved()
	changed := a.Opt.Saved == nil || !a.Opt.Saved.Equal(&now)
	if a.Opt.Notice != "" {
		changed = !a.began.Equal(&now)
	}
	if a.Opt.Save != nil && changed {
		_ = a.Opt.Save(now)
	}
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

// saved is what is to come back when the program is left now.
func (a *app) saved() screen.Saved {
	s := a.State
	return screen.Saved{
		Settings: s.Settings, Budget: s.Budget, Algorithm: s.Algorithm, Compared: s.Compared, Range: s.Range,
		Sort: s.Sort.Name(), Reverse: s.Reverse, Scale: string(s.Scale), Screen: a.kind().Saved,
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
