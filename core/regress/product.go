package regress

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// product sets dst to Aw, many times for one A.
type product func(dst, w []float64)

// sparseShare is the largest share of nonzero entries for which only these entries are
// multiplied.
const sparseShare = .1

// product prepares A: a loss that was estimated from few looks is mostly 0.
func (q *Quadratic) product() product {
	d := len(q.B)
	full := make([]float64, d*d)
	entries := 0
	for i := range d {
		for j := range d {
			if full[i*d+j] = q.A.At(i, j); full[i*d+j] != 0 {
				entries++
			}
		}
	}
	if float64(entries) > sparseShare*float64(d*d) {
		a := blas64.General{Rows: d, Cols: d, Stride: d, Data: full}
		return func(dst, w []float64) {
			if 2*floats.Count(func(x float64) bool { return x != 0 }, w) < d { // as in a ball it mostly is
				clear(dst)
				for j, x := range w {
					if x != 0 {
						floats.AddScaled(dst, x, full[j*d:(j+1)*d])
					}
				}
				return
			}
			blas64.Gemv(blas.NoTrans, 1, a, blas64.Vector{N: d, Inc: 1, Data: w}, 0, blas64.Vector{N: d, Inc: 1, Data: dst})
		}
	}
	start, column, value := []int{0}, make([]int, 0, entries), make([]float64, 0, entries)
	for i := range d {
		for j, x := range full[i*d : (i+1)*d] {
			if x != 0 {
				column, value = append(column, j), append(value, x)
			}
		}
		start = append(start, len(value))
	}
	return func(dst, w []float64) {
		for i := range dst {
			var sum float64
			for k := start[i]; k < start[i+1]; k++ {
				sum += value[k] * w[column[k]]
			}
			dst[i] = sum
		}
	}
}

// largestEigenvalue is max|e| over the eigenvalues of A, or a few per cent more. It
// applies powers of A to a vector that is unlikely to be orthogonal to an eigenvector.
// A step must not be longer than 1/L, and a short step costs little: hence the margin.
func (q *Quadratic) largestEigenvalue(times product) float64 {
	d := len(q.B)
	x, y := make([]float64, d), make([]float64, d)
	for i := range x {
		_, part := math.Modf(float64(i+1) * math.Phi)
		x[i] = .5 + part
	}
	var found float64
	for range 1000 {
		floats.Scale(1/floats.Norm(x, 2), x)
		times(y, x)
		before := found
		if found = floats.Norm(y, 2); found == 0 {
			return q.rowBound()
		}
		if math.Abs(found-before) <= 1e-9*found {
			break
		}
		copy(x, y)
	}
	return min(1.01*found, q.rowBound())
}

// rowBound is the largest sum of absolute values in a row, which no eigenvalue
// exceeds.
func (q *Quadratic) rowBound() float64 {
	d := len(q.B)
	var most float64
	for i := range d {
		var sum float64
		for j := range d {
			sum += math.Abs(q.A.At(i, j))
		}
		most = max(most, sum)
	}
	return most
}
