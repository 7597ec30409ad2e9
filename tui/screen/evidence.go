package screen

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/plan"
	"fms-tui/tui/job"
)

// SeenAt is a choice whose loss is seen in the data's own judgments.
type SeenAt struct {
	honest    *core.Honest
	algorithm selection.Algorithm
	budget    model.Amount
}

// see computes the seen loss of the shown selection. It reads all judgments once, so it
// waits until the screen is still.
func (a *Evidence) see() tea.Cmd {
	key := a.Shown.SeenAt()
	if key.honest == nil {
		a.Looking.Abandon(key)
		return nil
	}
	if heldOff(a.Dragging, &a.Looking) {
		return nil
	}
	return a.Looking.Ask(a.Runner(), job.Question[SeenAt, *core.Seen]{
		Key: key, Delay: Stillness,
		Work: func(ctx context.Context, _ func(*core.Seen)) (*core.Seen, error) {
			seen, err := key.honest.Seen(ctx, key.algorithm, key.budget)
			return &seen, err
		},
	})
}

func (s *Shown) SeenAt() SeenAt { return SeenAt{s.Honest, s.State.Algorithm, s.State.Budget} }

// seen is the seen loss of what is shown, nil while it is not known.
func (a *Evidence) seen() *core.Seen {
	seen, _ := a.Looking.Answer(a.Shown.SeenAt())
	return seen
}

// Refuted tells whether the data's own judgments contradict the honest loss.
func (l *look) Refuted() bool { return l.Seen != nil && l.Seen.Refuted() }

// Refutation says in a few words that the honest figure is refuted; the honest
// R² is the one that the readout would have shown.
func (l *look) Refutation() string {
	s := &l.Selections[l.Active]
	seen, honest := l.Seen.Contradiction(l.Estimates[l.Active])
	return fmt.Sprintf("honest R² %s, seen %s on %s", ShownR2(s, honest.Loss), ShownR2(s, seen.Loss),
		figure.CountOf(seen.Objects, "object"))
}

// ShownR2 is the R² of a loss. An R² far below 0 is cut, because its size means nothing.
func ShownR2(s *core.Selection, loss float64) string {
	r2 := s.R2At(loss)
	if r2 < -99 {
		return "below -99"
	}
	return figure.Share(r2)
}

// picked is the active algorithm's choice with the weights that are taken for it, as
// far as these are known.
func (a *Scene) picked() *core.Pick {
	p := &core.Pick{Answer: core.Answer{Result: a.Shown.Result, Honest: a.Shown.Honest}, Selection: *a.Active()}
	if seen := a.seen(); seen != nil {
		p.RidgeRefit = seen.Refit
	}
	return p
}

// seenWords say in a line what is seen of the active algorithm's loss, "" where
// nothing can be.
func (a *Scene) seenWords() string {
	h, seen := a.Shown.Honest, a.Look.Seen
	s := a.Active()
	switch {
	case a.Opt.NoHonest:
		return ""
	case h != nil && h.Why != "":
		return "not seen: " + h.Why
	case seen == nil:
		return "…"
	case seen.Why != "":
		return "not seen: " + seen.Why
	}
	m := a.measure().losses()
	text := fmt.Sprintf("%s %s", m.Words(), m.withError(m.estimate(seen.Estimate)))
	if m.Scale != ScaleR2 {
		text += ", R² " + ShownR2(s, seen.Loss)
	}
	text += " on " + figure.CountOf(seen.Objects, "object")
	if off := seen.Off; !math.IsNaN(off.Loss) && off.SE > 0 {
		text += fmt.Sprintf("; %s standard errors from honest", apart(math.Abs(off.Loss)/off.SE))
	}
	return text
}

// apart is a distance in standard errors. Where the seen loss is the honest loss, what is left of
// it is rounding.
func apart(errors float64) string {
	if errors < .01 {
		return "less than 0.01"
	}
	return figure.Significant(errors, 2)
}

// findings are what the screen itself finds wrong with its figures.
func (a *Scene) findings() []model.Finding {
	l := &a.Look
	if !l.Refuted() {
		return nil
	}
	return []model.Finding{{
		Code: model.CodeRefuted,
		Message: fmt.Sprintf("the data's own judgments refute the honest loss of %s at B = %s: %s. Do not buy by it: are judgments by one person or call bought as if others gave them (R)?",
			l.Selections[l.Active].Algorithm, l.Selections[l.Active].Budget, l.Refutation()),
	}}
}

// Stillness is how long nothing must change before resampling begins: it takes
// all processors for a while.
const Stillness = 150 * time.Millisecond

// heldOff tells whether the button is held on something that follows the pointer. Work
// that waits for stillness waits for the release too, and what is under way is given up:
// it would take the processors that the next frame needs.
func heldOff[K, T any](dragging bool, work *job.Latest[K, T]) bool {
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

// asides are figures of the shown choice that take longer than a frame of much
// data: they come when they are there. Of less they are computed for the frame.
type asides struct {
	further  aside[furtherAt, []float64]
	planning aside[chosenAt, *plan.Plan]
	honest   aside[preparedAt, bool]
}

// aside is a figure that comes when it is there.
type aside[K, T any] struct {
	job.Latest[K, T]
	wants *K // what the last frame would have shown; nil for nothing
}

// ask asks for what the last frame could not show.
func (s *aside[K, T]) ask(a *Host, work func(context.Context, K) (T, error)) tea.Cmd {
	if a.Dragging || s.wants == nil {
		return nil
	}
	key := *s.wants
	s.wants = nil
	return s.Ask(a.Runner(), job.Question[K, T]{Key: key, Work: func(ctx context.Context, _ func(T)) (T, error) { return work(ctx, key) }})
}

// preparedAt is a choice that is shown with an honest loss.
type preparedAt struct {
	chosenAt
	from    *core.Honest
	further []model.Amount // budgets of a table
}

// Equal compares choices, and what their honest loss comes from.
func (p preparedAt) Equal(o preparedAt) bool {
	return p.chosenAt == o.chosenAt && p.from == o.from && slices.Equal(p.further, o.further)
}

// furtherAt is a choice and an attribute of which there could be more judgments.
type furtherAt struct {
	chosenAt
	attribute int
}

// furtherMost is up to how many more judgments of an attribute its card looks.
const furtherMost = 5

// further is what more judgments of an attribute would leave of the active choice's loss;
// nil while that is not known.
func (a *Evidence) further(s *core.Selection, i int) []float64 {
	r := a.Shown.Result
	if len(r.Attributes) <= core.PromptAttributes {
		return r.Further(s, i, furtherMost)
	}
	key := furtherAt{a.Shown.choice(), i}
	a.asides.further.wants = &key
	losses, _ := a.asides.further.Answer(key)
	return losses
}

// plan is what is still to be collected for the active choice; nil while that is not known.
func (a *Evidence) plan(s *core.Selection) (*plan.Plan, error) {
	r := a.Shown.Result
	if len(r.Attributes) <= core.PromptAttributes && r.Judgments <= promptJudgments {
		p, err := r.Plan(s, collected)
		return &p, err
	}
	key := a.Shown.choice()
	a.asides.planning.wants = &key
	if !a.asides.planning.For(key) {
		return nil, nil
	}
	return a.asides.planning.Value, a.asides.planning.Err
}

// askFigures asks for what the last frame could not show; further are the budgets of a
// table.
func (a *Evidence) askFigures(further func() []model.Amount) tea.Cmd {
	if w := a.asides.honest.wants; w != nil && !a.Dragging {
		w.further = further()
	}
	return tea.Batch(
		a.asides.further.ask(a.Host, func(_ context.Context, key furtherAt) ([]float64, error) {
			s := key.result.At(key.algorithm, key.budget)
			return key.result.Further(&s, key.attribute, furtherMost), nil
		}),
		a.asides.planning.ask(a.Host, func(_ context.Context, key chosenAt) (*plan.Plan, error) {
			s := key.result.At(key.algorithm, key.budget)
			p, err := key.result.Plan(&s, collected)
			return &p, err
		}),
		a.asides.honest.ask(a.Host, prepare),
	)
}

// prepare computes the honest loss of every algorithm at the budget of a choice, and of its
// own at further budgets.
func prepare(ctx context.Context, p preparedAt) (bool, error) {
	for _, alg := range p.result.Algorithms() {
		if err := p.from.Prepare(ctx, alg, p.budget); err != nil {
			return false, err
		}
	}
	return true, p.from.Prepare(ctx, p.algorithm, p.further...)
}

// forget drops all that was asked, and what the last frame would have shown.
func (f *asides) forget() {
	f.further.Forget()
	f.planning.Forget()
	f.honest.Forget()
	f.further.wants, f.planning.wants, f.honest.wants = nil, nil, nil
}

// appliesTo is what decides, in some data, which screens apply.
type appliesTo struct{ label, excluded string }

// applying says why Votes and Partial do not apply to the data; "" where they do.
type applying struct{ votes, partial string }

// mostWeighed is the number of judgments up to which it is found out beforehand
// whether Partial applies: that copies them.
const mostWeighed = 5_000_000

// apply finds out which screens apply to what is shown.
func (a *Evidence) apply() tea.Cmd {
	r, study := a.Shown.Result, a.Opt.Study
	return a.Applying.Ask(a.Runner(), job.Question[appliesTo, applying]{
		Key: appliesTo{r.Label, a.excluded()},
		Work: func(context.Context, func(applying)) (applying, error) {
			var x applying
			if len(study.VotedOn()) == 0 {
				x.votes = noVotes
			}
			if len(study.Data().Value) > mostWeighed {
				return x, nil
			}
			if _, err := r.CompleteCells(); err != nil {
				x.partial = "Partial does not apply: " + adviseError(err) + ". It applies to objects with a judgment of every attribute; space on Plan leaves out an attribute."
			}
			return x, nil
		},
		Took: func() tea.Cmd { a.applying = a.Applying.Value; return nil },
	})
}

// noVotes says what Votes need.
const noVotes = "No votes in this data. Votes are 0/1 judgments of the same object by several raters. " +
	"Votes applies once an attribute holds them: the screen then infers a label that nobody gave."

// inapplicable is an error of a screen that has nothing to show, in whole sentences.
type inapplicable string

func (i inapplicable) Error() string { return string(i) }

// votesOff says why there is nothing to vote on; "" where there is, and while that
// is not known.
func (a *Evidence) votesOff() string { return a.applying.votes }

// partialOff says why nothing can be learned from a few judgments of each object.
func (a *Evidence) partialOff() string { return a.applying.partial }
