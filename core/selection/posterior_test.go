package selection

import (
	"context"
	"slices"
	"testing"

	"fms-tui/model"
)

// TestWithPosterior: every algorithm but Averages goes by b̃, Averages by b, and the
// problem that it came from is as it was.
func TestWithPosterior(t *testing.T) {
	unit := slices.Repeat([]model.Amount{model.Unit}, 2)
	p := meansOf(&Problem{
		B: [][]float64{{.8, .1}}, V: []float64{.3, .3}, Sigma: []float64{.7, 0, 0, .7}, VarY: 1,
		Price: unit, Candidate: []bool{true, true},
	}, []float64{1, 0, 0, 1}, []int{2, 2})
	q := p.WithPosterior([]float64{.05, .6}).WithPosterior([]float64{.1, .5})
	if !slices.Equal(p.B[0], []float64{.8, .1}) || p.PaperB != nil {
		t.Errorf("the problem was changed: b %v, paper's %v", p.B, p.PaperB)
	}
	if !slices.Equal(q.B[0], []float64{.1, .5}) || !slices.Equal(q.PaperB[0], p.B[0]) {
		t.Errorf("b̃ %v, paper's b %v", q.B, q.PaperB)
	}
	for a, want := range map[Algorithm][]int{Full: {0, 2}, Scoring: {0, 2}, Averages: {2, 0}} {
		curve, err := NewCurve(context.Background(), q, a, []model.Amount{2 * model.Unit})
		if err != nil {
			t.Fatal(err)
		}
		if r := curve.Choices[0].Repeats(2); !slices.Equal(r, want) {
			t.Errorf("%s buys %v, want %v", a, r, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a label covariance of other attributes is taken")
		}
	}()
	p.WithPosterior([]float64{1})
}
