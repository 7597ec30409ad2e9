package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/job"
)

// stillness is how long nothing must change before resampling begins: it takes
// all processors for a while.
const stillness = 150 * time.Millisecond

// chosenAt is a choice that is resampled.
type chosenAt struct {
	result    *core.Result
	algorithm selection.Algorithm
	budget    model.Amount
}

// Equal compares choices.
func (c chosenAt) Equal(o chosenAt) bool { return c == o }

// choice is the choice that is shown.
func (s *shown) choice() chosenAt { return chosenAt{s.result, s.state.Algorithm, s.state.Budget} }

// bootstrap is what is known of the bootstrap of what is shown; nil for nothing.
func (a *Analysis) bootstrap() *core.Bootstrap {
	boot, _ := a.resampling.Answer(a.shown.choice())
	return boot
}

// stability is what is known of the attributes' stability, nil while nothing is.
func (a *Analysis) stability() *core.Stability {
	b := a.bootstrap()
	if b == nil || b.Why != "" || b.Stability[0].Frequency == nil {
		return nil
	}
	return &b.Stability[0]
}

// resampled says how far a bootstrap on its way is, "" where none is.
func (a *Analysis) resampled() string {
	b := a.bootstrap()
	if b == nil || b.Done() {
		return ""
	}
	return fmt.Sprintf(" · resampling %d of %d", b.Replicates, b.Of)
}

// doing says what is being computed, "" for nothing.
func (a *Analysis) doing() string {
	switch {
	case a.busy:
		return "computing…"
	case a.validating.Pending() && a.waiting == nil:
		return "validating…"
	}
	return ""
}

// resamples tells whether what is shown is resampled at all. With hundreds of
// attributes each replicate's projection takes a second.
func (a *Analysis) resamples() bool {
	r := a.shown.result
	return a.opt.Replicates > 0 && !a.opt.NoHonest && r.Step > 0 && len(r.Attributes) <= core.PromptAttributes
}

// resample bootstraps what is shown.
func (a *Analysis) resample() tea.Cmd {
	if !a.resamples() {
		return nil
	}
	key, draws := a.shown.choice(), core.Draws{Replicates: a.opt.Replicates, Seed: a.opt.Seed}
	return a.resampling.Ask(a.runner(), job.Question[chosenAt, *core.Bootstrap]{
		Key: key, Delay: stillness,
		Work: func(ctx context.Context, report func(*core.Bootstrap)) (*core.Bootstrap, error) {
			chunks := key.result.Resample(draws, []core.Wanted{{Algorithm: key.algorithm, Budget: key.budget}})
			for {
				boot, err := chunks.Next(ctx)
				if err != nil || boot.Done() {
					return boot, err
				}
				report(boot)
			}
		},
	})
}
