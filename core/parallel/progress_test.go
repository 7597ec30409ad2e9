package parallel

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
)

// TestStage: every piece is reported once, and none is begun after the context ended.
func TestStage(t *testing.T) {
	const n = 100
	var reports, worked atomic.Int64
	ctx := Hear(t.Context(), func(stage string, done, of int) {
		if stage != "test" || of != n || done > n {
			t.Errorf("%s: %d of %d", stage, done, of)
		}
		reports.Add(1)
	})
	if err := Stage(ctx, "test", n, func(int) { worked.Add(1) }); err != nil || reports.Load() != n+1 || worked.Load() != n {
		t.Errorf("%v after %d reports of %d pieces", err, reports.Load(), worked.Load())
	}
	worked.Store(0)
	ctx, cancel := context.WithCancel(t.Context())
	ctx = Hear(ctx, func(_ string, done, _ int) {
		if done == 3 {
			cancel()
		}
	})
	err := Stage(ctx, "test", n, func(int) {
		if worked.Add(1) > 3 {
			<-ctx.Done() // else others may work on while the third is reported
		}
	})
	if most := int64(3 + runtime.GOMAXPROCS(0)); !errors.Is(err, context.Canceled) || worked.Load() > most {
		t.Errorf("%v after %d pieces, want at most %d", err, worked.Load(), most)
	}
	Report(t.Context(), "nobody hears", 1, 2)
}

// TestSeries: the first results are reported as they become known, and returned with the
// error of a later one.
func TestSeries(t *testing.T) {
	const n = 40
	broken, last := errors.New("broken"), 0
	got, err := Series(t.Context(), Each, n, func(i int) (int, error) {
		if i == 30 {
			return 0, broken
		}
		return i, nil
	}, func(first []int) {
		if len(first) <= last {
			t.Errorf("%d are reported after %d", len(first), last)
		}
		last = len(first)
	})
	if !errors.Is(err, broken) || len(got) != 30 || last != 30 || got[29] != 29 {
		t.Errorf("%v, %v; reported %d", got, err, last)
	}
}
