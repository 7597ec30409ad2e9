package moments

import (
	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/gram"
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
	deviations []float64 // n × d: r_w, 0 outside the grid
	mean, in   []float64 // by attribute: x̄' and 1, 0 outside the grid
	rows       []int     // of the raters of a's judgments
	x, ones    []float64 // these judgments, about the shift; as many ones
	sum        []float64 // q or s
	used       bool      // whether any of the following, d×d by rows of a, is not 0

	product, sameProduct []float64 // of P
	other, sameOther     []float64 // of A[b,a]
	count                []float64 // of SameRater's N
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
		c.deviate(i, grid, mean, k, first, n)
		for lo, hi := c.start[i], c.start[i+1]; lo < hi; {
			end, a := c.cellEnd(lo, hi), int(c.attr[lo])
			if grid[a] == 0 || grid[a] > k {
				c.besideGrid(different, same, lo, end, n, mean[a])
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

// deviate fills deviations, mean and in for a grid of n raters, who are seated.
func (c *accumulator) deviate(i int, grid []uint8, mean []float64, k uint8, first, n int) {
	b := &c.beside
	b.begin(c.d)
	b.deviations = zeroed(b.deviations, n*c.d)
	b.mean, b.in = zeroed(b.mean, c.d), zeroed(b.in, c.d)
	for lo, hi := first, c.start[i+1]; lo < hi; {
		end, a := c.cellEnd(lo, hi), int(c.attr[lo])
		if grid[a] == k {
			b.mean[a], b.in[a] = mean[a], 1
			for j := lo; j < end; j++ {
				b.deviations[int(c.grids.place[c.rater[j]]-1)*c.d+a] = c.value[j] - c.shift[a] - mean[a]
			}
		}
		lo = end
	}
}

// besideGrid corrects the pairs of the attribute of the judgments lo:end, whose mean is
// given, with the attributes of a grid of n raters.
func (c *accumulator) besideGrid(different, same *PairSums, lo, end, n int, mean float64) {
	b, a := &c.beside, int(c.attr[lo])
	b.rows, b.x = b.rows[:0], b.x[:0]
	for j := lo; j < end; j++ {
		if w := c.rater[j]; w != model.NoRater && c.grids.place[w] > 0 {
			b.rows = append(b.rows, int(c.grids.place[w]-1))
			b.x = append(b.x, c.value[j]-c.shift[a])
		}
	}
	if len(b.x) == 0 {
		return
	}
	for len(b.ones) < len(b.x) {
		b.ones = append(b.ones, 1)
	}
	shared, pairs := float64(len(b.x)), float64((end-lo)*n)
	apart, times := pairs-shared, pairs/shared
	at, to := a*c.d, (a+1)*c.d
	gram.Combine(b.sum, b.deviations, c.d, b.rows, b.x)
	floats.AddScaled(b.product[at:to], -1/apart, b.sum)
	floats.AddScaled(b.sameProduct[at:to], times/apart, b.sum)
	gram.Combine(b.sum, b.deviations, c.d, b.rows, b.ones[:len(b.x)])
	floats.AddScaled(b.other[at:to], -1/apart, b.sum)
	floats.AddScaled(b.sameOther[at:to], times/apart, b.sum)
	floats.Add(b.count[at:to], b.in)
	if len(b.x) < end-lo {
		delta := (shared*mean - floats.Sum(b.x)) / apart
		floats.AddScaled(b.product[at:to], delta, b.mean)
		floats.AddScaled(b.sameProduct[at:to], -times*delta, b.mean)
		floats.AddScaled(different.A[at:to], delta, b.in)
		floats.AddScaled(same.A[at:to], -times*delta, b.in)
	}
}

// begin makes room for d attributes, once a block.
func (b *beside) begin(d int) {
	if b.used {
		return
	}
	b.used, b.sum = true, zeroed(b.sum, d)
	for _, m := range []*[]float64{&b.product, &b.sameProduct, &b.other, &b.sameOther, &b.count} {
		*m = zeroed(*m, d*d)
	}
}

// finish adds all corrections to the sums, of N and P to the upper triangle.
func (b *beside) finish(different, same *PairSums) {
	if !b.used {
		return
	}
	b.used = false
	d := len(b.sum)
	for i := range d {
		for j := i + 1; j < d; j++ {
			at, ta := i*d+j, j*d+i
			different.P[at] += b.product[at] + b.product[ta]
			same.P[at] += b.sameProduct[at] + b.sameProduct[ta]
			same.N[at] += b.count[at] + b.count[ta]
			different.A[at] += b.other[ta]
			different.A[ta] += b.other[at]
			same.A[at] += b.sameOther[ta]
			same.A[ta] += b.sameOther[at]
		}
	}
}
