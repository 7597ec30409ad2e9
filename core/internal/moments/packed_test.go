package moments

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPacked: what was packed comes back in every digit, and takes half the room.
func TestPacked(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, d := range []int{1, 2, 32 - 1, 32, 32 + 1, 3*32 + 5} {
		x := make([]float64, d*d)
		for i := range d {
			for j := range i + 1 {
				x[i*d+j] = rng.NormFloat64()
				x[j*d+i] = x[i*d+j]
			}
		}
		p := Pack(x, d)
		if cap(p.upper) > d*(d+1)/2 {
			t.Errorf("%d rows take %d numbers", d, cap(p.upper))
		}
		if !slices.Equal(p.Full(), x) {
			t.Errorf("%d rows come back otherwise", d)
		}
	}
	if Pack(nil, 3).Full() != nil {
		t.Error("nothing became something")
	}
}
