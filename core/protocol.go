package core

import (
	"cmp"
	"fmt"

	"fms-tui/core/experiment"
	"fms-tui/core/internal/budgetrange"
	"fms-tui/core/internal/moments"
	"fms-tui/model"
)

// Protocol prepares the experiment, under the settings of the Result; with
// Settings.AutoRidge each training part chooses its own ridge. Errors say in words
// what the data lack.
func (r *Result) Protocol(q experiment.Question) (*experiment.Protocol, error) {
	p, err := newProtocol(r, &q)
	if err != nil {
		return nil, err
	}
	if q.Train == 0 {
		q.Train = r.Objects - tested(r)
	}
	if q.Train < experiment.LeastObjects || q.Train >= r.Objects {
		return nil, fmt.Errorf("only %d objects have the label and judgments: the experiment takes at least %d to learn from, and others to test on",
			r.Objects, max(q.Train, experiment.LeastObjects))
	}
	if r.Attributes.LeastK() == 1 {
		q.K = 1
	}
	p.Designs, p.Test = []experiment.Design{{Objects: q.Train, K: q.K}}, min(r.Objects-q.Train, tested(r))
	return p, nil
}

func tested(r *Result) int { return max(experiment.LeastObjects, r.Objects/5) }

func setup(r *Result, shrink string, seed uint64) experiment.Setup {
	terms := r.terms()
	terms.Shrink = shrink == model.ShrinkAuto
	sampler := moments.NewSampler(r.study.data, r.known.label, r.known.blocks, func(a int) bool { return r.Attributes[a].Selectable() })
	return experiment.Setup{Sampler: sampler, Projection: projectionOf(r.Settings), Terms: terms, Seed: seed}
}

func newProtocol(r *Result, q *experiment.Question) (*experiment.Protocol, error) {
	if !r.study.judged() {
		return nil, model.NeedsJudgments("the experiment", r.Data().Name, "")
	}
	if err := r.notSeveral("the experiment"); err != nil {
		return nil, err
	}
	for _, b := range q.Budgets {
		if err := r.CheckBudget(b); err != nil {
			return nil, err
		}
	}
	p := &experiment.Protocol{
		Setup: setup(r, q.Shrink, q.Seed), Algorithms: q.Algorithms, Budgets: budgetrange.United(q.Budgets), Splits: q.Splits,
	}
	if q.Folds != NoFolds {
		p.Folds = cmp.Or(q.Folds, DefaultFolds)
	}
	if r.Settings.AutoRidge && p.Folds > 0 && !p.Terms.Shrink { // what is shrunk needs no ridge
		p.Ridges = model.Ridges()
	}
	return p, nil
}

// mostTradeoff is the number of judgments of a cell up to which training parts
// are considered.
const mostTradeoff = 12

// Tradeoff prepares the experiment: for each total every k from 2 on that cells hold,
// as long as the total pays for enough objects and the data hold that many. It ignores
// K, Train and Folds of the question. A fifth of the objects, and at least
// experiment.LeastObjects, are tested on. Without totals three are taken: what 2
// judgments of each cell of the others cost, half and a quarter of it.
func (r *Result) Tradeoff(q experiment.Question, totals []model.Amount) (*experiment.Tradeoff, error) {
	q.Folds = NoFolds
	p, err := newProtocol(r, &q)
	if err != nil {
		return nil, err
	}
	t := &experiment.Tradeoff{Protocol: p}
	p.Test = tested(r)
	most := r.Objects - p.Test
	if most < experiment.LeastObjects {
		return nil, fmt.Errorf("only %d objects have the label and judgments: the experiment takes at least %d to learn from, and %d to test on",
			r.Objects, experiment.LeastObjects, p.Test)
	}
	if t.PerRound, t.Judgment, err = r.Attributes.Rounds(); err != nil {
		return nil, err
	}
	if len(totals) == 0 {
		for _, part := range []int{4, 2, 1} {
			if total, ok := t.PerRound.Times(2 * (most / part)); ok {
				totals = append(totals, total)
			}
		}
	}
	for _, total := range totals {
		for _, d := range designs(r.Attributes, total, r.Attributes.LeastK(), max(r.Attributes.LeastK(), min(t.Judgment, mostTradeoff))) {
			if d.Objects <= most {
				p.Designs, t.Totals = append(p.Designs, d), append(t.Totals, total)
			}
		}
	}
	if len(p.Designs) == 0 {
		least, _ := t.PerRound.Times(2 * experiment.LeastObjects)
		return nil, fmt.Errorf("no total pays for a training part of %d to %d objects with 2 to %d judgments of each attribute: the smallest costs %s",
			experiment.LeastObjects, most, max(2, min(t.Judgment, mostTradeoff)), least)
	}
	return t, nil
}
