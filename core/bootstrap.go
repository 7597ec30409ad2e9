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

// Bootstrap says how much the figures of a Result vary with the objects that
// happened to be judged. It is immutable.
type Bootstrap struct {
	// Why says why there is no bootstrap, in words for the user; "" where there
	// is one. All else is then empty.
	Why   string
	Bands []honest.Bands // by attribute
	// Stability has one element for each selection of the Draws, in order; its fields are nil
	// where the algorithm cannot be resampled.
	Stability []honest.Stability
}

// bootstrapChunk is how many replicates are held with their matrices at once.
const bootstrapChunk = 20

// Bootstrap resamples blocks. Too few blocks are no error: Why then says so. The only error is the
// context's.
func (r *Result) Bootstrap(ctx context.Context, q Draws) (_ *Bootstrap, err error) {
	defer overflow.Catch(&err)
	if r.Blocks < honest.LeastBlocks {
		return &Bootstrap{Why: fmt.Sprintf("the objects fill only %d blocks: a bootstrap needs at least %d", r.Blocks, honest.LeastBlocks)}, nil
	}
	src := r.known.source(r.study, projectionOf(r.Settings))
	var drawn []honest.Replicate
	repeats := make([][][]int, len(q.Of)) // by selection and replicate
	for len(drawn) < q.Replicates {
		parallel.Report(ctx, "resampling", len(drawn), q.Replicates)
		more, err := src.Resample(ctx, q.Seed, len(drawn), min(len(drawn)+bootstrapChunk, q.Replicates))
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
		for i := range more { // nothing but Repeats needs the matrix
			more[i].Projected.Sigma = nil
		}
		drawn = append(drawn, more...)
	}
	b := &Bootstrap{Bands: honest.BandsOf(r.known.all, drawn, r.Blocks)}
	for _, chosen := range repeats {
		var s honest.Stability
		if len(chosen) > 0 {
			s = honest.StabilityOf(chosen, len(r.Attributes))
		}
		b.Stability = append(b.Stability, s)
	}
	return b, nil
}
