package screen

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

// Stillness is how long nothing must change before resampling begins: it takes
// all processors for a while.
const Stillness = 150 * time.Millisecond

// heldOff tells whether the button is held on something that follows the pointer. Work
// that waits for stillness waits for the release too, and what is under way is given up:
// it would take the processors that the next frame needs.
func heldOff[K job.Key[K], T any](dragging bool, work *job.Latest[K, T]) bool {
	if dragging && work.Pending() {
		work.Forget()
	}
	return dragging
}

// chosenAt is a choice that is resampled.
type chosenAt struct {
	result    *core.Result
	algorithm selection.Algorithm
	budget    model.Amount
}

// Equal compares choices.
func (c chosenAt) Equal(o chosenAt) bool { return c == o }

// choice is the choice that is shown.
func (s *Shown) choice() chosenAt { return chosenAt{s.Result, s.State.Algorithm, s.State.Budget} }

// bootstrap is what is known of the bootstrap of what is shown; nil for nothing.
func (a *Evidence) bootstrap() *core.Bootstrap {
	boot, _ := a.Resampling.Answer(a.Shown.choice())
	return boot
}

// Stability is what is known of the attributes' stability, nil while nothing is.
func (a *Evidence) Stability() *core.Stability {
	b := a.bootstrap()
	if b == nil || b.Why != "" || b.Stability[0].Frequency == nil {
		return nil
	}
	return &b.Stability[0]
}

// resampled says how far a bootstrap on its way is, "" where none is.
func (a *Evidence) resampled() string {
	b := a.bootstrap()
	if b == nil || b.Done() {
		return ""
	}
	return fmt.Sprintf(" · resampling %d of %d", b.Replicates, b.Of)
}

// resamples tells whether what is shown is resampled at all. With hundreds of
// attributes each replicate's projection takes a second.
func (a *Evidence) resamples() bool {
	r := a.Shown.Result
	return a.Opt.Replicates > 0 && !a.Opt.NoHonest && r.Step > 0 && len(r.Attributes) <= core.PromptAttributes
}

// resample bootstraps what is shown.
func (a *Evidence) resample() tea.Cmd {
	if !a.resamples() || heldOff(a.Dragging, &a.Resampling) {
		return nil
	}
	key, now, draws := a.Shown.choice(), a.working.now, core.Draws{Replicates: a.Opt.Replicates, Seed: a.Opt.Seed, Spare: true}
	return a.Resampling.Ask(a.Runner(), job.Question[chosenAt, *core.Bootstrap]{
		Key: key, Delay: Stillness,
		Work: func(ctx context.Context, report func(*core.Bootstrap)) (*core.Bootstrap, error) {
			chunks := key.result.Resample(draws, []core.Wanted{{Algorithm: key.algorithm, Budget: key.budget}})
			for due := reports(now); ; {
				boot, err := chunks.Next(ctx)
				if err != nil || boot.Done() {
					return boot, err
				}
				if due(boot.Replicates) {
					report(boot)
				}
			}
		},
	})
}

// leastReport is the least time from one report of a bootstrap to the next. Each report is a
// frame, which this program and the terminal draw while a key may be pressed.
const leastReport = 100 * time.Millisecond

// reports returns what tells whether a number of replicates is reported: twice as many as
// last time, and not before leastReport where there is a clock.
func reports(now func() time.Time) (due func(replicates int) bool) {
	told, last := 0, time.Time{}
	if now != nil {
		last = now()
	}
	return func(replicates int) bool {
		if replicates < 2*told {
			return false
		}
		if now != nil {
			at := now()
			if at.Sub(last) < leastReport {
				return false
			}
			last = at
		}
		told = replicates
		return true
	}
}
