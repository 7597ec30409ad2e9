package moments

import (
	"context"

	"fms-tui/model"
)

// Copies are moments of single judgments: where every cell holds the same number K of
// them, the j-th judgment of attribute a counts as a feature of its own, number a·K+j
// (the baseline of that name in S&K section 4). The order within a cell is the data's.
type Copies struct {
	K     int       // judgments of every cell, at least 2
	B     []float64 // by feature: label covariance, in units of attribute and label
	Sigma []float64 // (d·K)×(d·K) by rows: covariance of the features, divisor as in Moments
}

// AccumulateCopies returns the moments of single judgments over the blocks
// for which include is true, nil for all. Objects count and raters are treated
// as in Accumulate. It returns nil, and no error, where the cells that hold
// judgments do not all hold the same number or only one: there are no copies
// then. It goes back to the judgments and takes time in m·(d·K)².
//
// Errors are the context's, and with a nil include a *PanelError as from
// Accumulate: a training part need not be a panel by itself.
func AccumulateCopies(ctx context.Context, ds *model.Dataset, label *model.Label, mode string, include func(block int) bool) (*Copies, error) {
	v := newView(ds, label, mode)
	k := v.equalCells()
	if k < 2 {
		return nil, nil
	}
	if include != nil {
		v.leaveOut(include)
	}
	switch {
	case mode != model.RatersFixed:
	case include != nil: // that they are a panel is for all of the data to say
		v.value = v.panel().off(v)
	default:
		if _, err := newPanel(v, ds); err != nil {
			return nil, err
		}
	}
	return v.copies(ctx, k)
}

// copies are the moments of a view with k judgments in each cell. The only error
// is the context's.
func (v *view) copies(ctx context.Context, k int) (*Copies, error) {
	s := v.split(k).sum(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	b := &Blocks{Mode: model.RatersPaper, Shift: spread(v.shift, k), ShiftY: v.shiftY, d: v.d * k}
	m := &Moments{Attr: make([]Attribute, b.d)}
	for f := range m.Attr {
		m.Attr[f] = b.attribute(&s.Attr[f], f)
	}
	c := &Copies{K: k, B: make([]float64, b.d), Sigma: b.CellMeans(s, m)}
	for f := range c.B {
		if at := &m.Attr[f]; at.varies() {
			c.B[f] = at.B
		}
	}
	return c, nil
}

// equalCells returns the number of judgments in a cell if that is the same for
// all cells that have any, of all objects that count, and otherwise 0.
func (v *view) equalCells() int {
	k := 0
	for i := range v.y {
		if !v.counts(i) {
			continue
		}
		for lo, end := range v.cells(i) {
			if k == 0 {
				k = end - lo
			}
			if end-lo != k {
				return 0
			}
		}
	}
	return k
}

// split returns the view in which each of a cell's k judgments is one of an
// attribute of its own.
func (v *view) split(k int) *view {
	e := *v
	e.d, e.aware, e.raters = v.d*k, false, 0
	e.shift = spread(v.shift, k)
	e.attr = make([]int32, len(v.attr))
	for i := range v.y {
		if v.counts(i) {
			for j := v.start[i]; j < v.start[i+1]; j++ {
				e.attr[j] = v.attr[j]*int32(k) + int32((j-v.start[i])%k)
			}
		}
	}
	return &e
}

// spread repeats each entry k times in place.
func spread(x []float64, k int) []float64 {
	s := make([]float64, 0, len(x)*k)
	for _, v := range x {
		for range k {
			s = append(s, v)
		}
	}
	return s
}

// splitPieces is in how many parts objects are summed, one by one: each takes a square of all
// features.
const splitPieces = 4

// sum returns the sums over all objects that count; what it returns means
// nothing once ctx has ended.
func (v *view) sum(ctx context.Context) *Sums {
	var objects []int
	for i := range v.y {
		if v.counts(i) {
			objects = append(objects, i)
		}
	}
	s := NewSums(v.d)
	for n := range splitPieces {
		if own := objects[n*len(objects)/splitPieces : (n+1)*len(objects)/splitPieces]; len(own) > 0 && ctx.Err() == nil {
			s.add(newAccumulator(v).block(own))
		}
	}
	return s
}
