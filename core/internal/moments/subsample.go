package moments

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"fms-tui/model"
)

// Sampler draws pilots out of a data set: a few of its objects with a few judgments of
// each cell, and what the remaining objects say about a choice made from them. It reads
// the judgments once for each draw, and only the judgments of the drawn objects. It is
// immutable and safe for concurrent use.
type Sampler struct {
	v       *view
	whole   *Blocks
	objects []int // the objects that count, in data order
	wanted  func(a int) bool
}

// NewSampler opens a data set, of which whole are the block sums for the label.
// Only the attributes for which wanted is true are drawn.
func NewSampler(ds *model.Dataset, label *model.Label, whole *Blocks, wanted func(a int) bool) *Sampler {
	s := &Sampler{v: viewOf(ds, label, whole), whole: whole, wanted: wanted}
	for i := range s.v.y {
		if s.v.counts(i) {
			s.objects = append(s.objects, i)
		}
	}
	return s
}

// Objects is the number of objects that can be drawn: the objects that count. They are
// numbered from 0, in the order of the data.
func (s *Sampler) Objects() int { return len(s.objects) }

// Subsample is a pilot that was drawn: a data set of its own, with its own
// moments, severity of raters and, in the fixed mode, offsets.
type Subsample struct {
	Blocks    *Blocks // of one block
	Sums      *Sums   // of that block
	Moments   *Moments
	Judgments int // drawn
	Repeated  int // of them, drawn again because a cell held too few
	v         *view
	value     []float64 // the judgments of v with their raters' offsets, in the fixed mode
}

// Draw draws k >= 2 judgments of each cell of the given objects, without
// replacement. A cell that holds fewer gives all of them, and the rest again,
// with replacement; but one that holds a single judgment gives that alone:
// repeated it would claim that raters agree.
//
// Raters are put in a random order for each object, anonymous judgments among
// them, and a cell gives its first k by that order. Each choice of k out of n is
// then equally likely in each cell, and objects judged in whole forms stay so:
// a pilot with fewer raters, not one in which each attribute has others.
func (s *Sampler) Draw(objects []int, k int, rng *rand.Rand) *Subsample {
	place, again := make(map[int32]float64), make([]float64, k) // by rater; and by draw beyond what a cell holds: which, as a share
	at, last, repeated := make(map[int]float64), -1, 0          // by judgment
	v := s.copied(objects, func(row int, cell []int) []int {
		if row != last {
			last = row
			clear(place)
			for j := range again {
				again[j] = rng.Float64()
			}
		}
		clear(at)
		for _, j := range cell {
			w := s.v.rater[j]
			if _, known := place[w]; !known || w == model.NoRater {
				place[w] = rng.Float64()
			}
			at[j] = place[w]
		}
		slices.SortStableFunc(cell, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
		n := len(cell)
		for j := n; n > 1 && j < k; j++ {
			cell = append(cell, cell[int(again[j]*float64(n))])
			repeated++
		}
		return cell[:min(len(cell), k)]
	})
	return s.subsample(v, [][]int{numbers(len(objects))}, repeated)
}

// subsample sums up judgments that were drawn, by blocks of rows; nil blocks have none.
func (s *Sampler) subsample(v *view, blocks [][]int, repeated int) *Subsample {
	u := &Subsample{v: v, Judgments: len(v.attr), Repeated: repeated, value: v.value}
	u.Blocks = (&Blocks{Mode: s.whole.Mode, ByPosition: s.whole.ByPosition, Shift: v.shift, ShiftY: v.shiftY, d: v.d}).As(s.whole)
	switch {
	case u.Blocks.Mode == model.RatersFixed:
		u.Blocks.Panel = v.panel()
		v.value = u.Blocks.Panel.off(v)
	case u.Blocks.Mode == model.RatersAware && !u.Blocks.ByPosition:
		u.Blocks.Severity = newSeverity(v)
	}
	u.Blocks.Block = v.blocks(blocks)
	if u.Sums = u.Blocks.Block[0]; len(blocks) > 1 {
		u.Sums = u.Blocks.Union(nil)
	}
	u.Moments = u.Blocks.Moments(u.Sums)
	return u
}

// numbers are 0..n-1.
func numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// copied is a view of some objects with their judgments, about the same shifts: of each cell those that take
// takes.
func (s *Sampler) copied(objects []int, take func(row int, cell []int) []int) *view {
	from, own := s.v, *s.v
	v := &own
	v.ids, v.ignored, v.attr, v.value, v.rater = nil, 0, nil, nil, nil
	v.y, v.start = make([]float64, len(objects)), make([]int, len(objects)+1)
	var cell []int
	for row, o := range objects {
		i := s.objects[o]
		v.y[row], v.ids = from.y[i], append(v.ids, from.ids[i])
		for lo, end := range from.cells(i) {
			if !s.wanted(int(from.attr[lo])) {
				continue
			}
			cell = cell[:0]
			for j := lo; j < end; j++ {
				cell = append(cell, j)
			}
			for _, j := range take(row, cell) {
				v.attr, v.value, v.rater = append(v.attr, from.attr[j]), append(v.value, from.value[j]), append(v.rater, from.rater[j])
			}
		}
		v.start[row+1] = len(v.attr)
	}
	return v
}
