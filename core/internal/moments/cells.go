package moments

import (
	"slices"

	"fms-tui/model"
)

// Cells are the judgments of the objects that count, as the moments take them: if
// raters are identified, the first judgment of each rater in a cell, and for a fixed
// panel without the raters' offsets. It is immutable.
type Cells struct {
	v     *view
	panel *Panel
}

// NewCells returns the judgments that blocks are the sums of.
func NewCells(ds *model.Dataset, label *model.Label, blocks *Blocks) *Cells {
	return &Cells{viewOf(ds, label, blocks), blocks.Panel}
}

// Under returns the judgments under the offsets of other blocks of the same data: of a fold's.
func (c *Cells) Under(blocks *Blocks) *Cells { return &Cells{c.v, blocks.Panel} }

// shifted is judgment j about the shift of its attribute.
func (c *Cells) shifted(j int) float64 {
	a := c.v.attr[j]
	x := c.v.value[j] - c.v.shift[a]
	if c.panel != nil {
		if off := c.panel.Offset[int(c.v.rater[j])*c.v.d+int(a)]; off == off {
			x -= off
		}
	}
	return x
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
	from, at := c.v.start[object], 0
	whole = true
	for a, n := range r {
		if n > 0 {
			var all bool
			x[at], from, all = c.mean(object, from, a, n)
			whole = whole && all
			at++
		}
	}
	return whole
}

// Mean names the mean of the first Repeats judgments of an attribute.
type Mean struct{ Attr, Repeats int }

// MeansOf fills x with some means of an object, as Means does. They are in the order of the
// attributes, of which each may come several times.
func (c *Cells) MeansOf(object int, means []Mean, x []float64) {
	from := c.v.start[object]
	for i, m := range means {
		x[i], from, _ = c.mean(object, from, m.Attr, m.Repeats)
	}
}

// mean is the mean of the first n judgments of an attribute, whose place is not before from. It
// returns that place too, and whether there are n.
func (c *Cells) mean(object, from, a, n int) (x float64, place int, all bool) {
	v := c.v
	end := v.start[object+1]
	place = v.place(object, from, int32(a))
	var sum float64
	held := 0
	for held < n && place+held < end && v.attr[place+held] == int32(a) {
		sum += c.shifted(place + held)
		held++
	}
	return v.shift[a] + sum/float64(held), place, held == n
}

// place returns the first place, from one on, of an object's judgments of an attribute or of the
// next attribute that has any. Places of an object are in the order of attributes.
func (v *view) place(object, from int, attribute int32) int {
	i, _ := slices.BinarySearch(v.attr[from:v.start[object+1]], attribute)
	return from + i
}
