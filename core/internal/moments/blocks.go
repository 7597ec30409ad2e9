package moments

import (
	"context"
	"hash/fnv"
	"slices"
	"sync/atomic"

	"fms-tui/core/parallel"
	"fms-tui/model"
)

// Blocks holds the sums of a data set for one label, by block of objects, and
// what is kept once for all of them. It is immutable.
type Blocks struct {
	Mode     string    // RatersPaper, RatersAware or RatersFixed
	Block    []*Sums   // K blocks in order; nil where no object fell
	Severity *Severity // of the aware mode
	Panel    *Panel    // of the fixed mode
	Shift    []float64 // by attribute: the first value seen
	ShiftY   float64
	// ByPosition says that the raters of the aware mode are the places in the
	// cells: AccumulateByPosition. They have no severity, and Severity is nil.
	ByPosition bool
	// Ignored counts judgments left out because their rater had already judged the
	// cell: only the first of them counts if raters are identified.
	Ignored int
	d       int

	// By attribute, what is taken for an internal variance that the judgments do not give; see
	// Assuming. nil for none.
	once  []bool    // asked once
	given []float64 // reliabilities
}

// Accumulate reads every judgment of ds once and returns the block sums for
// label. An object counts if it has the label and at least one judgment; all
// others enter nothing. mode must not be RatersAuto.
//
// Blocks are summed concurrently, but each by itself and in the order of the
// data, so the result does not depend on the number of processors. Errors are
// the context's, and a *PanelError where raters that are no panel are to be
// taken as fixed.
func Accumulate(ctx context.Context, ds *model.Dataset, label *model.Label, mode string) (*Blocks, error) {
	v := newView(ds, label, mode)
	var panel *Panel
	if mode == model.RatersFixed {
		var err error
		if panel, err = newPanel(v, ds); err != nil {
			return nil, err
		}
	}
	return sumBlocks(ctx, v, mode, panel, false)
}

// sumBlocks sums the judgments of a view, of which a panel's offsets were
// taken off. The only error is the context's.
func sumBlocks(ctx context.Context, v *view, mode string, panel *Panel, byPosition bool) (*Blocks, error) {
	d := v.d
	members := v.members(BlockCount(d))
	b := &Blocks{
		Mode:    mode,
		Block:   make([]*Sums, len(members)),
		Shift:   v.shift,
		ShiftY:  v.shiftY,
		Ignored: v.ignored,
		Panel:   panel,
		d:       d,

		ByPosition: byPosition,
	}
	var done atomic.Int64
	// The severity term is one piece of work among the blocks, the largest.
	parallel.Do(len(members)+1, func() func(int) {
		acc := newAccumulator(v)
		return func(k int) {
			switch {
			case ctx.Err() != nil:
			case k > 0 && len(members[k-1]) > 0:
				b.Block[k-1] = acc.block(members[k-1])
			case k == 0 && mode == model.RatersAware && !byPosition:
				b.Severity = newSeverity(v)
			}
			parallel.Report(ctx, "averaging judgments", int(done.Add(1)), len(members)+1)
		}
	})
	return b, ctx.Err()
}

// Union returns the sums of all blocks for which include is true; a nil
// include takes all.
func (b *Blocks) Union(include func(block int) bool) *Sums {
	times := slices.Repeat([]int{1}, len(b.Block))
	for k := range times {
		if include != nil && !include(k) {
			times[k] = 0
		}
	}
	return b.Resample(times)
}

// Resample returns the sums of a data set in which each block occurs the given
// number of times, by block; blocks without objects are passed over. It is
// what a bootstrap over blocks draws.
func (b *Blocks) Resample(times []int) *Sums {
	s := NewSums(b.d)
	for k, o := range b.Block {
		for range times[k] {
			if o != nil {
				s.add(o)
			}
		}
	}
	return s
}

// BlockCount is K, the number of blocks of data with d attributes: 50 while 50 d×d matrices
// fit in 64 MiB, else 20, and with more than 800 attributes as many as there are folds.
func BlockCount(d int) int {
	switch {
	case d <= Several:
		return 50
	case d <= 800:
		return 20
	}
	return 10
}

// Several is the number of attributes beyond which memory decides what is kept: all pairs take over 1 MB.
const Several = 400

// BlockOf returns the block in 0..k-1 of the object with that id: FNV-1a of
// the id, finished by splitmix64's mixer, because the low bits of FNV alone
// follow the last characters of ids such as s0001, s0002.
func BlockOf(id string, k int) int {
	f := fnv.New64a()
	f.Write([]byte(id))
	h := f.Sum64()
	h ^= h >> 30
	h *= 0xbf58476d1ce4e5b9
	h ^= h >> 27
	h *= 0x94d049bb133111eb
	h ^= h >> 31
	return int(h % uint64(k))
}
