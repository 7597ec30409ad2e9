package core

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/experiment"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// TestProtocolSizes: how many objects are learned from and tested on.
func TestProtocolSizes(t *testing.T) {
	r := solve(t, simulate.Draw(simulate.World{Objects: 200, Attributes: 3, K: 3}, 1), Request{})
	budgets := []model.Amount{9 * model.Unit, 4 * model.Unit, 9 * model.Unit}
	for _, c := range []struct{ train, want, test int }{{0, 160, 40}, {50, 50, 40}, {180, 180, 20}} {
		p, err := r.Protocol(experiment.Question{Algorithms: algorithms(), Budgets: budgets, K: 3, Train: c.train, Splits: 7, Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(p.Designs, []experiment.Design{{Objects: c.want, K: 3}}) || p.Test != c.test || p.Splits != 7 || p.Seed != 5 {
			t.Errorf("train %d: %v, tested on %d", c.train, p.Designs, p.Test)
		}
		if !slices.Equal(p.Budgets, []model.Amount{4 * model.Unit, 9 * model.Unit}) || p.Folds == 0 || p.Ridges != nil {
			t.Errorf("budgets %v, %d folds, ridges %v", p.Budgets, p.Folds, p.Ridges)
		}
	}
	for train, want := range map[int]string{200: "only 200 objects", experiment.LeastObjects - 1: "only 200 objects"} {
		if _, err := r.Protocol(experiment.Question{Train: train}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("train %d: %v", train, err)
		}
	}
	if _, err := r.Protocol(experiment.Question{Budgets: []model.Amount{model.MaxAmount}}); err == nil {
		t.Error("a budget of a billion judgments is accepted")
	}
	auto := solve(t, r.Data(), Request{Settings: model.Settings{AutoRidge: true}})
	for folds, want := range map[int]int{0: len(model.Ridges()), 5: len(model.Ridges()), NoFolds: 0} {
		if p, err := auto.Protocol(experiment.Question{Folds: folds}); err != nil || len(p.Ridges) != want || p.Folds != max(0, p.Folds) {
			t.Errorf("%d folds: %d ridges to choose from, want %d (%v)", folds, len(p.Ridges), want, err)
		}
	}
}

// TestTradeoffDesigns: every number of judgments that a total pays for, with as
// many objects as are left for it.
func TestTradeoffDesigns(t *testing.T) {
	w := simulate.World{Objects: 200, Attributes: 3, K: 5}
	r := solve(t, simulate.Draw(w, 1), Request{Settings: model.Settings{}.WithCost("a2", 2*model.Unit)})
	q := experiment.Question{Algorithms: []selection.Algorithm{selection.Full}, Budgets: []model.Amount{9 * model.Unit}, Splits: 2}
	for _, c := range []struct {
		totals []model.Amount
		want   []experiment.Design
	}{
		// A round of judgments costs 4; a total of 1000 are 250 of them.
		{[]model.Amount{1000 * model.Unit}, []experiment.Design{{Objects: 125, K: 2}, {Objects: 83, K: 3}, {Objects: 62, K: 4}, {Objects: 50, K: 5}}},
		// 160 objects to learn from, 2 judgments of each: 1280; half; a quarter.
		{nil, []experiment.Design{
			{Objects: 40, K: 2},
			{Objects: 26, K: 3},
			{Objects: 20, K: 4},
			{Objects: 80, K: 2},
			{Objects: 53, K: 3},
			{Objects: 40, K: 4},
			{Objects: 32, K: 5},
			{Objects: 160, K: 2},
			{Objects: 106, K: 3},
			{Objects: 80, K: 4},
			{Objects: 64, K: 5},
		}},
	} {
		got, err := r.Tradeoff(q, c.totals)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(slices.Clone(c.want), func(d experiment.Design) bool { return d.Objects < experiment.LeastObjects })
		if !slices.Equal(got.Designs, want) || len(got.Totals) != len(want) || got.PerRound != 4*model.Unit || got.Judgment != 5 || got.Test != 40 {
			t.Errorf("totals %v: %v, a round for %s, %d judgments, tested on %d", got.Totals, got.Designs, got.PerRound, got.Judgment, got.Test)
		}
		for i, d := range got.Designs {
			if cost := model.Amount(d.Objects*d.K) * got.PerRound; cost > got.Totals[i] || cost+model.Amount(d.K)*got.PerRound <= got.Totals[i] {
				t.Errorf("%v costs %s of %s", d, cost, got.Totals[i])
			}
		}
	}
	if _, err := r.Tradeoff(q, []model.Amount{model.Unit}); err == nil || !strings.Contains(err.Error(), "the smallest costs") {
		t.Errorf("a total of 1: %v", err)
	}
	few := solve(t, simulate.Draw(simulate.World{Objects: 15, Attributes: 2, K: 2}, 1), Request{})
	if _, err := few.Tradeoff(q, nil); err == nil || !strings.Contains(err.Error(), "only 15 objects") {
		t.Errorf("of 15 objects: %v", err)
	}
	f, err := NewStudy(r.Data()).Moments(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := OpenMoments(f, nil).Solve(t.Context(), Request{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Tradeoff(q, nil); !errors.Is(err, model.ErrNeedsJudgments) {
		t.Errorf("of moments: %v", err)
	}
	if _, err := kept.Protocol(q); !errors.Is(err, model.ErrNeedsJudgments) {
		t.Errorf("of moments: %v", err)
	}
}

// TestProtocolAskedOnce: of attributes that no object has twice, experiments show one judgment, and
// learn from it.
func TestProtocolAskedOnce(t *testing.T) {
	r := solve(t, simulate.Draw(simulate.World{Objects: 150, Attributes: 4, K: 1}, 3), Request{})
	q := experiment.Question{Algorithms: algorithms(), Budgets: []model.Amount{2 * model.Unit}, K: 2, Splits: 3, Folds: NoFolds}
	p, err := r.Protocol(q)
	if err != nil {
		t.Fatal(err)
	}
	f, err := r.Tradeoff(q, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*experiment.Protocol{p, f.Protocol} {
		e, err := p.Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range p.Designs {
			if x := e.At(experiment.Arm{Design: i}); d.K != 1 || x.Refused != nil || !(x.Refit.Loss < r.LabelVar) {
				t.Errorf("%+v: %+v of Var(y) = %g", d, x, r.LabelVar)
			}
		}
	}
}
