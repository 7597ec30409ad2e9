package gram

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/sys/cpu"
)

// TestHalves compares the tile for processors with smaller registers with the portable one.
func TestHalves(t *testing.T) {
	if !cpu.X86.HasAVX || !cpu.X86.HasFMA {
		t.Skip("no FMA")
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for n := range 40 {
		x, y := draw(rng, (n+1)*width), draw(rng, (n+1)*width)
		stride := width + rng.IntN(9)
		fast := draw(rng, tall*stride)
		slow := slices.Clone(fast)
		addTileByHalves(fast, stride, x, y, n+1)
		addTileSlow(slow, stride, x, y, n+1)
		equal(t, fmt.Sprint(n+1, " rows"), fast, slow)
	}
}

// TestCombineHalves does the same for Combine and AddSquare.
func TestCombineHalves(t *testing.T) {
	if !cpu.X86.HasAVX {
		t.Skip("no AVX")
	}
	rng := rand.New(rand.NewPCG(15, 16))
	m, x := draw(rng, 10*wide), draw(rng, 10)
	rows := rng.Perm(10)
	for n := 1; n <= 10; n++ {
		fast, slow := make([]float64, wide/2), make([]float64, wide/2)
		combine(fast, m, wide, rows[:n], x[:n])
		combineSlow(slow, m, wide, rows[:n], x[:n])
		equal(t, fmt.Sprint(n, " rows"), fast, slow)
	}
	for n := 1; n < 35; n++ {
		checkSquare(t, rng, n, func(m []float64, stride int, scale float64, x []float64, n int) {
			addSquareAVX(&m[0], stride, scale, &x[0], n)
		})
	}
}

// TestSymmetricAVX does the same for Symmetric.
func TestSymmetricAVX(t *testing.T) {
	if !cpu.X86.HasAVX {
		t.Skip("no AVX")
	}
	rng := rand.New(rand.NewPCG(43, 44))
	for n := Lane; n <= 3*Lane; n += Lane {
		fast, a, x := draw(rng, n), draw(rng, Lane*n), draw(rng, n)
		slow := slices.Clone(fast)
		symmetricBlockBy(fast, a, n, x, symmetricRow)
		symmetricBlockSlow(slow, a, n, x)
		equal(t, fmt.Sprint(n, " columns"), fast, slow)
	}
}

// TestPanelAVX does the same for Rotate.
func TestPanelAVX(t *testing.T) {
	if !cpu.X86.HasAVX {
		t.Skip("no AVX")
	}
	rng := rand.New(rand.NewPCG(69, 70))
	for n := 1; n < 9; n++ {
		checkRotate(t, rng, n, 0, func(panel []float64, hi, lo int, turns []float64) {
			rotateAVX(&panel[hi*Panel], &turns[0], hi-lo)
			rotateAVX(&panel[hi*Panel+Panel/2], &turns[0], hi-lo)
		})
	}
}
