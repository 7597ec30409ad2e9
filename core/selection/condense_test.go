package selection

import (
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestCondense: far budgets are answered alike step by step, by factorisations, and
// after the order of judgments is forgotten; the latter takes no path along.
func TestCondense(t *testing.T) {
	for seed := range fresh.Share(uint64(8)) {
		ds := simulate.Draw(simulate.World{Objects: 200, Attributes: 8, K: 2, Duplicate: .1}, 60+seed)
		price := make([]model.Amount, 8)
		for a := range price {
			price[a] = model.Units(1 + a%2*2*int(seed%2))
		}
		p := problemOf(t, ds, price)
		few := []model.Amount{0, model.Units(7), model.Units(900), model.Units(901), model.Units(3000)}
		all := budgetsUpTo(3000, model.Unit)
		for _, alg := range []Algorithm{Full, Scoring, Uniform, Single} {
			near := newCurve(t, p, alg, all)
			var want [][]float64
			p.Follow(near.Choices, func(i int, support, repeats []int, w [][]float64) {
				if slices.Contains(few, all[i]) {
					want = append(want, weightsBy(8, support, w[0]))
				}
			})
			far := newCurve(t, p, alg, few)
			for _, condensed := range []bool{false, true} {
				if condensed {
					far.condense()
				}
				p.Follow(far.Choices, func(i int, support, repeats []int, w [][]float64) {
					one, c := near.At(few[i]), &far.Choices[i]
					if !slices.Equal(repeats, one.Repeats(8)) || !slices.Equal(c.Repeats(8), repeats) || !slices.Equal(c.order(8), one.order(8)) {
						t.Fatalf("seed %d %s at %s: %v, of all budgets %v", seed, alg, few[i], repeats, one.Repeats(8))
					}
					got := weightsBy(8, support, w[0])
					for a, x := range got {
						if !(math.Abs(x-want[i][a]) <= 1e-7*(1+math.Abs(x))) {
							t.Fatalf("seed %d %s at %s: weights %v, step by step %v", seed, alg, few[i], got, want[i])
						}
					}
					if !(math.Abs(c.Loss-one.Loss) <= 1e-9*p.VarY) {
						t.Fatalf("seed %d %s at %s: loss %g, step by step %g", seed, alg, few[i], c.Loss, one.Loss)
					}
				})
				if last := &far.Choices[len(few)-1]; alg != Single && condensed != (last.trunk == nil) {
					t.Errorf("%s: condensed is %v, and the path has %d steps", alg, condensed, len(last.trunk))
				}
			}
		}
	}
}

// weightsBy puts weights of a support at their attributes.
func weightsBy(d int, support []int, w []float64) []float64 {
	all := make([]float64, d)
	for k, a := range support {
		all[a] = w[k]
	}
	return all
}
