package gram

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCombine compares sums of rows of all lengths with their definition.
func TestCombine(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, n := range []int{0, 1, 7, 64, 100} {
		for _, count := range []int{0, 1, 2, 9} {
			stride := n + rng.IntN(3)
			m, x := draw(rng, 10*stride), draw(rng, count)
			rows := rng.Perm(10)[:count]
			got, want := draw(rng, n), make([]float64, n)
			Combine(got, m, stride, rows, x)
			for k, r := range rows {
				for a := range want {
					want[a] += x[k] * m[r*stride+a]
				}
			}
			equal(t, fmt.Sprintf("%d rows of %d", count, n), got, want)
		}
	}
}

// TestAddSquare compares products of a vector with itself with their definition: nothing changes
// but the upper triangle.
func TestAddSquare(t *testing.T) {
	const stride = 40
	rng := rand.New(rand.NewPCG(17, 18))
	for n := range 35 {
		x, m := draw(rng, stride), draw(rng, (n+1)*stride)
		want, scale := slices.Clone(m), rng.NormFloat64()
		for i := range n {
			for j := i; j < n; j++ {
				want[i*stride+j] += scale * x[i] * x[j]
			}
		}
		AddSquare(m, stride, scale, x, n)
		equal(t, fmt.Sprint(n, " columns"), m, want)
	}
}
