// Package collect runs a command once for each call of a plan and keeps every answer
// in a journal. It opens no network connection: the command does what is needed.
package collect

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"fms-tui/model"
	"fms-tui/model/order"
)

// Options say how the command is run.
type Options struct {
	Command string        // a line for the shell
	Jobs    int           // commands at once, at least 1
	Retries int           // further attempts of a call that failed, at least 0
	Wait    time.Duration // before the first retry; twice as long before each further one
	Timeout time.Duration // of one attempt
	Every   time.Duration // between the starts of two commands; 0 for no limit
	Ceiling model.Amount  // what all answers may cost together; 0 for no ceiling
	// Rule decides objects before all of their calls are made; nil makes every call.
	Rule *model.Stopping
}

// Most is the most that a run can make and spend: the calls that are not answered, and what they
// and the answers cost by the plan's prices; 0 where it has none.
func Most(calls []order.Call, j *Journal) (open int, cost model.Amount) {
	for i := range calls {
		if a := j.Answer(&calls[i]); a != nil {
			cost += a.Cost
		} else {
			open++
			cost += calls[i].Price
		}
	}
	return open, cost
}

// Progress is how far a run is.
type Progress struct {
	Done, Failed, Of int
	Cost             model.Amount // of all answers in the journal that the plan asks for
	Spared           int          // calls not needed: their objects are decided
}

// Outcome is what a run ended with.
type Outcome struct {
	Progress
	Before  int   // answered in an earlier run
	First   error // the first call that failed, nil for none
	Ceiling bool  // calls are left because of the ceiling
	Gave    bool  // calls are left because the command is not there, or one call after another failed
}

// mostFailures is how many calls may fail one after another: more say that the command
// is broken, not one call.
const mostFailures = 5

// Run makes every call of the plan that the journal does not answer. An answer is in
// the journal, safely stored, before it counts. The error comes from the journal or
// from a context that ended; calls that failed are in the outcome.
func Run(ctx context.Context, calls []order.Call, j *Journal, opt Options, progress func(Progress)) (Outcome, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	r := &run{journal: j, opt: opt, progress: progress, stop: stop}
	r.out.Of = len(calls)
	for i := range calls {
		if a := j.Answer(&calls[i]); a != nil {
			r.out.Before++
			r.out.Cost += a.Cost
		}
	}
	r.out.Done = r.out.Before
	objects, err := queues(calls, opt.Rule)
	if err != nil {
		return r.out, err
	}
	for most := len(calls) - r.out.Before; ; {
		todo := r.next(objects)
		r.progress(r.out.Progress)
		if len(todo) == 0 || r.broken != nil {
			return r.out, r.broken
		}
		if most -= len(todo); most < 0 { // whatever plan, rule and journal say
			return r.out, errors.New("more calls are asked for than the plan has: write plan and stopping rule again")
		}
		if err := r.all(ctx, todo); err != nil || r.out.Gave || r.out.Ceiling {
			return r.out, err
		}
	}
}

// run is a run under way. mu guards all below it.
type run struct {
	journal  *Journal
	opt      Options
	progress func(Progress)
	stop     context.CancelFunc

	mu       sync.Mutex
	out      Outcome
	reserved model.Amount // expected cost of the calls under way
	running  int          // failures one after another
	broken   error        // of the journal
}

// all makes the calls in their order, Jobs at once.
func (r *run) all(ctx context.Context, todo []*order.Call) error {
	var group sync.WaitGroup
	defer group.Wait()
	places := make(chan struct{}, r.opt.Jobs)
	var next time.Time
	for _, c := range todo {
		select {
		case places <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		if !r.reserve(c, &group, places) || !sleep(ctx, time.Until(next)) {
			break
		}
		next = time.Now().Add(r.opt.Every)
		group.Go(func() {
			defer func() { <-places }()
			r.one(ctx, c)
		})
	}
	group.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.broken != nil:
		return r.broken
	case r.out.Gave:
		return nil
	}
	return ctx.Err()
}

// reserve takes the expected price of a call out of what may still be spent. Where
// calls under way could cost less than expected, it waits for them.
func (r *run) reserve(c *order.Call, group *sync.WaitGroup, places chan struct{}) bool {
	if r.opt.Ceiling == 0 {
		return true
	}
	fits := func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.out.Cost+r.reserved+c.Price > r.opt.Ceiling {
			return false
		}
		r.reserved += c.Price
		return true
	}
	if fits() {
		return true
	}
	<-places // this call's own
	group.Wait()
	places <- struct{}{}
	if fits() {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.Ceiling = true
	return false
}

// one makes one call, with retries.
func (r *run) one(ctx context.Context, c *order.Call) {
	answer, err := (*Answer)(nil), r.begin(c)
	if err == nil {
		answer, err = r.attempts(ctx, c)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.opt.Ceiling > 0 {
		r.reserved -= c.Price
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return // interrupted, not failed
	case err != nil:
		r.out.Failed++
		r.running++
		if r.out.First == nil {
			r.out.First = fmt.Errorf("%s: %w", name(c), err)
		}
		var hopeless *notFound
		if r.running >= mostFailures || errors.As(err, &hopeless) {
			r.out.Gave = true
			r.stop()
		}
	default:
		if err := r.journal.Add(c, answer); err != nil {
			r.broken = err
			r.stop()
			return
		}
		r.running = 0
		r.out.Done++
		r.out.Cost += answer.Cost
	}
	r.progress(r.out.Progress)
}

// begin notes a call before it is made: after kill -9 the journal tells which were under way.
func (r *run) begin(c *order.Call) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.journal.Begin(c)
	if err != nil {
		r.broken = err
		r.stop()
	}
	return err
}

func (r *run) attempts(ctx context.Context, c *order.Call) (*Answer, error) {
	wait := r.opt.Wait
	for n := 0; ; n++ {
		a, err := r.attempt(ctx, c)
		var fatal *notFound
		if err == nil || n == r.opt.Retries || ctx.Err() != nil || errors.As(err, &fatal) {
			return a, err
		}
		if !sleep(ctx, wait) {
			return nil, err
		}
		wait *= 2
	}
}

// sleep waits, and tells whether the context did not end meanwhile.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// name is a call in words.
func name(c *order.Call) string {
	what := c.Attribute
	if c.Form != "" {
		what = "form " + c.Form
	}
	return fmt.Sprintf("%q, %q, repeat %d", c.Object, what, c.Repeat)
}

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
