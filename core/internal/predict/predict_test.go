package predict

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// panelPredictor is one of two attributes, of a fixed panel.
func panelPredictor() *model.Predictor {
	p := &model.Predictor{
		Label: "y", Intercept: 1,
		Attributes: []model.PredictorAttribute{
			{Name: "a", Repeats: 2, Weight: 2, Mean: .5, InternalVariance: 1, LabelCovariance: 2, Scale: 1.2},
			{Name: "b", Repeats: 1, Weight: -1, Mean: 1, InternalVariance: .5, LabelCovariance: -.5, Scale: 1},
		},
		External: [][]float64{{1, .3}, {.3, .8}}, LabelVariance: 9,
	}
	p.Raters.Mode, p.Raters.Offsets = model.RatersFixed, map[string]map[string]float64{"a": {"v": .25, "w": -.5}, "b": {"v": 1}}
	return p
}

// judged builds data of lines "object attribute rater value"; the rater - is
// none.
func judged(lines ...string) *model.Dataset {
	var b model.Builder
	for _, l := range lines {
		var object, attribute, rater string
		var x float64
		if _, err := fmt.Sscan(l, &object, &attribute, &rater, &x); err != nil {
			panic(err)
		}
		w := model.NoRater
		if rater != "-" {
			w = b.RaterID(rater)
		}
		b.Add(b.Object(object), b.Attribute(attribute), w, x)
	}
	return b.Build()
}

func newRun(t testing.TB, p *model.Predictor, ds *model.Dataset, partial bool) *Run {
	t.Helper()
	r, err := New(p, ds, partial)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPanel predicts by hand: offsets are subtracted, and offsets of unknown raters are 0.
func TestPanel(t *testing.T) {
	ds := judged("o1 b v 3", "o1 a v 1", "o1 a w 2", "o1 a x 3", "o1 c v 99", "o2 a v 1", "o3 b w 4", "o3 a - 5", "o4 c v 1")
	plain, fixed := panelPredictor(), panelPredictor()
	plain.Raters.Mode = model.RatersAware
	for _, c := range []struct {
		p       *model.Predictor
		want    [4]float64
		unknown [4]int
	}{
		{fixed, [4]float64{1 + 2*(.75+2.5+3)/3 - 2, math.NaN(), 1 + 2*5 - 4, math.NaN()}, [4]int{1, 0, 2, 0}},
		{plain, [4]float64{1 + 2*2 - 3, math.NaN(), 1 + 2*5 - 4, math.NaN()}, [4]int{}},
	} {
		r := newRun(t, c.p, ds, false)
		if !r.Any() {
			t.Error("no prediction at all")
		}
		var s Summary
		for i, want := range c.want {
			got := r.Object(i)
			s.Add(got, math.NaN())
			if !same(got.Value, want) || got.Unknown != c.unknown[i] || math.IsNaN(got.SE) != math.IsNaN(want) {
				t.Errorf("%s %s: %+v, want %v with %d unknown", c.p.Raters.Mode, ds.Objects[i], got, want, c.unknown[i])
			}
		}
		if s.Objects != 4 || s.Empty != 2 || s.Short != 1 || s.Partial != 0 {
			t.Errorf("%+v", s)
		}
	}
}

// TestHalo: it takes one rater, one object and two attributes of the predictor.
func TestHalo(t *testing.T) {
	ds := judged("o1 a v 1", "o1 b w 2", "o1 a v 2", "o1 c w 1", "o2 a v 1", "o2 b v 2", "o3 a - 1", "o3 b - 1", "o4 a w 1", "o4 b v 1")
	r := newRun(t, panelPredictor(), ds, false)
	var s Summary
	for i, want := range []bool{false, true, false, false} {
		one := r.Object(i)
		if s.Add(one, 1); one.Halo != want {
			t.Errorf("%s: %v", ds.Objects[i], one.Halo)
		}
	}
	if s.Halo != 1 {
		t.Errorf("%+v", s)
	}
	r.Object(1)
	if one := r.Object(1); !one.Halo {
		t.Error("asked again the answer is another one")
	}
	if one := r.Object(0); one.Halo {
		t.Error("out of order the answer is another one")
	}
}

func same(x, y float64) bool {
	return math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-12*(1+math.Abs(y))
}

// TestPartial: the weights of the present attributes, by hand, and the label's mean
// without judgments.
func TestPartial(t *testing.T) {
	ds := judged("o1 a - 1", "o1 a - 2", "o2 b - 3", "o3 c - 1", "o4 a - 1", "o4 b - 2")
	p := panelPredictor()
	p.Ridge, p.Raters.Mode = .1, model.RatersAware
	mean := 1 + 2*.5 - 1*1.0 // ȳ
	wa, wb := 2/(1+.1*1.44+1./2), -.5/(.8+.1+.5)
	m11, m22 := 1+.1*1.44+1, .8+.1+.5
	det := m11*m22 - .09
	a4, b4 := (2*m22+.5*.3)/det, (-.5*m11-2*.3)/det
	r := newRun(t, p, ds, true)
	for i, want := range []struct {
		value, se float64
	}{
		{mean + wa*(1.5-.5), math.Sqrt(9 - 2*wa*2 + wa*wa*1.5)},
		{mean + wb*(3-1), math.Sqrt(9 + 2*wb*.5 + wb*wb*1.3)},
		{mean, 3},
		{mean + a4*(1-.5) + b4*(2-1), math.Sqrt(9 - 2*(2*a4-.5*b4) + 2*a4*a4 + 1.3*b4*b4 + .6*a4*b4)},
	} {
		if got := r.Object(i); !same(got.Value, want.value) || !same(got.SE, want.se) {
			t.Errorf("%s: %+v, want %+v", ds.Objects[i], got, want)
		}
	}
	var s Summary
	for i := range ds.Objects {
		s.Add(r.Object(i), 1)
	}
	if s.Partial != 3 || s.Mean != 1 || s.Empty != 0 || s.Short != 1 || s.Labels != 4 {
		t.Errorf("%+v", s)
	}
}

// TestLacking: attributes that the data lack are named with the nearest there
// are; --partial needs only one.
func TestLacking(t *testing.T) {
	p := panelPredictor()
	p.Attributes[0].Name = "tall"
	ds := judged("o1 talk - 1", "o1 small - 2", "o1 b - 1")
	_, err := New(p, ds, false)
	if want := `the data have no judgments of what the predictor needs: "tall" (the nearest there are: "talk", "small", "b")`; err == nil || err.Error() != want {
		t.Errorf("\n got %v\nwant %s", err, want)
	}
	r := newRun(t, p, ds, true)
	if got := r.Object(0); math.IsNaN(got.Value) || got.Lacking != 1 || strings.Join(r.Absent(), " ") != "tall" {
		t.Errorf("%+v, absent %v", got, r.Absent())
	}
	p.Attributes[1].Name = "c"
	if _, err := New(p, ds, true); err == nil || !strings.Contains(err.Error(), `"c" (the nearest`) {
		t.Errorf("no attribute at all: %v", err)
	}
	p.Attributes = append(p.Attributes, p.Attributes...)
	if _, err := New(p, ds, false); err == nil || !strings.HasSuffix(err.Error(), "; 1 more") {
		t.Errorf("many: %v", err)
	}
	p.External = nil
	if _, err := New(p, ds, true); !errors.Is(err, ErrNoMoments) {
		t.Errorf("without moments: %v", err)
	}
	if newRun(t, panelPredictor(), judged("o a - 1", "p b - 1"), false).Any() {
		t.Error("a prediction without judgments")
	}
}

// TestPatterns: what is remembered of other counts changes nothing.
func TestPatterns(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 1), 1))
	var b model.Builder
	for i := range 2000 {
		o := b.Object(fmt.Sprint(i))
		for range rng.IntN(90) {
			b.Add(o, b.Attribute("a"), model.NoRater, rng.NormFloat64())
		}
		for range rng.IntN(90) {
			b.Add(o, b.Attribute("b"), model.NoRater, rng.NormFloat64())
		}
	}
	ds, p := b.Build(), panelPredictor()
	r := newRun(t, p, ds, true)
	for i := range ds.Objects {
		got := r.Object(i)
		if i%200 == 0 {
			if want := newRun(t, p, ds, true).Object(i); !same(got.Value, want.Value) || !same(got.SE, want.SE) {
				t.Errorf("object %d: %+v, alone %+v", i, got, want)
			}
		}
	}
}

// TestSummary compares with sums taken at once.
func TestSummary(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 5), 5))
	var s Summary
	var squares, mean, variance float64
	var labels []float64
	for range 1000 {
		y, x := 1e6+rng.NormFloat64(), 1e6+rng.NormFloat64()
		s.Add(Prediction{Value: x}, y)
		s.Add(Prediction{Value: x}, math.NaN())
		s.Add(Prediction{Value: math.NaN(), Unknown: 1}, y)
		squares += (y - x) * (y - x) / 1000
		mean += y / 1000
		labels = append(labels, y)
	}
	for _, y := range labels {
		variance += (y - mean) * (y - mean) / 1000
	}
	if s.Objects != 3000 || s.Labels != 1000 || s.Empty != 1000 || s.Unknown != 1000 ||
		!(math.Abs(s.Loss()-squares) <= 1e-9) || !(math.Abs(s.R2()-(1-squares/variance)) <= 1e-9) {
		t.Errorf("%+v: loss %v, R² %v; want %v, %v", s, s.Loss(), s.R2(), squares, 1-squares/variance)
	}
	if none := new(Summary); !math.IsNaN(none.Loss()) || !math.IsNaN(none.R2()) {
		t.Errorf("of nothing: %v, %v", none.Loss(), none.R2())
	}
}

// TestProbability: with the chosen repeats the probability is Bayes' rule for the
// predictor's two normal classes. With fewer judgments the classes are wider. With
// recomputed weights the classes follow from the weights of least loss.
func TestProbability(t *testing.T) {
	const pi, vary = .3, .21
	b := new(model.Builder)
	b.Attribute("a")
	for o, n := range []int{4, 1} { // the predictor asks for 4
		for range n {
			b.Add(b.Object(string(rune('x'+o))), 0, model.NoRater, 2)
		}
	}
	ds := b.Build()
	const mean, v, sigma2, cov, w = 1.5, .8, .5, .2, .28
	loss := func(w float64, n float64) float64 { return vary - 2*w*cov + w*w*(sigma2+v/n) }
	p := &model.Predictor{
		Label: "y", Intercept: pi - w*mean, LabelVariance: vary, ProjectedLoss: loss(w, 4), External: [][]float64{{sigma2}},
		Attributes: []model.PredictorAttribute{{Name: "a", Repeats: 4, Weight: w, Mean: mean, InternalVariance: v, LabelCovariance: cov, Scale: 1}},
	}
	p.SetClasses(&model.PredictorClasses{
		Names: []string{"no", "yes"}, Ordered: true, Shares: []float64{1 - pi, pi}, Intercepts: []float64{0, 0}, Slopes: []float64{0, 0},
		Covariance: .9 * w * cov, Variance: w * w * (sigma2 + v/4),
	})
	bayes := func(z, c, variance float64) float64 {
		gap := c / (pi * (1 - pi))
		s2 := variance - c*gap
		density := func(m float64) float64 { return math.Exp(-(z - m) * (z - m) / (2 * s2)) }
		one, zero := pi*density(gap*(1-pi)), (1-pi)*density(-gap*pi)
		return one / (one + zero)
	}
	for _, partial := range []bool{false, true} {
		r, err := New(p, ds, partial)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range []float64{4, 1} {
			weight, c := w, .9*w*cov
			if partial {
				weight = cov / (sigma2 + v/n)
				c = .9 * w * cov / (vary - p.ProjectedLoss) * weight * cov
			}
			got, want := r.Object(i).P[1], bayes(weight*(2-mean), c, weight*weight*(sigma2+v/n))
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("partial %t, %g judgments: P = %.6f, want %.6f", partial, n, got, want)
			}
		}
	}
	p.SetClasses(nil)
	if r, err := New(p, ds, false); err != nil || r.Object(0).P != nil {
		t.Errorf("a label without classes has a probability, %v", err)
	}
}
