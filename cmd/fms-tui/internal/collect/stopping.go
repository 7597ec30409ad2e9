package collect

import (
	"fmt"
	"slices"

	"fms-tui/model"
	"fms-tui/model/order"
)

// queue are the calls of one object in the order of making them.
type queue struct {
	calls []*order.Call
	asked *order.Call // the call made last, by a rule
	done  bool        // decided, given up after a failure, or without a rule handed out
}

// queues sorts the calls of a plan by object, and within it by the stages of the rule. The
// error names a call that the rule does not know: such a rule is for another plan. Without
// a rule there is one queue of all calls in their order.
func queues(calls []order.Call, rule *model.Stopping) ([]*queue, error) {
	if rule == nil {
		q := &queue{}
		for i := range calls {
			q.calls = append(q.calls, &calls[i])
		}
		return []*queue{q}, nil
	}
	stage := make(map[string]int)
	for k := range rule.Stages {
		g := &rule.Stages[k]
		stage[stageOf(g.Attribute, g.Form, g.Repeat)] = k
	}
	place := func(c *order.Call) int { return stage[stageOf(c.Attribute, c.Form, c.Repeat)] }
	of := make(map[string]*queue)
	var all []*queue
	for i := range calls {
		c := &calls[i]
		k, known := stage[stageOf(c.Attribute, c.Form, c.Repeat)]
		if !known || !sameAsks(c.Asks(), rule.Stages[k].Attributes) {
			return nil, fmt.Errorf("the stopping rule has no stage for the call of %s: write rule and plan from the same data, label and budget", name(c))
		}
		q := of[c.Object]
		if q == nil {
			q = &queue{}
			of[c.Object], all = q, append(all, q)
		}
		q.calls = append(q.calls, c)
	}
	for _, q := range all {
		slices.SortStableFunc(q.calls, func(a, b *order.Call) int { return place(a) - place(b) })
		if len(q.calls) != len(rule.Stages) {
			return nil, fmt.Errorf("the plan has %d calls of object %q, and the stopping rule has %d stages: write a plan of new objects, with --new", len(q.calls), q.calls[0].Object, len(rule.Stages))
		}
	}
	return all, nil
}

// stageOf is what a call and a stage have in common.
func stageOf(attribute, form string, repeat int) string {
	return fmt.Sprintf("%q %q %d", attribute, form, repeat)
}

// sameAsks tells whether two lists have the same attributes.
func sameAsks(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// next are the calls to make now: without a rule all that are not answered, once. With a
// rule it is one call for each of the first objects that are undecided, as many as run at
// once: so an order that is broken off leaves few objects begun.
func (r *run) next(objects []*queue) []*order.Call {
	var todo []*order.Call
	for _, q := range objects {
		switch {
		case q.done:
		case r.opt.Rule == nil:
			q.done = true
			for _, c := range q.calls {
				if r.journal.Answer(c) == nil {
					todo = append(todo, c)
				}
			}
		case q.asked != nil && r.journal.Answer(q.asked) == nil:
			q.done = true // it failed: further calls of the object would not decide
		case len(todo) < r.opt.Jobs:
			if q.asked = r.open(q); q.asked != nil {
				todo = append(todo, q.asked)
			}
		}
	}
	return todo
}

// open is the first call of an object that the rule still needs, nil where it is decided.
func (r *run) open(q *queue) *order.Call {
	answers := make(map[string][]float64)
	for _, c := range q.calls {
		a := r.journal.Answer(c)
		if a == nil {
			break
		}
		for i, attribute := range c.Asks() {
			answers[attribute] = append(answers[attribute], a.Values[i])
		}
	}
	state := r.opt.Rule.At(func(attribute string) []float64 { return answers[attribute] })
	q.done = true
	if !state.Decided {
		c := q.calls[state.Stage]
		if r.journal.Answer(c) != nil {
			r.broken = fmt.Errorf("the stopping rule asks for %s again, which is answered: write the rule again", name(c))
			return nil
		}
		q.done = false
		return c
	}
	for _, c := range q.calls {
		if r.journal.Answer(c) == nil {
			r.out.Spared++
		}
	}
	return nil
}
