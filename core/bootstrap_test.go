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

func bootstrap(t testing.TB, r *Result, replicates int, seed uint64, of ...Selection) ([]Stability, string) {
	t.Helper()
	all, why, err := r.Bootstrap(context.Background(), replicates, seed, of...)
	if err != nil {
		t.Fatal(err)
	}
	return all, why
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
		all, why := bootstrap(t, r, n, 3, someWanted()...)
		if r.Blocks < 20 {
			if why != fmt.Sprintf("the objects fill only %d blocks: a bootstrap needs at least 20", r.Blocks) {
				t.Errorf("seed %d, %d blocks: %q", seed, r.Blocks, why)
			}
			continue
		}
		src := sourceOf(t, r.Data(), 0, r.Raters, r.Settings.PSD)
		if why != "" || len(all) != len(someWanted()) {
			t.Fatalf("seed %d: %q, %+v", seed, why, all)
		}
		for i, w := range someWanted() {
			var repeats [][]int
			for k := range n {
				repeats = append(repeats, src.Replicate(3, k).Repeats(context.Background(), termsOf(r), w.Algorithm, w.Budget))
			}
			var want Stability
			if w.Algorithm != selection.Copies {
				want = honest.StabilityOf(repeats, len(r.Attributes))
			}
			if !reflect.DeepEqual(all[i], want) {
				t.Errorf("seed %d %v: %+v, want %+v", seed, w, all[i], want)
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
	all, _ := bootstrap(t, r, 100, 1, Selection{Algorithm: selection.Full, Budget: 4 * model.Unit})
	s := all[0]
	tells, noise := slices.Index(ds.Attributes, "tells"), slices.Index(ds.Attributes, "noise")
	if s.Frequency[tells] != 1 || s.Median[tells] < 3 || s.Frequency[noise] > .6 || s.Median[noise] > 1 {
		t.Errorf("%v: %+v", ds.Attributes, s)
	}
}
