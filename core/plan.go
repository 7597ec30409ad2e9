package core

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"fms-tui/core/experiment"
	"fms-tui/core/internal/attribute"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/report/figure"
	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/model/plan"
)

// MostNewObjects is the largest number of new objects of a plan.
const MostNewObjects = 1_000_000_000

// Plan lists the judgments to collect for new objects, at least 1 and at most
// MostNewObjects, and those that the training objects need to hold equally
// many. A cost beyond model.MaxAmount is an error.
func (r *Result) Plan(s *Selection, objects int) (plan.Plan, error) {
	p := plan.Plan{Objects: objects, Attributes: []plan.Attribute{}, Forms: []plan.Form{}}
	l := newLacks(r)
	for _, a := range s.support() {
		n := s.Repeats[a]
		at := plan.Attribute{Name: r.Attributes[a].Name, Judgments: n, Price: l.answer[a], Total: n * objects}
		if g := l.on[a]; g >= 0 {
			at.Form = &r.Design.Forms[g].Name
		}
		at.PerObject, _ = at.Price.Times(n) // within the budget
		at.Cost, _ = at.PerObject.Times(objects)
		p.Attributes = append(p.Attributes, at)
	}
	for g := range r.Design.Forms {
		if f := planForm(r, g, s.Repeats, objects); f.Filled > 0 {
			p.Forms = append(p.Forms, f)
		}
	}
	var ok bool
	if p.PerObject, ok = r.problem.Cost(s.Repeats); !ok {
		return p, fmt.Errorf("what is chosen for an object costs more than %s", model.MaxAmount)
	}
	if p.Cost, ok = p.PerObject.Times(objects); !ok {
		return p, fmt.Errorf("%d objects at %s each cost more than %s", objects, p.PerObject, model.MaxAmount)
	}
	for i := range r.Data().Objects {
		if !l.cells.Counts(i) {
			continue
		}
		if err := l.add(i, func(a, held int) int { return max(0, s.Repeats[a]-held) }); err != nil {
			return p, err
		}
	}
	p.Training = l.Training
	return p, nil
}

func planForm(r *Result, g int, repeats []int, objects int) plan.Form {
	form := &r.Design.Forms[g]
	f := plan.Form{Name: form.Name, Price: form.Price, Filled: form.Filled(repeats), Asks: []plan.Ask{}}
	for _, a := range form.Attributes {
		if n := repeats[a]; n > 0 {
			f.Asks = append(f.Asks, plan.Ask{Attribute: r.Attributes[a].Name, Times: n})
		}
	}
	costs, _ := r.Design.Costs(repeats, r.Attributes.Prices())
	f.PerObject, f.Total = costs[g], f.Filled*objects
	f.Cost, _ = f.PerObject.Times(objects) // part of a cost that is checked
	return f
}

// lacks lists the judgments that objects lack, object by object, at the prices of answers, and the
// forms that they are asked on.
type lacks struct {
	plan.Training
	r            *Result
	cells        *moments.Cells
	answer       []model.Amount // the price of one, by attribute
	on           []int          // by attribute: its form, -1 for none
	held, filled []int          // of the object at hand, by attribute and by form
}

func newLacks(r *Result) *lacks {
	return &lacks{
		Training: plan.Training{Tasks: []plan.Task{}, Forms: []plan.FormTask{}},
		r:        r, cells: r.known.cells(), answer: r.Design.Answers(r.Attributes.Prices()), on: r.Design.On(len(r.Attributes)),
		held: make([]int, len(r.Attributes)), filled: make([]int, len(r.Design.Forms)),
	}
}

// add lists what an object lacks: so many judgments of an attribute of which it holds some.
func (l *lacks) add(i int, lacking func(a, held int) int) error {
	t, object := &l.Training, l.r.Data().Objects[i]
	pay := func(price model.Amount, n int) model.Amount {
		cost, ok := price.Times(n)
		if !ok {
			cost = model.MaxAmount + 1
		}
		t.Cost = min(t.Cost+cost, model.MaxAmount+1)
		return cost
	}
	t.Objects++
	l.cells.Sizes(i, l.held)
	clear(l.filled)
	before := len(t.Tasks)
	for a, held := range l.held {
		n := lacking(a, held)
		if n == 0 {
			continue
		}
		task := plan.Task{Object: object, Attribute: l.r.Attributes[a].Name, Judgments: n, Cost: pay(l.answer[a], n)}
		if g := l.on[a]; g >= 0 {
			task.Form = l.r.Design.Forms[g].Name
			l.filled[g] = max(l.filled[g], n)
		}
		t.Judgments += n
		t.Tasks = append(t.Tasks, task)
	}
	if len(t.Tasks) == before {
		t.Complete++
	}
	for g, n := range l.filled {
		if f := &l.r.Design.Forms[g]; n > 0 {
			t.Forms = append(t.Forms, plan.FormTask{Object: object, Form: f.Name, Filled: n, Cost: pay(f.Price, n)})
		}
	}
	if t.Cost > model.MaxAmount {
		return fmt.Errorf("what the training objects lack costs more than %s", model.MaxAmount)
	}
	return nil
}

// mostK is the largest number of judgments a cell that designs consider. Data that hold
// less than half of it lower the limit.
const mostK = 8

// Pilot draws pilots of some designs out of the data and says what would be
// chosen from each, at the pick's budget and ridge: k judgments of each candidate on as many
// objects as the cost pays for, for k from 2 to twice what the data hold, and at most
// mostK; 1 where every candidate is asked once. report, if not nil, is told
// how many subsamples are done. A context that ends returns its error, with the
// Pilot of the subsamples done where they are enough, else nil. Other errors say
// in words why there can be no pilots.
func (p *Pick) Pilot(ctx context.Context, q experiment.PilotQuestion, report func(done, of int)) (_ *experiment.Pilot, err error) {
	defer overflow.Catch(&err)
	if p.Selection.Algorithm == selection.Copies {
		return nil, fmt.Errorf("no pilots are drawn for copies, which takes the judgments of a cell for attributes of their own: choose another algorithm")
	}
	if err := p.notSeveral("the pilot experiment"); err != nil {
		return nil, err
	}
	out := &experiment.Pilot{Of: q.Subsamples}
	if out.PerRound, out.Judgment, err = p.Attributes.Rounds(); err != nil {
		return nil, err
	}
	least, most := p.Attributes.LeastK(), max(2, min(2*out.Judgment, mostK))
	if least == 1 { // nothing is known of a second judgment
		most = 1
	}
	pilots := experiment.Pilots{
		Setup: setup(p.Result, q.Shrink, q.Seed), Algorithm: p.Selection.Algorithm, Budget: p.Selection.Budget, Subsamples: q.Subsamples,
	}
	if pilots.Designs = designs(p.Attributes, q.Cost, least, most); pilots.Designs == nil {
		smallest := "more than " + model.MaxAmount.String()
		perObject, ok := p.Attributes.PilotPrice(least)
		if c, fits := perObject.Times(experiment.LeastObjects); ok && fits {
			smallest = c.String()
		}
		return nil, fmt.Errorf("%s does not pay for a pilot: %s of each attribute on %d objects cost %s",
			q.Cost, figure.CountOf(least, "judgment"), experiment.LeastObjects, smallest)
	}
	if out.Designs, out.Done, err = pilots.Run(ctx, report); out.Designs == nil {
		return nil, err
	}
	for i := range out.Designs {
		o := &out.Designs[i]
		perObject, _ := p.Attributes.PilotPrice(o.K)
		o.Cost = perObject * model.Amount(o.Objects)
	}
	return out, err
}

// designs are k judgments of each candidate, for k from least to most, on as many objects as a
// total pays for; a design of too few objects is none.
func designs(all attribute.List, total model.Amount, least, most int) (list []experiment.Design) {
	for k := least; k <= most; k++ {
		perObject, ok := all.PilotPrice(k)
		if n := total / max(perObject, 1); ok && n >= experiment.LeastObjects {
			list = append(list, experiment.Design{Objects: int(n), K: k})
		}
	}
	return list
}

// reliabilitiesAsked are the reliabilities that a second round could find.
var reliabilitiesAsked = []float64{.3, .5, .7, .9}

// SecondRound plans to judge some objects again, at least 1, and cross-validates what the pick's
// algorithm would choose if reliabilities were known. Objects are spread evenly over the label's
// values among those that lack the fewest of the attributes. Errors say in words why there is
// nothing to plan; a model.ErrNeedsJudgments is one.
func (p *Pick) SecondRound(ctx context.Context, objects, folds int) (_ *experiment.SecondRound, err error) {
	defer overflow.Catch(&err)
	if p.Attributes.OncePerObject() == 0 {
		return nil, errors.New("some object has two judgments of each attribute: a second round is for attributes that no object has twice")
	}
	if !p.study.judged() {
		return nil, model.NeedsJudgments("a second round", p.Data().Name, "")
	}
	out := &experiment.SecondRound{}
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
		w := experiment.RepeatWorth{Reliability: reliability}
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
func (p *Pick) secondJudgments(objects int) (all plan.Plan, err error) {
	l, once := newLacks(p.Result), make([]int, len(p.Attributes))
	for a := range p.Attributes {
		if at := &p.Attributes[a]; at.Once && at.Selectable() {
			once[a] = 1
			all.Attributes = append(all.Attributes, plan.Attribute{Name: at.Name, Judgments: 1, Price: l.answer[a]})
		}
	}
	for g := range p.Design.Forms {
		if f := planForm(p.Result, g, once, 0); f.Filled > 0 {
			all.Forms = append(all.Forms, f)
		}
	}
	for _, i := range spreadObjects(p.known.cells(), p.known.label.Values, once, objects) {
		if err := l.add(i, func(a, held int) int { return min(once[a], held) }); err != nil {
			return all, err
		}
	}
	all.Training = l.Training
	return all, nil
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
