package selection

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestWeighAlong holds losses and weights along paths with tails to factors of their own, where an
// attribute has next to no noise, too.
func TestWeighAlong(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 51), 1))
	for i := range fresh.Share(30) {
		p := wellConditioned(rng, 2+rng.IntN(60), 1+i%3)
		p.Ridge = float64(i%2) * .1
		for a := range p.Price {
			p.Price[a] = model.Units(1 + rng.IntN(1+i%4))
		}
		if i%5 == 0 {
			p.V[1] = 5e-5 * p.diag(1)
		}
		w := newWalker(p, offerOf(p, Uniform), byGain)
		var choices []Choice
		for b := model.Amount(0); b < model.Units(4*p.d()); b += model.Units(1 + rng.IntN(p.d())) {
			choices = append(choices, w.choose(b))
		}
		weighAlong(context.Background(), p, choices)
		for k := range choices {
			all, loss := p.Weights(&choices[k])
			if !(math.Abs(choices[k].Loss-loss) <= 1e-10*p.VarY) {
				t.Fatalf("%d, choice %d: loss %g, of a factor %g", i, k, choices[k].Loss, loss)
			}
			for l, w := range choices[k].Weights(p.d()) {
				for a, x := range w {
					if !(math.Abs(x-all[l][a]) <= 1e-9*(1+math.Abs(x))) {
						t.Fatalf("%d, choice %d: weight %g, of a factor %g", i, k, x, all[l][a])
					}
				}
			}
		}
	}
}
