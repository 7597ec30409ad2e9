package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"fms-tui/core/experiment"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

var someDesigns = []experiment.Design{{30, 2}, {40, 3}, {20, 4}, {150, 2}}

func outcomes(t testing.TB, p *experiment.Pilots, report func(done, of int)) []experiment.Outcome {
	t.Helper()
	o, done, err := p.Run(context.Background(), report)
	if err != nil || done != p.Subsamples {
		t.Fatalf("%d of %d: %v", done, p.Subsamples, err)
	}
	return o
}

// same compares outcomes, in which NaN equals itself.
func same(a, b []experiment.Outcome) bool {
	return fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b)
}

// TestDeterministic: the outcome depends on the seed alone, not on processors, nor on how far
// subsamples came that a context interrupted. Two of them are enough for an outcome, one is not.
func TestDeterministic(t *testing.T) {
	ds := drawn(6, 90, 3)
	p := pilots(t, ds, model.RatersPaper, someDesigns, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	got, done, err := p.Run(ctx, func(done, _ int) {
		if done >= 8 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || done < 8 || done == 1000 {
		t.Fatalf("%d done, %v", done, err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p.Subsamples = done
	if want := outcomes(t, p, nil); !same(got, want) {
		t.Errorf("interrupted %v, as many on one processor %v", got, want)
	}
	p.Subsamples = 1
	if got, _, err := p.Run(t.Context(), nil); got != nil || err != nil {
		t.Errorf("one subsample: %v, %v", got, err)
	}
	p.Subsamples = 2
	first := outcomes(t, p, nil)
	if p.Seed = 2; same(outcomes(t, p, nil), first) {
		t.Error("the seed changes nothing")
	}
	if got, _, err := p.Run(ctx, nil); got != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted at once: %v, %v", got, err)
	}
}

// TestOutcomes: the lowest is marked and differs from itself by nothing, in every
// mode, algorithm and world.
func TestOutcomes(t *testing.T) {
	seen := 0
	for w, seed := range simulate.Worlds(12, fresh.Seed(t, 300)) {
		w.Objects = max(w.Objects, 60)
		ds := simulate.Draw(w, seed)
		modes := []string{model.RatersPaper, model.RatersAware}
		p := pilots(t, ds, modes[seed%2], someDesigns[:3], 3)
		p.Algorithm = []selection.Algorithm{selection.Full, selection.Scoring, selection.Exchange, selection.Averages, selection.Uniform, selection.Single}[seed%6]
		got, _, err := p.Run(context.Background(), nil)
		if err != nil && strings.HasPrefix(err.Error(), "only ") {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		seen++
		lowest := math.Inf(1)
		for _, o := range got {
			lowest = min(lowest, o.Loss.Loss)
		}
		marked := 0
		for i, o := range got {
			if o.Design != someDesigns[i] || math.IsNaN(o.Loss.Loss) || math.IsNaN(o.Loss.SE) {
				t.Errorf("seed %d: %+v", seed, o)
			}
			if o.Lowest {
				marked++
				if o.More.Loss != 0 || o.More.SE != 0 || o.Loss.Loss != lowest {
					t.Errorf("seed %d: the lowest of %g is %+v", seed, lowest, o)
				}
			} else if !(math.Abs(o.More.Loss-(o.Loss.Loss-lowest)) <= 1e-9*(1+math.Abs(lowest)+math.Abs(o.Loss.Loss))) {
				t.Errorf("seed %d: %+v is not above %g", seed, o, lowest)
			}
		}
		if marked != 1 {
			t.Errorf("seed %d: %d are the lowest", seed, marked)
		}
	}
	if fresh.Fixed() && seen < 6 {
		t.Errorf("only %d worlds had pilots", seen)
	}
}

func TestTooFew(t *testing.T) {
	ds := drawn(3, 39, 2)
	_, _, err := pilots(t, ds, model.RatersPaper, someDesigns, 5).Run(context.Background(), nil)
	if err == nil || err.Error() != "only 39 objects have the label and judgments: pilots are drawn from at least 40" {
		t.Errorf("error %v", err)
	}
}
