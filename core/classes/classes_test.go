package classes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"fms-tui/internal/fresh"
)

// count is 1 where something holds.
func count(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// literal is Measure by definition: every pair, and κ with quadratic weights as 1 minus the mean
// squared distance of class and call, divided by that of classes and calls paired at random.
func literal(cases []Case, by Calling) Metrics {
	var m Metrics
	n := float64(len(cases))
	apart := func(i, j int) float64 {
		d := float64(i - j)
		if !by.Ordered {
			d = min(math.Abs(d), 1)
		}
		return d * d
	}
	var right, wrong, chance float64
	for _, c := range cases {
		for k, p := range c.P {
			if k == c.Class {
				m.LogLoss -= math.Log(math.Min(math.Max(p, 1e-6), 1-1e-6)) / n
				p--
			}
			m.Brier += p * p / 2 / n
		}
		right += count(by.Call(c.P) == c.Class)
		wrong += apart(c.Class, by.Call(c.P)) / n
		for _, d := range cases {
			chance += apart(c.Class, by.Call(d.P)) / n / n
		}
	}
	var areas, balanced, f1 []float64
	for k := range by.Classes {
		var both, of, called, pairs, won float64
		for _, c := range cases {
			of += count(c.Class == k)
			called += count(by.Call(c.P) == k)
			both += count(c.Class == k && by.Call(c.P) == k)
			for _, d := range cases {
				if c.Class == k && d.Class != k && c.Fold == d.Fold {
					pairs++
					won += count(c.P[k] > d.P[k]) + count(c.P[k] == d.P[k])/2
				}
			}
		}
		if pairs > 0 {
			areas = append(areas, won/pairs)
		}
		if of > 0 {
			balanced, f1 = append(balanced, both/of), append(f1, 2*both/(of+called))
		}
	}
	m.AUC, m.Balanced, m.F1 = stat.Mean(areas, nil), stat.Mean(balanced, nil), stat.Mean(f1, nil)
	m.Accuracy, m.Kappa = right/n, 1-wrong/chance
	return m
}

// two is a case of two classes.
func two(p float64, second bool) Case { return Case{P: []float64{1 - p, p}, Class: int(count(second))} }

// drawn draws cases of K classes with ties, 0 and 1.
func drawn(rng *rand.Rand, n, k, blocks int) []Case {
	cases := make([]Case, n)
	for i := range cases {
		left, class := 20, rng.IntN(k)
		p := make([]float64, k)
		for j := range p {
			of := left
			if j < k-1 {
				of = rng.IntN(left + 1)
			}
			p[j], left = float64(of)/20, left-of
		}
		if rng.IntN(2) == 0 {
			class = slices.Index(p, slices.Max(p))
		}
		cases[i] = Case{P: p, Class: class, Block: rng.IntN(blocks), Fold: rng.IntN(3)}
	}
	return cases
}

// callings are ways to call two classes and more.
func callings() []Calling {
	return []Calling{{Classes: 2}, {Classes: 2, Costs: []float64{.3, .7}}, {Classes: 3}, {Classes: 4, Ordered: true}}
}

func near(a, b Metrics) error {
	for i, x := range a.values() {
		if y := b.values()[i]; math.Abs(*x-*y) > 1e-9 || math.IsNaN(*x) != math.IsNaN(*y) {
			return fmt.Errorf("%+v, want %+v", a, b)
		}
	}
	return nil
}

// TestMeasure holds metrics and jackknife against their definitions.
func TestMeasure(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 31), seed))
		by := callings()[seed%4]
		cases := drawn(rng, 30+rng.IntN(40), by.Classes, 5)
		got := by.Measure(cases)
		if err := near(got.Metrics, literal(cases, by)); err != nil {
			t.Fatal(err)
		}
		var left []Metrics
		for k := range 5 {
			if rest := unless(cases, k); len(rest) < len(cases) {
				left = append(left, literal(rest, by))
			}
		}
		want, n := jackknife(left), 0
		var least, mean, seen float64 // by hand: what independent objects give (TestRareClassErrors)
		for c, calls := range got.Confusion {
			of := 0
			for _, x := range calls {
				of += x
			}
			n += of
			if of == 0 {
				continue
			}
			p := (float64(calls[c]) + 2) / (float64(of) + 4)
			least += math.Pow(float64(of)/float64(len(cases)), 2) * p * (1 - p) / (float64(of) + 4)
			mean += p * (1 - p) / (float64(of) + 4)
			seen++
		}
		least, mean = math.Sqrt(least), math.Sqrt(mean)/seen
		want.Accuracy, want.Balanced, want.F1 = max(want.Accuracy, least), max(want.Balanced, mean), max(want.F1, mean)
		if got.SE.Kappa < want.Kappa-1e-12 || got.SE.Kappa < least {
			t.Fatalf("κ ± %g, by the jackknife %g", got.SE.Kappa, want.Kappa)
		}
		want.Kappa = got.SE.Kappa
		if err := near(got.SE, want); err != nil {
			t.Fatal(err)
		}
		if n != len(cases) {
			t.Errorf("%v of %d objects", got.Confusion, len(cases))
		}
	}
}

// unless are the cases that are not of a block.
func unless(cases []Case, block int) []Case {
	return slices.DeleteFunc(slices.Clone(cases), func(c Case) bool { return c.Block == block })
}

// TestLess: the standard error of a difference leaves the same block out of both, whether
// or not both have objects in it.
func TestLess(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 32), seed))
		by := callings()[seed%4]
		a, b := drawn(rng, 60, by.Classes, 5), drawn(rng, 50, by.Classes, 6)
		x, y := by.Measure(a), by.Measure(b)
		d, se := x.Less(&y)
		if err := near(d, minus(literal(a, by), literal(b, by))); err != nil {
			t.Fatal(err)
		}
		var left []Metrics
		for k := range 6 {
			if len(unless(a, k)) < len(a) || len(unless(b, k)) < len(b) {
				left = append(left, minus(literal(unless(a, k), by), literal(unless(b, k), by)))
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
	for i, n := range []Normal{NewNormal(.5, Moment{.1, .1}), NewNormal(.2, Moment{.05, .06}), NewNormal(.85, Moment{.03, .03})} {
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
			cases = append(cases, two(q, class))
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
		got, want := Calling{Classes: 2, Costs: []float64{.4, .6}}.Measure(cases), n.At(.4)
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
	n := NewNormal(pi, Moment{r2 * variance, r2 * variance})
	if math.Abs(n.Gap-r2) > 1e-15 || math.Abs(n.Within-r2*variance*(1-r2)) > 1e-15 {
		t.Errorf("%+v", n)
	}
	if got, want := n.AUC(), .5*math.Erfc(-math.Sqrt(r2/(1-r2)/variance/2)/math.Sqrt2); math.Abs(got-want) > 1e-12 {
		t.Errorf("AUC %g, want %g", got, want)
	}
}

// TestNothingKnown: predictions that say nothing give the prevalence.
func TestNothingKnown(t *testing.T) {
	for _, n := range []Normal{NewNormal(.3, Moment{0, .1}), NewNormal(.3, Moment{-.1, .1}), NewNormal(.3, Moment{0, 0})} {
		if p := n.Probability(5); math.Abs(p-.3) > 1e-12 || n.AUC() != .5 {
			t.Errorf("%+v: P = %g, AUC = %g", n, p, n.AUC())
		}
	}
	if m, want := NewNormal(.3, Moment{0, .1}).At(.5), -.3*math.Log(.3)-.7*math.Log(.7); math.Abs(m.LogLoss-want) > 1e-9 || math.Abs(m.Brier-.21) > 1e-9 {
		t.Errorf("guessing has the log loss %g, want %g, and the Brier score %g, want .21", m.LogLoss, want, m.Brier)
	}
	if m := NewNormal(.3, Moment{.21, .21}).At(.5); math.IsNaN(m.LogLoss) || m.LogLoss > 1e-6 || m.Brier > 1e-6 {
		t.Errorf("perfect predictions have the log loss %g and the Brier score %g", m.LogLoss, m.Brier)
	}
	if n := NewNormal(.5, Moment{.5, .1}); !(n.Probability(.01) > .99) || n.AUC() != 1 {
		t.Errorf("contradicting moments: %+v", n)
	}
	if m := (Calling{Classes: 2}).Measure([]Case{two(.5, true)}); !math.IsNaN(m.AUC) || !math.IsNaN(m.SE.Accuracy) || m.Accuracy != 1 {
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
		cases = append(cases, two(p, rng.Float64() < p))
	}
	calibrate := func(cases ...Case) []Bin { return Calling{Classes: 2}.Measure(cases).Calibration[1] }
	bins := calibrate(cases...)
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
	one := calibrate(two(.25, true), two(.75, false))
	if len(one) != 1 || one[0].Mean != .5 || one[0].Share != .5 || len(calibrate()) != 0 {
		t.Errorf("few cases: %+v", one)
	}
	if len(calibrate(cases[:45]...)) != 4 {
		t.Error("bins with fewer than ten objects")
	}
}

// TestAbsentClass: a class that no object has is no part of the AUC, which is the mean of
// the others.
func TestAbsentClass(t *testing.T) {
	cases := drawn(rand.New(rand.NewPCG(fresh.Seed(t, 44), 1)), 60, 3, 5)
	sum := 0.0
	for i := range cases {
		cases[i].Class, cases[i].Fold = cases[i].Class%2, 0
	}
	for class := range 2 {
		better, pairs := 0.0, 0.0
		for _, a := range cases {
			for _, b := range cases {
				if a.Class != class || b.Class == class {
					continue
				}
				pairs++
				if d := a.P[class] - b.P[class]; d > 0 {
					better++
				} else if d == 0 {
					better += .5
				}
			}
		}
		sum += better / pairs
	}
	if got := (Calling{Classes: 3}).Measure(cases).AUC; !(math.Abs(got-sum/2) <= 1e-9) {
		t.Errorf("AUC %g, want %g", got, sum/2)
	}
}

// TestManyNormalOrdered: the metrics of one Gaussian score of classes in order equal a
// literal sum over a fine grid.
func TestManyNormalOrdered(t *testing.T) {
	shares, by := []float64{.3, .45, .25}, Calling{Classes: 3, Ordered: true}
	mean, vary := moments(shares)
	for _, r2 := range []float64{.1, .5, .8} {
		c := r2 * vary
		n := ManyNormal{Shares: shares, Covariance: [][]float64{{c}}, Ordered: true}
		m := n.At(1)
		var right, logLoss float64
		s := math.Sqrt(c - c*c/vary)
		p := make([]float64, 3)
		const steps = 4000
		for k, share := range shares {
			for i := range steps {
				z := mean + c/vary*(float64(k)-mean) + s*distuv.UnitNormal.Quantile((float64(i)+.5)/steps)
				NewLines(true, shares, Moment{c, c}).Probabilities([]float64{z}, p)
				if by.Call(p) == k {
					right += share / steps
				}
				logLoss -= share / steps * math.Log(p[k])
			}
		}
		if !(math.Abs(m.Accuracy-right) <= .01) || !(math.Abs(m.LogLoss-logLoss) <= .01) {
			t.Errorf("R² %g: accuracy %g, log loss %g, want %g, %g", r2, m.Accuracy, m.LogLoss, right, logLoss)
		}
	}
}

// TestManyNormalScores: the metrics of Gaussian scores of classes without an order agree
// with many objects drawn with their means and covariance.
func TestManyNormalScores(t *testing.T) {
	shares := []float64{.2, .5, .3}
	n := ManyNormal{Shares: shares}
	for k := range shares { // a third of the indicators' own covariance
		row := make([]float64, 3)
		for j := range shares {
			row[j] = -shares[j] * shares[k] / 3
		}
		row[k] += shares[k] / 3
		n.Covariance = append(n.Covariance, row)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var cases []Case
	for range 20_000 {
		k, u := 0, rng.Float64()
		for u > shares[k] {
			u -= shares[k]
			k++
		}
		// Indicators less their means, a third of them, and noise with what is missing: of
		// covariance (1/3 - 1/9) (diag π - π πᵀ), which Σ √π_j g_j has with its mean taken off.
		g, sum := make([]float64, 3), 0.0
		for j := range g {
			g[j] = math.Sqrt(shares[j]) * rng.NormFloat64()
			sum += g[j]
		}
		score := make([]float64, 3)
		for j := range score {
			score[j] = shares[j] - shares[j]/3 + math.Sqrt(2.0/9)*(g[j]-shares[j]*sum)
		}
		score[k] += 1.0 / 3
		p := make([]float64, 3)
		_, _, l := n.parts(1)
		l.Probabilities(score, p)
		cases = append(cases, Case{P: p, Class: k})
	}
	want, got := Calling{Classes: 3}.Measure(cases).Metrics, n.At(1)
	for i, x := range got.values() {
		if w := *want.values()[i]; !(math.Abs(*x-w) <= .02) {
			t.Errorf("metric %d: %g, want %g", i, *x, w)
		}
	}
}

// TestGuess: what asking nothing gives are the metrics of cases that all have the shares for
// probabilities, and of a model that explains nothing.
func TestGuess(t *testing.T) {
	shares := []float64{.2, .5, .3}
	var cases []Case
	for k, share := range shares {
		for range int(math.Round(1000 * share)) {
			cases = append(cases, Case{P: shares, Class: k})
		}
	}
	got := Guess(shares)
	none := ManyNormal{Shares: shares, Covariance: [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	for name, want := range map[string]Metrics{"cases": Calling{Classes: 3}.Measure(cases).Metrics, "model": none.At(0)} {
		for i, x := range got.values() {
			if w := *want.values()[i]; !(math.Abs(*x-w) <= 1e-9) {
				t.Errorf("%s, metric %d: %g, want %g", name, i, *x, w)
			}
		}
	}
}

// Probability is P(1|z).
func (n Normal) Probability(z float64) float64 {
	intercept, slope := n.Logit()
	return Logistic(intercept + slope*z)
}
