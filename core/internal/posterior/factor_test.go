package posterior

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// TestTriangles compares L⁻¹ and L⁻¹w with their definitions, by products with L, over
// several panels of columns.
func TestTriangles(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, n := range []int{1, 2, 31, columns - 1, columns, columns + 1, 2*columns + 5} {
		l := blas64.Triangular{Uplo: blas.Lower, Diag: blas.NonUnit, N: n, Stride: n, Data: make([]float64, n*n)}
		w := make([]float64, n*n)
		for i := range n {
			for k := range n { // what is above the diagonal means nothing
				l.Data[i*n+k], w[i*n+k] = rng.NormFloat64()/8, rng.NormFloat64()
			}
			l.Data[i*n+i] = 1 + rng.Float64()
		}
		x, inverse := slices.Clone(w), l
		inverse.Data = slices.Clone(l.Data)
		solve(l, x)
		invert(inverse)
		for i := range n {
			for k := range n {
				var product, unit float64
				for e := range i + 1 {
					product += l.Data[i*n+e] * x[e*n+k]
					unit += l.Data[i*n+e] * inverse.Data[e*n+k]
				}
				want := 0.0
				if i == k {
					want = 1
				}
				if !(math.Abs(product-w[i*n+k]) <= 1e-9) || !(math.Abs(unit-want) <= 1e-9) {
					t.Fatalf("n=%d at %d,%d: L x is %g, not %g; L L⁻¹ is %g", n, i, k, product, w[i*n+k], unit)
				}
			}
		}
	}
}
