package selection

import (
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestProjectWithLabel: with --psd label no repeats whatever have a projected loss
// below 0, chosen by an algorithm or drawn at random, where --psd scaled has many;
// and where nothing had to be moved both are the same.
func TestProjectWithLabel(t *testing.T) {
	below, same := 0, 0
	for w, seed := range simulate.Worlds(150, fresh.Seed(t, 71)) {
		w.Objects = 10 + w.Objects%40 // few, so that b and Σ contradict each other
		ds := simulate.Draw(w, seed)
		label, moved := problemAs(t, ds, nil, model.ProjectLabel)
		scaled, vary := problemOf(t, ds, nil), label.VarY
		if !(vary > 0) {
			continue
		}
		rng := rand.New(rand.NewPCG(seed, 7))
		for _, budget := range []int{1, 5, 40, 4000} {
			for _, a := range []Algorithm{Full, Scoring, Uniform} {
				loss := chosenLoss(t, label, a, budget)
				other := chosenLoss(t, scaled, a, budget)
				if !(loss >= 0) {
					t.Fatalf("world %d: %s at %d has a projected loss of %g Var(y)", seed, a, budget, loss/vary)
				}
				if other < 0 {
					below++
				}
				if !moved {
					same++
					if math.Abs(loss-other) > 1e-9*vary {
						t.Fatalf("world %d: %s at %d has %g, with --psd scaled %g, though nothing was moved", seed, a, budget, loss, other)
					}
				}
			}
			repeats, order := make([]int, label.d()), rng.Perm(label.d())
			for a := range repeats {
				repeats[a] = 1 + rng.IntN(budget)
			}
			var usable []int
			for _, a := range order {
				if label.Candidate[a] {
					usable = append(usable, a)
				}
			}
			f := newFactor(label, repeats, usable)
			if loss := lossOf(label, f.objective(), f.weights()); !(loss >= 0) {
				t.Fatalf("world %d: repeats %v have a projected loss of %g Var(y)", seed, repeats, loss/vary)
			}
		}
	}
	if below == 0 || same == 0 {
		t.Errorf("the worlds show nothing: %d losses below 0 with --psd scaled, %d worlds in which nothing is moved", below, same)
	}
}

func chosenLoss(t *testing.T, p *Problem, a Algorithm, budget int) float64 {
	t.Helper()
	c := newCurve(t, p, a, nil).At(model.Units(budget))
	_, loss := p.Weights(&c)
	return loss
}
