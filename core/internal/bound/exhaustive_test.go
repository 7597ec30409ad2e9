package bound

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestSearchLarger: the order of the attributes does not matter, and neither
// bound nor algorithms contradict the optimum, where enumeration is hopeless.
func TestSearchLarger(t *testing.T) {
	const budget = 15 * model.Unit
	for seed := range fresh.Seeds(t, 0, 6) {
		p := problemOf(t, simulate.Draw(simulate.World{Objects: 150, Attributes: 12, K: 2}, seed), rules{})
		got, err := Search(context.Background(), p, budget)
		if err != nil {
			t.Fatal(err)
		}
		lb, ok := NewPath(p).At(budget)
		exchange := chosenLoss(t, p, selection.Exchange, 0, budget)
		if !ok || got.Loss < lb-slack(p, lb) || got.Loss > exchange+slack(p, lb) {
			t.Errorf("seed %d: bound %g, optimum %g, exchange %g", seed, lb, got.Loss, exchange)
		}
		order := rand.New(rand.NewPCG(seed, 5)).Perm(len(p.V))
		moved, err := Search(context.Background(), reordered(p, order), budget)
		if err != nil || !(math.Abs(moved.Loss-got.Loss) <= slack(p, lb)) {
			t.Errorf("seed %d: optimum %g, in another order %g (%v)", seed, got.Loss, moved.Loss, err)
		}
	}
}

// reordered is a problem whose attribute i is attribute order[i] of p.
func reordered(p *selection.Problem, order []int) *selection.Problem {
	q := *p
	d := len(order)
	q.B, q.V, q.Sigma = [][]float64{make([]float64, d)}, make([]float64, d), make([]float64, d*d)
	q.Price, q.Candidate, q.Sigma2 = make([]model.Amount, d), make([]bool, d), nil
	for i, a := range order {
		q.B[0][i], q.V[i], q.Price[i], q.Candidate[i] = p.B[0][a], p.V[a], p.Price[a], p.Candidate[a]
		for k, c := range order {
			q.Sigma[i*d+k] = p.Sigma[a*d+c]
		}
	}
	return &q
}

// TestSearchSize: what is too large is refused in words, with an estimate.
func TestSearchSize(t *testing.T) {
	large := problemOf(t, simulate.Draw(simulate.World{Objects: 300, Attributes: 65, K: 2}, 1), rules{})
	_, err := Search(context.Background(), large, 20*model.Unit)
	var tooLarge *TooLargeError
	if !errors.As(err, &tooLarge) || tooLarge.Parts != 0 || !strings.Contains(err.Error(), "repeat vectors of 65 attributes cost at most 20") {
		t.Errorf("65 attributes: %v", err)
	}
	large.Candidate[3] = false
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Search(ctx, large, 20*model.Unit); !errors.Is(err, context.Canceled) {
		t.Errorf("64 candidates and a cancelled context: %v", err)
	}
	small := problemOf(t, simulate.Draw(simulate.World{Objects: 60, Attributes: 3, K: 2}, 4), rules{Limits: selection.Limits{Min: []int{2, 0, 1}}})
	if _, err := Search(context.Background(), small, 3*model.Unit-1); err == nil {
		t.Error("a budget below the minima was searched")
	}
	s, err := begin(context.Background(), small, 12*model.Unit, selection.Full)
	if err != nil {
		t.Fatal(err)
	}
	s.ceiling = 1
	if err := s.run(); !errors.Is(err, errGaveUp) {
		t.Errorf("a search of one part ended with %v", err)
	}
}

// TestVectors holds the estimate against the count.
func TestVectors(t *testing.T) {
	two := reordered(problemOf(t, simulate.Draw(simulate.World{Objects: 60, Attributes: 2, K: 2}, 4), rules{}), []int{0, 1})
	two.Min = []int{3, 1}
	for budget, want := range map[model.Amount]float64{3 * model.Unit: 0, 4 * model.Unit: 1, 10 * model.Unit: 24.5} { // (6+1)²/2, of 28
		if got := vectorCount(two, budget); got != want {
			t.Errorf("with minima of 3 and 1 and %s: %g vectors, want %g", budget, got, want)
		}
	}
	for p, seed := range invented(200, fresh.Seed(t, 77)) {
		p.Limits = selection.Limits{}
		for a := range p.Price {
			p.Price[a] = max(p.Price[a], model.Unit/2)
		}
		for _, budget := range []model.Amount{6 * model.Unit, 12 * model.Unit} {
			n := 0
			eachAffordable(p, budget, func([]int) { n++ })
			if got := vectorCount(p, budget); n > 20 && (got < float64(n)/1.6 || got > 1.6*float64(n)) {
				t.Errorf("seed %d B=%s: %d vectors, estimated %g at prices %v of %v", seed, budget, n, got, slices.Clone(p.Price), p.Candidate)
			}
		}
	}
}
