package gram

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"golang.org/x/sys/cpu"
)

// TestHalves compares the tile for processors with smaller registers with the portable one.
func TestHalves(t *testing.T) {
	if !cpu.X86.HasAVX {
		t.Skip("no AVX")
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for n := range 40 {
		x, y := draw(rng, (n+1)*width), draw(rng, (n+1)*width)
		var fast, slow tile
		copy(fast[:], draw(rng, len(fast)))
		slow = fast
		addTileByHalves(&fast, x, y, n+1)
		addTileSlow(&slow, x, y, n+1)
		equal(t, fmt.Sprint(n+1, " rows"), fast[:], slow[:])
	}
}
