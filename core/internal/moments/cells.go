package moments

import (
	"slices"

	"fms-tui/model"
)

// Cells are the judgments of the objects that count, as the moments take them: if
// raters are identified, the first judgment of each rater in a cell, and for a fixed
// panel without the raters' offsets. It is immutable.
type Cells struct {
	v *view
}

// NewCells returns the judgments that blocks are the sums of.
func NewCells(ds *model.Dataset, label *model.Label, blocks *Blocks) *Cells {
	v := viewOf(ds, label, blocks)
	if blocks.Panel != nil {
		v.value = blocks.Panel.off(v)
	}
	return &Cells{v}
}

// Counts tells whether an object, by its number in the data, has the label and
// a judgment.
func (c *Cells) Counts(object int) bool { return c.v.counts(object) }

// Sizes fills n, by attribute, with the numbers of judgments of an object.
func (c *Cells) Sizes(object int, n []int) {
	clear(n)
	for _, a := range c.v.attr[c.v.start[object]:c.v.start[object+1]] {
		n[a]++
	}
}

// Means fills x with the mean of the first r[a] judgments, as they were read, of each
// attribute with r[a] > 0, in the order of the attributes: of all judgments where the
// object holds fewer, NaN where it holds none. It tells whether the object holds all that
// r asks for.
func (c *Cells) Means(object int, r []int, x []float64) (whole bool) {
	v := c.v
	j, end := v.start[object], v.start[object+1]
	at := 0
	whole = true
	for a, n := range r {
		if n == 0 {
			continue
		}
		j = v.next(j, end, int32(a))
		var sum float64
		held := 0
		for held < n && j+held < end && v.attr[j+held] == int32(a) {
			sum += v.value[j+held] - v.shift[a]
			held++
		}
		whole = whole && held == n
		x[at] = v.shift[a] + sum/float64(held)
		at++
	}
	return whole
}

// next returns the first place in [from, end) of a judgment of an attribute or of one after
// it, end if there is none. Places of an object are in the order of attributes; steps double,
// and few attributes are asked for among many.
func (v *view) next(from, end int, attribute int32) int {
	step := 1
	for from+step < end && v.attr[from+step] < attribute {
		from += step
		step *= 2
	}
	i, _ := slices.BinarySearch(v.attr[from:min(from+step, end)], attribute)
	return from + i
}
