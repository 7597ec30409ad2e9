package gram

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSubPair compares, bit for bit, what is taken off trailing parts with its definition;
// rows before them stay.
func TestSubPair(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for _, n := range []int{1, 7, 8, 9, 30} {
		stride := (n + Lane - 1) / Lane * Lane
		for from := range n + 1 {
			checkPair(t, rng, n, stride, from, func(m, v, w []float64) { SubPair(m, stride, from, n, v, w) })
		}
	}
}

func checkPair(t *testing.T, rng *rand.Rand, n, stride, from int, sub func(m, v, w []float64)) {
	t.Helper()
	m, v, w := draw(rng, n*stride), draw(rng, stride), draw(rng, stride)
	for a := range stride {
		if a < from || a >= n {
			v[a], w[a] = 0, 0
		}
	}
	got, want := slices.Clone(m), slices.Clone(m)
	sub(got, v, w)
	for i := from; i < n; i++ {
		for a := from; a < n; a++ {
			want[i*stride+a] -= float64(v[i]*w[a]) + float64(w[i]*v[a])
		}
	}
	equal(t, fmt.Sprintf("from %d of %d", from, n), got, want)
}
