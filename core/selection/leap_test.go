package selection

import (
	"context"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestLeaps: a path that leaps buys what the path of single steps buys, at each of a few far
// budgets.
func TestLeaps(t *testing.T) {
	budgets := []model.Amount{0, model.Units(100), model.Units(20_000), model.Units(20_777), model.Units(50_001)}
	for seed := range fresh.Share(uint64(8)) {
		d := 4 + int(seed)
		ds := simulate.Draw(simulate.World{Objects: 200, Attributes: d, K: 2, Duplicate: .1}, 160+seed)
		price := make([]model.Amount, d)
		for a := range price {
			price[a] = model.Units(1 + a%3*2*int(seed%2))
		}
		p := problemOf(t, ds, price)
		if seed%4 >= 2 {
			p.Max = make([]int, d)
			p.Max[0], p.Max[d-1] = 500, 7000
			p.Ridge = .01
		}
		if seed%8 >= 4 {
			p = p.WithLabel(problemOf(t, simulate.Draw(simulate.World{Objects: 200, Attributes: d, K: 2}, 260+seed), price))
		}
		for _, alg := range []Algorithm{Full, Scoring, Uniform} {
			want := newCurve(t, p, alg, budgets)
			got, err := Choose(context.Background(), p, alg, budgets)
			if err != nil {
				t.Fatal(err)
			}
			for i, b := range budgets {
				x, y := &got.Choices[i], &want.Choices[i]
				if x.trunk != nil || x.walk != 0 {
					t.Errorf("seed %d %s at %s: the choice has a trunk", seed, alg, b)
				}
				if !slices.Equal(x.Repeats(d), y.Repeats(d)) || !slices.Equal(x.order(d), y.order(d)) || x.Spent != y.Spent {
					t.Errorf("seed %d %s at %s: %v for %s, step by step %v for %s", seed, alg, b, x.Repeats(d), x.Spent, y.Repeats(d), y.Spent)
				}
			}
		}
	}
}
