package moments

import (
	"context"
	"math"
	"slices"

	"fms-tui/model"
)

// Before is what data held before judgments were added to them: the sums of these, and what
// tells which objects have changed since.
type Before struct {
	Blocks *Blocks
	Start  []int        // of the data: object i had Start[i+1] - Start[i] judgments
	Label  *model.Label // as it was then
}

// Extend is Accumulate of ds, the data of before with judgments added: objects that are new
// stand behind the others. Sums are additive, so that a block without a changed object is
//
//	the sums of its objects before + the sums of its new objects,
//
// which takes time in proportion to what is new; a block with nothing new is the block
// before itself. Blocks with an object whose judgments or label have changed are summed
// anew: a least or largest value cannot be taken off. Everything is summed anew if the old sums
// do not fit: other attributes, other shifts, or a fixed panel, whose offsets are learned
// from all judgments. Sums differ from Accumulate's by the rounding of another order.
func Extend(ctx context.Context, ds *model.Dataset, label *model.Label, mode model.Raters, before Before) (*Blocks, error) {
	if mode == model.RatersFixed {
		return Accumulate(ctx, ds, label, mode)
	}
	v := newView(ds, label, mode)
	return sumBlocks(ctx, v, mode, nil, false, before.growth(v, ds, label, mode))
}

// growth is how the objects of data have changed since their sums were made.
type growth struct {
	blocks  []*Sums
	changed []bool // of the objects before; those behind are new
}

// growth compares data with what they were; nil where the old sums do not fit.
func (o *Before) growth(v *view, ds *model.Dataset, label *model.Label, mode model.Raters) *growth {
	b := o.Blocks
	switch {
	case b.Mode != mode || b.ByPosition || b.d != v.d || len(b.Block) != BlockCount(v.d), len(o.Start) > len(ds.Start),
		!slices.Equal(b.Shift, v.shift) || b.ShiftY != v.shiftY, !slices.Equal(o.Label.Classes, label.Classes):
		return nil
	}
	g := &growth{blocks: b.Block, changed: make([]bool, len(o.Start)-1)}
	for i := range g.changed {
		y, was := label.Values[i], o.Label.Values[i]
		g.changed[i] = ds.Start[i+1]-ds.Start[i] != o.Start[i+1]-o.Start[i] || y != was && !(math.IsNaN(y) && math.IsNaN(was))
	}
	return g
}

// block returns the sums of block k, whose objects are given.
func (g *growth) block(acc *accumulator, k int, objects []int) *Sums {
	if g == nil || g.blocks[k] == nil {
		return acc.block(objects)
	}
	was := g.blocks[k]
	first, _ := slices.BinarySearch(objects, len(g.changed))
	if slices.ContainsFunc(objects[:first], func(i int) bool { return g.changed[i] }) || first != was.Objects {
		return acc.block(objects)
	}
	if first == len(objects) {
		return was
	}
	added := acc.block(objects[first:])
	for kind := range was.Pairs {
		if (was.Pairs[kind] == nil) != (added.Pairs[kind] == nil) {
			return acc.block(objects)
		}
	}
	sum := newSums(acc.d)
	sum.add(was)
	sum.add(added)
	return sum
}
