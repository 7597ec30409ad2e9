package gram

import "gonum.org/v1/gonum/floats"

// Combine sets dst[a] = x_1 m[r_1, a] + x_2 m[r_2, a] + … for the rows r of a matrix m
// whose rows are stride apart: xᵀM over some rows, which need not be next to each other.
// Rows must be at least as long as dst.
func Combine(dst, m []float64, stride int, rows []int, x []float64) {
	clear(dst)
	for k, r := range rows {
		floats.AddScaled(dst, x[k], m[r*stride:][:len(dst)])
	}
}

// AddSquare adds scale·x xᵀ to the upper triangle of the first n rows and columns of m,
// whose rows are stride long; n entries of x count.
func AddSquare(m []float64, stride int, scale float64, x []float64, n int) {
	for i, z := range x[:n] {
		floats.AddScaled(m[i*stride+i:][:n-i], scale*z, x[i:n])
	}
}
