package core

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// SecondRoundObjects is the usual number of objects to judge again: enough to find the
// reliability of an attribute with a standard error of about .1.
const SecondRoundObjects = 60

// SecondRound is a second judgment of some objects, of every attribute that no object has
// twice: what it asks, and what it could find.
type SecondRound struct {
	Plan    model.Plan     // Training is the second judgments; of no new objects
	Budgets []model.Amount // 1, 2 and 4 times the pick's, as far as there are such budgets
	Once    []Estimate     // the honest loss of each budget, asked at most once
	Worth   []RepeatWorth  // by reliability, rising; nil where the pick has no honest loss
}

// RepeatWorth is what repeats are worth if judgments of the attributes asked once have a
// reliability.
type RepeatWorth struct {
	Reliability float64
	// Contradicted is the share of the covariances, in [0,1], that had to be removed: attributes go
	// with each other more than so much noise allows, or share errors.
	Contradicted float64
	// Honest is the lowest honest loss at each budget, asked more than once or at most once.
	Honest []Estimate
}

// reliabilitiesAsked are the reliabilities that a second round could find.
var reliabilitiesAsked = []float64{.3, .5, .7, .9}

// OncePerObject returns how many candidates no object has twice: the judgments that one more
// of each object takes.
func (r *Result) OncePerObject() (n int) {
	for a := range r.Attributes {
		if at := &r.Attributes[a]; at.Once && at.Selectable() {
			n++
		}
	}
	return n
}

// SecondRound plans to judge some objects again, at least 1, and cross-validates what the pick's
// algorithm would choose if reliabilities were known. Objects are spread evenly over the label's
// values among those that lack the fewest of the attributes. Errors say in words why there is
// nothing to plan; a *model.NeedsJudgmentsError is one.
func (p *Pick) SecondRound(ctx context.Context, objects, folds int) (_ *SecondRound, err error) {
	defer overflow.Catch(&err)
	if p.OncePerObject() == 0 {
		return nil, errors.New("some object has two judgments of each attribute: a second round is for attributes that no object has twice")
	}
	if _, judged := p.study.source.(judgments); !judged {
		return nil, &model.NeedsJudgmentsError{What: "a second round", Data: p.Data().Name}
	}
	out := &SecondRound{}
	if out.Plan, err = p.secondJudgments(objects); err != nil {
		return nil, err
	}
	for _, times := range []int{1, 2, 4} {
		if b, ok := p.Selection.Budget.Times(times); ok && b > 0 && p.CheckBudget(b) == nil {
			out.Budgets = append(out.Budgets, b)
		}
	}
	if p.Honest == nil || p.Honest.Why != "" {
		return out, ctx.Err()
	}
	if out.Once, _, err = p.repeatsWorth(ctx, 0, out.Budgets, folds); err != nil {
		return nil, err
	}
	for _, reliability := range reliabilitiesAsked {
		w := RepeatWorth{Reliability: reliability}
		if w.Honest, w.Contradicted, err = p.repeatsWorth(ctx, reliability, out.Budgets, folds); err != nil {
			return nil, err
		}
		for i, once := range out.Once {
			if !(w.Honest[i].Loss < once.Loss) {
				w.Honest[i] = once
			}
		}
		out.Worth = append(out.Worth, w)
	}
	return out, nil
}

// repeatsWorth cross-validates under an assumed reliability, 0 for none, at some budgets. It
// returns the honest losses, NaN where they are impossible, and what Project cut.
func (p *Pick) repeatsWorth(ctx context.Context, reliability float64, budgets []model.Amount, folds int) (worth []Estimate, cut float64, err error) {
	q := Request{Settings: p.Settings, Budgets: budgets, Algorithms: []selection.Algorithm{p.Selection.Algorithm}}
	for a := range p.Attributes {
		if at := &p.Attributes[a]; at.Once {
			q.Settings = q.Settings.WithReliability(at.Name, reliability)
		}
	}
	t, err := p.study.Tune(ctx, q, folds)
	if err != nil {
		return nil, 0, err
	}
	for _, b := range budgets {
		e, one := UnknownEstimate(), t.At(p.Selection.Algorithm, b)
		if one.Honest != nil && one.Honest.Possible(p.Selection.Algorithm, b) {
			e = one.Honest.At(p.Selection.Algorithm, b)
		}
		worth = append(worth, e)
	}
	return worth, t.Answers[0].PSDCut, nil
}

// secondJudgments lists a second judgment of the candidates asked once, of some objects in the
// order of the data.
func (p *Pick) secondJudgments(objects int) (plan model.Plan, err error) {
	answer, on := p.Design.Answers(p.prices()), p.Design.on(len(p.Attributes))
	once := make([]int, len(p.Attributes))
	for a := range p.Attributes {
		at := &p.Attributes[a]
		if !at.Once || !at.Selectable() {
			continue
		}
		once[a] = 1
		plan.Attributes = append(plan.Attributes, model.PlanAttribute{Name: at.Name, Judgments: 1, Price: answer[a]})
	}
	for g := range p.Design.Forms {
		if f := p.planForm(g, once, 0); f.Filled > 0 {
			plan.Forms = append(plan.Forms, f)
		}
	}
	l := p.newLacks(answer, on)
	chosen := spreadObjects(p.cells(), p.known.label.Values, once, objects)
	for _, i := range chosen {
		l.cells.Sizes(i, l.held)
		for a := range l.lacking {
			l.lacking[a] = min(once[a], l.held[a])
		}
		if err := l.add(i); err != nil {
			return plan, err
		}
	}
	plan.Training = l.PlanTraining
	return plan, nil
}

// spreadObjects returns at most n objects, in the order of the data: of those that hold the most of
// some attributes, which are 1 in wanted, every so many by the label's value.
func spreadObjects(cells *moments.Cells, label []float64, wanted []int, n int) []int {
	var list []int
	holds, held := make([]int, len(label)), make([]int, len(wanted))
	for i := range label {
		if !cells.Counts(i) {
			continue
		}
		cells.Sizes(i, held)
		for a := range wanted {
			holds[i] += min(held[a], wanted[a])
		}
		list = append(list, i)
	}
	n = min(n, len(list))
	slices.SortStableFunc(list, func(i, j int) int { return holds[j] - holds[i] })
	least := holds[list[n-1]]
	list = slices.DeleteFunc(list, func(i int) bool { return holds[i] < least })
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Or(cmp.Compare(label[i], label[j]), i-j) })
	chosen := make([]int, n)
	for k := range chosen {
		chosen[k] = list[(2*k+1)*len(list)/(2*n)]
	}
	slices.Sort(chosen)
	return chosen
}
