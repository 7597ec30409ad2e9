package core

import (
	"math"
	"testing"

	"fms-tui/core/internal/moments"
)

func TestAttributeFigures(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		b, v, sigma2                    float64
		reliability, noise, correlation float64
	}{
		{3, 1, 4, .8, .25, 1.5},
		{-3, 0, 4, 1, 0, -1.5},
		{3, 1, 0, 0, inf, inf},
		{-3, 1, 0, 0, inf, -inf},
		{0, 1, 0, 0, inf, nan},
		{0, 0, 0, nan, nan, nan},
		{3, nan, nan, nan, nan, nan},
	} {
		a := Attribute{Attribute: moments.Attribute{B: c.b, V: c.v, Sigma2: c.sigma2}}
		for _, f := range []struct {
			name      string
			got, want float64
		}{
			{"reliability", a.Reliability(), c.reliability},
			{"noise ratio", a.NoiseRatio(), c.noise},
			{"normalized correlation", a.NormalizedCorrelation(), c.correlation},
		} {
			if f.got != f.want && !(math.IsNaN(f.got) && math.IsNaN(f.want)) {
				t.Errorf("b=%g v=%g σ²=%g: %s %g, want %g", c.b, c.v, c.sigma2, f.name, f.got, f.want)
			}
		}
	}
}

func TestUnusable(t *testing.T) {
	for _, excluded := range []bool{false, true} {
		for status, want := range map[moments.Status]string{
			moments.NoJudgments:  "no judgments",
			moments.ConstantMean: "constant",
			moments.TooLarge:     "values too large",
			moments.Usable:       map[bool]string{false: "", true: "excluded"}[excluded],
		} {
			a := Attribute{Attribute: moments.Attribute{Status: status}, Excluded: excluded}
			if a.Unusable() != want || a.Selectable() != (want == "") {
				t.Errorf("status %d, excluded %v: %q, selectable %v, want %q", status, excluded, a.Unusable(), a.Selectable(), want)
			}
		}
	}
}
