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
	"fms-tui/model"
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
func literal(cases []Case, by *model.PredictorClasses) Metrics {
	var m figures
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
		right += count(Call(by, c.P) == c.Class)
		wrong += apart(c.Class, Call(by, c.P)) / n
		for _, d := range cases {
			chance += apart(c.Class, Call(by, d.P)) / n / n
		}
	}
	var areas, balanced, f1 []float64
	for k := range by.Names {
		var both, of, called, pairs, won float64
		for _, c := range cases {
			of += count(c.Class == k)
			called += count(Call(by, c.P) == k)
			both += count(c.Class == k && Call(by, c.P) == k)
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
	return m.metrics()
}

// figures are metrics by name.
type figures struct{ Accuracy, Balanced, F1, Kappa, AUC, LogLoss, Brier float64 }

func (m figures) metrics() Metrics {
	return Metrics{m.Accuracy, m.Balanced, m.F1, m.Kappa, m.AUC, m.LogLoss, m.Brier}
}

func of(m Metrics) figures {
	return figures{Accuracy.Of(&m), Balanced.Of(&m), F1.Of(&m), Kappa.Of(&m), AUC.Of(&m), LogLoss.Of(&m), Brier.Of(&m)}
}

// jackknife are the standard errors √((K-1) Var) from the metrics without each of K blocks.
func jackknife(left []Metrics) (se Metrics) {
	for i := range se {
		var x []float64
		for _, m := range left {
			x = append(x, m[i])
		}
		se[i] = math.Sqrt(float64(len(x)-1) * stat.PopVariance(x, nil))
	}
	return se
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

// named are K classes.
func named(k int, ordered bool, costs ...float64) *model.PredictorClasses {
	return &model.PredictorClasses{Names: make([]string, k), Ordered: ordered, Costs: costs}
}

// callings are ways to call two classes and more.
func callings() []*model.PredictorClasses {
	return []*model.PredictorClasses{named(2, true), named(2, true, .3, .7), named(3, false), named(4, true)}
}

func near(a, b Metrics) error {
	for i, x := range a {
		if y := b[i]; math.Abs(x-y) > 1e-9 || math.IsNaN(x) != math.IsNaN(y) {
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
		cases := drawn(rng, 30+rng.IntN(40), len(by.Names), 5)
		got := Measure(by, 0, cases)
		if err := near(got.Metrics, literal(cases, by)); err != nil {
			t.Fatal(err)
		}
		var left []Metrics
		for k := range 5 {
			if rest := unless(cases, k); len(rest) < len(cases) {
				left = append(left, literal(rest, by))
			}
		}
		want, se, n := of(jackknife(left)), of(got.SE), 0
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
		if se.Kappa < want.Kappa-1e-12 || se.Kappa < least {
			t.Fatalf("κ ± %g, by the jackknife %g", se.Kappa, want.Kappa)
		}
		want.Kappa = se.Kappa
		if err := near(got.SE, want.metrics()); err != nil {
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
		a, b := drawn(rng, 60, len(by.Names), 5), drawn(rng, 50, len(by.Names), 6)
		x, y := Measure(by, 0, a), Measure(by, 0, b)
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

// TestJackknifeIsTheSEOfAMean: of a mean over blocks of equal size it is the textbook's, and of two
// training parts √3 times as much.
func TestJackknifeIsTheSEOfAMean(t *testing.T) {
	x := []float64{.2, .5, .9, .4}
	m := Measured{left: make(map[int]Metrics), overlap: 1}
	mean, ss := .5, 0.0
	for k, v := range x {
		m.left[k] = figures{Accuracy: (mean*4 - v) / 3}.metrics()
		ss += (v - mean) * (v - mean)
	}
	if got, want := of(m.errorsOf(&Measured{})).Accuracy, math.Sqrt(ss/3/4); math.Abs(got-want) > 1e-15 {
		t.Errorf("%g, want %g", got, want)
	}
	cases := drawn(rand.New(rand.NewPCG(2, 2)), 90, 3, 6)
	one, two := Measure(named(3, false), 0, cases), Measure(named(3, false), 2, cases)
	for i, se := range one.SE {
		if math.Abs(two.SE[i]-math.Sqrt(3)*se) > 1e-12 {
			t.Errorf("metric %d: ± %g, and of two parts ± %g", i, se, two.SE[i])
		}
	}
}

// lined are two classes with the lines of one score.
func lined(prevalence float64, of Moment, costs ...float64) *model.PredictorClasses {
	k := named(2, true, costs...)
	k.Shares = []float64{1 - prevalence, prevalence}
	return WithLines(*k, nil, of)
}

// probability is P(1|z) of the normal model: the two densities by Bayes' rule.
func probability(p float64, of Moment, z float64) float64 {
	gap := of.Covariance / (p * (1 - p))
	within := of.Variance - of.Covariance*gap
	one := p * math.Exp(-math.Pow(z-gap*(1-p), 2)/2/within)
	return one / (one + (1-p)*math.Exp(-math.Pow(z+gap*p, 2)/2/within))
}

// TestNormal: two hundred thousand draws of two Gaussian classes have the probabilities of the lines,
// the area of the closed form, and about the metrics of the model.
func TestNormal(t *testing.T) {
	for i, c := range []struct {
		p float64
		Moment
	}{{.5, Moment{.1, .1}}, {.2, Moment{.06, .06}}, {.85, Moment{.03, .03}}} {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		k := lined(c.p, c.Moment)
		gap := c.Covariance / (c.p * (1 - c.p))
		s := math.Sqrt(c.Variance - c.Covariance*gap)
		var cases []Case
		var of1, v, calibration [10]float64
		for range 200_000 {
			class := int(count(rng.Float64() < c.p))
			z := gap*(float64(class)-c.p) + s*rng.NormFloat64()
			o := NewCase(k, []float64{c.p + z}, class, 0, 0)
			cases = append(cases, o)
			b := min(int(o.P[1]*10), 9)
			v[b]++
			calibration[b] += o.P[1]
			of1[b] += float64(class)
			if want := probability(c.p, c.Moment, z); math.Abs(o.P[1]-want) > 1e-9 {
				t.Fatalf("P(1) is %g, want %g", o.P[1], want)
			}
		}
		for b := range v {
			if v[b] > 500 && math.Abs(of1[b]-calibration[b])/v[b] > 4*.5/math.Sqrt(v[b]) {
				t.Errorf("case %d: of %g objects with P near %.2f %g are of class 1", i, v[b], calibration[b]/v[b], of1[b])
			}
		}
		n := Normal{*k, [][]float64{{c.Covariance}}}
		got := Measure(k, 0, cases).Metrics
		for j, x := range n.At(1) {
			if math.Abs(got[j]-x) > .01 {
				t.Errorf("case %d: %v, want %v", i, n.At(1), got)
				break
			}
		}
		if area := NormalAUC(k.Shares, c.Moment); math.Abs(area-AUC.Of(&got)) > .006 {
			t.Errorf("case %d: AUC %g, want %g", i, area, AUC.Of(&got))
		}
	}
}

// TestNormalOfLeastSquares: where c = V = R² Var(y) the gap is R², and AUC Φ(R²/(s√2)).
func TestNormalOfLeastSquares(t *testing.T) {
	const pi, r2 = .3, .45
	variance := pi * (1 - pi)
	if got, want := NormalAUC([]float64{1 - pi, pi}, Moment{r2 * variance, r2 * variance}), .5*math.Erfc(-math.Sqrt(r2/(1-r2)/variance/2)/math.Sqrt2); math.Abs(got-want) > 1e-12 {
		t.Errorf("AUC %g, want %g", got, want)
	}
}

// TestNothingKnown: predictions that say nothing give the prevalence.
func TestNothingKnown(t *testing.T) {
	shares := []float64{.7, .3}
	for _, m := range []Moment{{0, .1}, {-.1, .1}, {0, 0}} {
		if p := Probabilities(lined(.3, m), []float64{5})[1]; math.Abs(p-.3) > 1e-12 || NormalAUC(shares, m) != .5 {
			t.Errorf("%+v: P = %g, AUC = %g", m, p, NormalAUC(shares, m))
		}
	}
	n := Normal{*lined(.3, Moment{}), [][]float64{{.21}}}
	if m, want := of(n.At(0)), -.3*math.Log(.3)-.7*math.Log(.7); math.Abs(m.LogLoss-want) > 1e-9 || math.Abs(m.Brier-.21) > 1e-9 {
		t.Errorf("guessing has the log loss %g, want %g, and the Brier score %g, want .21", m.LogLoss, want, m.Brier)
	}
	if m := of(n.At(1)); math.IsNaN(m.LogLoss) || m.LogLoss > 2e-6 || m.Brier > 1e-6 {
		t.Errorf("perfect predictions have the log loss %g and the Brier score %g", m.LogLoss, m.Brier)
	}
	if p := Probabilities(lined(.5, Moment{.5, .1}), []float64{.51})[1]; !(p > .99) || NormalAUC([]float64{.5, .5}, Moment{.5, .1}) != 1 {
		t.Errorf("contradicting moments: %g", p)
	}
	if m := Measure(named(2, true), 0, []Case{two(.5, true)}); !math.IsNaN(AUC.Of(&m.Metrics)) || !math.IsNaN(Accuracy.Of(&m.SE)) || Accuracy.Of(&m.Metrics) != 1 {
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
	calibrate := func(cases ...Case) []Bin { return Measure(named(2, true), 0, cases).Calibration[1] }
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
	if got := of(Measure(named(3, false), 0, cases).Metrics).AUC; !(math.Abs(got-sum/2) <= 1e-9) {
		t.Errorf("AUC %g, want %g", got, sum/2)
	}
}

// TestNormalOrdered: the metrics of one Gaussian score of classes in order equal a
// literal sum over a fine grid.
func TestNormalOrdered(t *testing.T) {
	shares, by := []float64{.3, .45, .25}, named(3, true)
	by.Shares = shares
	mean, vary := moments(shares)
	for _, r2 := range []float64{.1, .5, .8} {
		c := r2 * vary
		n := Normal{*by, [][]float64{{c}}}
		m := of(n.At(1))
		var right, logLoss float64
		s := math.Sqrt(c - c*c/vary)
		const steps = 4000
		for k, share := range shares {
			for i := range steps {
				z := mean + c/vary*(float64(k)-mean) + s*distuv.UnitNormal.Quantile((float64(i)+.5)/steps)
				p := Probabilities(WithLines(*by, nil, Moment{c, c}), []float64{z})
				if Call(by, p) == k {
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

// TestNormalScores: the metrics of Gaussian scores of classes without an order agree
// with many objects drawn with their means and covariance.
func TestNormalScores(t *testing.T) {
	shares := []float64{.2, .5, .3}
	n := Normal{PredictorClasses: *named(3, false)}
	n.Shares = shares
	moments := make([]Moment, 3)
	for k := range shares { // a third of the indicators' own covariance
		row := make([]float64, 3)
		for j := range shares {
			row[j] = -shares[j] * shares[k] / 3
		}
		row[k] += shares[k] / 3
		n.C, moments[k] = append(n.C, row), Moment{row[k], row[k]}
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
		cases = append(cases, NewCase(WithLines(n.PredictorClasses, nil, moments...), score, k, 0, 0))
	}
	want := Measure(&n.PredictorClasses, 0, cases).Metrics
	for i, x := range n.At(1) {
		if w := want[i]; !(math.Abs(x-w) <= .02) {
			t.Errorf("metric %d: %g, want %g", i, x, w)
		}
	}
}

// TestGuess: a model that explains nothing has the metrics of cases that all have the shares for
// probabilities.
func TestGuess(t *testing.T) {
	none := Normal{*named(3, false), [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	none.Shares = []float64{.2, .5, .3}
	var cases []Case
	for k, share := range none.Shares {
		for range int(math.Round(1000 * share)) {
			cases = append(cases, Case{P: none.Shares, Class: k})
		}
	}
	if err := near(none.At(0), literal(cases[:1000], &none.PredictorClasses)); err != nil {
		t.Error(err)
	}
}
