package gram

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// block is how many rows lose together what is due to all rows before them.
const block = 8 * tall

// Upper replaces the upper triangle of a symmetric matrix -A, n×n by rows, by the factor R with
// RᵀR = A. What is below the diagonal is neither read nor written. It reports false, and leaves
// anything there, if A is not positive definite. It is Forward of A itself, which finds R on the way.
func Upper(r []float64, n int) bool { return solve(r, n, r, n, upper) }

// Forward replaces -W by X with RᵀX = W, for a factor R of n rows and columns by rows and a W of
// n rows and d columns.
func Forward(r []float64, n int, w []float64, d int) { solve(r, n, w, d, rectangle) }

// Inverse sets the lower triangle of v, n×n by rows, to the inverse of Rᵀ. What is above it is
// not for use. It is Forward of the unit matrix, of which row i of X ends with column i.
func Inverse(v, r []float64, n int) {
	for i := range n {
		clear(v[i*n:][:min(n, i/tall*tall+tall)])
		v[i*n+i] = -1
	}
	solve(r, n, v, n, lower)
}

// shape says where X is not 0.
type shape int

const (
	rectangle shape = iota
	upper           // from the diagonal on; X is R, which is yet to be found
	lower           // up to the diagonal
)

// forward finds the rows of X one after another. Row i says that
//
//	R[i,i] X[i,:] = W[i,:] - Σ_{k<i} R[k,i] X[k,:]
//
// A block of rows first loses the sum over all rows before it, which is a product of tall
// matrices: by tiles, from panels that grow by each row found. Only sums can be added so, hence
// the sign of W.
type forward struct {
	r, x          []float64
	n, d          int
	shape         shape
	factor, known []float64 // panels of R and of X
	sums          *tile
}

// rooms are Adders whose panels are free: those of many rows take as much as the matrix.
var rooms = sync.Pool{New: func() any { return new(Adder) }}

func solve(r []float64, n int, x []float64, d int, s shape) bool {
	g := rooms.Get().(*Adder)
	defer rooms.Put(g)
	f := forward{r: r, x: x, n: n, d: d, shape: s, sums: &g.sums}
	g.packed = slices.Grow(g.packed[:0], n*(n+width))[:n*(n+width)]
	f.factor, f.known = g.packed, g.packed
	if s != upper {
		g.other = slices.Grow(g.other[:0], n*(d+width))[:n*(d+width)]
		f.known = g.other
	}
	for k := range n {
		if first := k / block * block; first == k {
			f.lose(0, k, k, min(k+block, n))
		} else if k%tall == 0 {
			f.lose(first, k, k, min(k+tall, n))
		}
		if !f.row(k/tall*tall, k) {
			return false
		}
	}
	return true
}

// row finds row k from the rows of its tile before it; the sums over all others are in it.
func (f *forward) row(first, k int) bool {
	from, to := f.columns(k)
	own := f.x[k*f.d+from : k*f.d+to]
	for l := first; l < k; l++ {
		floats.AddScaled(own, f.r[l*f.n+k], f.x[l*f.d+from:][:len(own)])
	}
	root := f.r[k*f.n+k]
	if f.shape == upper {
		if !(root < 0) {
			return false
		}
		root = math.Sqrt(-root)
	} else {
		f.pack(f.factor, f.r[k*f.n:], k, k, f.n)
	}
	floats.Scale(-1/root, own)
	f.pack(f.known, f.x[k*f.d:], k, from, to)
	return true
}

// columns are those in which row k of X is not 0, or nearly so.
func (f *forward) columns(k int) (from, to int) {
	switch f.shape {
	case upper:
		return k, f.d
	case lower:
		return 0, min(k/tall*tall+tall, f.d)
	}
	return 0, f.d
}

// pack puts row k from about the first of some columns on to its place in panels.
func (f *forward) pack(panels, row []float64, k, from, to int) {
	for j := from / width * width; j < to; j += width {
		place := panels[j*f.n+k*width:][:width]
		clear(place[copy(place, row[j:to]):])
	}
}

// lose adds what rows first to last of X bring to rows i to end.
func (f *forward) lose(first, last, i, end int) {
	from, _ := f.columns(i)
	_, to := f.columns(end - 1)
	for ; first < last; first += chunk {
		for j := from; j < to; j += width {
			lo, hi := first, min(first+chunk, last)
			if f.shape == lower {
				lo = max(lo, j)
			}
			for k := i; k < end && lo < hi; k += tall {
				if from, to := f.columns(k); from <= j && j < to {
					t := area{k, j, min(k+tall, f.n), min(j+width, to), f.d, f.shape != upper}
					t.add(f.sums, f.x, f.factor[k*f.n+lo*width:], f.known[j*f.n+lo*width:], hi-lo)
				}
			}
		}
	}
}
