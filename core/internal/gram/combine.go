package gram

// wide is how many columns a processor with the largest registers sums at once.
const wide = 64

// Combine sets dst[a] = x_1 m[r_1, a] + x_2 m[r_2, a] + … for the rows r of a matrix m
// whose rows are stride apart: xᵀM over some rows, which need not be next to each other.
// The sum is taken in that order, each product rounded before it is added, so that no
// width of registers changes a bit. Rows must be at least as long as dst.
//
// Columns are summed in panels that stay in registers while the rows are read once. The
// last panel may begin before the one before it has ended: it sets the same sums again.
func Combine(dst, m []float64, stride int, rows []int, x []float64) {
	if len(rows) == 0 {
		clear(dst)
		return
	}
	x = x[:len(rows)]
	from := 0
	if w := panel(len(dst)); w > 0 {
		for _, r := range rows { // what is read below
			_ = m[r*stride : r*stride+len(dst)]
		}
		for ; from+w <= len(dst); from += w {
			combine(dst[from:from+w], m[from:], stride, rows, x)
		}
		if from < len(dst) {
			combine(dst[len(dst)-w:], m[len(dst)-w:], stride, rows, x)
		}
		return
	}
	combineSlow(dst, m, stride, rows, x)
}

// combineSlow is Combine on any processor.
func combineSlow(dst, m []float64, stride int, rows []int, x []float64) {
	clear(dst)
	for k, r := range rows {
		for a, z := range m[r*stride:][:len(dst)] {
			dst[a] += float64(x[k] * z)
		}
	}
}

// Lane is what the rows of a matrix that AddSquare changes are a multiple of.
const Lane = 8

// AddSquare adds scale·x xᵀ to the upper triangle of the first n rows and columns of m,
// whose rows are stride long, a multiple of Lane; n entries of x count, and further ones
// up to a multiple of Lane must be there. Entries below the diagonal, and columns from n up
// to that multiple, may change in any way.
func AddSquare(m []float64, stride int, scale float64, x []float64, n int) {
	if n == 0 {
		return
	}
	end := (n + Lane - 1) / Lane * Lane
	_, _ = x[:end], m[:(n-1)*stride+end] // what is read below
	addSquare(m, stride, scale, x, n)
}

// addSquareSlow is AddSquare on any processor.
func addSquareSlow(m []float64, stride int, scale float64, x []float64, n int) {
	for i, z := range x[:n] {
		row, z := m[i*stride:][:n], float64(scale*z)
		for a := i; a < n; a++ {
			row[a] += float64(z * x[a])
		}
	}
}
