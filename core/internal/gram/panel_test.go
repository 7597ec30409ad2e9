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

// TestReflect does the same for reflections.
func TestReflect(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 64))
	for n := range 9 {
		checkReflect(t, rng, n, Reflect)
	}
}

func checkReflect(t *testing.T, rng *rand.Rand, n int, reflect func(panel, v []float64, tau float64)) {
	t.Helper()
	panel, v, tau := draw(rng, (n+1)*Panel), draw(rng, n), rng.NormFloat64()
	got, want := slices.Clone(panel), slices.Clone(panel)
	reflect(got, v, tau)
	reflectSlow(want, v, tau)
	equal(t, fmt.Sprint(n, " rows"), got, want)
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

func BenchmarkReflect(b *testing.B) {
	rng := rand.New(rand.NewPCG(67, 68))
	panel, v := draw(rng, 1000*Panel), draw(rng, 1000)
	for b.Loop() {
		Reflect(panel, v, 1e-9)
	}
}
