package selection

import (
	"context"
	"math"
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// TestScoringBeforeProjection: Scoring's σ² is max(0, Σ[a,a]) of the moments,
// not the diagonal that the projection raised (S&K Alg. 1 line 7).
func TestScoringBeforeProjection(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 60, Attributes: 12, K: 2}, 4)
	b, err := moments.Accumulate(context.Background(), ds, &ds.Labels[0], model.RatersPaper)
	if err != nil {
		t.Fatal(err)
	}
	m := b.Moments(b.Union(nil))
	p := problemOf(t, ds, nil)
	raised := 0
	for a, at := range m.Attr {
		want := at.B * at.B / (at.Sigma2 + at.V/3)
		r := make([]int, len(m.Attr))
		r[a] = 3
		if got := score(p, r); !(math.Abs(got-want) <= 1e-12*want) {
			t.Errorf("score of attribute %d is %g, want %g", a, got, want)
		}
		if p.diag(a)*at.T*at.T > at.Sigma2*(1+1e-9) {
			raised++
		}
	}
	if raised == 0 {
		t.Error("the projection raised no variance; the test lost its power")
	}
}

// TestNearlyNoiselessCopies: two attributes that agree but for a tiny noise
// keep their weights however often they are bought.
func TestNearlyNoiselessCopies(t *testing.T) {
	p := &Problem{
		B: [][]float64{{.5 + 1e-4, .5}}, V: []float64{0, 1e-5}, Sigma: []float64{1, 1, 1, 1}, VarY: 1,
		Price: []model.Amount{model.Unit, model.Unit}, Candidate: []bool{true, true},
	}
	last := math.Inf(1)
	for _, b := range []int{1, 2, 10, 100, 2000} {
		c := newCurve(t, p, Full, []model.Amount{model.Units(b)}).Choices[0]
		_, loss := p.Weights(&c)
		if !(math.Abs(loss-c.Loss) <= 1e-3*max(1, math.Abs(loss))) || c.Loss > last+1e-9 {
			t.Errorf("B=%d: the curve says %g, a fresh factorisation %g, less before: %g", b, c.Loss, loss, last)
		}
		last = c.Loss
	}
	// Var(y) - b² - (b₁-b₂)²/(v/1999): the second attribute tells the difference.
	if want := 1 - (.5+1e-4)*(.5+1e-4) - 1e-8/(1e-5/1999); !(math.Abs(last-want) <= 1e-3) {
		t.Errorf("at B=2000 the loss is %g, want %g", last, want)
	}
}

// score is the Scoring objective of repeats.
func score(p *Problem, repeats []int) (sum float64) {
	for a, r := range repeats {
		sum += scoreOf(p, a, r)
	}
	return sum
}
