package gram

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSymmetric compares products with their definition; what is below the diagonal is not read.
func TestSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for n := range 40 {
		stride := n + rng.IntN(9)
		a, x := draw(rng, max(1, n)*stride), draw(rng, n)
		got, want := draw(rng, n), make([]float64, n)
		Symmetric(got, a, stride, n, x)
		for i := range n {
			for j := range n {
				want[i] += a[min(i, j)*stride+max(i, j)] * x[j]
			}
		}
		equal(t, fmt.Sprint(n, " rows"), got, want)
	}
}

// TestSubPairs compares what is taken off with its definition; nothing else changes.
func TestSubPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 46))
	for _, rows := range []int{1, 2, 7} {
		for d := 0; d <= 3*Lane; d += Lane {
			stride := d + Lane
			a, v, w := draw(rng, (d+1)*stride), draw(rng, rows*stride), draw(rng, rows*stride)
			got, want := slices.Clone(a), slices.Clone(a)
			new(Adder).SubPairs(got, stride, d, v, w, rows)
			for i := range d {
				for j := i / Lane * Lane; j < d; j++ {
					for r := range rows {
						want[i*stride+j] = want[i*stride+j] - v[r*stride+i]*w[r*stride+j]
					}
					for r := range rows {
						want[i*stride+j] = want[i*stride+j] - w[r*stride+i]*v[r*stride+j]
					}
				}
			}
			equal(t, fmt.Sprintf("%d rows of %d", rows, d), got, want)
		}
	}
}
