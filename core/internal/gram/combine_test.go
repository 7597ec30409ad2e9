package gram

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

// TestAddSquare compares products of a vector with itself with their definition: the upper
// triangle bit for bit, and nothing beyond the columns that may change.
func TestAddSquare(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for n := range 35 {
		checkSquare(t, rng, n, AddSquare)
	}
}

func checkSquare(t *testing.T, rng *rand.Rand, n int, add func(m []float64, stride int, scale float64, x []float64, n int)) {
	t.Helper()
	const stride = 40
	x, m := draw(rng, stride), draw(rng, (n+1)*stride)
	got, want := slices.Clone(m), slices.Clone(m)
	scale := rng.NormFloat64()
	add(got, stride, scale, x, n)
	addSquareSlow(want, stride, scale, x, n)
	end := (n + Lane - 1) / Lane * Lane
	for i := range n + 1 {
		from := i
		if i == n {
			from, end = 0, 0
		}
		equal(t, fmt.Sprintf("row %d of %d", i, n), got[i*stride+from:][:max(0, n-from)], want[i*stride+from:][:max(0, n-from)])
		equal(t, fmt.Sprintf("beyond row %d of %d", i, n), got[i*stride+end:(i+1)*stride], m[i*stride+end:(i+1)*stride])
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
