package moments

import (
	"slices"

	"fms-tui/core/internal/gram"
	"fms-tui/core/parallel"
)

// accumulator sums one block after another in scratch space of its own.
type accumulator struct {
	*view
	mean   []float64 // rows × d: x̄' of the block's objects, 0 where missing
	square []float64 // d×d
	grid   grid
	lists  raterLists
	shared sharedPairs
	count  presence // of the attributes of grids
	adder  gram.Adder
}

func newAccumulator(v *view) *accumulator {
	c := &accumulator{view: v}
	if v.aware {
		c.lists = newRaterLists(v.raters)
		c.grid = grid{view: v, in: make([]bool, v.d)}
	}
	return c
}

// blocks returns the sums of blocks of objects, nil where one has none.
func (v *view) blocks(members [][]int) []*Sums {
	blocks := make([]*Sums, len(members))
	parallel.Do(len(members), func() func(int) {
		acc := newAccumulator(v)
		return func(k int) {
			if len(members[k]) > 0 {
				blocks[k] = acc.block(members[k])
			}
		}
	})
	return blocks
}

// block returns the sums over the given objects.
func (c *accumulator) block(objects []int) *Sums {
	s := NewSums(c.d)
	c.mean = slices.Grow(c.mean[:0], len(objects)*c.d)[:len(objects)*c.d]
	cells := 0
	for row, i := range objects {
		y := c.y[i] - c.shiftY
		s.Objects++
		s.Y += y
		s.YY += y * y
		cells += c.object(s, row, i)
	}
	all := &PairSums{P: c.gram(c.mean, len(objects))}
	if cells < len(objects)*c.d {
		all.N, all.A = presentPairs(c.mean, len(objects), c.d, func(row int, has []int32) []int32 { return c.attributes(objects[row], has) })
	}
	s.Pairs[AllPairs] = all
	if c.classes > 0 {
		s.Class = c.classSums(objects)
	}
	if c.aware {
		s.Pairs[DifferentRaters], s.Pairs[SameRater] = c.byRater(s, all, objects)
	}
	return s
}

// gram returns XᵀX of some rows of d entries, packed.
func (c *accumulator) gram(x []float64, rows int) []float64 {
	c.square = zeroed(c.square, c.d*c.d)
	c.adder.Gram(c.square, x, rows, c.d)
	return pack(c.square, c.d)
}

// attributes appends the attributes that an object has, rising.
func (v *view) attributes(i int, has []int32) []int32 {
	return slices.Compact(append(has, v.attr[v.start[i]:v.start[i+1]]...))
}

// object adds the cells of object i to the attributes' sums and to a row of
// the mean matrix. It returns the number of cells.
func (c *accumulator) object(s *Sums, row, i int) (cells int) {
	y := c.y[i] - c.shiftY
	mean := c.mean[row*c.d:][:c.d]
	clear(mean)
	for lo, end := range c.cells(i) {
		a := c.attr[lo]
		q := &s.Attr[a]
		x := q.Add(c.value[lo:end], c.shift[a])
		q.XY += x * y
		q.Y += y
		q.YY += y * y
		mean[a] = x
		cells++
	}
	return cells
}

// attributeSums are the sums of the objects that count, by attribute, without what needs the label.
func (v *view) attributeSums() []AttrSums {
	sums := make([]AttrSums, v.d)
	for i := range v.y {
		if v.counts(i) {
			for lo, end := range v.cells(i) {
				sums[v.attr[lo]].Add(v.value[lo:end], v.shift[v.attr[lo]])
			}
		}
	}
	return sums
}

// Add adds one cell's judgments and returns their shifted mean x̄'.
func (q *AttrSums) Add(judgments []float64, shift float64) float64 {
	n := float64(len(judgments))
	var x, ss float64
	for _, v := range judgments {
		x += v - shift
	}
	x /= n
	for _, v := range judgments {
		e := v - shift - x
		ss += e * e
	}
	if len(judgments) > 1 {
		q.Repeated++
		q.S2 += ss / (n - 1)
		q.S2n += ss / (n - 1) / n
	} else {
		q.Single++
	}
	q.X += x
	q.XX += x * x
	if q.Objects == 0 || len(judgments) < q.Fewest {
		q.Fewest = len(judgments)
	}
	q.Most = max(q.Most, len(judgments))
	if x+shift < q.Min {
		q.Min = x + shift
	}
	if x+shift > q.Max {
		q.Max = x + shift
	}
	q.Objects++
	q.Judgments += len(judgments)
	return x
}

// zeroed returns a slice of n zeros, in s if it is large enough.
func zeroed[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}
