package gram

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTwos compares, bit for bit, sums of rows of all lengths with the portable ones: values
// from 1e-300 to infinity, one of which is no least and no most where it is no number.
func TestTwos(t *testing.T) {
	rng := rand.New(rand.NewPCG(81, 82))
	for d := range 30 {
		fast, slow := drawTwos(rng, d), Twos{}
		slow = Twos{slices.Clone(fast.X), slices.Clone(fast.XY), slices.Clone(fast.E2), slices.Clone(fast.Least), slices.Clone(fast.Most)}
		for row := range 4 {
			value, shift, y := draw(rng, 2*d), draw(rng, d), rng.NormFloat64()
			if row == 3 {
				for i := range value {
					value[i] *= []float64{1, 1e300, 1e308, 1e-300}[rng.IntN(4)]
				}
			}
			mean, half, slowMean, slowHalf := make([]float64, d), make([]float64, d), make([]float64, d), make([]float64, d)
			fast.Add(mean, half, value, shift, y)
			slow.addSlow(slowMean, slowHalf, value, shift, y, 0)
			for name, pair := range map[string][2][]float64{
				"means": {mean, slowMean}, "halves": {half, slowHalf}, "X": {fast.X, slow.X}, "XY": {fast.XY, slow.XY},
				"E2": {fast.E2, slow.E2}, "least": {fast.Least, slow.Least}, "most": {fast.Most, slow.Most},
			} {
				sameBits(t, fmt.Sprintf("%d columns: %s", d, name), pair[0], pair[1])
			}
		}
	}
}

func drawTwos(rng *rand.Rand, d int) Twos {
	return Twos{draw(rng, d), draw(rng, d), draw(rng, d), slices.Repeat([]float64{math.Inf(1)}, d), slices.Repeat([]float64{math.Inf(-1)}, d)}
}

// TestApart does so for sums of the first and of the second judgments.
func TestApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(83, 84))
	for d := range 30 {
		x, z, value, shift := draw(rng, d), draw(rng, d), draw(rng, 2*d), draw(rng, d)
		slowX, slowZ := slices.Clone(x), slices.Clone(z)
		Apart(x, z, value, shift)
		apartSlow(slowX, slowZ, value, shift, 0)
		sameBits(t, fmt.Sprint(d, " columns: first"), x, slowX)
		sameBits(t, fmt.Sprint(d, " columns: second"), z, slowZ)
	}
}

// sameBits compares bit by bit, but for the sign of 0; what is no number is like any other such.
func sameBits(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if !slices.EqualFunc(got, want, func(p, q float64) bool { return p == q || p != p && q != q }) {
		t.Errorf("%s: %g, want %g", what, got, want)
	}
}
