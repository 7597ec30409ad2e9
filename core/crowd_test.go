package core_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core"
	"fms-tui/core/agreement"
	"fms-tui/core/crowd"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// crowdWorld are judgments of objects by one of two crowds: the second sees less of a
// difference, judges higher and is noisier in some questions.
func crowdWorld(rng *rand.Rand, objects, judgments int, second, labels bool) *model.Dataset {
	b := new(model.Builder)
	if labels {
		b.AddLabel("y")
	}
	for i := range objects {
		o := b.Object(fmt.Sprintf("o%d", i))
		common := rng.NormFloat64()
		y := rng.NormFloat64() * .5
		for a := range 5 {
			z := .7*common + .7*rng.NormFloat64()
			y += .35 * z
			for range judgments {
				x, noise := z, .8
				if second {
					scale := []float64{1, .5, 1.5, .6, 1}[a]
					x, noise = scale*z+[]float64{.5, -.3, 0, .8, 0}[a], []float64{.8, 1, .6, 1.2, 1.6}[a]
				}
				b.Add(o, b.Attribute(fmt.Sprintf("a%d", a)), model.NoRater, x+noise*rng.NormFloat64())
			}
		}
		if labels {
			b.SetLabel(0, o, y)
		}
	}
	return b.Build()
}

// squaredError is of a predictor on data with the label, with judgments cut to its repeats.
func squaredError(t *testing.T, p *model.Predictor, ds *model.Dataset) float64 {
	t.Helper()
	run, err := core.Predict(p, ds, false)
	if err != nil {
		t.Fatal(err)
	}
	loss := 0.0
	for i, y := range ds.Labels[0].Values {
		e := run.Object(i).Value - y
		loss += e * e / float64(len(ds.Objects))
	}
	return loss
}

// TestAdaptCrowd: a few judgments without labels adapt a predictor to another crowd. The new
// predictor is better than the old predictor, and nearly as good as a predictor from an equally
// large pilot by the new crowd. For the pilot's own crowd it changes little.
func TestAdaptCrowd(t *testing.T) {
	var old, adapted, learned, same, stays float64
	const worlds = 8
	for seed := range uint64(worlds) {
		rng := rand.New(rand.NewPCG(3, seed))
		predictor := func(ds *model.Dataset) model.Predictor {
			r, err := core.NewStudy(ds).Solve(context.Background(), core.Request{Settings: model.Settings{}.WithLimit("a0", model.Limit{Max: 3})})
			if err != nil {
				t.Fatal(err)
			}
			s := r.At(selection.Full, model.Units(10))
			return r.Predictor(&s)
		}
		p := predictor(crowdWorld(rng, 300, 3, false, true))
		q, kept, err := crowd.Adapt(&p, crowdWorld(rng, 60, 3, true, false))
		if err != nil || len(kept) > 0 {
			t.Fatal(kept, err)
		}
		mine, _, err := crowd.Adapt(&p, crowdWorld(rng, 60, 3, false, false))
		if err != nil {
			t.Fatal(err)
		}
		l := predictor(crowdWorld(rng, 300, 3, true, true))
		test, own := crowdWorld(rng, 2000, 2, true, true), crowdWorld(rng, 2000, 2, false, true)
		old += squaredError(t, &p, test) / worlds
		adapted += squaredError(t, &q, test) / worlds
		learned += squaredError(t, &l, test) / worlds
		same += squaredError(t, &p, own) / worlds
		stays += squaredError(t, &mine, own) / worlds
	}
	t.Logf("new crowd: old predictor %.3f, adapted %.3f, learned anew %.3f; own crowd: %.3f and adapted %.3f", old, adapted, learned, same, stays)
	if !(adapted < .9*old) || !(adapted < 1.1*learned) || !(stays < 1.05*same) {
		t.Errorf("new crowd: old predictor %.3f, adapted %.3f, learned anew %.3f; own crowd: %.3f and adapted %.3f", old, adapted, learned, same, stays)
	}
}

// TestAdaptCrowdByHand: figures of one attribute that can be computed on paper, and what is
// too few is left as it was.
func TestAdaptCrowdByHand(t *testing.T) {
	p := &model.Predictor{
		Intercept: 1, LabelVariance: 4, ProjectedLoss: 1, External: [][]float64{{1, .2}, {.2, 1}},
		Attributes: []model.PredictorAttribute{
			{Name: "a", Repeats: 2, Weight: 1, Mean: 3, InternalVariance: 2, LabelCovariance: 1.5, Scale: 1.5},
			{Name: "b", Repeats: 1, Weight: .5, Mean: 0, InternalVariance: 1, LabelCovariance: 1, Scale: 1},
		},
	}
	b := new(model.Builder)
	var means []float64
	for i := range 12 {
		o, m := b.Object(fmt.Sprint(i)), float64(i%4)*3
		means = append(means, m)
		b.Add(o, b.Attribute("a"), model.NoRater, m-1)
		b.Add(o, b.Attribute("a"), model.NoRater, m+1)
		if i < 5 {
			b.Add(o, b.Attribute("b"), model.NoRater, 9)
		}
	}
	q, kept, err := crowd.Adapt(p, b.Build())
	if err != nil || len(kept) != 1 || kept[0] != "b" {
		t.Fatal(kept, err)
	}
	ss := 0.0
	for _, m := range means {
		ss += (m - 4.5) * (m - 4.5) / 11
	}
	s := .7*math.Sqrt(ss-2*.5) + .3 // v' = 2, two judgments of each
	a := q.Attributes[0]
	for i, pair := range [][2]float64{
		{a.Mean, .7*4.5 + .3*3},
		{a.InternalVariance, 2},
		{a.LabelCovariance, 1.5 * s},
		{a.Scale, 1.5 * s},
		{q.External[0][0], s * s},
		{q.External[0][1], .2 * s},
		{q.Attributes[1].LabelCovariance, 1},
		{q.External[1][1], 1},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-12 {
			t.Errorf("figure %d: %g, want %g", i, pair[0], pair[1])
		}
	}
	// At its means the prediction stays the mean label; the weights solve (Σ' + v'/n) w = b'.
	if mean := q.Intercept + a.Weight*a.Mean + q.Attributes[1].Weight*0; math.Abs(mean-(1+3)) > 1e-12 {
		t.Errorf("at its means it predicts %g, want 4", mean)
	}
	wa, wb := a.Weight, q.Attributes[1].Weight
	if math.Abs((s*s+1)*wa+.2*s*wb-1.5*s) > 1e-9 || math.Abs(.2*s*wa+2*wb-1) > 1e-9 {
		t.Errorf("weights %g and %g", wa, wb)
	}
	if _, _, err := crowd.Adapt(&model.Predictor{Attributes: p.Attributes}, b.Build()); err == nil {
		t.Error("a predictor without moments is adapted")
	}
}

// TestAgreementOfMoments: moments tell ICC(1) and its interval as the judgments do.
func TestAgreementOfMoments(t *testing.T) {
	for _, w := range []simulate.World{
		{Objects: 60, Attributes: 4, K: 3, Raters: 6, Ragged: .3, Missing: .1},
		{Objects: 40, Attributes: 3, K: 2},
	} {
		study := core.NewStudy(simulate.Draw(w, 24))
		q := agreement.Question{Replicates: 50, Seed: 1}
		want, err := study.Agreement(t.Context(), "", q)
		if err != nil {
			t.Fatal(err)
		}
		file, err := study.Moments(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := core.OpenMoments(file, nil).Agreement(t.Context(), "", q)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Attributes {
			p, q := &got.Attributes[i], &want.Attributes[i]
			for k, x := range []float64{p.ICC1.Value - q.ICC1.Value, p.ICC1.Low - q.ICC1.Low, p.ICC1.High - q.ICC1.High} {
				if !(math.Abs(x) <= 1e-9) {
					t.Errorf("%s: figure %d of ICC(1) is off by %g: %+v, %+v", p.Name, k, x, p.ICC1, q.ICC1)
				}
			}
			if p.Objects != q.Objects || p.Judgments != q.Judgments || p.ICCA1.Known() || w.Ragged == 0 && p.K != q.K {
				t.Errorf("of moments %+v, of judgments %+v", p, q)
			}
		}
		if _, err := study.Agreement(t.Context(), "none", q); err == nil {
			t.Error("a label that there is not is no error")
		}
	}
}
