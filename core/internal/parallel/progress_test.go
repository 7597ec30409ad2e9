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
	err := Stage(ctx, "test", n, func(int) { worked.Add(1) })
	if most := int64(3 + runtime.GOMAXPROCS(0)); !errors.Is(err, context.Canceled) || worked.Load() > most {
		t.Errorf("%v after %d pieces, want at most %d", err, worked.Load(), most)
	}
	Report(t.Context(), "nobody hears", 1, 2)
}
