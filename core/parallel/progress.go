package parallel

import (
	"context"
	"sync"
	"sync/atomic"
)

type hearing struct{}

// Hear returns a context under which hear is told how far work has come: what is being
// done, and how many of its pieces are; of is 0 where they are not counted. hear is called
// from several goroutines at once, and must not block.
func Hear(ctx context.Context, hear func(stage string, done, of int)) context.Context {
	return context.WithValue(ctx, hearing{}, hear)
}

// Report tells whom Hear named how far work has come.
func Report(ctx context.Context, stage string, done, of int) {
	if hear, ok := ctx.Value(hearing{}).(func(string, int, int)); ok {
		hear(stage, done, of)
	}
}

// Count returns a function that adds pieces to what is done of a stage, at most of, and
// reports it.
func Count(ctx context.Context, stage string, of int) func(pieces int) {
	var done atomic.Int64
	Report(ctx, stage, 0, of)
	return func(pieces int) { Report(ctx, stage, min(int(done.Add(int64(pieces))), of), of) }
}

// Stage is Each that reports every piece when it is done. Once the context has ended no
// other piece is begun; its error is returned.
func Stage(ctx context.Context, stage string, n int, work func(i int)) error {
	done := Count(ctx, stage, n)
	Each(n, func(i int) {
		if ctx.Err() != nil {
			return
		}
		work(i)
		done(1)
	})
	return ctx.Err()
}

// Series draws n results by each, such as Each, and passes those to report that are done and
// have none before them that is not, each time that there are more; never by two goroutines
// at once. It returns them, with the context's error, or a draw's. Once the context has
// ended no other is begun.
func Series[T any](ctx context.Context, each func(n int, work func(i int)), n int, draw func(i int) (T, error), report func(first []T)) ([]T, error) {
	var mu sync.Mutex
	var failed error
	all, known, done := make([]T, n), make([]bool, n), 0
	each(n, func(i int) {
		if ctx.Err() != nil {
			return
		}
		x, err := draw(i)
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failed = err
			return
		}
		all[i], known[i] = x, true
		before := done
		for done < n && known[done] {
			done++
		}
		if done > before && report != nil {
			report(all[:done:done])
		}
	})
	if err := ctx.Err(); err != nil {
		failed = err
	}
	return all[:done:done], failed
}
