package parallel

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

func TestEachOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 100} {
		count := make([]atomic.Int32, n)
		Each(n, func(i int) { count[i].Add(1) })
		for i := range count {
			if c := count[i].Load(); c != 1 {
				t.Errorf("n=%d: work(%d) was called %d times", n, i, c)
			}
		}
	}
}

func TestPanicReachesTheCaller(t *testing.T) {
	defer func() {
		text, _ := recover().(string)
		if !strings.Contains(text, "broken") || !strings.Contains(text, "parallel_test.go") {
			t.Errorf("recovered %q, want the panic's text and where it was", text)
		}
	}()
	Each(10, func(i int) {
		if i == 5 {
			panic("broken")
		}
	})
	t.Error("no panic")
}

// TestSpare: work that leaves a processor free does every piece once, and never all
// processors' worth of them at the same time.
func TestSpare(t *testing.T) {
	processors, before := runtime.GOMAXPROCS(4), atStart
	defer func() {
		runtime.GOMAXPROCS(processors)
		atStart = before
	}()
	atStart = 3
	var now, most, all atomic.Int64
	defer Spare()()
	Each(200, func(int) {
		for n := now.Add(1); n > most.Load(); {
			most.Store(n)
		}
		runtime.Gosched()
		all.Add(1)
		now.Add(-1)
	})
	if all.Load() != 200 || most.Load() > 2 {
		t.Errorf("%d pieces, %d at the same time", all.Load(), most.Load())
	}
}
