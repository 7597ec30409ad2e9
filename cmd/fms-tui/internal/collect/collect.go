// Package collect runs a command once for each call of a plan and keeps every answer
// in a journal. It opens no network connection: the command does what is needed.
package collect

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
// the journal, safely stored, before it counts. The error comes from the journal, from a
// rule for another plan, or from a context that ended; calls that failed are in the outcome.
func Run(ctx context.Context, calls []order.Call, j *Journal, opt Options, progress func(Progress)) (Outcome, error) {
	commands, stop := context.WithCancel(ctx)
	defer stop()
	r := &run{Options: opt, journal: j, stop: stop}
	r.out.Of = len(calls)
	for i := range calls {
		if a := j.Answer(&calls[i]); a != nil {
			r.out.Before++
			r.out.Cost += a.Cost
		}
	}
	r.out.Done = r.out.Before
	if r.queues, r.err = queues(calls, opt.Rule); r.err == nil {
		r.all(commands, progress)
	}
	if r.err == nil && !r.out.Gave {
		r.err = ctx.Err()
	}
	return r.out, r.err
}

// run is a run under way. One goroutine has it: commands send it what they came to.
type run struct {
	Options
	journal  *Journal
	stop     context.CancelFunc // of the commands
	queues   []*queue
	out      Outcome
	running  int          // commands under way
	reserved model.Amount // what they are expected to cost
	failures int          // one after another
	err      error        // ends the run
}

// queue are calls that are made one after another: of an object that a rule decides, or a single one.
type queue struct {
	calls []*order.Call
	busy  bool // a call is under way
	done  bool // answered, decided, or given up after a failure
}

// made is a call with what its command came to.
type made struct {
	of     *queue
	call   *order.Call
	answer *Answer
	err    error
}

// all makes the calls in their order, Jobs at once.
func (r *run) all(ctx context.Context, progress func(Progress)) {
	results := make(chan made)
	var earliest time.Time // of the next start
	for {
		var q *queue
		var c *order.Call
		if ctx.Err() == nil && r.err == nil && !r.out.Gave && r.running < r.Jobs {
			q, c = r.next()
		}
		if c != nil && r.Ceiling > 0 && r.out.Cost+r.reserved+c.Price > r.Ceiling {
			c, r.out.Ceiling = nil, r.running == 0 // calls under way may cost less than expected
		}
		progress(r.out.Progress)
		if c == nil && r.running == 0 {
			return
		}
		var start <-chan time.Time
		var ended <-chan struct{}
		if c != nil {
			start, ended = time.After(time.Until(earliest)), ctx.Done()
		}
		select {
		case <-start:
			earliest = time.Now().Add(r.Every)
			r.start(ctx, q, c, results)
		case <-ended:
		case m := <-results:
			r.take(ctx, m)
		}
	}
}

// start makes a call, with retries. The journal has it before it is made: after kill -9 it tells
// which calls were under way.
func (r *run) start(ctx context.Context, q *queue, c *order.Call, results chan<- made) {
	if r.err = r.journal.Begin(c); r.err != nil {
		r.stop()
		return
	}
	q.busy = true
	r.running++
	r.reserved += c.Price
	go func() {
		m := made{of: q, call: c}
		for n, wait := 0, r.Wait; ; n, wait = n+1, 2*wait {
			m.answer, m.err = r.attempt(ctx, c)
			if hopeless := new(notFound); m.err == nil || n == r.Retries || errors.As(m.err, &hopeless) {
				break
			}
			select {
			case <-time.After(wait):
				continue
			case <-ctx.Done():
			}
			break
		}
		results <- m
	}()
}

// take enters what a call came to.
func (r *run) take(ctx context.Context, m made) {
	r.running--
	r.reserved -= m.call.Price
	m.of.busy = false
	switch {
	case m.err != nil && ctx.Err() != nil: // interrupted, not failed
	case m.err != nil:
		m.of.done = true // further calls of the object would not decide
		r.out.Failed++
		r.failures++
		if r.out.First == nil {
			r.out.First = fmt.Errorf("%s: %w", name(m.call), m.err)
		}
		if hopeless := new(notFound); r.failures >= mostFailures || errors.As(m.err, &hopeless) {
			r.out.Gave = true
			r.stop()
		}
	default:
		if r.err = r.journal.Add(m.call, m.answer); r.err != nil {
			r.stop()
			return
		}
		r.failures = 0
		r.out.Done++
		r.out.Cost += m.answer.Cost
	}
}

// next is the call to make now, of the first queue that needs one: an order that is broken off
// leaves few objects begun.
func (r *run) next() (*queue, *order.Call) {
	for len(r.queues) > 0 && r.queues[0].done {
		r.queues = r.queues[1:]
	}
	for _, q := range r.queues {
		if q.done || q.busy {
			continue
		}
		if c := r.open(q); c != nil || r.err != nil {
			return q, c
		}
	}
	return nil, nil
}

// open is the first call of a queue that is still needed; nil ends the queue.
func (r *run) open(q *queue) *order.Call {
	answers, n := make(map[string][]float64), 0
	for ; n < len(q.calls); n++ {
		a := r.journal.Answer(q.calls[n])
		if a == nil {
			break
		}
		for i, attribute := range q.calls[n].Asks() {
			answers[attribute] = append(answers[attribute], a.Values[i])
		}
	}
	if r.Rule == nil {
		if q.done = n == len(q.calls); q.done {
			return nil
		}
		return q.calls[n]
	}
	state := r.Rule.At(func(attribute string) []float64 { return answers[attribute] })
	if !state.Decided {
		if c := q.calls[state.Stage]; r.journal.Answer(c) == nil {
			return c
		}
		r.err = fmt.Errorf("the stopping rule asks for %s again, which is answered: write the rule again", name(q.calls[state.Stage]))
		return nil
	}
	q.done = true
	for _, c := range q.calls {
		if r.journal.Answer(c) == nil {
			r.out.Spared++
		}
	}
	return nil
}

// queues sorts the calls of a plan by object, and within it by the stages of the rule; without a
// rule each call is by itself. The error names a call that the rule does not know: such a rule is
// for another plan.
func queues(calls []order.Call, rule *model.Stopping) ([]*queue, error) {
	var all []*queue
	if rule == nil {
		for i := range calls {
			all = append(all, &queue{calls: []*order.Call{&calls[i]}})
		}
		return all, nil
	}
	key := func(attribute, form string, repeat int) string {
		return fmt.Sprintf("%q %q %d", attribute, form, repeat)
	}
	stage := make(map[string]int)
	for k, g := range rule.Stages {
		stage[key(g.Attribute, g.Form, g.Repeat)] = k
	}
	place := func(c *order.Call) int { return stage[key(c.Attribute, c.Form, c.Repeat)] }
	sorted := func(names []string) []string { return slices.Sorted(slices.Values(names)) }
	of := make(map[string]*queue)
	for i := range calls {
		c := &calls[i]
		k, known := stage[key(c.Attribute, c.Form, c.Repeat)]
		if !known || !slices.Equal(sorted(c.Asks()), sorted(rule.Stages[k].Attributes)) {
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

// name is a call in words.
func name(c *order.Call) string {
	what := c.Attribute
	if c.Form != "" {
		what = "form " + c.Form
	}
	return fmt.Sprintf("%q, %q, repeat %d", c.Object, what, c.Repeat)
}
