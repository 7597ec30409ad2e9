package gram

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// literal adds XᵀX, row after row, to the upper triangle of dst.
func literal(dst, x []float64, rows, d int) {
	for r := range rows {
		for i := range d {
			for j := i; j < d; j++ {
				dst[i*d+j] = x[r*d+i]*x[r*d+j] + dst[i*d+j]
			}
		}
	}
}

func draw(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		if rng.IntN(5) > 0 {
			x[i] = rng.NormFloat64() * math.Exp(3*rng.NormFloat64())
		}
	}
	return x
}

// equal compares sums up to rounding, against the largest of them.
func equal(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if size := floats.Norm(want, math.Inf(1)); !floats.EqualApprox(got, want, 1e-12*size) {
		t.Errorf("%s: sums differ from the literal ones", what)
	}
}

// TestLiteral compares products of all shapes of edges with their
// definition, one Adder serving them all.
func TestLiteral(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var g Adder
	for _, rows := range []int{0, 1, 2, 7, chunk - 1, chunk, chunk + 3, 2*chunk + 1} {
		for d := range 30 {
			x, dst := draw(rng, rows*d), draw(rng, d*d)
			got, want := slices.Clone(dst), slices.Clone(dst)
			g.Gram(got, x, rows, d)
			literal(want, x, rows, d)
			equal(t, fmt.Sprintf("%d×%d", rows, d), got, want)
		}
	}
}

// TestProduct does the same for products of two matrices.
func TestProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	var g Adder
	for _, rows := range []int{0, 1, 9, chunk + 3} {
		for range 30 {
			dx, dy := rng.IntN(30), rng.IntN(30)
			x, y, dst := draw(rng, rows*dx), draw(rng, rows*dy), draw(rng, dx*dy)
			got, want := slices.Clone(dst), slices.Clone(dst)
			g.Product(got, x, y, rows, dx, dy)
			for r := range rows {
				for i := range dx {
					for j := range dy {
						want[i*dy+j] = x[r*dx+i]*y[r*dy+j] + want[i*dy+j]
					}
				}
			}
			equal(t, fmt.Sprintf("%d×%d by %d×%d", rows, dx, rows, dy), got, want)
		}
	}
}

// TestTile compares the tile of this processor with the portable tile.
func TestTile(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := range 40 {
		x, y := draw(rng, n*width), draw(rng, n*width)
		stride := width + rng.IntN(9)
		fast := draw(rng, tall*stride)
		slow := slices.Clone(fast)
		addTile(fast, stride, x, y, n)
		addTileSlow(slow, stride, x, y, n)
		equal(t, fmt.Sprint(n, " rows"), fast, slow)
	}
}
