package moments

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"fms-tui/model"
)

// Shuffled are some objects with all their judgments, the judgments of each cell in a
// random order: a pilot is the first k of each, and what is collected later are the
// next ones (S&K section 4). It is immutable.
//
// Beyond the judgments that a cell holds follow further draws from them, with
// replacement; which ones depends on the cell alone, not on what else is asked
// for.
type Shuffled struct {
	s     *Sampler // of the shuffled judgments; its objects are the rows
	again uint64   // seed of the further draws
}

// Shuffle puts the judgments of some objects in a random order. As in Draw it is
// an order of the raters of each object, anonymous judgments among them, so that
// objects judged in whole forms stay so.
func (s *Sampler) Shuffle(objects []int, rng *rand.Rand) *Shuffled {
	h, own := &Shuffled{again: rng.Uint64()}, *s
	place, last := make([]float64, s.v.raters), make([]int, s.v.raters) // by rater, of the row met last
	at := make(map[int]float64)
	own.v, own.objects = s.copied(objects, func(row int, cell []int) []int {
		clear(at)
		for _, j := range cell {
			at[j] = rng.Float64()
			if w := s.v.rater[j]; w != model.NoRater {
				if last[w] != row+1 {
					place[w], last[w] = at[j], row+1
				}
				at[j] = place[w]
			}
		}
		slices.SortStableFunc(cell, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
		return cell
	}), numbers(len(objects))
	h.s = &own
	return h
}

// Pilot returns the first k >= 2 judgments of each cell of the first rows, as a
// data set of its own. A cell that holds a single judgment gives that alone:
// repeated it would claim that raters agree. With byBlock its sums are kept by
// block, as cross-validation needs them.
func (h *Shuffled) Pilot(rows, k int, byBlock bool) *Subsample {
	draws, repeated := h.draws(), 0
	v := h.s.copied(numbers(rows), func(row int, cell []int) []int {
		if n := len(cell); n > 1 && n < k {
			draws.begin(row, int(h.s.v.attr[cell[0]]))
			for range k - n {
				cell = append(cell, cell[draws.IntN(n)])
			}
			repeated += k - n
		}
		return cell[:min(len(cell), k)]
	})
	blocks := [][]int{numbers(rows)}
	if byBlock {
		blocks = v.members(BlockCount(v.d))
	}
	return h.s.subsample(v, blocks, repeated)
}

// furtherDraws are draws with replacement, a stream for each cell.
type furtherDraws struct {
	*rand.Rand
	pcg  *rand.PCG
	seed uint64
}

func (h *Shuffled) draws() *furtherDraws {
	pcg := new(rand.PCG)
	return &furtherDraws{rand.New(pcg), pcg, h.again}
}

func (f *furtherDraws) begin(row, a int) { f.pcg.Seed(f.seed, uint64(row)<<32|uint64(a)) }

// Copies returns what AccumulateCopies does for a pilot, over the blocks for which
// include is true, nil for all; nil where cells hold different numbers of judgments. In
// the fixed mode offsets come from all blocks of the pilot. The only error is the
// context's.
func (u *Subsample) Copies(ctx context.Context, include func(block int) bool) (*Copies, error) {
	k := u.v.equalCells()
	if k < 2 {
		return nil, nil
	}
	v := *u.v
	if include != nil {
		v.y = slices.Clone(v.y)
		v.leaveOut(include)
	}
	return v.copies(ctx, k)
}

// WithOffsets is AccumulateWithOffsets for a pilot that was drawn by block.
func (u *Subsample) WithOffsets(ctx context.Context, include func(block int) bool) (*Blocks, error) {
	v := *u.v
	v.value = u.value
	b, err := v.sumWithOffsets(ctx, include)
	return b.As(u.Blocks), err
}
