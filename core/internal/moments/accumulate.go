package moments

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"fms-tui/model"
)

// accumulator sums one block after another in scratch space of its own.
type accumulator struct {
	*view
	mean    []float64 // rows × d: x̄' of the block's objects, 0 where missing
	present []float64 // rows × d: 1 where the object has the attribute
	forms   []float64 // contrast rows × d, see contrasts
	raters  []int     // by object of a block of whole forms: n, the raters who judged it
	sizes   []float64 // n of the current object by attribute
	lists   raterLists
	shared  sharedPairs
}

func newAccumulator(v *view) *accumulator {
	c := &accumulator{view: v, sizes: make([]float64, v.d)}
	if v.aware {
		c.lists = newRaterLists(v.raters)
		c.shared = newSharedPairs(v.d)
	}
	return c
}

// block returns the sums over the given objects.
func (c *accumulator) block(objects []int) *Sums {
	s := newSums(c.d)
	c.mean = zeroed(c.mean, len(objects)*c.d)
	c.forms, c.raters = c.forms[:0], c.raters[:0]
	cells := 0
	whole := c.aware // so far every object is complete and judged in whole forms
	for row, i := range objects {
		n := c.object(s, row, i)
		cells += n
		whole = whole && n == c.d && c.contrasts(i)
	}
	complete := cells == len(objects)*c.d
	if !complete {
		c.fillPresent(objects)
	}
	all := pairProducts(c.mean, c.present, len(objects), c.d, complete)
	s.Pairs[AllPairs] = all
	switch {
	case !c.aware:
	case whole:
		different := c.wholeForms(all)
		s.Pairs[DifferentRaters], s.Pairs[SameRater] = different, c.sameForms(all, different)
	default:
		s.Pairs[DifferentRaters], s.Pairs[SameRater] = c.byRater(s, all, objects)
	}
	return s
}

// fillPresent marks which of the objects have which attributes.
func (c *accumulator) fillPresent(objects []int) {
	c.present = zeroed(c.present, len(objects)*c.d)
	for row, i := range objects {
		for _, a := range c.attr[c.start[i]:c.start[i+1]] {
			c.present[row*c.d+int(a)] = 1
		}
	}
}

// object adds the cells of object i to the attributes' sums and to a row of
// the mean matrix. It returns the number of cells.
func (c *accumulator) object(s *Sums, row, i int) (cells int) {
	y := c.y[i] - c.shiftY
	s.Objects++
	s.Y += y
	s.YY += y * y
	mean := c.mean[row*c.d:][:c.d]
	for lo, hi := c.start[i], c.start[i+1]; lo < hi; cells++ {
		a := c.attr[lo]
		end := lo + 1
		for end < hi && c.attr[end] == a {
			end++
		}
		q := &s.Attr[a]
		x := q.cell(c.value[lo:end], c.shift[a])
		q.XY += x * y
		q.Y += y
		q.YY += y * y
		mean[a] = x
		lo = end
	}
	return cells
}

// cell adds one cell's judgments and returns their shifted mean x̄'.
func (q *AttrSums) cell(judgments []float64, shift float64) float64 {
	var x float64
	switch len(judgments) {
	case 1:
		x = judgments[0] - shift
		q.Single++
	case 2: // by far the most frequent
		x = (judgments[0]-shift)/2 + (judgments[1]-shift)/2
		e := judgments[0] - judgments[1]
		q.Repeated++
		q.S2 += e * e / 2
		q.S2n += e * e / 4
	default:
		n := float64(len(judgments))
		for _, v := range judgments {
			x += v - shift
		}
		x /= n
		var ss float64
		for _, v := range judgments {
			e := v - shift - x
			ss += e * e
		}
		q.Repeated++
		q.S2 += ss / (n - 1)
		q.S2n += ss / (n - 1) / n
	}
	q.X += x
	q.XX += x * x
	q.count(len(judgments), x+shift)
	return x
}

// count notes a cell of n judgments with the given mean.
func (q *AttrSums) count(n int, mean float64) {
	if q.Objects == 0 || n < q.Fewest {
		q.Fewest = n
	}
	if n > q.Most {
		q.Most = n
	}
	if mean < q.Min {
		q.Min = mean
	}
	if mean > q.Max {
		q.Max = mean
	}
	q.Objects++
	q.Judgments += n
}

// pairProducts returns the AllPairs sums of a matrix of means and one that is
// 1 where the row has the attribute, both rows×d; complete says that it is 1
// everywhere, and is then not read. Because what is missing is 0
// in both, with X = mean and I = present the ragged sums are plain products
// too: P = XᵀX, N = IᵀI, A = XᵀI.
func pairProducts(mean, present []float64, rows, d int, complete bool) *PairSums {
	p := &PairSums{P: make([]float64, d*d)}
	addGram(p.P, mean, rows, d, 1)
	if complete {
		return p
	}
	p.N, p.A = make([]float64, d*d), make([]float64, d*d)
	addGram(p.N, present, rows, d, 1)
	mirror(p.N, d)
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, general(mean, rows, d), general(present, rows, d),
		1, general(p.A, d, d))
	return p
}

// contrasts looks whether object i, which is complete, was judged in whole
// forms, i.e. by n >= 2 known raters who each judged every attribute, given in
// the same order everywhere. If so it appends n-1 rows to forms whose products
// are what wholeForms must take off. With the rows x_1 … x_n of shifted
// judgments, sum S and mean x̄, the average over pairs of different raters is
//
//	(S Sᵀ - Σ_j x_j x_jᵀ) / (n² - n)
//
// and Helmert's contrasts z_j = (x_1 + … + x_j - j x_{j+1}) / √(j(j+1)),
// j = 1 … n-1, complete S/√n to an orthogonal change of the x_j, so that
// Σ_j x_j x_jᵀ = S Sᵀ/n + Σ_j z_j z_jᵀ. What remains is
//
//	x̄ x̄ᵀ - Σ_j z_j z_jᵀ / (n² - n):
//
// n-1 rank-one terms instead of n+1, and none that cancels.
func (c *accumulator) contrasts(i int) bool {
	lo, hi := c.start[i], c.start[i+1]
	n := (hi - lo) / c.d
	if n < 2 || !c.sameRaters(lo, hi, n) {
		return false
	}
	c.raters = append(c.raters, n)
	from := len(c.forms)
	c.forms = slices.Grow(c.forms, (n-1)*c.d)[:from+(n-1)*c.d]
	scale := make([]float64, n)
	for j := 1; j < n; j++ {
		k := float64(j)
		scale[j] = 1 / math.Sqrt(float64(n*(n-1))*k*(k+1))
	}
	for a := range c.d {
		cell := c.value[lo+a*n:][:n]
		sum := cell[0] - c.shift[a]
		for j := 1; j < n; j++ {
			x := cell[j] - c.shift[a]
			c.forms[from+(j-1)*c.d+a] = scale[j] * (sum - float64(j)*x)
			sum += x
		}
	}
	return true
}

// sameRaters tells whether each of the d cells in lo:hi was judged by the same
// n known raters in the same order.
func (c *accumulator) sameRaters(lo, hi, n int) bool {
	if hi-lo != n*c.d {
		return false
	}
	first := c.rater[lo:][:n]
	if slices.Contains(first, model.NoRater) {
		return false
	}
	for a := range c.d {
		cell := lo + a*n
		if c.attr[cell] != int32(a) || c.attr[cell+n-1] != int32(a) || !slices.Equal(c.rater[cell:][:n], first) {
			return false
		}
	}
	return true
}

// wholeForms returns the DifferentRaters sums of a block in which every object
// is complete and judged in whole forms. Each pair of cells then has pairs of
// different raters, and their average of x'[a] is x̄'[a].
func (c *accumulator) wholeForms(all *PairSums) *PairSums {
	p := &PairSums{P: slices.Clone(all.P)}
	addGram(p.P, c.forms, len(c.forms)/c.d, c.d, -1)
	return p
}

// addGram adds alpha·XᵀX to the upper triangle of dst, for X of rows×d.
func addGram(dst, x []float64, rows, d int, alpha float64) {
	if rows == 0 || d == 0 {
		return
	}
	blas64.Syrk(blas.Trans, alpha, general(x, rows, d), 1,
		blas64.Symmetric{N: d, Stride: d, Data: dst, Uplo: blas.Upper})
}

func general(x []float64, rows, cols int) blas64.General {
	return blas64.General{Rows: rows, Cols: cols, Stride: cols, Data: x[:rows*cols]}
}

// mirror copies the upper triangle of a d×d matrix to the lower.
func mirror(x []float64, d int) {
	for a := range d {
		for b := a + 1; b < d; b++ {
			x[b*d+a] = x[a*d+b]
		}
	}
}

// zeroed returns a slice of n zeros, in s if it is large enough.
func zeroed(s []float64, n int) []float64 {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}
