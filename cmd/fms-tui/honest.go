package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// addHonest adds the flags of the honest loss.
func (f *questionFlags) addHonest(c *cobra.Command) {
	fs := c.Flags()
	fs.BoolVar(&f.noHonest, "no-honest", false, "do not compute the honest (cross-validated) loss")
	fs.Var(whole(&f.folds, 2, 1000, "folds"), "folds", "folds of the cross-validation (default 10)")
	fs.Var(whole(&f.bootstrap, 0, 1_000_000, "replicates"), "bootstrap", "resample blocks of objects N times, and count how often each attribute is chosen")
	fs.Uint64Var(&f.seed, "seed", usualSeed, "random seed")
}

// foldsAsked is the number of folds for core.
func (f *questionFlags) foldsAsked() int {
	if f.noHonest {
		return core.NoFolds
	}
	return f.folds
}

// foldsTaken is the number of folds for people.
func (f *questionFlags) foldsTaken() int {
	if f.folds == 0 {
		return core.DefaultFolds
	}
	return f.folds
}

// picks returns what is chosen, by budget and then by algorithm; by algorithm
// alone where a rule gives each its own budget.
func picks(ctx context.Context, t *core.Tuning, f *flags) ([][]core.Pick, error) {
	chosen := f.algorithms
	if len(chosen) == 0 {
		chosen = selection.Algorithms()
	}
	if f.goal.asked() {
		return picksByRule(ctx, t, f, chosen)
	}
	budgets, by := f.budgets, (*core.MetricBudget)(nil)
	if len(budgets) == 0 {
		first, found, err := f.firstBudget(ctx, t)
		if err != nil {
			return nil, err
		}
		budgets, by = []model.Amount{first}, found
	}
	var all [][]core.Pick
	for _, b := range budgets {
		row, err := pick(ctx, t, chosen, func(selection.Algorithm) (model.Amount, error) {
			return b, t.Answers[0].CheckBudget(b)
		})
		if err != nil {
			return nil, err
		}
		row[0].By = by
		all = append(all, row)
	}
	return all, nil
}

// picksByRule returns one row an algorithm.
func picksByRule(ctx context.Context, t *core.Tuning, f *flags, chosen []selection.Algorithm) ([][]core.Pick, error) {
	var all [][]core.Pick
	var missed []error
	for _, a := range chosen {
		var by *core.MetricBudget
		row, err := pick(ctx, t, []selection.Algorithm{a}, func(a selection.Algorithm) (b model.Amount, err error) {
			b, by, err = f.budgetOf(ctx, t, a)
			return b, err
		})
		if err != nil {
			missed = append(missed, err)
			continue
		}
		row[0].By = by
		all = append(all, row)
	}
	return all, errors.Join(missed...)
}

func pick(ctx context.Context, t *core.Tuning, chosen []selection.Algorithm, budget func(selection.Algorithm) (model.Amount, error)) ([]core.Pick, error) {
	var row []core.Pick
	for _, a := range chosen {
		b, err := budget(a)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		answer := t.At(a, b)
		row = append(row, core.Pick{Answer: answer, Selection: answer.At(a, b)})
	}
	return row, nil
}

// resample runs the bootstrap that --bootstrap asks for, with its progress on
// stderr where that is a terminal: one a ridge, since selections may differ in
// theirs. It returns what is known of each pick, in order; nil without one.
func resamplePicks(ctx context.Context, p *program, all [][]core.Pick, f *flags) ([]core.Stability, error) {
	if f.bootstrap == 0 {
		return nil, nil
	}
	var out []core.Stability
	for _, row := range all {
		for i := range row {
			s := &row[i].Selection
			wanted := []core.Wanted{{Algorithm: s.Algorithm, Budget: s.Budget}}
			resampled := p.pieces(fmt.Sprintf("resampling for %s at %s", s.Algorithm, s.Budget), f)
			b, err := row[i].Bootstrap(ctx, core.Draws{Replicates: f.bootstrap, Seed: f.seed}, wanted, func(b *core.Bootstrap) {
				resampled(b.Replicates, b.Of)
			})
			if err != nil {
				return nil, err
			}
			if b.Why != "" {
				p.warn([]model.Finding{{Code: model.CodeNoBootstrap, Message: "no bootstrap: " + b.Why}}, f)
				return nil, nil
			}
			out = append(out, b.Stability[0])
		}
	}
	return out, nil
}

// line shows a line on stderr that the next one replaces, on a terminal alone; "" takes it
// away.
func (p *program) line(line string, f *flags) {
	if p.progressed != nil {
		p.progressed(line)
	}
	if f.quiet || !p.redraws() {
		return
	}
	fmt.Fprintf(p.stderr, "\r\x1b[K%s", line)
}

// honestBudgets are the budgets at which the honest loss was computed in advance.
type honestBudgets struct {
	count    int
	from, to model.Amount
	spacing  string
}

// Spacings of these budgets.
const (
	askedBudgets = "asked"      // 0 and the budgets of the flags
	everyStep    = "every step" // of the range
	evenBudgets  = "even"       // over the range; a rule looks between them too
)

// honestBudgetsOf describes the honest curve of the first algorithm, nil if there is none.
func honestBudgetsOf(a *core.Answer) *honestBudgets {
	if a.Honest == nil || a.Honest.Why != "" || a.Step == 0 {
		return nil
	}
	budgets, _ := a.Honest.Curve(a.Algorithms()[0])
	if len(budgets) == 0 {
		return nil
	}
	at := &honestBudgets{count: len(budgets), from: budgets[0], to: budgets[len(budgets)-1], spacing: evenBudgets}
	switch {
	case a.AtBudgets():
		at.spacing = askedBudgets
	case at.count > int(at.to/a.Step):
		at.spacing = everyStep
	}
	return at
}

// tellBudgets says on stderr that a rule was judged at some of the budgets.
func tellBudgets(p *program, t *core.Tuning, f *flags) {
	at := honestBudgetsOf(&t.Answers[0])
	if f.goal.asked() && !f.quiet && at != nil && at.spacing == evenBudgets {
		p.tell(fmt.Sprintf("the honest loss was computed at %d budgets, evenly spaced from %s to %s", at.count, at.from, at.to))
	}
}
