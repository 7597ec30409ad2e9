package posterior

import (
	"math"
	"slices"
	"testing"
)

func identity(n int, x float64) []float64 {
	m := make([]float64, n*n)
	for i := range n {
		m[i*n+i] = x
	}
	return m
}

// TestFlatEvidence: where the external values have no variance, or the pilot has no
// covariance with the label, b̃ is 0 and τ0 what the grid gives.
func TestFlatEvidence(t *testing.T) {
	p := Pilot{Z: identity(3, 0), N: identity(3, 1), B: []float64{.2, -.1, 0}, LabelVariance: 4, Objects: 25}.Posterior()
	var mean float64
	for _, kappa := range p.evidence.kappa {
		mean += 4 / (25 * kappa) / 40
	}
	if !slices.Equal(p.B, []float64{0, 0, 0}) || p.evidence.residual != 1 || !(math.Abs(4*p.evidence.tau0-mean) < 1e-12) {
		t.Errorf("without variance: %+v, want τ0 %g", p, mean)
	}
	checkSane(t, "no variance", p)
	for a, tau := range p.Tau { // H = τ, every round: it stays at τ0
		if !(math.Abs(tau-4*p.evidence.tau0) < 1e-12) {
			t.Errorf("τ of attribute %d is %g, τ0 %g", a, tau, 4*p.evidence.tau0)
		}
	}
	p = Pilot{Z: identity(3, .5), N: identity(3, .5), B: make([]float64, 3), LabelVariance: 4, Objects: 25}.Posterior()
	if !slices.Equal(p.B, []float64{0, 0, 0}) || p.evidence.residual != 1 {
		t.Errorf("without covariance: %+v", p)
	}
	checkSane(t, "no covariance", p)
}

// TestNothingToLearn: without objects, attributes or a label that varies b̃ is 0.
func TestNothingToLearn(t *testing.T) {
	for name, p := range map[string]Pilot{
		"no attributes":  {LabelVariance: 2, Objects: 10},
		"no objects":     {Z: identity(2, 1), N: identity(2, 0), B: []float64{1, 1}, LabelVariance: math.NaN()},
		"constant label": {Z: identity(2, 1), N: identity(2, 0), B: []float64{1, 1}, Objects: 10},
		"endless label":  {Z: identity(2, 1), N: identity(2, 0), B: []float64{1, 1}, Objects: 10, LabelVariance: math.Inf(1)},
	} {
		got := p.Posterior()
		checkSane(t, name, got)
		for a := range p.B {
			if got.B[a] != 0 || got.Beta[a] != 0 || got.Tau[a] != 0 {
				t.Errorf("%s: %+v", name, got)
			}
		}
		if len(got.B) != len(p.B) || got.evidence != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestExtremes: figures are finite at the ends of floating point, with as few as one
// object and many millions, with attributes that repeat each other, and with label
// covariances that no label could have.
func TestExtremes(t *testing.T) {
	ones := slices.Repeat([]float64{1}, 9)
	for _, z := range [][]float64{identity(3, 0), identity(3, 1), ones, identity(3, 1e-200), identity(3, 1e12)} {
		for _, noise := range [][]float64{identity(3, 0), identity(3, .5), ones} {
			for _, m := range []int{1, 2, 9, 100, 1 << 40} {
				for _, varY := range []float64{5e-324, 1e-300, 1e-280, 1, 1e150, 1e300} {
					for _, b := range []float64{0, 1e-200, .5, 1, 1e3} {
						sd := math.Sqrt(varY)
						p := Pilot{Z: slices.Clone(z), N: slices.Clone(noise), B: []float64{b * sd, -b * sd, .1 * sd}, LabelVariance: varY, Objects: m}.Posterior()
						checkSane(t, "extreme", p)
						var explained float64
						for a := range p.B {
							explained += p.B[a] / sd * (p.Beta[a] / sd)
						}
						if !(explained <= 1) {
							t.Fatalf("Z %v N %v m %d Var(y) %g b %g: explains %g", z, noise, m, varY, b, explained)
						}
					}
				}
			}
		}
	}
}

// TestFloor: a label that the attributes explain to the last is not believed.
func TestFloor(t *testing.T) {
	p := Pilot{Z: identity(2, 1), N: identity(2, 0), B: []float64{3 * math.Sqrt(.5), 3 * math.Sqrt(.5)}, LabelVariance: 9, Objects: 200}.Posterior()
	if e := p.evidence; !(math.Abs(9*e.residual-.18) < .01) {
		t.Errorf("σ² is %g", 9*e.residual)
	}
	if got, want := p.B[0]*p.B[0]+p.B[1]*p.B[1], 9.0; !(got <= want) || got < .98*want {
		t.Errorf("b̃ explains %g of %g", got, want)
	}
}

// TestManyAttributes: without covariances every attribute is by itself, and the
// evidence a sum of logarithms.
func TestManyAttributes(t *testing.T) {
	const n, m = 150, 20000
	p := Pilot{Z: identity(n, .7), N: identity(n, .3), B: make([]float64, n), LabelVariance: 1, Objects: m}
	for i := range p.B {
		p.B[i] = .001 * float64(i%7)
	}
	got := p.Posterior()
	a := .7 / (1 + 1e-9)
	g := .7 * a
	var squares float64
	for _, b := range p.B {
		squares += b * b
	}
	for k, kappa := range got.evidence.kappa {
		want := -.5 * (n*math.Log1p(g/kappa) + m*math.Log(1-squares*a*a/(g+kappa)))
		if !(math.Abs(got.evidence.log[k]-want) <= 1e-6) {
			t.Errorf("log evidence at κ = %g is %.10g, want %.10g", kappa, got.evidence.log[k], want)
		}
	}
}

// TestRounding: covariances that rounding has left a little below 0 somewhere are
// taken as 0 there.
func TestRounding(t *testing.T) {
	x := []float64{1, 1 + 2e-6, 0, 1}
	r := factor(x, 2, 1e-9).Data
	if own, cross := r[0]*r[0], r[0]*r[1]; !(own > 1+2e-6 && own < 1+2e-5) || !(math.Abs(cross-1-2e-6) < 1e-12) {
		t.Errorf("the factor is that of %g and %g", own, cross)
	}
	logDet, fit := (&reduced{diag: []float64{1, 1}, off: []float64{1 + 1e-9}, u: []float64{0, 0}}).at(1e-12)
	if !(math.Abs(logDet-math.Log(1e12)) < 1e-6) || fit != 0 {
		t.Errorf("log|I + M/κ| is %g, want that of one eigenvalue 1, and the fit %g", logDet, fit)
	}
}
