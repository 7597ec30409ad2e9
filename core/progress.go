package core

import (
	"context"

	"fms-tui/core/internal/parallel"
)

// WithProgress returns a context under which hear is told how far a computation has come:
// what is being done in a few words, and how many of its pieces are done; of is 0 where they
// are not counted. hear is called from several goroutines at once, and must not block.
func WithProgress(ctx context.Context, hear func(stage string, done, of int)) context.Context {
	return parallel.Hear(ctx, hear)
}

// Report tells whom WithProgress named how far a computation has come that does not report
// it itself.
func Report(ctx context.Context, stage string, done, of int) {
	parallel.Report(ctx, stage, done, of)
}
