package gram

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRotate: a chain of rotations is one rotation after another, and rows outside of it stay.
func TestRotate(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	for hi := range 9 {
		for lo := range hi + 1 {
			panel, turns := draw(rng, (hi+2)*Panel), draw(rng, 2*(hi-lo))
			want := slices.Clone(panel)
			for k := range hi - lo {
				c, s := turns[2*k], turns[2*k+1]
				for a := range Panel {
					y, x := &want[(hi-1-k)*Panel+a], &want[(hi-k)*Panel+a]
					*x, *y = s**y+c**x, c**y-s**x
				}
			}
			Rotate(panel, hi, lo, turns)
			equal(t, fmt.Sprintf("rows %d to %d", hi, lo), panel, want)
		}
	}
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
