package gram

// Symmetric sets y to A x for a symmetric matrix A of n rows, which are stride numbers apart; n
// and stride are multiples of Lane. Of A only the blocks of Lane by Lane entries on the diagonal
// are read, with both triangles, and the blocks to the right of them: each once.
//
// Rows come by blocks. To y are added first the products of a block on the diagonal, then x_r
// times the rest of each row r. The product of that rest and x has a sum for each lane, which
// are added up by pairs, and to y_r.
func Symmetric(y, a []float64, stride, n int, x []float64) {
	clear(y[:n])
	if n == 0 {
		return
	}
	_, _ = x[:n], a[:(n-1)*stride+n] // what is read below
	for i := 0; i < n; i += Lane {
		symmetricBlock(y[i:n], a[i*stride+i:], stride, x[i:n])
	}
}

// symmetricBlockSlow is what Symmetric does of one block of rows, on any processor; y begins at
// the block.
func symmetricBlockSlow(y, a []float64, stride int, x []float64) {
	symmetricBlockBy(y, a, stride, x, symmetricRowSlow)
}

// symmetricBlockBy does it row by row: row treats the rest of one.
func symmetricBlockBy(y, a []float64, stride int, x []float64, row func(y, a, x []float64, own float64, sum *[Lane]float64)) {
	for r, own := range x[:Lane] {
		for c, z := range a[r*stride:][:Lane] {
			y[c] += float64(own * z)
		}
	}
	if len(y) == Lane {
		return
	}
	for r, own := range x[:Lane] {
		var s [Lane]float64
		row(y[Lane:], a[r*stride+Lane:][:len(y)-Lane], x[Lane:], own, &s)
		y[r] += ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]))
	}
}

// symmetricRowSlow adds own·a to y, and a times x to sum, by lane.
func symmetricRowSlow(y, a, x []float64, own float64, sum *[Lane]float64) {
	for c, z := range a {
		y[c] += float64(own * z)
		sum[c%Lane] += float64(z * x[c])
	}
}

// SubPairs takes VᵀW + WᵀV off what Symmetric reads of a symmetric matrix of d rows. V and W have
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
	dst = room(dst, 2*rows*d)
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
