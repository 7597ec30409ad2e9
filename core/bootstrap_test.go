package core

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"fms-tui/core/internal/honest"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

func bootstrap(t testing.TB, r *Result, q Draws, wanted ...Selection) *Bootstrap {
	t.Helper()
	q.Of = wanted
	b, err := r.Bootstrap(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// someWanted are selections on the grid of budgets and off it, baselines, a selection
// that cannot be resampled, and an empty selection.
func someWanted() []Selection {
	return []Selection{
		{Algorithm: selection.Full, Budget: 6 * model.Unit},
		{Algorithm: selection.Scoring, Budget: 6 * model.Unit},
		{Algorithm: selection.Full, Budget: 9*model.Unit + 1},
		{Algorithm: selection.Exchange, Budget: 8 * model.Unit},
		{Algorithm: selection.Averages, Budget: 8 * model.Unit},
		{Algorithm: selection.Single, Budget: 8 * model.Unit},
		{Algorithm: selection.Uniform, Budget: 7 * model.Unit},
		{Algorithm: "single=a1", Budget: 5 * model.Unit},
		{Algorithm: selection.Copies, Budget: 8 * model.Unit},
		{Algorithm: selection.Full, Budget: 0},
	}
}

// TestBootstrapAgainstReplicates: stability agrees with the replicates of the
// Result's data, mode and projection, under its settings.
func TestBootstrapAgainstReplicates(t *testing.T) {
	const n = 50
	for r, seed := range results(t, 12, fresh.Seed(t, 1300)) {
		if r.Blocks < 20 {
			if b := bootstrap(t, r, Draws{Replicates: n, Seed: 1}, someWanted()...); b.Why != fmt.Sprintf("the objects fill only %d blocks: a bootstrap needs at least 20", r.Blocks) {
				t.Errorf("seed %d, %d blocks: %+v", seed, r.Blocks, b)
			}
			continue
		}
		src := sourceOf(t, r.Data(), 0, r.Raters, r.Settings.PSD)
		drawn, err := src.Resample(context.Background(), 3, 0, n)
		if err != nil {
			t.Fatal(err)
		}
		b := bootstrap(t, r, Draws{Replicates: n, Seed: 3}, someWanted()...)
		if b.Why != "" || len(b.Stability) != len(someWanted()) {
			t.Fatalf("seed %d: %+v", seed, b)
		}
		for i, w := range someWanted() {
			repeats, err := src.Repeats(context.Background(), drawn, termsOf(r), w.Algorithm, w.Budget)
			if err != nil {
				if b.Stability[i].Frequency != nil || b.Stability[i].Median != nil || w.Algorithm != selection.Copies {
					t.Errorf("seed %d %v: %+v, %v", seed, w, b.Stability[i], err)
				}
				continue
			}
			if want := honest.StabilityOf(repeats, len(r.Attributes)); !reflect.DeepEqual(b.Stability[i], want) {
				t.Errorf("seed %d %v: %+v, want %+v", seed, w, b.Stability[i], want)
			}
		}
	}
}

// TestStabilityTells: what says much about the label is chosen always, what
// says nothing seldom.
func TestStabilityTells(t *testing.T) {
	ds := crowd(200, func(b *model.Builder, i, o int) {
		fair(b, i, o, "tells")
		for j := range 2 {
			b.Add(o, b.Attribute("noise"), model.NoRater, math.Sin(float64(i*i+1+j)))
		}
	})
	r := solve(t, ds, Request{Settings: model.Settings{MaxRepeats: model.AnyRepeats}})
	b := bootstrap(t, r, Draws{Replicates: 100, Seed: 1}, Selection{Algorithm: selection.Full, Budget: 4 * model.Unit})
	s := b.Stability[0]
	tells, noise := slices.Index(ds.Attributes, "tells"), slices.Index(ds.Attributes, "noise")
	if s.Frequency[tells] != 1 || s.Median[tells] < 3 || s.Frequency[noise] > .6 || s.Median[noise] > 1 {
		t.Errorf("%v: %+v", ds.Attributes, s)
	}
}
