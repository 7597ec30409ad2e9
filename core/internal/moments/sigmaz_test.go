package moments

import (
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestSigmaZAgainstDefinition leaves every block out in turn.
func TestSigmaZAgainstDefinition(t *testing.T) {
	compared, unknown := 0, 0
	for w, seed := range simulate.Worlds(60, fresh.Seed(t, 4700)) {
		ds := simulate.Draw(w, seed)
		for _, mode := range modes {
			b := accumulate(t, ds, mode)
			all := b.Moments(b.Union(nil))
			for a, z := range b.SigmaZ() {
				var left []float64
				usable := all.Attr[a].Status == Usable
				for k, s := range b.Block {
					if s != nil && s.Attr[a].Objects > 0 {
						m := b.Moments(b.Union(func(o int) bool { return o != k }))
						usable = usable && m.Attr[a].Status == Usable
						left = append(left, m.Sigma[a*b.d+a])
					}
				}
				n := float64(len(left))
				mean := meanOf(left)
				var squares float64
				for _, x := range left {
					squares += (x - mean) * (x - mean)
				}
				want := all.Sigma[a*b.d+a] / math.Sqrt((n-1)/n*squares)
				if !usable || n < 2 {
					want = math.NaN()
				}
				// A constant truth without noise differs between blocks by rounding.
				if squares <= 1e-20*math.Pow(all.Attr[a].T, 4) && usable {
					continue
				}
				if compared++; math.IsNaN(want) {
					unknown++
				}
				if !near(z, want, 1+math.Abs(want), 1e-6) {
					t.Fatalf("seed %d %s: z[%d] = %g, want %g", seed, mode, a, z, want)
				}
			}
		}
	}
	if fresh.Fixed() && (compared < 200 || unknown < 10) {
		t.Errorf("%d compared, %d of them not known: the test lost its power", compared, unknown)
	}
}

// TestSigmaZIsANormal: where the truth has no variance, z is about a standard
// normal; where raters were made to disagree it is far below.
func TestSigmaZIsANormal(t *testing.T) {
	var sum, squares float64
	sets := float64(fresh.Share(200))
	for seed := range fresh.Seeds(t, 4800, 200) {
		rng := rand.New(rand.NewPCG(seed, 7))
		b := new(model.Builder)
		y := b.AddLabel("y")
		for i := range 300 {
			o := b.Object(string(rune('A' + i)))
			b.SetLabel(y, o, rng.NormFloat64())
			first := rng.NormFloat64()
			b.Add(o, b.Attribute("noise"), model.NoRater, first)
			b.Add(o, b.Attribute("noise"), model.NoRater, rng.NormFloat64())
			b.Add(o, b.Attribute("balanced"), model.NoRater, first)
			b.Add(o, b.Attribute("balanced"), model.NoRater, .3*rng.NormFloat64()-first)
		}
		z := accumulate(t, b.Build(), model.RatersPaper).SigmaZ()
		sum += z[0]
		squares += z[0] * z[0]
		if !(z[1] < -3) {
			t.Errorf("judgments that were balanced have z = %g", z[1])
		}
	}
	mean := sum / sets
	// Four standard errors, of a mean and of a standard deviation, and what z is off a normal.
	if sd := math.Sqrt(squares/sets - mean*mean); !(math.Abs(mean) <= .12+4/math.Sqrt(sets)) || !(math.Abs(sd-1) <= .05+4/math.Sqrt(2*sets)) {
		t.Errorf("z of noise is %.2f ± %.2f, want 0 ± 1", mean, sd)
	}
}
