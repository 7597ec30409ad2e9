package gram

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSymmetric compares products, bit for bit, with the products of any processor, and these with
// their definition.
func TestSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for n := 0; n <= 5*Lane; n += Lane {
		stride := n + Lane*rng.IntN(2)
		a, x := draw(rng, max(1, n)*stride), draw(rng, n)
		got, want := draw(rng, n), make([]float64, n)
		Symmetric(got, a, stride, n, x)
		for i := 0; i < n; i += Lane {
			symmetricBlockSlow(want[i:], a[i*stride+i:], stride, x[i:])
		}
		equal(t, fmt.Sprint(n, " rows"), got, want)
		for i := range n {
			var sum, size float64
			for j := range n {
				z := a[j*stride+i] // a block on the diagonal is read by columns
				if i/Lane < j/Lane {
					z = a[i*stride+j]
				}
				sum += z * x[j]
				size += math.Abs(z * x[j])
			}
			if !(math.Abs(sum-want[i]) <= 1e-14*size) {
				t.Errorf("%d rows, entry %d is %g, want %g", n, i, want[i], sum)
			}
		}
	}
}

// TestSubPairs compares, bit for bit, what is taken off with its definition; nothing else changes.
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
						want[i*stride+j] = math.FMA(-v[r*stride+i], w[r*stride+j], want[i*stride+j])
					}
					for r := range rows {
						want[i*stride+j] = math.FMA(-w[r*stride+i], v[r*stride+j], want[i*stride+j])
					}
				}
			}
			equal(t, fmt.Sprintf("%d rows of %d", rows, d), got, want)
		}
	}
}

func BenchmarkSymmetric(b *testing.B) {
	rng := rand.New(rand.NewPCG(47, 48))
	for _, n := range []int{200, 504, 1000} {
		a, x, y := draw(rng, n*n), draw(rng, n), make([]float64, n)
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			for b.Loop() {
				Symmetric(y, a, n, n, x)
			}
		})
	}
}
