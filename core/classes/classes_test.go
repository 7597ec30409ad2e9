package classes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/internal/fresh"
)

// literal is Measure by definition: every pair, every delete.
func literal(cases []Case, threshold float64) Metrics {
	var m Metrics
	var n, right, pairs, won float64
	var called, class, both, of [2]float64
	for _, c := range cases {
		n++
		y, call := 0.0, 0
		if c.Class {
			y = 1
		}
		if c.P >= threshold {
			call = 1
		}
		k := int(y)
		called[call]++
		class[k]++
		of[k]++
		if call == k {
			right++
			both[k]++
		}
		m.Brier += (c.P - y) * (c.P - y)
		p := math.Min(math.Max(c.P, 1e-6), 1-1e-6)
		m.LogLoss -= y*math.Log(p) + (1-y)*math.Log(1-p)
		for _, d := range cases {
			if c.Class && !d.Class && c.Fold == d.Fold {
				pairs++
				switch {
				case c.P > d.P:
					won++
				case c.P == d.P:
					won += .5
				}
			}
		}
	}
	m.Brier /= n
	m.LogLoss /= n
	m.AUC = won / pairs
	m.Accuracy = right / n
	m.Balanced = (both[0]/of[0] + both[1]/of[1]) / 2
	e := (called[0]*class[0] + called[1]*class[1]) / n / n
	m.Kappa = (m.Accuracy - e) / (1 - e)
	return m
}

func drawn(rng *rand.Rand, n, blocks int) []Case {
	cases := make([]Case, n)
	for i := range cases {
		p := math.Round(rng.Float64()*20) / 20 // with ties, 0 and 1
		cases[i] = Case{P: p, Class: rng.Float64() < .2+.6*p, Block: rng.IntN(blocks), Fold: rng.IntN(3)}
	}
	return cases
}

func near(a, b Metrics) error {
	var err error
	each(func(get func(*Metrics) *float64) {
		x, y := *get(&a), *get(&b)
		if math.Abs(x-y) > 1e-12 || math.IsNaN(x) != math.IsNaN(y) {
			err = fmt.Errorf("%v, want %v", a, b)
		}
	})
	return err
}

// TestMeasure holds metrics and jackknife against their definitions.
func TestMeasure(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 31), seed))
		cases := drawn(rng, 30+rng.IntN(40), 5)
		threshold := .1 + .8*rng.Float64()
		got := Measure(cases, threshold)
		if err := near(got.Metrics, literal(cases, threshold)); err != nil {
			t.Fatal(err)
		}
		var left []Metrics
		for k := range 5 {
			var rest []Case
			for _, c := range cases {
				if c.Block != k {
					rest = append(rest, c)
				}
			}
			if len(rest) < len(cases) {
				left = append(left, literal(rest, threshold))
			}
		}
		want, n := jackknife(left), got.Confusion
		var least, half float64 // by hand: what independent objects give (TestRareClassErrors)
		for c := range 2 {
			of := float64(n[c][0] + n[c][1])
			p := (float64(n[c][c]) + 2) / (of + 4)
			least += math.Pow(of/float64(len(cases)), 2) * p * (1 - p) / (of + 4)
			half += p * (1 - p) / (of + 4) / 4
		}
		want.Accuracy, want.Balanced = max(want.Accuracy, math.Sqrt(least)), max(want.Balanced, math.Sqrt(half))
		if got.SE.Kappa < want.Kappa-1e-12 || got.SE.Kappa < math.Sqrt(least) {
			t.Fatalf("κ ± %g, by the jackknife %g", got.SE.Kappa, want.Kappa)
		}
		want.Kappa = got.SE.Kappa
		if err := near(got.SE, want); err != nil {
			t.Fatal(err)
		}
		if n[0][0]+n[0][1]+n[1][0]+n[1][1] != len(cases) {
			t.Errorf("%v of %d objects", n, len(cases))
		}
	}
}

// TestLess: the standard error of a difference leaves the same block out of both, whether
// or not both have objects in it.
func TestLess(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 32), seed))
		a, b := drawn(rng, 40, 5), drawn(rng, 30, 6)
		x, y := Measure(a, .5), Measure(b, .5)
		d, se := x.Less(&y)
		if err := near(d, minus(literal(a, .5), literal(b, .5))); err != nil {
			t.Fatal(err)
		}
		var left []Metrics
		for k := range 6 {
			not := func(all []Case) (rest []Case) {
				for _, c := range all {
					if c.Block != k {
						rest = append(rest, c)
					}
				}
				return rest
			}
			if len(not(a)) < len(a) || len(not(b)) < len(b) {
				left = append(left, minus(literal(not(a), .5), literal(not(b), .5)))
			}
		}
		if err := near(se, jackknife(left)); err != nil {
			t.Fatal(err)
		}
		if d, se := x.Less(&x); d != (Metrics{}) || se != (Metrics{}) {
			t.Fatalf("a predictor differs from itself by %v ± %v", d, se)
		}
	}
}

// TestJackknifeIsTheSEOfAMean: of a mean over blocks of equal size it is the textbook's.
func TestJackknifeIsTheSEOfAMean(t *testing.T) {
	x := []float64{.2, .5, .9, .4}
	var left []Metrics
	mean, ss := .5, 0.0
	for _, v := range x {
		left = append(left, Metrics{Accuracy: (mean*4 - v) / 3})
		ss += (v - mean) * (v - mean)
	}
	if got, want := jackknife(left).Accuracy, math.Sqrt(ss/3/4); math.Abs(got-want) > 1e-15 {
		t.Errorf("%g, want %g", got, want)
	}
}

// TestNormal: a million draws of two Gaussian classes have the rates, the area and the
// probabilities of the closed form.
func TestNormal(t *testing.T) {
	for i, n := range []Normal{NewNormal(.5, .1, .1), NewNormal(.2, .05, .06), NewNormal(.85, .03, .03)} {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		p, s := n.Prevalence, math.Sqrt(n.Within)
		var cases []Case
		var c, v, calibration [10]float64
		for range 200_000 {
			class := rng.Float64() < p
			mean := -n.Gap * p
			if class {
				mean += n.Gap
			}
			q := n.Probability(mean + s*rng.NormFloat64())
			cases = append(cases, Case{P: q, Class: class})
			k := min(int(q*10), 9)
			v[k]++
			calibration[k] += q
			if class {
				c[k]++
			}
		}
		for k := range v {
			if v[k] > 500 && math.Abs(c[k]-calibration[k])/v[k] > 4*.5/math.Sqrt(v[k]) {
				t.Errorf("case %d: of %g objects with P near %.2f %g are of class 1", i, v[k], calibration[k]/v[k], c[k])
			}
		}
		got, want := Measure(cases, .4), n.At(.4)
		for _, x := range [][2]float64{
			{got.AUC, want.AUC},
			{got.Accuracy, want.Accuracy},
			{got.Balanced, want.Balanced},
			{got.Kappa, want.Kappa},
			{got.LogLoss, want.LogLoss},
			{got.Brier, want.Brier},
		} {
			if math.Abs(x[0]-x[1]) > .006 {
				t.Errorf("case %d: %v, want %v", i, got.Metrics, want)
				break
			}
		}
	}
}

// TestNormalOfLeastSquares: where c = V = R² Var(y) the gap is R².
func TestNormalOfLeastSquares(t *testing.T) {
	const pi, r2 = .3, .45
	variance := pi * (1 - pi)
	n := NewNormal(pi, r2*variance, r2*variance)
	if math.Abs(n.Gap-r2) > 1e-15 || math.Abs(n.Within-r2*variance*(1-r2)) > 1e-15 {
		t.Errorf("%+v", n)
	}
	if got, want := n.AUC(), .5*math.Erfc(-math.Sqrt(r2/(1-r2)/variance/2)/math.Sqrt2); math.Abs(got-want) > 1e-12 {
		t.Errorf("AUC %g, want %g", got, want)
	}
}

// TestNothingKnown: predictions that say nothing give the prevalence.
func TestNothingKnown(t *testing.T) {
	for _, n := range []Normal{NewNormal(.3, 0, .1), NewNormal(.3, -.1, .1), NewNormal(.3, 0, 0)} {
		if p := n.Probability(5); math.Abs(p-.3) > 1e-12 || n.AUC() != .5 {
			t.Errorf("%+v: P = %g, AUC = %g", n, p, n.AUC())
		}
	}
	if m, want := NewNormal(.3, 0, .1).At(.5), -.3*math.Log(.3)-.7*math.Log(.7); math.Abs(m.LogLoss-want) > 1e-9 || math.Abs(m.Brier-.21) > 1e-9 {
		t.Errorf("guessing has the log loss %g, want %g, and the Brier score %g, want .21", m.LogLoss, want, m.Brier)
	}
	if m := NewNormal(.3, .21, .21).At(.5); math.IsNaN(m.LogLoss) || m.LogLoss > 1e-6 || m.Brier > 1e-6 {
		t.Errorf("perfect predictions have the log loss %g and the Brier score %g", m.LogLoss, m.Brier)
	}
	if n := NewNormal(.5, .5, .1); !(n.Probability(.01) > .99) || n.AUC() != 1 {
		t.Errorf("contradicting moments: %+v", n)
	}
	if m := Measure([]Case{{P: .5, Class: true}}, .5); !math.IsNaN(m.AUC) || !math.IsNaN(m.SE.Accuracy) || m.Accuracy != 1 {
		t.Errorf("one object: %+v", m)
	}
}

// TestCalibrate holds the bins against their definition, and right probabilities within
// three standard errors.
func TestCalibrate(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 32), 1))
	var cases []Case
	for range 1000 {
		p := rng.Float64()
		cases = append(cases, Case{P: p, Class: rng.Float64() < p})
	}
	bins := Calibrate(cases, 10)
	if len(bins) != 10 {
		t.Fatalf("%d bins", len(bins))
	}
	far := 0
	for k, b := range bins {
		if b.Objects != 100 || math.Abs(b.Mean-(float64(k)+.5)/10) > .06 || math.Abs(b.SE-math.Sqrt(b.Mean*(1-b.Mean)/100)) > 1e-12 {
			t.Errorf("bin %d: %+v", k, b)
		}
		if math.Abs(b.Share-b.Mean) > 3*b.SE {
			far++
		}
	}
	if far > 1 {
		t.Errorf("%d of 10 bins are off by three standard errors: %+v", far, bins)
	}
	one := Calibrate([]Case{{P: .25, Class: true}, {P: .75}}, 10)
	if len(one) != 1 || one[0].Mean != .5 || one[0].Share != .5 || len(Calibrate(nil, 10)) != 0 {
		t.Errorf("few cases: %+v", one)
	}
	if len(Calibrate(cases[:45], 10)) != 4 {
		t.Error("bins with fewer than ten objects")
	}
}
