// Package job runs the newest of several questions aside from the program that shows the answers.
//
// A [Latest] is one kind of question. Asking another one cancels the work for the last, whose answers are dropped.
// Work may report what it has so far; where the program is slower than the work, it sees the newest report and,
// always, the last answer. All that work sends arrives as [Msg], which the program hands back.
package job

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Msg begins a question's work, or brings an answer: a program's Update calls it. It does nothing
// where another question was asked meanwhile, and reports whether it changed what is known.
type Msg func() (changed bool)

// Commands are what is to be run aside, until a program's Update returns it.
type Commands struct{ waiting []tea.Cmd }

func (c *Commands) Run(cmd tea.Cmd) { c.waiting = append(c.waiting, cmd) }

// Take returns all commands as one, and forgets them.
func (c *Commands) Take() tea.Cmd {
	all := c.waiting
	c.waiting = nil
	return tea.Batch(all...)
}

// Runner is what work runs under.
type Runner struct {
	Context context.Context // ends all work
	// After sends a message after a while; [tea.Tick] can.
	After func(time.Duration, tea.Msg) tea.Cmd
	Run   func(tea.Cmd) // takes the commands of the work
	// Around, unless it is nil, is told when work begins. The work runs under the context
	// that it returns, and end is called when the work is over.
	Around func(context.Context) (ctx context.Context, end func())
}

// Work computes an answer, and stops soon after its context ends. It may report partial answers,
// from any goroutine, until it returns. A reported answer must not change afterwards.
type Work[T any] = func(ctx context.Context, report func(T)) (T, error)

// Latest is the newest question of one kind, and its answer so far. The zero value has
// asked nothing. Only the goroutine of Update may use it. Keys tell questions apart: equal keys
// have equal answers. They are compared by their method Equal, or else by ==.
type Latest[K, T any] struct {
	Still time.Duration // how long no other question must be asked before work begins
	Took  func()        // is called when an answer, or a report, was taken; nil for nothing

	Value T     // the answer so far
	Err   error // why there is none
	Known bool  // Value is an answer, or a report
	Done  bool  // nothing more is to come

	Key    K   // of the question
	Run    int // of the question; it changes whenever the question does
	Due    Msg // begins the work
	asked  bool
	cancel context.CancelFunc
}

// Ask asks a question, unless it is the one that was asked last. The work begins, or waits until
// nothing was asked for a while.
func (l *Latest[K, T]) Ask(r Runner, key K, work Work[T]) {
	if l.For(key) {
		return
	}
	l.Forget()
	l.Key, l.asked = key, true
	run := l.Run
	l.Due = func() bool {
		if l.Run == run && l.cancel == nil { // not stale, nor begun
			l.begin(r, work)
		}
		return false
	}
	if l.Still == 0 {
		l.begin(r, work)
	} else {
		r.Run(r.After(l.Still, l.Due))
	}
}

// begin has the command run that starts the work and waits for what it sends.
func (l *Latest[K, T]) begin(r Runner, work Work[T]) {
	var ctx context.Context
	ctx, l.cancel = context.WithCancel(r.Context)
	l.Due = func() bool { return false } // what the work needs is held no longer than it goes on
	working, end := ctx, func() {}
	if r.Around != nil {
		working, end = r.Around(ctx)
	}
	run, box := l.Run, &mailbox[T]{newest: make(chan answer[T], 1)}
	var wait tea.Cmd
	wait = func() tea.Msg {
		var a answer[T]
		select {
		case <-ctx.Done(): // nobody asks any more
			return nil
		case a = <-box.newest:
		}
		if a.panic != "" {
			panic(a.panic) // where the program catches it
		}
		return Msg(func() bool {
			if l.Run != run || ctx.Err() != nil {
				return false
			}
			if l.Err, l.Done = a.err, a.last; a.err == nil {
				l.Value, l.Known = a.value, true
			}
			if a.last {
				l.cancel()
			} else {
				r.Run(wait)
			}
			if l.Took != nil {
				l.Took()
			}
			return true
		})
	}
	r.Run(func() tea.Msg {
		if ctx.Err() != nil {
			end()
			return nil
		}
		go func() {
			defer end()
			defer func() {
				if p := recover(); p != nil {
					box.put(answer[T]{last: true, panic: fmt.Sprintf("%v\n%s", p, debug.Stack())})
				}
			}()
			value, err := work(working, func(v T) { box.put(answer[T]{value: v}) })
			box.put(answer[T]{value: value, err: err, last: true})
		}()
		return wait()
	})
}

// For tells whether a question was the last one asked.
func (l *Latest[K, T]) For(key K) bool {
	if k, ok := any(l.Key).(interface{ Equal(K) bool }); ok && l.asked {
		return k.Equal(key)
	}
	return l.asked && any(l.Key) == any(key)
}

// Answer is what is known of the answer to a question; false for nothing.
func (l *Latest[K, T]) Answer(key K) (value T, known bool) {
	if !l.Known || !l.For(key) {
		return value, false
	}
	return l.Value, true
}

func (l *Latest[K, T]) Pending() bool { return l.asked && !l.Done }

// Forget cancels the work under way and forgets the question.
func (l *Latest[K, T]) Forget() {
	if l.cancel != nil {
		l.cancel()
	}
	*l = Latest[K, T]{Still: l.Still, Took: l.Took, Run: l.Run + 1}
}

// Abandon forgets a question whose answer is still to come, unless it is this one.
func (l *Latest[K, T]) Abandon(unless K) {
	if l.Pending() && !l.For(unless) {
		l.Forget()
	}
}

type answer[T any] struct {
	value T
	err   error
	last  bool
	panic string // with its stack; "" for none
}

// mailbox holds the newest answer that nobody has seen. Putting one in never
// waits, so work that nobody listens to any more comes to its end.
type mailbox[T any] struct {
	newest chan answer[T] // of one place

	mu   sync.Mutex
	over bool // the last answer was put in
}

// put replaces the present answer, but never the last answer.
func (b *mailbox[T]) put(a answer[T]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over {
		return
	}
	b.over = a.last
	select {
	case <-b.newest:
	default: // it was taken
	}
	b.newest <- a
}
