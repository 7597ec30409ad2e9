package gram

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Lane is what the rows of a matrix that SubPairs changes are a multiple of.
const Lane = 8

// Symmetric sets y to A x for a symmetric matrix A of n rows, which are stride numbers apart. Of
// A only the diagonal and what is to the right of it are read: each entry once, for its row and
// for its column.
func Symmetric(y, a []float64, stride, n int, x []float64) {
	clear(y[:n])
	for r, own := range x[:n] {
		row := a[r*stride+r:][:n-r]
		y[r] += row[0]*own + floats.Dot(row[1:], x[r+1:n])
		floats.AddScaled(y[r+1:n], own, row[1:])
	}
}

// SubPairs takes VᵀW + WᵀV off the diagonal of a symmetric matrix and what is to the right of it, of d rows. V and W have
// few rows and at least d columns; all rows are stride numbers apart, and d is a multiple of Lane.
func (g *Adder) SubPairs(a []float64, stride, d int, v, w []float64, rows int) {
	g.packed = packPair(g.packed, v, w, rows, d, stride, 1)
	g.other = packPair(g.other, w, v, rows, d, stride, -1)
	n := 2 * rows
	for i := 0; i < d; i += tall {
		for j := i; j < d; j += width {
			addTile(a[i*stride+j:], stride, g.packed[i*n:], g.other[j*n:], n)
		}
	}
}

// packPair packs sign times the rows of x, and sign times the rows of y below.
func packPair(dst, x, y []float64, rows, d, stride int, sign float64) []float64 {
	dst = slices.Grow(dst[:0], 2*rows*d)[:2*rows*d]
	at := 0
	for p := 0; p < d; p += width {
		for _, m := range [][]float64{x, y} {
			for r := range rows {
				from, to := (*[width]float64)(m[r*stride+p:]), (*[width]float64)(dst[at:])
				for k, z := range from {
					to[k] = sign * z
				}
				at += width
			}
		}
	}
	return dst
}
