package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// stillness is how long nothing must change before resampling begins: it takes
// all processors for a while.
const stillness = 150 * time.Millisecond

// resampling keeps track of the bootstrap of what is shown.
type resampling struct {
	result    *core.Result // what it belongs to, with algorithm and budget
	algorithm selection.Algorithm
	budget    model.Amount
	number    int // answers to older ones are dropped
	cancel    context.CancelFunc
	boot      *core.Bootstrap // what is known so far; nil for nothing
}

// of tells whether the bootstrap is that of what is shown.
func (b *resampling) of(s *shown) bool {
	return b.result == s.result && b.algorithm == s.state.Algorithm && b.budget == s.state.Budget
}

// stability is what is known of the attributes' stability, nil while nothing is.
func (b *resampling) stability(s *shown) *core.Stability {
	if !b.of(s) || b.boot == nil || b.boot.Why != "" || b.boot.Stability[0].Frequency == nil {
		return nil
	}
	return &b.boot.Stability[0]
}

// doing says what is being computed, "" for nothing.
func (a *app) doing() string {
	switch {
	case a.solver.busy:
		return "computing…"
	case a.validation.result != nil && a.validation.waiting == nil:
		return "validating…"
	}
	return ""
}

// progress says how far a bootstrap on its way is, "" where none is.
func (b *resampling) progress(s *shown) string {
	if !b.of(s) || b.boot == nil || b.boot.Done() {
		return ""
	}
	return fmt.Sprintf(" · resampling %d of %d", b.boot.Replicates, b.boot.Of)
}

// resamples tells whether what is shown is resampled at all. With hundreds of
// attributes each replicate's projection takes a second.
func (a *app) resamples() bool {
	r := a.shown.result
	return a.opt.Replicates > 0 && !a.opt.NoHonest && r.Step > 0 && len(r.Attributes) <= core.PromptAttributes
}

// resample forgets a bootstrap of something else than what is shown, and
// begins that of what is shown when all has been still for a moment.
func (a *app) resample() tea.Cmd {
	b := &a.resampling
	if b.of(&a.shown) || !a.resamples() {
		return nil
	}
	if b.cancel != nil {
		b.cancel()
	}
	*b = resampling{
		result: a.shown.result, algorithm: a.shown.state.Algorithm, budget: a.shown.state.Budget, number: b.number + 1,
	}
	return a.after(stillness, stillMsg{b.number})
}

// still begins a bootstrap, unless something has changed since.
func (a *app) still(m stillMsg) tea.Cmd {
	b := &a.resampling
	if m.number != b.number {
		return nil
	}
	var ctx context.Context
	ctx, b.cancel = context.WithCancel(a.root)
	q := core.Draws{Replicates: a.opt.Replicates, Seed: a.opt.Seed}
	return next(ctx, b.result.Resample(q, []core.Wanted{{Algorithm: b.algorithm, Budget: b.budget}}), b.number)
}

// next goes on by a chunk of replicates.
func next(ctx context.Context, t *core.Resampling, number int) tea.Cmd {
	return func() tea.Msg {
		boot, err := t.Next(ctx)
		if err != nil {
			return nil // it was given up
		}
		return bootMsg{number, boot, func() tea.Cmd { return next(ctx, t, number) }}
	}
}

// booted takes what a chunk adds and asks for the next one.
func (a *app) booted(m bootMsg) tea.Cmd {
	if m.number != a.resampling.number {
		return nil
	}
	a.resampling.boot = m.boot
	a.change()
	if m.boot.Done() {
		return nil
	}
	return m.next()
}
