package experiment

import (
	"context"
	"math"
	"testing"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// TestFitted: on losses that lie on a line in 1/n, what is extrapolated lies on
// it too.
func TestFitted(t *testing.T) {
	for _, c := range []struct{ n, most int }{{50, 80}, {80, 80}, {81, 80}, {1000, 80}, {1_000_000_000, 704}, {30, 20}} {
		sizes, weights := fitted(c.n, c.most)
		if direct := c.n <= c.most; direct != (len(sizes) == 1) {
			t.Errorf("%v: drawn with %v objects", c, sizes)
		}
		var got, sum float64
		for i, size := range sizes {
			if size > c.most {
				t.Errorf("%v: %d objects are drawn", c, size)
			}
			got += weights[i] * (2 + 30/float64(size))
			sum += weights[i]
		}
		if want := 2 + 30/float64(c.n); !(math.Abs(got-want) <= 1e-9) || !(math.Abs(sum-1) <= 1e-9) {
			t.Errorf("%v: %g from weights of sum %g, want %g", c, got, sum, want)
		}
	}
}

// TestEstimate works two subsamples of two blocks through by hand. The losses are
// 1 + 2 and 3 + 4: 5 on average, √8 apart. The blocks' are 2 and 3, where shares
// of a half and a half would have 2½ each.
func TestEstimate(t *testing.T) {
	tr := &trial{
		Pilots: &Pilots{Setup: Setup{Sampler: samplerOf(t, 40)}}, arms: []Design{{Objects: 20, K: 2}}, most: 30,
	}
	drawn := []draw{{held: []int{5, 5}, loss: [][]float64{{1, 2}}}, {held: []int{5, 5}, loss: [][]float64{{3, 4}}}}
	e, spread := tr.estimate(drawn, arms{0: 1})
	if want := math.Sqrt(2*(.25+.25) + 8./2); e.Loss != 5 || !(math.Abs(spread-math.Sqrt(8)) <= 1e-12) || !(math.Abs(e.SE-want) <= 1e-12) {
		t.Errorf("%+v, spread %g, want 5 ± %g, √8", e, spread, want)
	}
}

// TestInflation: of two splits of 40 objects into 30 and 10 the standard error of
// the mean is √(1/2 + 10/30) of the standard deviation between them.
func TestInflation(t *testing.T) {
	e := &TestErrors{
		Protocol: &Protocol{Setup: Setup{Sampler: samplerOf(t, 40)}, Test: 10, Algorithms: make([]selection.Algorithm, 1), Budgets: make([]model.Amount, 1)},
		Done:     2, drawn: [][]outcome{{{of: [measures]float64{refitError: 1}}}, {{of: [measures]float64{refitError: 3}}}},
	}
	for _, got := range []honest.Estimate{e.summed([]float64{1, 3}), e.At(Arm{}).Refit} {
		if got.Loss != 2 || !(math.Abs(got.SE-math.Sqrt(5./3)) <= 1e-12) {
			t.Errorf("%+v, want 2 ± √(5/3)", got)
		}
	}
}

func samplerOf(t *testing.T, objects int) *moments.Sampler {
	t.Helper()
	ds := simulate.Draw(simulate.World{Objects: objects, Attributes: 2, K: 2}, 1)
	b, err := moments.Accumulate(context.Background(), ds, &ds.Labels[0], model.RatersPaper)
	if err != nil {
		t.Fatal(err)
	}
	return moments.NewSampler(ds, &ds.Labels[0], b, func(int) bool { return true })
}

// TestBrokenContracts: designs that are none.
func TestBrokenContracts(t *testing.T) {
	for _, d := range []Design{{Objects: 1, K: 2}, {Objects: 2}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v is accepted", d)
				}
			}()
			p := &Protocol{Setup: Setup{Sampler: samplerOf(t, 40), Designs: []Design{d}}, Test: 5}
			_ = p.check()
		}()
	}
}
