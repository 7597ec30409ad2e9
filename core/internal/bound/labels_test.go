package bound

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestSeveralLabels: the best of all repeat vectors for two labels together, found one by
// one, is what a search finds, and no less than the bound.
func TestSeveralLabels(t *testing.T) {
	bounded := 0
	for w, seed := range simulate.Worlds(12, fresh.Seed(t, 9100)) {
		w.Attributes = 3
		first := problemOf(t, simulate.Draw(w, seed), rules{})
		rng := rand.New(rand.NewPCG(seed, 1))
		other := *first
		other.B = [][]float64{make([]float64, len(first.V))}
		for a := range other.B[0] {
			beta := rng.NormFloat64() / 3
			for e := range other.B[0] {
				other.B[0][e] += first.Sigma[a*len(first.V)+e] * beta
			}
		}
		p := first.WithLabel(&other)
		const most = 6
		literal := math.Inf(1)
		for x := range most + 1 {
			for y := range most + 1 - x {
				for z := range most + 1 - x - y {
					c, err := selection.NewCurve(context.Background(), limited(p, x, y, z), selection.Full, []model.Amount{model.Units(most)})
					if err != nil {
						t.Fatal(err)
					}
					literal = min(literal, c.Choices[0].Loss)
				}
			}
		}
		found, err := Search(context.Background(), p, model.Units(most))
		if err != nil {
			t.Fatal(err)
		}
		lb, ok := NewPath(p).At(model.Units(most))
		if math.Abs(found.Loss-literal) > 1e-9*p.VarY || lb > literal+1e-9*p.VarY {
			t.Errorf("seed %d: search %g, one by one %g, bound %g", seed, found.Loss, literal, lb)
		}
		_, one := NewPath(first).At(model.Units(most))
		_, two := NewPath(&other).At(model.Units(most))
		if ok != (one && two) { // judgments without noise may leave a label without a bound
			t.Errorf("seed %d: bounded together %v, alone %v and %v", seed, ok, one, two)
		}
		if ok {
			bounded++
		}
	}
	if fresh.Fixed() && bounded < 4 {
		t.Errorf("%d bounds only", bounded)
	}
}

// limited returns p with repeats fixed.
func limited(p *selection.Problem, r ...int) *selection.Problem {
	q := *p
	q.Min, q.Max, q.Candidate = r, r, make([]bool, len(r))
	for a, n := range r {
		q.Candidate[a] = n > 0 && p.Candidate[a]
	}
	return &q
}
