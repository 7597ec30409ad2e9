package screen

import (
	"context"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui/job"
)

// SeenAt is a choice whose loss is seen in the data's own judgments.
type SeenAt struct {
	honest    *core.Honest
	algorithm selection.Algorithm
	budget    model.Amount
}

// declare declares what is asked aside about the choice shown.
func (a *Evidence) declare() {
	// The seen loss reads all judgments once.
	a.Looking = asks(Stillness, func() (SeenAt, bool) {
		return SeenAt{a.Shown.Honest, a.Shown.State.Algorithm, a.Shown.State.Budget}, a.Shown.Honest != nil
	}, func(ctx context.Context, key SeenAt) (*core.Seen, error) {
		seen, err := key.honest.Seen(ctx, key.algorithm, key.budget)
		return &seen, err
	})
	// Trust compares what regression makes of each algorithm's choice, as commands do: where it is
	// better than the weights of moments.
	a.refitting = asks(Stillness, func() (SeenAt, bool) {
		return SeenAt{honest: a.Shown.Honest, budget: a.Shown.State.Budget}, a.Shown.Honest != nil && a.Wide
	}, func(ctx context.Context, key SeenAt) (map[selection.Algorithm]*core.RidgeRefit, error) {
		found := make(map[selection.Algorithm]*core.RidgeRefit)
		for _, alg := range selection.AllAlgorithms() {
			if !key.honest.Has(alg) {
				continue
			}
			x, err := key.honest.RidgeRefit(ctx, alg, key.budget)
			if err != nil {
				return nil, err
			}
			if x.Taken {
				found[alg] = x
			}
		}
		return found, nil
	})
	a.Resampling = follows(Stillness, func() (chosenAt, bool) { return a.Shown.choice(), a.resamples() }, a.resample)
	a.Leaving = follows(Stillness, a.leaves, a.leaveOut)
	a.Weighing = follows(Stillness, func() (weighed, bool) {
		if !a.Weighs {
			return weighed{}, false // work for a list that is closed is given up
		}
		return weighed{a.Shown.State.Settings, a.Shown.State.Budget}, true
	}, a.weigh)
}

// apart is a distance in standard errors. Where the seen loss is the honest loss, what is left of
// it is rounding.
func apart(errors float64) string {
	if errors < .01 {
		return "less than 0.01"
	}
	return figure.Significant(errors, 2)
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
func (a *Evidence) resample(key chosenAt) work[*core.Bootstrap] {
	now, draws := a.working.now, core.Draws{Replicates: a.Opt.Replicates, Seed: a.Opt.Seed, Spare: true}
	draws.Of = []core.Selection{{Algorithm: key.algorithm, Budget: key.budget}}
	return func(ctx context.Context, report func(*core.Bootstrap)) (*core.Bootstrap, error) {
		due := reports(now)
		var last *core.Bootstrap
		for boot, err := range key.result.Bootstrap(ctx, draws) {
			if err != nil {
				return nil, err
			}
			if last = boot; !boot.Done() && due() {
				report(boot)
			}
		}
		return last, nil
	}
}

// leastReport is the least time from one report of a bootstrap to the next. Each report is a
// frame, which this program and the terminal draw while a key may be pressed.
const leastReport = 100 * time.Millisecond

// reports returns what tells whether it is time for a report: always without a clock.
func reports(now func() time.Time) (due func() bool) {
	if now == nil {
		return func() bool { return true }
	}
	last := now()
	return func() bool {
		at := now()
		if at.Sub(last) < leastReport {
			return false
		}
		last = at
		return true
	}
}

// furtherAt is a choice and an attribute of which there could be more judgments.
type furtherAt struct {
	chosenAt
	attribute int
}

// furtherMost is up to how many more judgments of an attribute its card looks.
const furtherMost = 5

// declare declares what is asked about the attribute whose card is shown: what more judgments of it
// would leave of the active choice's loss.
func (a *Focus) declare() {
	a.Further = asks(0, func() (furtherAt, bool) {
		i := slices.IndexFunc(a.Shown.Result.Attributes, func(at core.Attribute) bool { return at.Name == a.Card && at.Usable() })
		return furtherAt{a.Shown.choice(), i}, i >= 0
	}, func(_ context.Context, key furtherAt) ([]float64, error) {
		s := key.result.At(key.algorithm, key.budget)
		return key.result.Further(&s, key.attribute, furtherMost), nil
	})
}

// preparedAt is a choice that is shown with an honest loss.
type preparedAt struct {
	chosenAt
	from *core.Honest
}

// declare declares the honest losses that are shown and not on their curves: of every algorithm
// at B, and of the active one at the budgets of the tables.
func (a *Budget) declare() {
	a.Preparing = asks(0, func() (preparedAt, bool) {
		h, s := a.Shown.Honest, a.Shown.State
		if h == nil || h.Why != "" {
			return preparedAt{}, false
		}
		unknown := func(b model.Amount) bool { return !h.Known(s.Algorithm, b) }
		return preparedAt{a.Shown.choice(), h}, slices.ContainsFunc(a.Shown.Result.Algorithms(), func(alg selection.Algorithm) bool { return !h.Known(alg, s.Budget) }) ||
			slices.ContainsFunc(a.roundBudgets(), unknown)
	}, func(ctx context.Context, key preparedAt) (bool, error) {
		for _, alg := range key.result.Algorithms() {
			if err := key.from.Prepare(ctx, alg, key.budget); err != nil {
				return false, err
			}
		}
		return true, key.from.Prepare(ctx, key.algorithm, roundBudgets(key.result, key.algorithm, key.budget)...)
	})
}

// appliesTo is what decides, in some data, which screens apply.
type appliesTo struct{ label, excluded string }

// applying says why Votes and Partial do not apply to the data; "" where they do.
type applying struct {
	voted          []string // attributes that are voted on
	votes, partial string
}

// mostWeighed is the number of judgments up to which it is found out beforehand
// whether Partial applies: that copies them.
const mostWeighed = 5_000_000

// apply finds out which screens apply to what is shown.
func (a *Evidence) apply() tea.Cmd {
	r, study := a.Shown.Result, a.Opt.Study
	return a.Applying.Ask(a.Runner(), job.Question[appliesTo, applying]{
		Key: appliesTo{r.Label, a.excluded()},
		Work: func(context.Context, func(applying)) (applying, error) {
			x := applying{voted: study.VotedOn()}
			if len(x.voted) == 0 {
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

// votesOff says why there is nothing to vote on; "" where there is, and while that
// is not known.
func (a *Evidence) votesOff() string { return a.applying.votes }

// VotedOn are the attributes that are voted on; nil while that is not known.
func (a *Evidence) VotedOn() []string { return a.applying.voted }

// partialOff says why nothing can be learned from a few judgments of each object.
func (a *Evidence) partialOff() string { return a.applying.partial }
