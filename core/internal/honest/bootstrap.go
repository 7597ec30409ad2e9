package honest

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

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

// Bands are the 95 % intervals of one attribute's b, v, σ² and reliability, in their units: the low
// and the high end. An interval is estimate ± t·sd of the replicates, with t the .975 quantile of
// Student's distribution on K-1 degrees of freedom. NaN where the estimate, or most replicates, are.
type Bands struct{ B, V, Sigma2, Reliability [2]float64 }

// BandsOf returns the intervals by attribute about the estimates of all data, whose
// objects fill the given number of blocks.
func BandsOf(all *moments.Moments, replicates []Replicate, blocks int) []Bands {
	t := distuv.StudentsT{Sigma: 1, Nu: float64(blocks - 1)}.Quantile(.975)
	bands := make([]Bands, len(all.Attr))
	for a := range bands {
		band := func(figure func(*moments.Attribute) float64) [2]float64 {
			return bandOf(all, replicates, a, t, figure)
		}
		bands[a] = Bands{
			B:           band(func(at *moments.Attribute) float64 { return at.B }),
			V:           band(func(at *moments.Attribute) float64 { return at.V }),
			Sigma2:      band(func(at *moments.Attribute) float64 { return at.Sigma2 }),
			Reliability: band(func(at *moments.Attribute) float64 { return at.Sigma2 / (at.Sigma2 + at.V) }),
		}
	}
	return bands
}

func bandOf(all *moments.Moments, replicates []Replicate, a int, t float64, figure func(*moments.Attribute) float64) [2]float64 {
	var x []float64
	for _, r := range replicates {
		if f := figure(&r.Moments.Attr[a]); !math.IsNaN(f) && !math.IsInf(f, 0) {
			x = append(x, f)
		}
	}
	estimate := figure(&all.Attr[a])
	if len(x) < 2 || len(x) < len(replicates)/2 {
		return [2]float64{math.NaN(), math.NaN()}
	}
	half := t * stat.StdDev(x, nil)
	return [2]float64{estimate - half, estimate + half}
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
