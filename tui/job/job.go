// Package job runs the newest of several questions aside from the program that
// shows the answers.
//
// A [Latest] is one kind of question. Asking another one cancels the work for the
// last, whose answers are dropped. Work may report what it has so far; where the
// program is slower than the work, it sees the newest report and, always, the last
// answer. All that work sends arrives as [Msg], which the program hands back.
package job

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Msg begins a question's work, or brings an answer. It is the only message of
// this package: a program's Update calls Deliver.
type Msg struct {
	deliver func() (tea.Cmd, bool)
}

// Deliver does what the message is for, unless another question was asked
// meanwhile, and reports whether that changed what is known.
func (m Msg) Deliver() (cmd tea.Cmd, changed bool) { return m.deliver() }

// Runner is what work runs under.
type Runner struct {
	Context context.Context // ends all work
	// After sends a message after a while; [tea.Tick] can.
	After func(time.Duration, tea.Msg) tea.Cmd
	// Around, unless it is nil, is told when work begins. The work runs under the context
	// that it returns, and end is called when the work is over.
	Around func(context.Context) (ctx context.Context, end func())
}

// Question is what to find out, and how.
type Question[K, T any] struct {
	// Key tells questions apart: equal keys have equal answers. Keys are compared by their
	// method Equal, or else by ==.
	Key K
	// Delay is how long no other question must be asked before work begins; 0 is
	// not at all.
	Delay time.Duration
	// Work computes the answer, and stops soon after its context ends. It may report
	// partial answers, from any goroutine, until it returns. A reported answer must not
	// change afterwards.
	Work func(ctx context.Context, report func(T)) (T, error)
	// Took is called when an answer, or a report, was taken; nil for nothing.
	Took func() tea.Cmd
}

// Latest is the newest question of one kind, and its answer so far. The zero value has
// asked nothing. Only the goroutine of Update may use it.
type Latest[K, T any] struct {
	Value T     // the answer so far
	Err   error // why there is none
	Known bool  // Value is an answer, or a report
	Done  bool  // nothing more is to come

	key   K
	asked bool
	errand
}

// Ask asks a question, unless it is the one that was asked last.
func (l *Latest[K, T]) Ask(r Runner, q Question[K, T]) tea.Cmd {
	if l.For(q.Key) {
		return nil
	}
	l.Forget()
	l.key, l.asked = q.Key, true
	return l.start(r, &task{delay: q.Delay, took: q.Took, take: l.take, work: func(ctx context.Context, report func(any)) (any, error) {
		return q.Work(ctx, func(t T) { report(t) })
	}})
}

// take notes an answer.
func (l *Latest[K, T]) take(a answer) {
	l.Err, l.Done = a.err, a.last
	if a.err == nil {
		l.Value, _ = a.value.(T) // nil is the zero value of an interface
		l.Known = true
	}
}

// For tells whether a question was the last one asked.
func (l *Latest[K, T]) For(key K) bool { return l.asked && equal(l.key, key) }

func equal[K any](x, y K) bool {
	if x, ok := any(x).(interface{ Equal(K) bool }); ok {
		return x.Equal(y)
	}
	return any(x) == any(y)
}

// Answer is what is known of the answer to a question; false for nothing.
func (l *Latest[K, T]) Answer(key K) (value T, known bool) {
	if !l.Known || !l.For(key) {
		return value, false
	}
	return l.Value, true
}

// Key is the question that was asked last.
func (l *Latest[K, T]) Key() K { return l.key }

// Pending tells whether an answer is still to come.
func (l *Latest[K, T]) Pending() bool { return l.asked && !l.Done }

// Forget cancels the work under way and forgets the question.
func (l *Latest[K, T]) Forget() {
	if l.cancel != nil {
		l.cancel()
	}
	*l = Latest[K, T]{errand: errand{run: l.run + 1}}
}

// Abandon forgets a question whose answer is still to come, unless it is this one.
func (l *Latest[K, T]) Abandon(unless K) {
	if l.Pending() && !l.For(unless) {
		l.Forget()
	}
}
