package tridiagonal

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestReduce compares Q T Qᵀ with the matrix, column by column: of full, low and no rank,
// diagonal, and of sizes around the sizes of registers and of panels.
func TestReduce(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	for _, n := range []int{1, 2, 3, 7, 8, 9, together - 1, together, together + 1, 2 * together, 2*together + 9} {
		for rank := range 4 {
			a := make([]float64, n*n)
			switch rank {
			case 0:
				for i := range n {
					a[i*n+i] = rng.NormFloat64()
				}
			case 1, 2:
				for range rank {
					x := make([]float64, n)
					for i := range x {
						x[i] = rng.NormFloat64()
					}
					for i := range n {
						for j := range n {
							a[i*n+j] += x[i] * x[j]
						}
					}
				}
			default:
				for i := range n {
					for j := range i + 1 {
						a[i*n+j] = rng.NormFloat64()
						a[j*n+i] = a[i*n+j]
					}
				}
			}
			f := Reduce(n, func(i, j int) float64 { return a[i*n+j] })
			for j := range n {
				x := make([]float64, n)
				x[j] = 1
				f.Forth(x) // Qᵀe
				y := make([]float64, n)
				for i := range y {
					y[i] = f.Diag[i] * x[i]
					if i > 0 {
						y[i] += f.Off[i-1] * x[i-1]
					}
					if i+1 < n {
						y[i] += f.Off[i] * x[i+1]
					}
				}
				f.Back(y)
				f.Back(x)
				for i := range n {
					unit := 0.0
					if i == j {
						unit = 1
					}
					if !(math.Abs(y[i]-a[i*n+j]) <= 1e-12*float64(n)) || !(math.Abs(x[i]-unit) <= 1e-13*float64(n)) {
						t.Fatalf("n=%d rank %d at %d,%d: %g, and %g of the matrix; QQᵀ %g", n, rank, i, j, y[i], a[i*n+j], x[i])
					}
				}
			}
		}
	}
}
