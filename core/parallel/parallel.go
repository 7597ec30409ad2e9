// Package parallel runs independent pieces of work on all processors. A panic
// in one of them surfaces in the caller's goroutine, where a program that owns
// a terminal can still restore it; in a goroutine of its own it would end the
// process at once. An *overflow.Error comes as it is, all else as a text that holds
// the stack of the goroutine.
//
// The package makes no promise to other programs.
package parallel

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"fms-tui/core/internal/overflow"
)

// atStart is what Go computed on when the program began. A program that adds a processor
// keeps it for what must not wait, such as a signal or a key: work leaves it idle.
var atStart = runtime.GOMAXPROCS(0)

func workers() int { return max(1, min(runtime.GOMAXPROCS(0), atStart)-int(spared.Load())) }

var spared atomic.Int32

// Spare makes work leave one processor of the machine free, where there are several, until end is
// called: for a screen, whose next frame must not wait for work aside.
func Spare() (end func()) {
	spared.Add(1)
	return func() { spared.Add(-1) }
}

// Do calls work(i) for i in 0..n-1, each once, and returns when all are done. Between
// two pieces a worker lets others go on: a screen that draws frames beside work on all
// processors would otherwise wait some 10 ms each time that it wants one.
// newWorker is called once a goroutine, for scratch space.
func Do(n int, newWorker func() func(i int)) {
	var next atomic.Int64
	var failed atomic.Pointer[any]
	var wg sync.WaitGroup
	for range min(workers(), n) {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					if _, ours := p.(*overflow.Error); !ours {
						p = fmt.Sprintf("%v\n\n%s", p, debug.Stack())
					}
					failed.CompareAndSwap(nil, &p)
				}
			}()
			work := newWorker()
			for i := int(next.Add(1)) - 1; i < n && failed.Load() == nil; i = int(next.Add(1)) - 1 {
				work(i)
				runtime.Gosched() // a key that was pressed meanwhile need not wait for the rest
			}
		})
	}
	wg.Wait()
	if p := failed.Load(); p != nil {
		panic(*p)
	}
}

// Each is Do for work that needs no scratch space.
func Each(n int, work func(i int)) {
	Do(n, func() func(int) { return work })
}
