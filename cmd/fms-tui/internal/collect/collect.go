// Package collect runs a command once for each call of a plan and keeps every answer
// in a journal. It opens no network connection: the command does what is needed.
package collect

import (
	"context"
	"errors"
	"fmt"
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
