package tui

import (
	"context"
	"fmt"

	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/panel"
)

// Saved is what comes back when the same data are opened again: what the user
// set, and nothing of the data but names of attributes and of a label.
type Saved struct {
	Settings  model.Settings
	Budget    model.Amount
	Algorithm selection.Algorithm // "" is the usual one
	Range     model.Amount        // end of the slider; 0 is the usual one
	Reference model.Amount        // a budget to compare with; 0 for none
	Sort      string              // a name of a column; one that there is not is the usual one
	Reverse   bool
	Screen    string // a name of a screen, likewise
}

// columnNames are the columns of the attribute table as they are kept. Names
// stay when columns are moved or renamed on screen.
var columnNames = map[panel.Column]string{
	panel.ColumnName: "attribute", panel.ColumnCost: "cost", panel.ColumnCorr: "correlation", panel.ColumnV: "internal_variance",
	panel.ColumnSigma2: "external_variance", panel.ColumnReliability: "reliability", panel.ColumnFull: "full", panel.ColumnScoring: "scoring",
	panel.ColumnFrequency: "selection_frequency", panel.ColumnMedian: "median_repeats", panel.ColumnGain: "gain",
}

// look sets in a state what was looked at.
func (s *Saved) look(state *State) {
	if s == nil {
		return
	}
	state.Range, state.Wide = s.Range, s.Screen == "compare"
	state.Reference = s.Reference
	for c, name := range columnNames {
		if name == s.Sort {
			state.Sort, state.Reverse = c, s.Reverse
		}
	}
}

// equal tells whether the same is kept in both.
func (s *Saved) equal(o *Saved) bool {
	a, b := *s, *o
	a.Settings, b.Settings = model.Settings{}, model.Settings{}
	return s.Settings.Equal(o.Settings) &&
		a.Budget == b.Budget && a.Algorithm == b.Algorithm && a.Range == b.Range && a.Reference == b.Reference &&
		a.Sort == b.Sort && a.Reverse == b.Reverse && a.Screen == b.Screen
}

// saved is what is to come back when the program is left now.
func (a *app) saved() Saved {
	s := a.state
	return Saved{
		Settings: s.Settings, Budget: s.Budget, Algorithm: s.Algorithm, Range: s.Range, Reference: s.Reference,
		Sort: columnNames[s.Sort], Reverse: s.Reverse, Screen: a.kind().savedName(),
	}
}

// restore solves the question that the program opens with: as it was left. A
// budget that does not go with the settings asked for now is left out. Where there
// is no answer all the same, what leaves none is dropped piece by piece, and what
// was kept is left alone until the user changes something.
func (o *Options) restore(ctx context.Context) (shown, error) {
	if o.Saved == nil {
		return first(ctx, *o)
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
	s, err := first(ctx, kept)
	if err != nil && kept.HasBudget != asked.HasBudget && ctx.Err() == nil {
		s, err = first(ctx, asked)
	}
	if err == nil || ctx.Err() != nil {
		return s, err
	}
	if fits, dropped := keepWhatFits(ctx, *o, kept); len(dropped) > 0 {
		if s, err := first(ctx, fits); err == nil || ctx.Err() != nil {
			now := *o
			*o = fits
			o.Notice = partly(dropped, now.Notice)
			return s, err
		}
	}
	o.Saved, o.Notice = nil, fmt.Sprintf("the settings of the last time cannot be used: %v", err)
	return first(ctx, *o)
}
