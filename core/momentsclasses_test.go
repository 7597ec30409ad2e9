package core

import (
	"context"
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

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
			picks[s] = Pick{Answer: Answer{Result: r, Honest: h}, Selection: r.At(selection.Full, model.Units(5))}
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
	for k, s := range data.Result.Scores() {
		o := moments.Result.Scores()[k]
		if s.Title() != o.Title() {
			t.Errorf("score %q of data, %q of moments", s.Title(), o.Title())
		}
		near("mean of "+s.Title(), s.Mean, o.Mean)
		near("weight of "+s.Title(), s.Weight, o.Weight)
		near("loss of "+s.Title(), data.ScoreEstimate(k).Loss, moments.ScoreEstimate(k).Loss)
	}
	if a, b := data.predictorMulticlass(), moments.predictorMulticlass(); a != nil {
		for k := range a.Names {
			near("share of "+a.Names[k], a.Shares[k], b.Shares[k])
			near("slope of "+a.Names[k], a.LogitSlopes[k], b.LogitSlopes[k])
			near("intercept of "+a.Names[k], a.LogitIntercepts[k], b.LogitIntercepts[k])
		}
	}
	if a, b := data.predictorClasses(), moments.predictorClasses(); a != nil {
		if a.Names != b.Names {
			t.Errorf("classes %v of data, %v of moments", a.Names, b.Names)
		}
		near("slope", a.LogitSlope, b.LogitSlope)
		near("intercept", a.LogitIntercept, b.LogitIntercept)
	}
	if a, b := len(data.Result.Warnings), len(moments.Result.Warnings); a != b {
		t.Errorf("%d warnings of data, %d of moments", a, b)
	}
}
