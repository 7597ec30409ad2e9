package moments

import (
	"math"
	"slices"

	"fms-tui/core/internal/gram"

	"fms-tui/model"
)

// raterLists gathers an object's judgments by rater, as linked lists in
// arrays, so that grouping costs no sort and no map.
type raterLists struct {
	head    []int32 // by rater: his first judgment, counted from the object's first, or -1
	next    []int32 // by judgment: the same rater's next, or -1
	touched []int32 // raters with a list
}

func newRaterLists(raters int) raterLists {
	return raterLists{head: slices.Repeat([]int32{-1}, raters)}
}

// group builds the lists of an object's judgments lo:hi, which run by
// attribute.
func (l *raterLists) group(v *view, lo, hi int) {
	for _, w := range l.touched {
		l.head[w] = -1
	}
	l.touched = l.touched[:0]
	l.next = slices.Grow(l.next[:0], hi-lo)[:hi-lo]
	for j := hi - 1; j >= lo; j-- {
		w := v.rater[j]
		if w == model.NoRater {
			continue
		}
		if l.head[w] < 0 {
			l.touched = append(l.touched, w)
		}
		l.next[j-lo] = l.head[w]
		l.head[w] = int32(j - lo)
	}
	// In the order of first appearance, whatever the raters' numbers are.
	slices.Reverse(l.touched)
}

// sharedPairs holds, for the pairs of attributes of one object that share a
// rater, the sums over the shared raters w that must not enter an average over
// different raters. Indices are a*d+a', a the one
// that comes first in sumShared.
type sharedPairs struct {
	count   []int32   // Σ_w n_a(w) n_a'(w): one judgment a rater and cell
	product []float64 // Σ_w x'_a(w) x'_a'(w)
	first   []float64 // Σ_w x'_a(w)
	second  []float64 // Σ_w x'_a'(w)
	touched []int
}

func newSharedPairs(d int) sharedPairs {
	return sharedPairs{
		count:   make([]int32, d*d),
		product: make([]float64, d*d),
		first:   make([]float64, d*d),
		second:  make([]float64, d*d),
	}
}

func (s *sharedPairs) reset() {
	for _, at := range s.touched {
		s.count[at], s.product[at], s.first[at], s.second[at] = 0, 0, 0, 0
	}
	s.touched = s.touched[:0]
}

func (s *sharedPairs) add(at int, x, y float64) {
	if s.count[at] == 0 {
		s.touched = append(s.touched, at)
	}
	s.count[at]++
	s.product[at] += x * y
	s.first[at] += x
	s.second[at] += y
}

// byRater returns the DifferentRaters and the SameRater sums of a block. Most pairs of
// cells usually share no rater, and their average over different raters is
// x̄[a]·x̄[a']: the sums start with all pairs, and each pair that does share a rater is
// corrected. Only these pairs enter the SameRater sums. Attributes that one set of raters
// judged in whole are corrected by products (grids), and what is left pair by pair.
func (c *accumulator) byRater(s *Sums, all *PairSums, objects []int) (different, same *PairSums) {
	different = &PairSums{N: slices.Clone(all.N), A: slices.Clone(all.A)}
	same = new(PairSums)
	ragged := make([]int, len(c.ragged))
	for k, row := range c.ragged {
		ragged[k] = objects[row]
	}
	rest := c.grids.find(ragged)
	n := c.grids.only()
	if n > 0 && all.complete() && len(rest) == 0 {
		same.P, different.raters = gram.Zeros(c.d*c.d), n
		c.grids.products(&c.adder, nil, same.P)
		return different, same
	}
	different.P = slices.Clone(all.P)
	if c.grids.any() {
		same.P = gram.Zeros(c.d * c.d)
		c.grids.products(&c.adder, different.P, same.P)
		if all.complete() && len(rest) == 0 {
			return different, same
		}
		same.N, same.A = c.grids.pairs(), gram.Zeros(c.d*c.d)
	}
	for _, k := range rest {
		c.correctObject(s, different, same, ragged[k], c.grids.of(k), c.mean[c.ragged[k]*c.d:][:c.d])
	}
	if !same.none() {
		mirror(same.N, c.d)
	}
	return different, same
}

// correctObject corrects the pairs of object i that are not within one of its grids.
func (c *accumulator) correctObject(s *Sums, different, same *PairSums, i int, grid []uint8, mean []float64) {
	lo := c.start[i]
	c.lists.group(c.view, lo, c.start[i+1])
	c.sumShared(lo, grid)
	if len(c.shared.touched) == 0 {
		return
	}
	different.expand(s, DifferentRaters)
	same.expand(s, SameRater)
	c.correct(different, same, i, mean)
	c.shared.reset()
}

// sumShared fills shared from the rater lists of the object whose judgments begin at lo. A pair
// within one grid is left out; of others, the attribute in the later grid, or in none, comes first
// with all that it meets, so that few are gone through where one grid has nearly all.
func (c *accumulator) sumShared(lo int, grid []uint8) {
	if c.shared.count == nil {
		c.shared = newSharedPairs(c.d)
	}
	for _, w := range c.lists.touched {
		for p := c.lists.head[w]; p >= 0; p = c.lists.next[p] {
			a := c.attr[lo+int(p)]
			own := grid[a] - 1 // the last of all for attributes in no grid
			if own == 0 {
				continue
			}
			x := c.value[lo+int(p)] - c.shift[a]
			q := c.lists.head[w]
			for ; q >= 0; q = c.lists.next[q] {
				k := lo + int(q)
				b := c.attr[k]
				if other := grid[b] - 1; other < own || own == math.MaxUint8 && other == own && b > a {
					c.shared.add(int(a)*c.d+int(b), x, c.value[k]-c.shift[b])
				}
			}
		}
	}
}

// mirror copies the upper triangle of a d×d matrix to the lower.
func mirror(x []float64, d int) {
	for a := range d {
		for b := a + 1; b < d; b++ {
			x[b*d+a] = x[a*d+b]
		}
	}
}

// correct replaces, for the pairs (a,a') in shared, what object i with the
// given cell means put into the sums of all pairs. With n and S the count and
// sum of a cell, the average over pairs of different raters is
//
//	(S_a S_a' - Σ_w x_a(w) x_a'(w)) / D,   D = n_a n_a' - Σ_w n_a(w) n_a'(w)
//
// and the average of x_a over the same pairs is (S_a n_a' - Σ_w x_a(w)) / D.
// D = 0 where one rater judged both cells alone: the object has no such pair.
//
// Where it has one it has both kinds, and enters the SameRater sums, of which the upper
// triangle of N is filled: the averages over the pairs by one rater, with C = Σ_w
// n_a(w) n_a'(w) the averages of the product Σ_w x_a(w) x_a'(w) / C and of x_a Σ_w
// x_a(w) / C, less the averages above.
func (c *accumulator) correct(p, same *PairSums, i int, mean []float64) {
	n := c.cellSizes(i)
	for _, at := range c.shared.touched {
		a, b := at/c.d, at%c.d
		turned := b*c.d + a
		upper := min(at, turned)
		x, y := mean[a], mean[b]
		shared := float64(c.shared.count[at])
		d := n[a]*n[b] - shared
		if d == 0 {
			p.P[upper] -= x * y
			p.A[at] -= x
			p.A[turned] -= y
			p.N[at]--
			p.N[turned]--
			continue
		}
		product := (x*n[a]*y*n[b] - c.shared.product[at]) / d
		first := (x*n[a]*n[b] - c.shared.first[at]) / d
		second := (y*n[b]*n[a] - c.shared.second[at]) / d
		p.P[upper] += product - x*y
		p.A[at] += first - x
		p.A[turned] += second - y
		same.N[upper]++
		same.P[upper] += c.shared.product[at]/shared - product
		same.A[at] += c.shared.first[at]/shared - first
		same.A[turned] += c.shared.second[at]/shared - second
	}
}

// cellSizes returns n by attribute for object i. The result is valid until the
// next call.
func (c *accumulator) cellSizes(i int) []float64 {
	clear(c.sizes)
	for _, a := range c.attr[c.start[i]:c.start[i+1]] {
		c.sizes[a]++
	}
	return c.sizes
}
