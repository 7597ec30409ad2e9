package selection

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"fms-tui/core/internal/moments"
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
		mode := model.RatersPaper
		if w.Raters > 0 {
			mode = model.RatersAware
		}
		blocks, err := moments.Accumulate(context.Background(), ds, &ds.Labels[0], mode)
		if err != nil {
			t.Fatal(err)
		}
		m := blocks.Moments(blocks.Union(nil))
		if !(m.LabelVariance > 0) {
			continue
		}
		price := make([]model.Amount, len(m.Attr))
		for a := range price {
			price[a] = model.Unit
		}
		no := func(int) bool { return false }
		moved := m.Project(model.ProjectLabel)
		label, scaled := NewProblem(m, moved, price, Limits{}, no), NewProblem(m, m.Project(model.ProjectScaled), price, Limits{}, no)
		rng := rand.New(rand.NewPCG(seed, 7))
		for _, budget := range []int{1, 5, 40, 4000} {
			for _, a := range []Algorithm{Full, Scoring, Uniform} {
				loss := chosenLoss(t, label, a, budget)
				other := chosenLoss(t, scaled, a, budget)
				if !(loss >= 0) {
					t.Fatalf("world %d: %s at %d has a projected loss of %g Var(y)", seed, a, budget, loss/m.LabelVariance)
				}
				if other < 0 {
					below++
				}
				if moved.Cut == 0 {
					same++
					if math.Abs(loss-other) > 1e-9*m.LabelVariance {
						t.Fatalf("world %d: %s at %d has %g, with --psd scaled %g, though nothing was moved", seed, a, budget, loss, other)
					}
				}
			}
			repeats, order := make([]int, len(price)), rng.Perm(len(price))
			for a := range repeats {
				repeats[a] = 1 + rng.IntN(budget)
			}
			var usable []int
			for _, a := range order {
				if label.Candidate[a] {
					usable = append(usable, a)
				}
			}
			if loss := newFactor(label, repeats, usable).loss(label); !(loss >= 0) {
				t.Fatalf("world %d: repeats %v have a projected loss of %g Var(y)", seed, repeats, loss/m.LabelVariance)
			}
		}
	}
	if below == 0 || same == 0 {
		t.Errorf("the worlds show nothing: %d losses below 0 with --psd scaled, %d worlds in which nothing is moved", below, same)
	}
}

func chosenLoss(t *testing.T, p *Problem, a Algorithm, budget int) float64 {
	t.Helper()
	c, err := NewCurve(context.Background(), p, a, []model.Amount{model.Units(budget)})
	if err != nil {
		t.Fatal(err)
	}
	_, loss := p.Weights(&c.Choices[0])
	return loss
}
