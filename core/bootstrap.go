package core

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/overflow"
	"fms-tui/model"
)

// Draws asks for a bootstrap over blocks of objects.
type Draws struct {
	Replicates int    // >= 1
	Seed       uint64 // random seed: the same seed draws the same
	// Of are the selections whose [Stability] is asked for, by Algorithm and Budget.
	Of []Selection
}

// Bootstrap says how much the figures of a Result vary with the objects that
// happened to be judged. It is immutable.
type Bootstrap struct {
	Replicates int // done
	Of         int // asked for
	// Why says why there is no bootstrap, in words for the user; "" where there
	// is one. All else is then empty.
	Why string
	// Bands are the intervals of the attributes' figures.
	Bands []honest.Bands
	// Stability has one element for each selection of the Draws, in order; its fields are nil
	// where the algorithm cannot be resampled.
	Stability []honest.Stability
}

// resampleKey is what replicates depend on, for one label and raters mode.
type resampleKey struct {
	projection model.Projection
	seed       uint64
}

// bootstrapChunk is after how many replicates results so far are returned.
const bootstrapChunk = 20

// keptFloats bounds the memory for replicates that are kept to be used again.
const keptFloats = 32 << 20

// Bootstrap resamples blocks, chunk by chunk: it gives what is known after each, which is all at
// the end. Too few blocks are no error: Why then says so. The only error is the context's, and
// is the end.
func (r *Result) Bootstrap(ctx context.Context, q Draws) iter.Seq2[*Bootstrap, error] {
	return func(yield func(*Bootstrap, error) bool) {
		if r.Blocks < honest.LeastBlocks {
			why := fmt.Sprintf("the objects fill only %d blocks: a bootstrap needs at least %d", r.Blocks, honest.LeastBlocks)
			yield(&Bootstrap{Of: q.Replicates, Why: why}, nil)
			return
		}
		for t := newResampling(r, q); ; {
			b, err := t.next(ctx)
			if !yield(b, err) || err != nil || b.Done() {
				return
			}
		}
	}
}

// Done tells whether nothing more will come.
func (b *Bootstrap) Done() bool { return b.Why != "" || b.Replicates >= b.Of }

// resampling is a bootstrap on its way, for one goroutine at a time.
//
// The replicates' moments depend on label, raters and projection only. They are kept,
// so that another budget or price costs only the paths, as long as they fit into memory.
type resampling struct {
	r       *Result
	src     *honest.Source
	q       Draws
	drawn   []honest.Replicate // at least done of them
	done    int
	repeats [][][]int // by selection and replicate; nil where it cannot be resampled
	most    int       // floats of kept replicates
}

func newResampling(r *Result, q Draws) *resampling {
	return &resampling{r: r, src: r.known.source(r.study, projectionOf(r.Settings)), q: q, repeats: make([][][]int, len(q.Of)), most: keptFloats}
}

// next goes on by a chunk of replicates and returns what is known so far. The
// only error is the context's.
func (t *resampling) next(ctx context.Context) (_ *Bootstrap, err error) {
	defer overflow.Catch(&err)
	b := &Bootstrap{Of: t.q.Replicates, Replicates: min(t.done+bootstrapChunk, t.q.Replicates)}
	study, kept, key, d := t.r.study, t.r.known.resampled, resampleKey{t.src.Projection, t.q.Seed}, len(t.r.Attributes)
	study.mu.Lock()
	if known := kept[key]; len(known) > len(t.drawn) {
		t.drawn = known
	}
	study.mu.Unlock()
	fits := b.Replicates*d*d <= t.most
	if b.Replicates > len(t.drawn) {
		more, err := t.src.Resample(ctx, t.q.Seed, len(t.drawn), b.Replicates)
		if err != nil {
			return nil, err
		}
		if t.drawn = append(slices.Clip(t.drawn), more...); fits {
			study.mu.Lock()
			kept[key] = t.drawn
			study.mu.Unlock()
		}
	}
	more := t.drawn[t.done:b.Replicates]
	for i, w := range t.q.Of {
		repeats, _ := t.src.Repeats(ctx, more, t.r.terms(), w.Algorithm, w.Budget)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if t.repeats[i] = append(t.repeats[i], repeats...); len(t.repeats[i]) == 0 {
			b.Stability = append(b.Stability, honest.Stability{})
			continue
		}
		b.Stability = append(b.Stability, honest.StabilityOf(t.repeats[i], d))
	}
	for i := range more {
		if !fits { // nothing but Repeats needs the matrix
			more[i].Projected.Sigma = nil
		}
	}
	t.done = b.Replicates
	b.Bands = honest.BandsOf(t.r.known.all, t.drawn[:t.done], t.r.Blocks)
	return b, nil
}
