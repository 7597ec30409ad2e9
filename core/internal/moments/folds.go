package moments

import (
	"context"
	"math"
	"slices"

	"fms-tui/model"
)

// Folds returns the blocks of each of f folds, without empty blocks. Block k is in fold
// k mod f, and empty folds are dropped.
func (b *Blocks) Folds(f int) [][]int {
	of := make([][]int, f)
	for k, o := range b.Block {
		if o != nil {
			of[k%f] = append(of[k%f], k)
		}
	}
	var folds [][]int
	for _, blocks := range of {
		if len(blocks) > 0 {
			folds = append(folds, blocks)
		}
	}
	return folds
}

// AccumulateWithOffsets is Accumulate in the fixed mode with the raters' means over the
// given blocks only. These means are subtracted from all judgments. The given blocks
// are then a training part, and the other blocks are held out. A rater without
// judgments in the given blocks has the attribute's own mean. AccumulateWithOffsets
// does not check again that the raters fit a panel.
func AccumulateWithOffsets(ctx context.Context, ds *model.Dataset, label *model.Label, include func(block int) bool) (*Blocks, error) {
	return newView(ds, label, model.RatersFixed).sumWithOffsets(ctx, include)
}

// sumWithOffsets sums the judgments without the offsets that a training part shows.
func (v *view) sumWithOffsets(ctx context.Context, include func(block int) bool) (*Blocks, error) {
	train := *v
	train.y = slices.Clone(v.y)
	train.leaveOut(include)
	panel := train.panel()
	v.value = panel.off(v)
	return sumBlocks(ctx, v, model.RatersFixed, panel, false)
}

// leaveOut keeps objects of the blocks for which include is true.
func (v *view) leaveOut(include func(block int) bool) {
	k := BlockCount(v.d)
	for i, id := range v.ids {
		if !include(BlockOf(id, k)) {
			v.y[i] = math.NaN()
		}
	}
}
