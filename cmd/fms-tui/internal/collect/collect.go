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
	Every   time.Duration // between the starts of two calls; 0 for no limit
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

// run is a run under way. Each worker makes the calls of one queue after another.
type run struct {
	Options
	journal  *Journal
	progress func(Progress)
	stop     context.CancelCauseFunc // ends the commands
	queues   chan queue              // that no worker has

	mutex    sync.Mutex // of what follows, and of the journal
	out      Outcome
	reserved model.Amount // what the calls under way are expected to cost
	failures int          // one after another
	earliest time.Time    // of the next start
}

// queue are calls that are made one after another: of an object that a rule decides, or a single one.
type queue []*order.Call

// Run makes every call of the plan that the journal does not answer. An answer is in
// the journal, safely stored, before it counts. The error comes from the journal, from a
// rule for another plan, or from a context that ended; calls that failed are in the outcome.
func Run(ctx context.Context, calls []order.Call, j *Journal, opt Options, progress func(Progress)) (Outcome, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{Options: opt, journal: j, progress: progress, stop: stop}
	r.out.Of = len(calls)
	for i := range calls {
		if a := j.Answer(&calls[i]); a != nil {
			r.out.Before++
			r.out.Cost += a.Cost
		}
	}
	r.out.Done = r.out.Before
	all, err := queues(calls, opt.Rule)
	if err != nil {
		return r.out, err
	}
	r.queues = make(chan queue, len(all))
	for _, q := range all {
		r.queues <- q
	}
	var workers sync.WaitGroup
	for range opt.Jobs {
		workers.Go(func() { r.work(ctx) })
	}
	workers.Wait()
	if r.out.Gave {
		return r.out, nil
	}
	r.out.Ceiling = len(r.queues) > 0
	return r.out, context.Cause(ctx)
}

// work makes calls until none is left, or none may be made.
func (r *run) work(ctx context.Context) {
	for ctx.Err() == nil {
		var q queue
		select {
		case q = <-r.queues:
		default:
			return
		}
		for c := r.next(q); c != nil; c = r.next(q) {
			if !r.begin(ctx, c) {
				r.queues <- q // calls under way may cost less than expected: another worker goes on
				return
			}
			if answer, err := r.answer(ctx, c); !r.enter(ctx, c, answer, err) {
				break // further calls of the object would not decide
			}
		}
	}
}

// next is the first call of a queue that is still needed; nil for none.
func (r *run) next(q queue) *order.Call {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	answers, n := make(map[string][]float64), 0
	for ; n < len(q) && r.journal.Answer(q[n]) != nil; n++ {
		for i, attribute := range q[n].Asks() {
			answers[attribute] = append(answers[attribute], r.journal.Answer(q[n]).Values[i])
		}
	}
	if n == len(q) {
		return nil
	}
	if r.Rule == nil || !r.Rule.At(func(attribute string) []float64 { return answers[attribute] }).Decided {
		return q[n]
	}
	for _, c := range q[n:] {
		if r.journal.Answer(c) == nil {
			r.out.Spared++
		}
	}
	return nil
}

// begin waits until a call may start, and notes that it is made: after kill -9 the journal tells
// which calls were under way. It is false where the call must not be made.
func (r *run) begin(ctx context.Context, c *order.Call) bool {
	r.mutex.Lock()
	start := r.earliest
	r.earliest = time.Now().Add(max(0, time.Until(start))).Add(r.Every)
	r.mutex.Unlock()
	if !pause(ctx, time.Until(start)) {
		return false
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.Ceiling > 0 && r.out.Cost+r.reserved+c.Price > r.Ceiling {
		return false
	}
	if err := r.journal.Begin(c); err != nil {
		r.stop(err)
		return false
	}
	r.reserved += c.Price
	r.progress(r.out.Progress)
	return true
}

func (r *run) answer(ctx context.Context, c *order.Call) (*Answer, error) {
	for n, wait := 0, r.Wait; ; n, wait = n+1, 2*wait {
		a, err := r.attempt(ctx, c)
		if hopeless := new(notFound); err == nil || n == r.Retries || errors.As(err, &hopeless) || !pause(ctx, wait) {
			return a, err
		}
	}
}

func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// enter notes what a call came to, and tells whether further calls of its object are of use.
func (r *run) enter(ctx context.Context, c *order.Call, a *Answer, err error) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.reserved -= c.Price
	switch hopeless := new(notFound); {
	case err != nil && ctx.Err() != nil: // interrupted, not failed
		return false
	case err != nil:
		r.out.Failed++
		r.failures++
		if r.out.First == nil {
			r.out.First = fmt.Errorf("%s: %w", name(c), err)
		}
		if r.failures >= mostFailures || errors.As(err, &hopeless) {
			r.out.Gave = true
			r.stop(nil)
		}
		return false
	}
	if err := r.journal.Add(c, a); err != nil {
		r.stop(err)
		return false
	}
	r.failures = 0
	r.out.Done++
	r.out.Cost += a.Cost
	r.progress(r.out.Progress)
	return true
}

// queues sorts the calls of a plan by object, and within it by the stages of the rule; without a
// rule each call is by itself. The error names what the rule and the plan do not both have.
func queues(calls []order.Call, rule *model.Stopping) ([]queue, error) {
	var all []queue
	if rule == nil {
		for i := range calls {
			all = append(all, queue{&calls[i]})
		}
		return all, nil
	}
	sorted := func(names []string) []string { return slices.Sorted(slices.Values(names)) }
	of := make(map[string]queue)
	for i := range calls {
		c := &calls[i]
		k := slices.IndexFunc(rule.Stages, func(s model.StoppingStage) bool {
			return s.Attribute == c.Attribute && s.Form == c.Form && s.Repeat == c.Repeat && slices.Equal(sorted(s.Attributes), sorted(c.Asks()))
		})
		if k < 0 {
			return nil, fmt.Errorf("the stopping rule has no stage for the call of %s: write rule and plan from the same data, label and budget", name(c))
		}
		q := of[c.Object]
		if q == nil {
			q = make(queue, len(rule.Stages))
			of[c.Object], all = q, append(all, q)
		}
		q[k] = c
	}
	for _, q := range all {
		if made := slices.DeleteFunc(slices.Clone(q), func(c *order.Call) bool { return c == nil }); len(made) < len(q) {
			return nil, fmt.Errorf("the plan has %d calls of object %q, and the stopping rule has %d stages: write a plan of new objects, with --new", len(made), made[0].Object, len(q))
		}
	}
	return all, nil
}

func name(c *order.Call) string {
	what := c.Attribute
	if c.Form != "" {
		what = "form " + c.Form
	}
	return fmt.Sprintf("%q, %q, repeat %d", c.Object, what, c.Repeat)
}
