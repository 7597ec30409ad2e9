package core

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fms-tui/core/classes"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// twoClasses draws a world whose label is 1 above a quantile of what the world says.
func twoClasses(w simulate.World, quantile float64, seed uint64) *model.Dataset {
	ds := simulate.Draw(w, seed)
	y := ds.Labels[0].Values
	sorted := slices.Clone(y)
	slices.Sort(sorted)
	limit := sorted[int(quantile*float64(len(sorted)))]
	for i := range y {
		if y[i] > limit {
			y[i] = 1
		} else {
			y[i] = 0
		}
	}
	ds.Labels[0].Words = [2]string{"fail", "pass"}
	return ds
}

func classesOf(t *testing.T, p *Pick) *Classes {
	t.Helper()
	c, err := p.Classes(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// twoCase is an object of class y with a probability of class 1.
func twoCase(p, y float64) classes.Case {
	return classes.Case{P: []float64{1 - p, p}, Class: int(y)}
}

// TestClassesByHand: the scores have the honest loss of the pick, and without one the projected
// covariance with the label.
func TestClassesByHand(t *testing.T) {
	ds := twoClasses(simulate.World{Objects: 200, Attributes: 3, K: 2}, .4, 7)
	r := solve(t, ds, Request{})
	p := Pick{Result: r, Honest: validate(t, r, 0, selection.Full), Selection: r.At(selection.Full, 4*model.Unit)}
	loss := p.Estimate().Loss // of the moments' weights: Var(y) - 2c + V
	sc := p.scoreMoments()[0]
	if got := r.LabelVar - 2*sc.Covariance + sc.Variance; math.Abs(got-loss) > 1e-12 {
		t.Errorf("the scores have loss %g, the honest loss is %g", got, loss)
	}
	w, _ := p.Weights()
	var want float64
	for a, x := range w {
		b, _, _ := r.Shrunk(a)
		want += x * b
	}
	h := p
	h.Honest = nil
	if sc = h.scoreMoments()[0]; math.Abs(sc.Covariance-want) > 1e-9*math.Abs(want) {
		t.Errorf("Cov(z, y) projected %g, want Σ w b = %g", sc.Covariance, want)
	}
}

// TestNoClasses: labels of more values have none, and what cannot be measured says why.
func TestNoClasses(t *testing.T) {
	numbers := simulate.Draw(simulate.World{Objects: 100, Attributes: 3, K: 2}, 3)
	r := solve(t, numbers, Request{})
	p := Pick{Result: r, Honest: validate(t, r, 0, selection.Full), Selection: r.At(selection.Full, 4*model.Unit)}
	if c := classesOf(t, &p); c != nil {
		t.Errorf("a label of numbers has %+v", c)
	}
	r = solve(t, twoClasses(simulate.World{Objects: 100, Attributes: 3, K: 2}, .5, 3), Request{})
	p = Pick{Result: r, Selection: r.At(selection.Full, 4*model.Unit)}
	if c := classesOf(t, &p); c == nil || !strings.Contains(c.Why, "honest") || !(c.NormalAUC > .5) {
		t.Errorf("without an honest loss: %+v", c)
	}
}

// TestClassesCalibrated: the predictor carries the correction of scores that are not normal, and
// predicts as its line says. Its log loss on fresh objects is mostly lower than without. Normal
// scores mostly keep their line.
func TestClassesCalibrated(t *testing.T) {
	ctx := context.Background()
	seed := fresh.Seed(t, 72)
	for _, c := range []struct {
		name    string
		skewed  bool
		correct bool
	}{{"skewed", true, true}, {"normal", false, false}} {
		better, corrected, worlds := 0, 0, 12
		for w := range worlds {
			rng := rand.New(rand.NewPCG(seed, uint64(w)))
			world := func(objects int) *model.Dataset { return skewedWorld(rng, objects, c.skewed) }
			r, err := NewStudy(world(300)).Solve(ctx, Request{Settings: model.Settings{Label: "y"}})
			if err != nil {
				t.Fatal(err)
			}
			h, err := r.Honest(ctx, 0, selection.Full)
			if err != nil {
				t.Fatal(err)
			}
			p := Pick{Result: r, Honest: h, Selection: r.At(selection.Full, 6*model.Unit)}
			if err := p.See(ctx); err != nil {
				t.Fatal(err)
			}
			if p.Correction == nil {
				continue
			}
			corrected++
			objects := world(4000)
			loss := func() (sum float64) {
				k := p.Predictor()
				run, err := Predict(&k, objects, false)
				if err != nil {
					t.Fatal(err)
				}
				for i, y := range objects.Labels[0].Values {
					o, c := run.Object(i), k.Classes()
					if line := classes.Logistic(c.Intercepts[1] + c.Slopes[1]*o.Value); math.Abs(line-o.P[1]) > 1e-9 {
						t.Fatalf("the line says %v, and the prediction %v", line, o.P)
					}
					sum -= math.Log(max(o.P[int(y)], 1e-6))
				}
				return sum
			}
			with := loss()
			if p.Correction = nil; with < loss() {
				better++
			}
		}
		t.Logf("%s: corrected in %d of %d worlds, better in %d", c.name, corrected, worlds, better)
		if c.correct && (corrected < worlds/3 || better < corrected*2/3) || !c.correct && corrected > worlds*2/3 {
			t.Errorf("%s: corrected in %d of %d worlds, better in %d", c.name, corrected, worlds, better)
		}
	}
}

// skewedWorld has objects whose value is judged six times by one attribute, with noise. Skewed
// values are exponential, and the label is 1 where they are high; others are normal in a class.
func skewedWorld(rng *rand.Rand, objects int, skewed bool) *model.Dataset {
	b := new(model.Builder)
	a, label := b.Attribute("a"), b.AddLabel("y")
	for i := range objects {
		o, y := b.Object(strconv.Itoa(i)), 0.0
		if rng.Float64() < .3 {
			y = 1
		}
		value := 1.5*y + rng.NormFloat64()
		if skewed {
			value, y = 2*rng.ExpFloat64(), 0
			if value+.3*rng.NormFloat64() > 3.6 {
				y = 1
			}
		}
		b.SetLabel(label, o, y)
		for range 6 {
			b.Add(o, a, model.NoRater, value+.8*rng.NormFloat64())
		}
	}
	return b.Build()
}

// threeGrades replaces the labels of a world: a grade in three steps, and a verdict.
func threeGrades(w simulate.World, ordered bool, seed uint64) *model.Dataset {
	ds := *simulate.Draw(w, seed)
	y := ds.Labels[0].Values
	sorted := slices.Clone(y)
	slices.Sort(sorted)
	grade := model.Label{Name: "grade", Values: make([]float64, len(y)), Classes: []string{"low", "mid", "high"}, Ordered: ordered}
	verdict := model.Label{Name: "verdict", Values: make([]float64, len(y)), Words: [2]string{"fail", "pass"}}
	for i, x := range y {
		if x >= sorted[len(y)/3] {
			grade.Values[i]++
		}
		if x >= sorted[2*len(y)/3] {
			grade.Values[i]++
			verdict.Values[i]++
		}
	}
	ds.Labels = []model.Label{grade, verdict, {Name: "y", Values: y}}
	return &ds
}

// TestMomentsOfClasses: a moments file of a label with classes, and of several labels, gives
// the choices, losses and predictors of the data.
func TestMomentsOfClasses(t *testing.T) {
	ctx := context.Background()
	base := fresh.Seed(t, 61)
	for i, q := range []model.Settings{
		{Label: "grade"},
		{Label: "grade"},
		{Label: "verdict"},
		{Label: "y", Also: []model.Further{{Name: "verdict", Weight: 2}}},
		{Label: "y", Also: []model.Further{{Name: "grade", Weight: .5}}},
	} {
		q.Raters = model.RatersAware
		q.Design = model.Design{Kind: model.DesignSingle}
		study := NewStudy(threeGrades(simulate.World{Objects: 150, Attributes: 4, K: 2, Raters: 6}, i == 1, base+uint64(i)))
		file, err := study.Moments(ctx, "")
		if err != nil {
			t.Fatal(err)
		}
		kept, err := DecodeMoments(file.Encode())
		if err != nil {
			t.Fatal(err)
		}
		if other := q; len(q.Also) > 0 { // what is known of another weight does not count
			other.Also = []model.Further{{Name: q.Also[0].Name, Weight: 9}}
			if _, err := study.Solve(ctx, Request{Settings: other}); err != nil {
				t.Fatal(err)
			}
		}
		var picks [2]Pick
		for s, of := range []*Study{study, OpenMoments(kept, nil)} {
			r, err := of.Solve(ctx, Request{Settings: q})
			if err != nil {
				t.Fatalf("%+v: %v", q, err)
			}
			h, err := r.Honest(ctx, 0, selection.Full)
			if err != nil {
				t.Fatal(err)
			}
			picks[s] = Pick{Result: r, Honest: h, Selection: r.At(selection.Full, model.Units(5))}
		}
		sameFigures(t, q, &picks[0], &picks[1])
	}
}

// sameFigures compares a pick from data with the one from their moments.
func sameFigures(t *testing.T, q model.Settings, data, moments *Pick) {
	t.Helper()
	near := func(what string, x, y float64) {
		t.Helper()
		if math.Abs(x-y) > 1e-9*(1+math.Abs(x)) {
			t.Errorf("%+v: %s is %g of moments and %g of data", q, what, y, x)
		}
	}
	if !slices.Equal(data.Selection.Repeats, moments.Selection.Repeats) {
		t.Fatalf("%+v: repeats %v of data, %v of moments", q, data.Selection.Repeats, moments.Selection.Repeats)
	}
	near("the honest loss", data.Estimate().Loss, moments.Estimate().Loss)
	near("its standard error", data.Estimate().SE, moments.Estimate().SE)
	near("the variance", data.Result.LabelVar, moments.Result.LabelVar)
	for k, s := range data.Scores() {
		o := moments.Scores()[k]
		if s.Title() != o.Title() {
			t.Errorf("score %q of data, %q of moments", s.Title(), o.Title())
		}
		near("mean of "+s.Title(), s.Mean, o.Mean)
		near("weight of "+s.Title(), s.Weight, o.Weight)
		near("loss of "+s.Title(), data.ScoreEstimate(k).Loss, moments.ScoreEstimate(k).Loss)
	}
	a, _ := data.linesOf(nil)
	if b, _ := moments.linesOf(nil); a != nil {
		if !slices.Equal(a.Names, b.Names) {
			t.Errorf("classes %v of data, %v of moments", a.Names, b.Names)
		}
		for k := range a.Names {
			near("share of "+a.Names[k], a.Shares[k], b.Shares[k])
			near("slope of "+a.Names[k], a.Slopes[k], b.Slopes[k])
			near("intercept of "+a.Names[k], a.Intercepts[k], b.Intercepts[k])
		}
	}
	if a, b := len(data.Result.Warnings), len(moments.Result.Warnings); a != b {
		t.Errorf("%d warnings of data, %d of moments", a, b)
	}
}
