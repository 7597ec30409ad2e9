package core

import (
	"context"
	"fmt"
	"math"
	"testing"

	"fms-tui/core/internal/budgetrange"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestPredictions applies weights to the means of the first judgments, one object
// after another, and thins the objects evenly where they are many.
func TestPredictions(t *testing.T) {
	predicted := 0
	picked(t, 40, fresh.Seed(t, 1700), func(p *Pick, seed uint64) {
		got := p.Predictions(1 << 30)
		ds, label := p.Data(), p.Data().Label(p.Label)
		w, intercept := p.Weights()
		of, lacking, at := 0, 0, 0
		for i, y := range label.Values {
			if math.IsNaN(y) || ds.Start[i] == ds.Start[i+1] {
				continue
			}
			of++
			want, size := intercept, math.Abs(intercept)
			for a := range w {
				if p.Selection.Repeats[a] == 0 {
					continue
				}
				var sum, n float64
				for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
					if int(ds.Attr[j]) == a {
						x := ds.Value[j]
						if r := ds.Rater[j]; r != model.NoRater && p.Raters == model.RatersFixed {
							x -= p.Predictor().Raters.Offsets[ds.Attributes[a]][ds.Raters[r]]
						}
						sum += x
						n++
					}
				}
				want += w[a] * sum / n // NaN where it has none
				size += math.Abs(w[a] * sum / n)
			}
			if math.IsNaN(want) {
				lacking++
				continue
			}
			if at >= len(got.Predicted) || got.True[at] != y || !near(got.Predicted[at], want, size, 1e-9) {
				t.Fatalf("seed %d: object %d of %v is predicted, want %g", seed, i, got, want)
			}
			at++
		}
		if got.Of != of || got.Lacking != lacking || len(got.Predicted) != at || len(got.True) != at {
			t.Errorf("seed %d: %d of %d predicted, %d lacking, want %d, %d, %d", seed, len(got.Predicted), got.Of, got.Lacking, at, of, lacking)
		}
		predicted += at
		if few := p.Predictions(3); few.Of != of || len(few.Predicted)+few.Lacking != min(3, of) {
			t.Errorf("seed %d: %+v of three", seed, few)
		}
	})
	if fresh.Fixed() && predicted < 300 {
		t.Errorf("only %d objects were predicted", predicted)
	}
}

// TestLess: a pick's difference from itself is nothing, that from another pick is
// the difference of the honest losses; and without these it is not known.
func TestLess(t *testing.T) {
	r := solve(t, simulate.Draw(simulate.World{Objects: 150, Attributes: 5, K: 2}, 4), Request{})
	h := validate(t, r, 0, algorithms()...)
	of := func(a selection.Algorithm, budget int) *Pick {
		return &Pick{Result: r, Honest: h, Selection: r.At(a, model.Units(budget))}
	}
	p, o := of(selection.Full, 9), of(selection.Scoring, 3)
	if e := p.Less(p); e.Loss != 0 || e.SE != 0 {
		t.Errorf("less than itself by %+v", e)
	}
	want := h.At(selection.Full, 9*model.Unit).Loss - h.At(selection.Scoring, 3*model.Unit).Loss
	if e := p.Less(o); !near(e.Loss, want, r.LabelVar, 1e-12) || !(e.SE > 0) {
		t.Errorf("less by %+v, want %g", e, want)
	}
	bare := *o
	bare.Honest = nil
	other := *o
	other.Selection.Algorithm = selection.Uniform
	for _, e := range []Estimate{p.Less(&bare), bare.Less(p), p.Less(&other)} {
		if !math.IsNaN(e.Loss) || !math.IsNaN(e.SE) {
			t.Errorf("less than what was not validated by %+v", e)
		}
	}
	if y := p.Predictor(); y.HonestLoss == nil || *y.HonestLoss != p.Estimate().Loss || y.HonestLossSE == nil {
		t.Errorf("the predictor's honest loss is %v", y.HonestLoss)
	}
	if y := bare.Predictor(); y.HonestLoss != nil || y.HonestLossSE != nil {
		t.Error("a predictor has an honest loss that nobody computed")
	}
}

// TestReady: small budgets are ready, and larger budgets if they were computed.
func TestReady(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 80, Attributes: 3, K: 2}, 1)
	r := solve(t, ds, Request{Settings: model.Settings{}.WithCost("a1", 3*model.Unit), Range: 2000 * model.Unit})
	budgets := budgetrange.To(&r.Range, r.Max)
	for b, want := range map[model.Amount]bool{
		0: true, readySteps * model.Unit: true, readySteps*model.Unit + 1: true,
		budgets[len(budgets)-2]: true, budgets[len(budgets)-2] + model.Unit/2: true, budgets[len(budgets)-2] + model.Unit: false, r.Max: true,
	} {
		if b/r.Step > readySteps && b%r.Step != 0 {
			want = false
		}
		if got := r.Ready(b); got != want {
			t.Errorf("%s of %s is ready: %v, want %v", b, r.Max, got, want)
		}
	}
	if none := solve(t, ds, Request{Settings: model.Settings{}.WithExcluded("a0", true).WithExcluded("a1", true).WithExcluded("a2", true)}); !none.Ready(model.MaxAmount) {
		t.Error("nothing to choose is not ready")
	}
}

// TestHaloCorrelation: errors that are one rater's mood correlate by the share
// that it has in them.
func TestHaloCorrelation(t *testing.T) {
	x, err := NewStudy(crowd(400, func(b *model.Builder, i, o int) {
		for k := range 3 {
			// The mood and the two errors are +1 or -1, each in all combinations.
			mood, e, f := float64(1-2*(i>>k&1)), float64(1-2*(i>>(k+3)&1)), float64(1-2*((i+k)%2))
			w := b.RaterID(fmt.Sprint((i + k*7) % 20))
			b.Add(o, b.Attribute("a"), w, float64(i%7)+mood+e)
			b.Add(o, b.Attribute("b"), w, float64(i%5)+mood+f)
			b.Add(o, b.Attribute("alone"), b.RaterID(fmt.Sprint("x", k)), float64(i%3)+e)
		}
	})).Examine(context.Background(), model.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if c := x.HaloCorrelation(0, 1); !(math.Abs(c-.5) < .1) || c != x.HaloCorrelation(1, 0) {
		t.Errorf("a and b correlate by %g and %g, want about a half", c, x.HaloCorrelation(1, 0))
	}
	if c := x.HaloCorrelation(0, 2); !math.IsNaN(c) {
		t.Errorf("a and what others judged correlate by %g", c)
	}
	bare := Examination{facts: x.facts}
	if c := bare.HaloCorrelation(0, 1); !math.IsNaN(c) {
		t.Errorf("without raters they correlate by %g", c)
	}
}
