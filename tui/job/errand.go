package job

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// errand is the work for the newest question. It knows no types of questions and answers: what
// is the same for all of them is compiled once.
type errand struct {
	run    int // of the question; it changes whenever the question does
	due    Msg // begins the work
	cancel context.CancelFunc
}

// task is a Question without its types. take notes an answer.
type task struct {
	delay time.Duration
	work  func(ctx context.Context, report func(any)) (any, error)
	take  func(answer)
	took  func() tea.Cmd
}

// Due is the message that begins the work when the question's delay is over.
func (e *errand) Due() Msg { return e.due }

// Run numbers the questions: it changes whenever the question does.
func (e *errand) Run() int { return e.run }

// start begins the work, or waits until its delay is over.
func (e *errand) start(r Runner, q *task) tea.Cmd {
	run := e.run
	e.due = Msg{func() (tea.Cmd, bool) {
		if e.run != run || e.cancel != nil { // stale, or begun
			return nil, false
		}
		return e.begin(r, q), false
	}}
	if q.delay == 0 {
		return e.begin(r, q)
	}
	return r.After(q.delay, e.due)
}

// begin returns the command that starts the work and waits for what it sends.
func (e *errand) begin(r Runner, q *task) tea.Cmd {
	var ctx context.Context
	ctx, e.cancel = context.WithCancel(r.Context)
	working, end := ctx, func() {}
	if r.Around != nil {
		working, end = r.Around(ctx)
	}
	run, box := e.run, &mailbox{full: make(chan struct{}, 1)}
	var wait tea.Cmd
	wait = func() tea.Msg {
		select {
		case <-ctx.Done(): // nobody asks any more
			return nil
		case <-box.full:
		}
		a := box.take()
		return Msg{func() (tea.Cmd, bool) {
			if e.run != run || ctx.Err() != nil {
				return nil, false
			}
			return e.took(a, wait, q), true
		}}
	}
	return func() tea.Msg {
		if ctx.Err() != nil {
			end()
			return nil
		}
		go func() {
			defer end()
			box.fill(working, q.work)
		}()
		return wait()
	}
}

// errBroken is the answer of work that panicked.
var errBroken = errors.New("a defect of the program stopped this")

// took takes an answer and goes on waiting where more is to come. Of work that panicked the
// question ends with an error, and the command panics, where the program catches it.
func (e *errand) took(a answer, wait tea.Cmd, q *task) tea.Cmd {
	q.take(a)
	if a.last {
		e.cancel()
		wait = nil
	}
	if a.panic != "" {
		wait = func() tea.Msg { panic(a.panic) }
	}
	if q.took == nil {
		return wait
	}
	return tea.Batch(q.took(), wait)
}

// answer is what work sends.
type answer struct {
	value any
	err   error
	last  bool
	panic string // with its stack; "" for none
}

// mailbox holds the newest answer that nobody has seen. Putting one in never
// waits, so work that nobody listens to any more comes to its end.
type mailbox struct {
	full chan struct{} // holds a token while there is an answer

	mu     sync.Mutex
	newest answer
}

// fill does the work and puts in what it sends, and whether it panics.
func (b *mailbox) fill(ctx context.Context, work func(context.Context, func(any)) (any, error)) {
	defer func() {
		if p := recover(); p != nil {
			b.put(answer{err: errBroken, last: true, panic: fmt.Sprintf("%v\n%s", p, debug.Stack())})
		}
	}()
	value, err := work(ctx, func(v any) { b.put(answer{value: v}) })
	b.put(answer{value: value, err: err, last: true})
}

// put replaces the present answer, but never the last answer.
func (b *mailbox) put(a answer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.newest.last {
		return
	}
	b.newest = a
	select {
	case b.full <- struct{}{}:
	default: // the token is present
	}
}

// take returns the newest answer, once its token was taken.
func (b *mailbox) take() answer {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-b.full: // of an answer put in since, which is the newest
	default:
	}
	return b.newest
}
