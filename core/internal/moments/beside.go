package moments

import (
	"gonum.org/v1/gonum/floats"

	"fms-tui/model"
)

// beside are the corrections of pairs of an attribute a outside of a grid with all
// attributes b in it: a single judgment that is missing takes one attribute out of the grid,
// and its pairs with all others are corrected at once. Let the n raters of the grid have
// given the deviations r_w[b] = x_b(w) - x̄_b, and let c of the k judgments of a be
// by them. Over these judgments j let u = Σ x_a(j), q = Σ x_a(j) r_w(j) and s = Σ r_w(j),
// so that Σ_w x_a(w) x_b(w) = u x̄_b + q[b] and Σ_w x_b(w) = c x̄_b + s[b]. With D = kn - c pairs
// by different raters the averages of correct over them are
//
//	of x_a x_b   (k x̄_a n x̄_b - u x̄_b - q[b]) / D = x̄_a x̄_b + δ x̄_b - q[b]/D,   δ = (c x̄_a - u)/D
//	of x_a       (k x̄_a n - u) / D                = x̄_a + δ
//	of x_b       (k n x̄_b - c x̄_b - s[b]) / D     = x̄_b - s[b]/D
//
// and beyond x̄_a x̄_b, x̄_a and x̄_b is what the sums of all pairs lack. Of the pairs
// by one rater the average of x_a x_b is (u x̄_b + q[b])/c. Since u/c = x̄_a - δD/c it
// goes beyond x̄_a x̄_b by (q[b] - δD x̄_b)/c, D/c times the former with the other sign,
// as do the others. The difference of both averages, which SameRater sums, is hence
//
//	-(1 + D/c) = -kn/c
//
// times what the sums of all pairs lack. If all judgments of a are by raters of the grid,
// δ is 0. All that depends on b are sums of few rows. They are added up in rows of a, and
// moved to where they belong once a block.
type beside struct {
	rows []int     // of the raters of a's judgments
	x    []float64 // these judgments, about the shift
	used bool      // whether anything was added in this block
	sums rowSums

	// The matrices by rows of a.
	product, sameProduct rowSum // of P
	other, sameOther     rowSum // of A[b,a]
	own, sameOwn         rowSum // of A[a,b], where it belongs
	count                rowSum // of SameRater's N
	lost                 rowSum // what DifferentRaters' N loses (single.go)
}

// besideGrids corrects, for each grid of object i, the pairs of its attributes with
// attributes of later grids, and of none.
func (c *accumulator) besideGrids(different, same *PairSums, i int, grid []uint8, mean []float64) {
	for k := uint8(1); k <= mostGrids; k++ {
		first, n := c.gridCell(i, grid, k)
		if n == 0 {
			return
		}
		c.grids.seat(first, n)
		c.beside.begin(c.d, different, same)
		row := c.deviate(i, grid, mean, k, first, n)
		for lo, hi := c.start[i], c.start[i+1]; lo < hi; {
			end, a := c.cellEnd(lo, hi), int(c.attr[lo])
			if grid[a] == 0 || grid[a] > k {
				c.besideGrid(row, lo, end, n, mean[a])
			}
			lo = end
		}
		c.grids.unseat(first, n)
	}
}

// gridCell returns the first judgment and the length of the first cell of a grid; length 0
// if there is none.
func (c *accumulator) gridCell(i int, grid []uint8, k uint8) (first, n int) {
	for lo, hi := c.start[i], c.start[i+1]; lo < hi; {
		end := c.cellEnd(lo, hi)
		if grid[c.attr[lo]] == k {
			return lo, end - lo
		}
		lo = end
	}
	return 0, 0
}

// deviate gathers the deviations r_w of a grid of n raters, who are seated, then x̄' and ones, all
// 0 outside the grid. It returns the number of the first row.
func (c *accumulator) deviate(i int, grid []uint8, mean []float64, k uint8, first, n int) (row int) {
	row, rows := c.beside.sums.gather(n + 2)
	means, ones := rows[n*c.d:][:c.d], rows[(n+1)*c.d:]
	for lo, hi := first, c.start[i+1]; lo < hi; {
		end, a := c.cellEnd(lo, hi), int(c.attr[lo])
		if grid[a] == k {
			means[a], ones[a] = mean[a], 1
			for j := lo; j < end; j++ {
				rows[int(c.grids.place[c.rater[j]]-1)*c.d+a] = c.value[j] - c.shift[a] - mean[a]
			}
		}
		lo = end
	}
	return row
}

// besideGrid corrects the pairs of the attribute of the judgments lo:end, whose mean is
// given, with the attributes of a grid of n raters, whose rows begin with row.
func (c *accumulator) besideGrid(row, lo, end, n int, mean float64) {
	b, a := &c.beside, int(c.attr[lo])
	b.rows, b.x = b.rows[:0], b.x[:0]
	for j := lo; j < end; j++ {
		if w := c.rater[j]; w != model.NoRater && c.grids.place[w] > 0 {
			b.rows = append(b.rows, row+int(c.grids.place[w]-1))
			b.x = append(b.x, c.value[j]-c.shift[a])
		}
	}
	if len(b.x) == 0 {
		return
	}
	shared, pairs := float64(len(b.x)), float64((end-lo)*n)
	apart, times := pairs-shared, pairs/shared
	for j, r := range b.rows {
		x := b.x[j] / apart
		b.product.add(a, r, -x)
		b.sameProduct.add(a, r, times*x)
		b.other.add(a, r, -1/apart)
		b.sameOther.add(a, r, times/apart)
	}
	means, ones := row+n, row+n+1
	b.count.add(a, ones, 1)
	if len(b.x) < end-lo {
		delta := (shared*mean - floats.Sum(b.x)) / apart
		b.product.add(a, means, delta)
		b.sameProduct.add(a, means, -times*delta)
		b.own.add(a, ones, delta)
		b.sameOwn.add(a, ones, -times*delta)
	}
}

// begin makes room for d attributes, once a block.
func (b *beside) begin(d int, different, same *PairSums) {
	if b.used {
		return
	}
	b.used = true
	b.sums.begin(d)
	for _, s := range []*rowSum{&b.product, &b.sameProduct, &b.other, &b.sameOther, &b.count, &b.lost} {
		b.sums.to(s, zeroed(s.matrix, d*d))
	}
	b.sums.to(&b.own, different.A)
	b.sums.to(&b.sameOwn, same.A)
}

// finish adds all corrections to the sums, of P and SameRater's N to the upper triangle.
func (b *beside) finish(different, same *PairSums) {
	if !b.used {
		return
	}
	b.used = false
	b.sums.flush()
	b.own.matrix, b.sameOwn.matrix = nil, nil // of the block's sums, which go on
	d := b.sums.d
	for i := range d {
		for j := i + 1; j < d; j++ {
			at, ta := i*d+j, j*d+i
			different.P[at] += b.product.matrix[at] + b.product.matrix[ta]
			same.P[at] += b.sameProduct.matrix[at] + b.sameProduct.matrix[ta]
			same.N[at] += b.count.matrix[at] + b.count.matrix[ta]
			different.N[at] -= b.lost.matrix[at]
			different.N[ta] -= b.lost.matrix[ta]
			different.A[at] += b.other.matrix[ta]
			different.A[ta] += b.other.matrix[at]
			same.A[at] += b.sameOther.matrix[ta]
			same.A[ta] += b.sameOther.matrix[at]
		}
	}
}
