package honest

import (
	"context"
	"math/rand/v2"
	"slices"

	"fms-tui/core/internal/moments"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// LeastBlocks is the number of non-empty blocks from which a bootstrap says
// anything.
const LeastBlocks = 20

// Replicate is what one resampled data set says: as many blocks as there are,
// drawn with replacement. Severity, the raters' offsets and the fixed shift come from
// the data. The Sigma of its moments is dropped.
type Replicate struct{ *Learned }

// Replicate draws the n-th of an endless list of replicates that depends on the seed alone.
func (s *Source) Replicate(seed uint64, n int) Replicate {
	var filled []int
	for k, o := range s.Blocks.Block {
		if o != nil {
			filled = append(filled, k)
		}
	}
	rng, times := rand.New(rand.NewPCG(seed, uint64(n))), make([]int, len(s.Blocks.Block))
	for range filled {
		times[filled[rng.IntN(len(filled))]]++
	}
	return Replicate{s.resampled(times, nil)}
}

// resampled is what blocks say, each taken so many times; first is what they say of the first
// label, nil for that itself.
func (s *Source) resampled(times []int, first *Learned) *Learned {
	sums := s.Blocks.Resample(times)
	own, m := func() *moments.Sums { return sums }, s.Blocks.Moments(sums)
	if first != nil {
		return first.of(s.Blocks, own, m)
	}
	l := NewLearned(s.Blocks, own, m, m.Project(s.Projection))
	m.Sigma = nil
	for _, other := range s.Also {
		l.Also = append(l.Also, other.resampled(times, l))
	}
	return l
}

// Repeats returns what an algorithm chooses at a budget, by attribute; nothing where it cannot run,
// and nil of copies, which needs the judgments themselves.
func (r Replicate) Repeats(ctx context.Context, t Terms, a selection.Algorithm, budget model.Amount) []int {
	if a == selection.Copies {
		return nil
	}
	none := make([]int, len(t.Names))
	if !slices.ContainsFunc(append([]*Learned{r.Learned}, r.Also...), func(l *Learned) bool { return l.Moments.LabelVariance > 0 }) {
		return none
	}
	p, err := t.Problem(r.Learned).Equip(a, selection.Equipment{
		Means: func() ([]float64, []int) { return r.blocks.CellMeans(r.sums(), r.Moments), r.Moments.K() },
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

// Stability holds, by attribute, the share of the replicates in which an algorithm
// chose it at a budget, from 0 to 1. It also holds the median of its repeats over all
// replicates, with 0 if it was not chosen.
type Stability struct{ Frequency, Median []float64 }

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
