package gram

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestCombine compares, bit for bit, sums of rows of all lengths of panels with their
// definition.
func TestCombine(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, n := range []int{0, 1, 7, 31, 32, 33, 63, 64, 65, 100, 127, 128, 200} {
		for _, count := range []int{0, 1, 2, 9} {
			stride := n + rng.IntN(3)
			m, x := draw(rng, 10*stride), draw(rng, count)
			rows := rng.Perm(10)[:count]
			got, want := draw(rng, n), draw(rng, n)
			Combine(got, m, stride, rows, x)
			combineSlow(want, m, stride, rows, x)
			equal(t, fmt.Sprintf("%d rows of %d", count, n), got, want)
		}
	}
}

func BenchmarkCombine(b *testing.B) {
	rng := rand.New(rand.NewPCG(13, 14))
	for _, c := range []struct{ rows, d int }{{20, 500}, {150, 1000}} {
		m, x, rows, dst := draw(rng, c.d*c.d), draw(rng, c.rows), rng.Perm(c.d)[:c.rows], make([]float64, c.d)
		b.Run(fmt.Sprintf("rows=%d/d=%d", c.rows, c.d), func(b *testing.B) {
			for b.Loop() {
				Combine(dst, m, c.d, rows, x)
			}
		})
	}
}
