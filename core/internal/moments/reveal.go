package moments

import (
	"math"
	"slices"
)

// Revealed are the means of the first judgments of each cell of some objects.
type Revealed struct {
	y     []float64
	d     int
	shift []float64
	n     [][]int   // by attribute, rising: of how many judgments there are means
	first []int     // by attribute: its place in a row of sums
	width int       // of a row
	sums  []float64 // by row, attribute and n: Σ of the first n judgments, less the shift each
	held  []int32   // by row and attribute: the judgments that the cell holds
}

// Reveal opens the first n judgments of each cell for every n asked for, by
// attribute and rising; where a cell holds fewer, the rest are drawn from them
// again. The offsets of a panel, if not nil, are taken off.
func (h *Shuffled) Reveal(n [][]int, panel *Panel) *Revealed {
	v := h.s.v
	if panel != nil {
		off := *v
		off.value = panel.off(v)
		v = &off
	}
	r := &Revealed{y: v.y, d: v.d, shift: v.shift, n: n, first: make([]int, v.d), held: make([]int32, len(v.y)*v.d)}
	for a := range n {
		r.first[a] = r.width
		r.width += len(n[a])
	}
	r.sums = make([]float64, len(v.y)*r.width)
	draws := h.draws()
	for row := range v.y {
		for lo, end := range v.cells(row) {
			a := int(v.attr[lo])
			r.held[row*v.d+a] = int32(end - lo)
			draws.begin(row, a)
			taken, total := 0, 0.0
			for i, n := range n[a] {
				for ; taken < n; taken++ {
					j := lo + taken
					if j >= end {
						j = lo + draws.IntN(end-lo)
					}
					total += v.value[j] - v.shift[a]
				}
				r.sums[row*r.width+r.first[a]+i] = total
			}
		}
	}
	return r
}

// Objects is the number of rows.
func (r *Revealed) Objects() int { return len(r.y) }

// Label is the label of an object, by row.
func (r *Revealed) Label(row int) float64 { return r.y[row] }

// Mean returns the mean of the first n judgments of a cell, for a requested n, and how
// many of them were drawn again. The mean is NaN if the cell holds none.
func (r *Revealed) Mean(row, a, n int) (mean float64, again int) {
	held := int(r.held[row*r.d+a])
	if held == 0 {
		return math.NaN(), 0
	}
	i, found := slices.BinarySearch(r.n[a], n)
	if !found {
		panic("moments: a mean that was not revealed")
	}
	return r.shift[a] + r.sums[row*r.width+r.first[a]+i]/float64(n), max(0, n-held)
}
