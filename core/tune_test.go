package core

import (
	"context"
	"math"
	"reflect"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

func tune(t testing.TB, ds *model.Dataset, q Request, folds int) *Tuning {
	t.Helper()
	u, err := NewStudy(ds).Tune(context.Background(), q, folds)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestTune: an automatic ridge is, at every budget and for every algorithm, the
// smallest considered λ with the lowest honest loss. The answers equal the answers at
// this λ when it is set.
func TestTune(t *testing.T) {
	chosen := map[float64]int{}
	for seed := range fresh.Seeds(t, 0, 5) {
		ds := simulate.Draw(simulate.World{Objects: 30 + 30*int(seed%5), Attributes: 12, K: 2}, seed)
		auto := model.Settings{Shrink: model.ShrinkNone}.WithRidge(0, true)
		extra := []selection.Algorithm{selection.Uniform}
		u := tune(t, ds, Request{Settings: auto, Algorithms: extra}, 0)
		if len(u.Answers) != len(model.Ridges()) {
			t.Fatalf("%d answers", len(u.Answers))
		}
		first := u.Answers[0].Result
		for i, lambda := range model.Ridges() {
			a := u.Answers[i]
			if a.Settings.Ridge != lambda || a.Max != first.Max {
				t.Errorf("answer %d: λ = %g, range %s, want %g, %s", i, a.Settings.Ridge, a.Max, lambda, first.Max)
			}
			set := solve(t, ds, Request{Settings: model.Settings{Ridge: lambda, Shrink: model.ShrinkNone}, Algorithms: extra, Range: first.Max})
			want := validate(t, set, 0, set.Algorithms()...)
			for _, alg := range set.Algorithms() {
				b, e := a.Honest.Curve(alg)
				wb, we := want.Curve(alg)
				if !reflect.DeepEqual(b, wb) || !reflect.DeepEqual(e, we) {
					t.Errorf("λ = %g, %s: %v, set it is %v", lambda, alg, e, we)
				}
			}
		}
		for _, alg := range first.Algorithms() {
			for _, b := range someBudgets(first) {
				best, least := 0., math.Inf(1)
				for i, lambda := range model.Ridges() {
					if e := u.Answers[i].Honest.At(alg, b); e.Loss < least && u.Answers[i].Honest.Possible(alg, b) {
						best, least = lambda, e.Loss
					}
				}
				if last := len(u.Answers) - 1; math.IsInf(least, 1) { // all contradict themselves
					best, least = u.Answers[last].Settings.Ridge, u.Answers[last].Honest.At(alg, b).Loss
				}
				got := u.At(alg, b)
				chosen[best]++
				if got.Settings.Ridge != best || got.Honest.At(alg, b).Loss != least {
					t.Errorf("seed %d %s B=%s: λ = %g, want %g", seed, alg, b, got.Settings.Ridge, best)
				}
				p := Pick{Answer: got, Selection: got.Result.At(alg, b)}
				if e := p.Estimate(); e.Loss != least {
					t.Errorf("seed %d %s B=%s: estimate %v, want %g", seed, alg, b, e, least)
				}
			}
			// Nothing is bought: all λ are as good.
			if got := u.At(alg, 0).Settings.Ridge; got != 0 {
				t.Errorf("seed %d %s: λ = %g for nothing", seed, alg, got)
			}
		}
		checkTunedBudget(t, u, selection.Full)
	}
	if fresh.Fixed() && len(chosen) < 4 {
		t.Errorf("chosen were %v: the test lost its power", chosen)
	}
}

// checkTunedBudget compares the budget of a rule with the budget of the λ whose honest
// loss is lowest over the range.
func checkTunedBudget(t *testing.T, u *Tuning, a selection.Algorithm) {
	t.Helper()
	var best *Honest
	least := math.Inf(1)
	for _, o := range u.Answers {
		if _, e := o.Honest.Lowest(a); e.Loss < least { // impossible figures are passed over
			best, least = o.Honest, e.Loss
		}
	}
	for _, q := range []Rule{{}, {By: Within, Within: .1}, {By: LeastR2, R2: .3}, {By: MostLoss, Loss: -1}} {
		want, wantErr := best.Budget(a, q)
		got, err := u.Budget(a, q)
		if got != want || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Errorf("%+v: %s, %v, want %s, %v", q, got, err, want, wantErr)
		}
	}
}

// TestTuneWithoutAChoice: a ridge that is set, too few objects and no
// cross-validation leave one answer.
func TestTuneWithoutAChoice(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 60, Attributes: 4, K: 2}, 1)
	few := simulate.Draw(simulate.World{Objects: 15, Attributes: 4, K: 2}, 1)
	auto, set := model.Settings{}.WithRidge(0, true), model.Settings{}.WithRidge(.2, false)
	for _, c := range []struct {
		name     string
		ds       *model.Dataset
		settings model.Settings
		folds    int
		ridge    float64
		honest   bool
	}{
		{"set", ds, set, 0, .2, true},
		{"too few objects", few, auto, 0, 0, false},
		{"too few objects, set", few, set, 0, .2, false},
		{"one fold", ds, auto, 1, 0, false},
		{"no folds", ds, auto, NoFolds, 0, false},
		{"no folds, set", ds, set, NoFolds, .2, false},
	} {
		u := tune(t, c.ds, Request{Settings: c.settings}, c.folds)
		if len(u.Answers) != 1 {
			t.Errorf("%s: %d answers", c.name, len(u.Answers))
			continue
		}
		b := model.Units(6)
		a := u.At(selection.Full, b)
		p := Pick{Answer: a, Selection: a.Result.At(selection.Full, b)}
		e := p.Estimate()
		if a.Settings.Ridge != c.ridge || math.IsNaN(e.Loss) == c.honest || math.IsNaN(e.SE) == c.honest {
			t.Errorf("%s: λ = %g, %v", c.name, a.Settings.Ridge, e)
		}
		out := p.Predictor()
		if (out.HonestLoss != nil) != c.honest || (out.HonestLossSE != nil) != c.honest {
			t.Errorf("%s: a predictor with honest loss %v ± %v", c.name, out.HonestLoss, out.HonestLossSE)
		}
		if c.honest && (*out.HonestLoss != e.Loss || *out.HonestLossSE != e.SE) {
			t.Errorf("%s: a predictor with honest loss %g ± %g, want %v", c.name, *out.HonestLoss, *out.HonestLossSE, e)
		}
		want := a.Result.FirstBudget()
		if c.honest {
			want = a.Honest.FirstBudget(selection.Full)
		}
		if got := u.FirstBudget(selection.Full); got != want {
			t.Errorf("%s: begins with %s, want %s", c.name, got, want)
		}
	}
}

func TestTuneErrors(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 60, Attributes: 4, K: 2}, 1)
	if u, err := NewStudy(ds).Tune(context.Background(), Request{Settings: model.Settings{Label: "height"}}, 0); err == nil || u != nil {
		t.Errorf("no such label: %v, %v", u, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if u, err := NewStudy(ds).Tune(ctx, Request{Settings: model.Settings{AutoRidge: true}}, 0); err == nil || u != nil {
		t.Errorf("cancelled: %v, %v", u, err)
	}
}
