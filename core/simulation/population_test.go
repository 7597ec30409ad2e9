package simulation

import (
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/internal/fresh"
)

// TestPilot: judgments have the reliability, the halo and the R² that were asked for,
// and TrueR2 is what a predictor comes to on drawn objects.
func TestPilot(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 6), 1))
	k := Population{Attributes: 3, Reliability: .4, R2: .5, Halo: .3, Correlation: .2}
	p := k.World(rng)
	const m = 20_000
	ds := p.Pilot(m, 2, rng)
	w, r, intercept := []float64{.5, -.2, 0}, []int{2, 1, 0}, .1
	var yy, loss, within, between, shared float64
	for i := range m {
		y := ds.Labels[0].Values[i]
		x := ds.Value[ds.Start[i]:ds.Start[i+1]] // both judgments of each attribute, by the same two raters
		yy += y * y / m
		e := y - intercept - w[0]*(x[0]+x[1])/2 - w[1]*x[2]
		loss += e * e / m
		within += (x[0] - x[1]) * (x[0] - x[1]) / 2 / m
		between += x[0] * x[1] / m
		shared += (x[0] - x[1]) * (x[2] - x[3]) / 2 / m
	}
	for what, c := range map[string]struct{ got, want float64 }{
		"v":    {within, 1.5},
		"σ²":   {between, 1},
		"halo": {shared, .3 * 1.5},
		"R²":   {1 - loss/yy, p.TrueR2(w, intercept, r, true)},
	} {
		if !(math.Abs(c.got-c.want) < .06) {
			t.Errorf("%s is %.3f, want %.3f", what, c.got, c.want)
		}
	}
	if ds.Rater[0] != ds.Rater[2] || ds.Rater[0] == ds.Rater[1] {
		t.Error("a rater does not judge whole forms")
	}
	// Perfect judgments: many repeats of the β themselves explain R2.
	many := []int{1_000_000, 1_000_000, 1_000_000}
	if got := p.TrueR2(p.beta, 0, many, false); math.Abs(got-k.R2) > 1e-4 {
		t.Errorf("perfect judgments explain %g", got)
	}
	k.Halo = 0
	if ds := k.World(rng).Pilot(5, 2, rng); len(ds.Raters) > 0 {
		t.Error("without a halo raters are named")
	}
}
