package core

import (
	"context"
	"fmt"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/overflow"
	"fms-tui/core/internal/parallel"
)

// Draws asks for a bootstrap over blocks of objects.
type Draws struct {
	Replicates int    // >= 1
	Seed       uint64 // the same seed draws the same
	// Of are the selections whose [Stability] is asked for, by Algorithm and Budget.
	Of []Selection
}

// Bootstrap says how much choices vary with the objects that happened to be judged.
type Bootstrap struct {
	// Why says why there is no bootstrap, in words for the user; "" where there is one.
	Why string
	// Stability has one element for each selection of the Draws, in order; its fields are nil
	// where the algorithm cannot be resampled.
	Stability []honest.Stability
}

// bootstrapChunk is how many replicates are held at once.
const bootstrapChunk = 20

// Bootstrap resamples blocks. Too few blocks are no error: Why then says so. The only error is the
// context's.
func (r *Result) Bootstrap(ctx context.Context, q Draws) (_ *Bootstrap, err error) {
	defer overflow.Catch(&err)
	if r.Blocks < honest.LeastBlocks {
		return &Bootstrap{Why: fmt.Sprintf("the objects fill only %d blocks: a bootstrap needs at least %d", r.Blocks, honest.LeastBlocks)}, nil
	}
	src := r.known.source(r.study, projectionOf(r.Settings))
	repeats := make([][][]int, len(q.Of)) // by selection and replicate
	for done := 0; done < q.Replicates; done += bootstrapChunk {
		parallel.Report(ctx, "resampling", done, q.Replicates)
		more, err := src.Resample(ctx, q.Seed, done, min(done+bootstrapChunk, q.Replicates))
		if err != nil {
			return nil, err
		}
		for i, s := range q.Of {
			chosen, _ := src.Repeats(ctx, more, r.terms(), s.Algorithm, s.Budget)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			repeats[i] = append(repeats[i], chosen...)
		}
	}
	b := &Bootstrap{}
	for _, chosen := range repeats {
		var s honest.Stability
		if len(chosen) > 0 {
			s = honest.StabilityOf(chosen, len(r.Attributes))
		}
		b.Stability = append(b.Stability, s)
	}
	return b, nil
}
