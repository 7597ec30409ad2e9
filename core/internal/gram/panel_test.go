package gram

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRotate compares, bit for bit, chains of rotations with their definition; rows outside of
// them stay.
func TestRotate(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	for n := range 9 {
		for lo := range n + 1 {
			checkRotate(t, rng, n, lo, Rotate)
		}
	}
}

func checkRotate(t *testing.T, rng *rand.Rand, hi, lo int, rotate func(panel []float64, hi, lo int, turns []float64)) {
	t.Helper()
	panel, turns := draw(rng, (hi+2)*Panel), draw(rng, 2*(hi-lo))
	got, want := slices.Clone(panel), slices.Clone(panel)
	rotate(got, hi, lo, turns)
	rotateSlow(want, hi, lo, turns)
	equal(t, fmt.Sprintf("rows %d to %d", hi, lo), got, want)
}

func BenchmarkRotate(b *testing.B) {
	rng := rand.New(rand.NewPCG(65, 66))
	panel, turns := draw(rng, 1001*Panel), make([]float64, 2000)
	for i := range 1000 {
		turns[2*i], turns[2*i+1] = .6, .8
	}
	for b.Loop() {
		Rotate(panel, 1000, 0, turns)
	}
}
