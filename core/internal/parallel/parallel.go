// Package parallel runs independent pieces of work on all processors. A panic
// in one of them surfaces in the caller's goroutine, where a program that owns
// a terminal can still restore it; in a goroutine of its own it would end the
// process at once.
package parallel

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Do calls work(i) for i in 0..n-1, each once, and returns when all are done.
// newWorker is called once a goroutine, for scratch space.
func Do(n int, newWorker func() func(i int)) {
	var next atomic.Int64
	var failed atomic.Pointer[string]
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					text := fmt.Sprintf("%v\n\n%s", p, debug.Stack())
					failed.CompareAndSwap(nil, &text)
				}
			}()
			work := newWorker()
			for i := int(next.Add(1)) - 1; i < n && failed.Load() == nil; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	wg.Wait()
	if text := failed.Load(); text != nil {
		panic(*text)
	}
}

// Each is Do for work that needs no scratch space.
func Each(n int, work func(i int)) {
	Do(n, func() func(int) { return work })
}
