package gram

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// TestCholesky compares factors with gonum's: of matrices around the sizes of blocks, positive
// definite or not. What is below the diagonal of a factor stays.
func TestCholesky(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, n := range []int{0, 1, 9, 2 * block, 2*block + 1, 3 * block, 3*block + 5} {
		for kind := range 4 {
			a := make([]float64, n*n)
			for i := range n {
				for j := range n {
					a[i*n+j] = rng.NormFloat64() / float64(n+1)
				}
				a[i*n+i] = 1 + rng.Float64()
			}
			if n > 0 && kind > 0 {
				k := rng.IntN(n)
				a[k*n+k] = []float64{1, -1, math.NaN(), -1e300}[kind]
			}
			checkCholesky(t, fmt.Sprintf("n=%d, kind %d", n, kind), a, n, kind == 0 || n == 0)
		}
	}
}

func checkCholesky(t *testing.T, name string, a []float64, n int, definite bool) {
	t.Helper()
	minus, want := slices.Repeat([]float64{7}, n*n), slices.Clone(a)
	for i := range n {
		for k := range i + 1 {
			minus[k*n+i] = -a[i*n+k] // of the lower triangle: a is not symmetric
		}
	}
	got := slices.Clone(minus)
	if Upper(got, n) != definite {
		t.Fatalf("%s: positive definite is %v", name, !definite)
	}
	if !definite {
		return
	}
	if n > 0 {
		lapack64.Potrf(blas64.Symmetric{Uplo: blas.Lower, N: n, Stride: max(n, 1), Data: want})
	}
	for i := range n {
		for j := range n {
			x, y := got[i*n+j], 7.0
			if j >= i {
				y = want[j*n+i]
			}
			if !(math.Abs(x-y) <= 1e-14*float64(n)) {
				t.Fatalf("%s: entry %d,%d is %g, want %g", name, i, j, x, y)
			}
		}
	}
}
