package tui

import (
	"context"
	"fmt"

	"fms-tui/tui/screen"
)

// saved is what is to come back when the program is left now.
func (a *app) saved() screen.Saved {
	s := a.State
	decide, confidence := s.Decision.Kept()
	return screen.Saved{
		Settings: s.Settings, Budget: s.Budget, Algorithm: s.Algorithm, Compared: s.Compared, Range: s.Range, Reference: s.Reference,
		Sort: screen.ColumnName(s.Sort), Reverse: s.Reverse, Columns: s.Columns.Names(), Scale: s.Scale.Name(), Decide: decide, Confidence: confidence, Screen: a.screens[a.screen].Saved(),
	}
}

// restore solves the question that the program opens with: as it was left. A
// budget that does not go with the settings asked for now is left out. Where there
// is no answer all the same, what leaves none is dropped piece by piece, and what
// was kept is left alone until the user changes something.
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
	if fits, dropped := keepWhatFits(ctx, *o, kept); len(dropped) > 0 {
		if s, err := screen.First(ctx, fits); err == nil || ctx.Err() != nil {
			now := *o
			*o = fits
			o.Notice = partly(dropped, now.Notice)
			return s, err
		}
	}
	o.Saved, o.Notice = nil, fmt.Sprintf("the settings of the last session cannot be used: %v", err)
	return screen.First(ctx, *o)
}
