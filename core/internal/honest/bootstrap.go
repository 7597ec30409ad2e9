package honest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/parallel"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// LeastBlocks is the number of non-empty blocks from which a bootstrap says
// anything.
const LeastBlocks = 20

// Replicate is the moments of one resampled data set: as many blocks as there are,
// drawn with replacement. Severity, the raters' offsets and the fixed shift come from
// the data.
type Replicate struct {
	Moments   *moments.Moments // Sigma is dropped
	Projected moments.Projected
	times     []int              // by block: how often it was drawn
	also      []*moments.Moments // of the labels besides the first
}

// Resample draws replicates first to last-1 of an endless list that depends on
// the seed alone. The only error is the context's.
func (s *Source) Resample(ctx context.Context, seed uint64, first, last int) ([]Replicate, error) {
	var filled []int
	for k, o := range s.Blocks.Block {
		if o != nil {
			filled = append(filled, k)
		}
	}
	out := make([]Replicate, last-first)
	parallel.Each(len(out), func(i int) {
		if ctx.Err() == nil {
			out[i] = s.replicate(filled, rand.New(rand.NewPCG(seed, uint64(first+i))))
		}
	})
	return out, ctx.Err()
}

func (s *Source) replicate(filled []int, rng *rand.Rand) Replicate {
	times := make([]int, len(s.Blocks.Block))
	for range filled {
		times[filled[rng.IntN(len(filled))]]++
	}
	m := s.Blocks.Moments(s.Blocks.Resample(times))
	p := m.Project(s.Projection)
	m.Sigma = nil
	r := Replicate{Moments: m, Projected: p, times: times}
	for _, other := range s.Also {
		o := other.Blocks.Moments(other.Blocks.Resample(times))
		o.Sigma = nil
		r.also = append(r.also, o)
	}
	return r
}

// Stability holds, by attribute, the share of the replicates in which an algorithm
// chose it at a budget, from 0 to 1. It also holds the median of its repeats over all
// replicates, with 0 if it was not chosen.
type Stability struct{ Frequency, Median []float64 }

// Repeats returns what an algorithm chooses at one budget from each replicate, by
// attribute; nothing from one in which it cannot run. It returns the context's error,
// or an error for an algorithm that needs the judgments themselves.
func (s *Source) Repeats(ctx context.Context, replicates []Replicate, t Terms, a selection.Algorithm, budget model.Amount) ([][]int, error) {
	if a == selection.Copies {
		return nil, fmt.Errorf("%s needs the judgments themselves, and a bootstrap resamples sums of blocks", a)
	}
	repeats := make([][]int, len(replicates))
	parallel.Each(len(replicates), func(i int) {
		if ctx.Err() == nil {
			repeats[i] = s.repeats(ctx, &replicates[i], t, a, budget)
		}
	})
	return repeats, ctx.Err()
}

func (s *Source) repeats(ctx context.Context, r *Replicate, t Terms, a selection.Algorithm, budget model.Amount) []int {
	none := make([]int, len(t.Names))
	varies := r.Moments.LabelVariance > 0
	for _, m := range r.also {
		varies = varies || m.LabelVariance > 0
	}
	if !varies {
		return none
	}
	var sums *moments.Sums
	if t.Forms != nil || t.Shrink {
		sums = s.Blocks.Resample(r.times)
	}
	p, err := t.Problem(s.learned(r, sums)).Equip(a, selection.Equipment{
		Means: func() ([]float64, []int) {
			return s.Blocks.CellMeans(s.Blocks.Resample(r.times), r.Moments), r.Moments.K()
		},
	})
	if err != nil {
		return none
	}
	c, err := selection.NewCurve(ctx, p, a, []model.Amount{budget})
	if err != nil {
		return none
	}
	return c.Choices[0].Repeats(len(none))
}

// learned is what a replicate says of each label; Σ⁺ is the same for all.
func (s *Source) learned(r *Replicate, sums *moments.Sums) *Learned {
	own := func() *moments.Sums { return sums }
	l := NewLearned(s.Blocks, own, r.Moments, r.Projected)
	for i, m := range r.also {
		l.Also = append(l.Also, l.of(s.Also[i].Blocks, own, m))
	}
	return l
}

// StabilityOf sums up the repeats chosen from replicates, of d attributes.
func StabilityOf(repeats [][]int, d int) Stability {
	s := Stability{Frequency: make([]float64, d), Median: make([]float64, d)}
	r := make([]int, len(repeats))
	for a := range d {
		chosen := 0
		for i := range repeats {
			if r[i] = repeats[i][a]; r[i] > 0 {
				chosen++
			}
		}
		slices.Sort(r)
		s.Frequency[a] = float64(chosen) / float64(len(r))
		s.Median[a] = float64(r[(len(r)-1)/2]+r[len(r)/2]) / 2
	}
	return s
}
