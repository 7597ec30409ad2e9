package screen

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"fms-tui/core/parallel"
	"fms-tui/core/report/figure"
	"fms-tui/tui/job"
)

// toast is a line that says what happened. News goes by itself, errors stay until a key is pressed.
type toast struct {
	Text   string
	Bad    bool
	number int // of this toast, so that an old one's end does not end it
}

const toastTime = 4 * time.Second

func (t *toast) Fail(text string) { t.Text, t.Bad, t.number = text, true, t.number+1 }
func (t *toast) Dismiss()         { t.Text = "" }

func (a *Host) Say(text string) {
	number := a.Toast.number + 1
	a.Toast = toast{Text: text, number: number}
	a.Later(toastTime, func() {
		if number == a.Toast.number && !a.Toast.Bad {
			a.Toast.Dismiss()
			a.Change()
		}
	})
}

// Progress is how far work has come, as the core reports it: what is being done, and how
// many of its pieces are; Of is 0 where they are not counted.
type Progress struct {
	Stage    string
	Done, Of int
	Since    time.Time // when the stage began
}

// Next is the progress after another report; p may be nil.
func (p *Progress) Next(stage string, done, of int, now time.Time) *Progress {
	if p == nil || p.Stage != stage || done == 0 && p.Done > 0 {
		return &Progress{Stage: stage, Done: done, Of: of, Since: now}
	}
	return &Progress{Stage: stage, Done: max(p.Done, done), Of: of, Since: p.Since}
}

func (p *Progress) Words(now time.Time) string {
	return figure.Progress(p.Stage, p.Done, p.Of, now.Sub(p.Since).Seconds())
}

// brief says the same in two words: the share that is done and the time left, or the time that it has taken.
func (p *Progress) brief(now time.Time) string {
	elapsed := now.Sub(p.Since).Seconds()
	if p.Of == 0 || p.Done == 0 || elapsed <= 0 {
		return figure.Elapsed(elapsed)
	}
	return fmt.Sprintf("%d%% %s", 100*p.Done/p.Of, figure.Elapsed(elapsed*float64(p.Of-p.Done)/float64(p.Done)))
}

const (
	// progressAfter is how long work aside may take before the screen says how far it is.
	progressAfter = 500 * time.Millisecond
	// progressEvery is the time from one figure to the next.
	progressEvery = 250 * time.Millisecond
)

// workshop is the work aside that is under way, and how far each piece has come.
type workshop struct {
	now     func() time.Time // nil where nobody wants to know
	mu      sync.Mutex
	pieces  []*piece // oldest first
	ticking bool     // of the goroutine of Update
}

type piece struct {
	ctx      context.Context
	began    time.Time
	progress *Progress
}

// around notes that work begins, and hears of its progress until it is over.
func (w *workshop) around(ctx context.Context) (context.Context, func()) {
	if w.now == nil {
		return ctx, func() {}
	}
	began := w.now()
	p := &piece{ctx: ctx, began: began, progress: &Progress{Stage: "computing", Since: began}}
	w.mu.Lock()
	w.pieces = append(w.pieces, p)
	w.mu.Unlock()
	heard := parallel.Hear(ctx, func(stage string, done, of int) {
		w.mu.Lock()
		defer w.mu.Unlock()
		p.progress = p.progress.Next(stage, done, of, w.now())
	})
	return heard, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.pieces = slices.DeleteFunc(w.pieces, func(o *piece) bool { return o == p })
	}
}

// longest is the progress of the work that somebody waits for and that has taken longest;
// nil where none has taken long.
func (w *workshop) longest() (p *Progress, now time.Time) {
	if w.now == nil {
		return nil, now
	}
	now = w.now()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.pieces {
		if p.ctx.Err() == nil && now.Sub(p.began) >= progressAfter {
			return p.progress, now
		}
	}
	return nil, now
}

func (w *workshop) waits() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.ContainsFunc(w.pieces, func(p *piece) bool { return p.ctx.Err() == nil })
}

// Stillness is how long nothing must change before work begins that takes a while.
const Stillness = 150 * time.Millisecond

// asked is a question about what is shown: this is the one way in which a figure that is computed
// comes to a screen, however much data there are. Late answers are dropped.
type asked[K, T any] struct {
	job.Latest[K, T]

	key   func() (key K, wanted bool)
	begin func(key K) work[T] // takes what the work needs when the question is asked
	drags bool                // it is asked while the button is held, too
	took  func()              // more of the answer has come, or why there is none; nil for nothing to do
}

type work[T any] = job.Work[T]

// question is an asked of whatever kind.
type question interface {
	ask(a *Host)
	Forget()
}

// follows declares a question whose answer is shown bit by bit as it is found.
func follows[K, T any](still time.Duration, key func() (K, bool), begin func(K) work[T]) asked[K, T] {
	return asked[K, T]{Latest: job.Latest[K, T]{Still: still}, key: key, begin: begin}
}

// asks declares a question that its key is all of.
func asks[K, T any](still time.Duration, key func() (K, bool), do func(context.Context, K) (T, error)) asked[K, T] {
	return follows(still, key, func(key K) work[T] {
		return func(ctx context.Context, _ func(T)) (T, error) { return do(ctx, key) }
	})
}

// ask finds out what is wanted and not known yet. While the button is held on something that
// follows the pointer nothing is begun, and work that waits for stillness is given up: it would
// take the processors that the next frame needs. So is what nobody asks any more.
func (q *asked[K, T]) ask(a *Host) {
	switch key, wanted := q.key(); {
	case !wanted:
		q.Abandon(key)
	case a.Dragging && !q.drags:
		if q.Still > 0 && q.Pending() {
			q.Forget()
		}
	case !q.For(key):
		q.Took = func() {
			if q.took != nil {
				q.took()
			}
			now, _ := q.key()
			q.Abandon(now)
		}
		q.Ask(a.Runner(), key, q.begin(key))
	}
}

// now is what is known of the answer; the zero value for nothing.
func (q *asked[K, T]) now() (value T) {
	if key, wanted := q.key(); wanted {
		value, _ = q.Answer(key)
	}
	return value
}

// coming is why there is no answer, with what helps, or else says that it is to come.
func (q *asked[K, T]) coming(text string) string {
	if key, _ := q.key(); q.Err != nil && q.For(key) {
		return adviseError(q.Err)
	}
	return text
}

// followWork asks to be told when it is time to say how far work has come.
func (a *Host) followWork() {
	if a.working.ticking || !a.working.waits() {
		return
	}
	a.working.ticking = true
	a.Later(progressEvery, func() {
		a.working.ticking = false
		a.Change()
	})
}

// Doing says what is being computed, in fewer and fewer words; nil for nothing.
func (a *Answer) Doing() []string {
	if p, now := a.working.longest(); p != nil {
		return []string{p.Words(now), p.brief(now)}
	}
	switch _, wanted := a.Solving.key(); { // else it is given up once the frame is drawn
	case wanted && a.Solving.Pending():
		return []string{"computing…"}
	case a.finishing.Pending() && a.unvalidated():
		return []string{"validating…"}
	}
	return nil
}
