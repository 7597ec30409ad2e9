package gram

import "gonum.org/v1/gonum/floats"

// Forward replaces -W by X with RᵀX = W, for a factor R of n rows and columns by rows and a W of
// n rows and d columns. Row i says that
//
//	R[i,i] X[i,:] = W[i,:] - Σ_{k<i} R[k,i] X[k,:]
//
// As in a factor, rows come block by block, and all later rows lose the products of a block
// by tiles. Only sums can be added so, hence the sign.
func Forward(r []float64, n int, w []float64, d int) {
	f := forward{r: r, x: w, n: n, d: d, sum: make([]float64, d)}
	f.solve(func(int) int { return d })
}

// Inverse sets the lower triangle of v, n×n by rows, to the inverse of Rᵀ. What is above it is
// not for use.
//
// It is Forward of the unit matrix, of which row i of X ends with column i.
func Inverse(v, r []float64, n int) {
	for i := range n {
		clear(v[i*n:][:min(n, (i/block+1)*block)])
		v[i*n+i] = -1
	}
	f := forward{r: r, x: v, n: n, d: n, sum: make([]float64, n)}
	f.solve(func(end int) int { return end })
}

// forward is the state of Forward.
type forward struct {
	r, x, sum []float64
	n, d      int
	adder     Adder
	rows      [block]int
	column    [block]float64
}

// solve goes through the blocks; the rows before end have their last entries in the first
// columns(end) columns.
func (f *forward) solve(columns func(end int) int) {
	for from := 0; from < f.n; from += block {
		end := min(from+block, f.n)
		width := columns(end)
		for k := from; k < end; k++ {
			f.row(from, k, width)
		}
		if end < f.n {
			f.adder.between(f.x[end*f.d:], f.r[from*f.n+end:], f.x[from*f.d:], end-from,
				extent{f.n - end, f.n}, extent{width, f.d})
		}
	}
}

// row finds row k from the rows of its block before it; the sums of earlier blocks are in it.
func (f *forward) row(first, k, width int) {
	count := k - first
	for i := range count {
		f.rows[i], f.column[i] = first+i, f.r[(first+i)*f.n+k]
	}
	Combine(f.sum[:width], f.x, f.d, f.rows[:count], f.column[:count])
	own := f.x[k*f.d:][:width]
	floats.Add(own, f.sum[:width])
	floats.Scale(-1/f.r[k*f.n+k], own)
}
