package gram

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTriangle compares factors with their definition, RᵀR = A, and the solutions of RᵀX = W and
// RᵀV = I with theirs, around the sizes of blocks. A matrix that is not positive definite has
// no factor.
func TestTriangle(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, n := range []int{0, 1, 9, block - 1, block, block + 1, 2*block + 5, 2*chunk + 9} {
		a, r := make([]float64, n*n), make([]float64, n*n)
		for i := range n {
			for j := range i {
				a[i*n+j] = rng.NormFloat64() / float64(8*n)
				a[j*n+i] = a[i*n+j]
			}
			a[i*n+i] = 1 + rng.Float64()
		}
		for i := range r {
			r[i] = -a[i]
		}
		below := slices.Clone(r)
		if !Upper(r, n) {
			t.Fatalf("n=%d: no factor", n)
		}
		d := 1 + rng.IntN(2*block)
		w, x := make([]float64, n*d), make([]float64, n*d)
		for i := range w {
			w[i] = rng.NormFloat64()
			x[i] = -w[i]
		}
		Forward(r, n, x, d)
		v := slices.Repeat([]float64{7}, n*n)
		Inverse(v, r, n)
		checkTriangle(t, fmt.Sprintf("n=%d, RᵀR", n), r, n, n, func(k, j int) float64 {
			if j < k {
				return 0
			}
			return r[k*n+j]
		}, a)
		checkTriangle(t, fmt.Sprintf("n=%d, RᵀX", n), r, n, d, func(k, j int) float64 { return x[k*d+j] }, w)
		unit := make([]float64, n*n)
		for i := range n {
			unit[i*n+i] = 1
			for j := range n {
				if j < i && r[i*n+j] != below[i*n+j] {
					t.Fatalf("n=%d: entry %d,%d below R is %g", n, i, j, r[i*n+j])
				}
			}
		}
		checkTriangle(t, fmt.Sprintf("n=%d, RᵀV", n), r, n, n, func(k, j int) float64 {
			if j > k {
				return 0
			}
			return v[k*n+j]
		}, unit)
		for _, variance := range []float64{-1, math.NaN(), -1e300} {
			if n == 0 {
				break
			}
			a[n/2*n+n/2] = variance
			for i := range r {
				r[i] = -a[i]
			}
			if Upper(r, n) {
				t.Fatalf("n=%d: a matrix with a variance of %g has a factor", n, variance)
			}
		}
	}
}

// checkTriangle holds RᵀY, n×d, to a matrix.
func checkTriangle(t *testing.T, name string, r []float64, n, d int, y func(k, j int) float64, want []float64) {
	t.Helper()
	for i := range n {
		for j := range d {
			var sum float64
			for k := range i + 1 {
				sum += r[k*n+i] * y(k, j)
			}
			if !(math.Abs(sum-want[i*d+j]) <= 1e-13*float64(n+1)) {
				t.Fatalf("%s: entry %d,%d is %g, want %g", name, i, j, sum, want[i*d+j])
			}
		}
	}
}
