package selection

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestChoiceWeights holds the weights that choices carry against a fresh
// factorisation, for every algorithm and kind of terms.
func TestChoiceWeights(t *testing.T) {
	checked, tails := 0, 0
	for w, seed := range simulate.Worlds(120, fresh.Seed(t, 4711)) {
		rng := rand.New(rand.NewPCG(seed, 1))
		price := make([]model.Amount, w.Attributes)
		for a := range price {
			price[a] = model.Unit
			if seed%2 == 0 {
				price[a] = model.Amount(1+rng.IntN(40)) * model.Unit / 10
			}
		}
		p := problemOf(t, simulate.Draw(w, seed), price)
		if !(p.VarY > 0) {
			continue
		}
		if seed%3 == 0 {
			p.Ridge = .1
		}
		if seed%5 == 0 {
			p.Min = make([]int, p.d())
			p.Min[rng.IntN(p.d())] = 2
		}
		var budgets []model.Amount
		for b := range 30 {
			budgets = append(budgets, model.Units(b)/2)
		}
		for _, alg := range []Algorithm{Full, Scoring, Exchange, Single, Uniform} {
			c, err := NewCurve(context.Background(), p, alg, budgets)
			if err != nil {
				t.Fatal(err)
			}
			for i := range c.Choices {
				choice := &c.Choices[i]
				repeats := choice.Repeats(p.d())
				if blurred(p, repeats) {
					continue
				}
				want, loss := p.Weights(choice)
				got := make([]float64, p.d())
				if all := choice.Weights(p.d()); len(all) > 0 {
					got = all[0]
				}
				near := math.Sqrt(p.VarY)
				for _, x := range want { // nearly collinear attributes have huge weights
					near = max(near, math.Abs(x))
				}
				// The objective is least at the weights, and so it hides the square of their error.
				// Judgment by judgment an error also grows by the conditions on the way.
				near *= 10 * tolerance(p, repeats)
				for a := range want {
					if !(math.Abs(got[a]-want[a]) <= near) {
						t.Fatalf("seed %d %s at %s: weights %v, want %v (condition %g)", seed, alg, budgets[i], got, want, condition(p, repeats))
					}
				}
				if !(math.Abs(choice.Loss-loss) <= tolerance(p, repeats)*max(p.VarY, math.Abs(loss))) {
					t.Fatalf("seed %d %s at %s: loss %g, want %g", seed, alg, budgets[i], choice.Loss, loss)
				}
				checked++
				tails += min(len(choice.tail), 1)
			}
		}
	}
	if fresh.Fixed() && (checked < 5000 || tails < 100) {
		t.Errorf("only %d choices were compared, %d with tails", checked, tails)
	}
}
