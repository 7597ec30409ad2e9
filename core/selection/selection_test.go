package selection

import (
	"context"
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

func budgetsUpTo(n int, step model.Amount) []model.Amount {
	b := make([]model.Amount, n+1)
	for i := range b {
		b[i] = model.Amount(i) * step
	}
	return b
}

func newCurve(t testing.TB, p *Problem, a Algorithm, budgets []model.Amount) *Curve {
	t.Helper()
	c, err := NewCurve(context.Background(), p, a, budgets)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestScoringIsOptimal holds S&K Theorem 3.2 against enumeration.
func TestScoringIsOptimal(t *testing.T) {
	for w, seed := range simulate.Worlds(60, fresh.Seed(t, 40)) {
		w.Attributes = 3
		p := problemOf(t, simulate.Draw(w, seed), nil)
		if !(p.VarY > 0) {
			continue
		}
		const budget = 6
		best := 0.0
		for x := range budget + 1 {
			for y := range budget + 1 - x {
				for z := range budget + 1 - x - y {
					r := []int{x, y, z}
					best = max(best, score(p, r))
				}
			}
		}
		c := newCurve(t, p, Scoring, []model.Amount{budget * model.Unit}).Choices[0]
		if !(math.Abs(c.Objective-best) <= 1e-9*p.VarY) {
			t.Fatalf("seed %d: scoring reaches %g of %g", seed, c.Objective, best)
		}
	}
}

// TestLossFalls: the projected loss never rises along Full's path.
func TestLossFalls(t *testing.T) {
	for w, seed := range simulate.Worlds(50, fresh.Seed(t, 60)) {
		p := problemOf(t, simulate.Draw(w, seed), nil)
		if !(p.VarY > 0) {
			continue
		}
		last := p.VarY
		for i, c := range newCurve(t, p, Full, budgetsUpTo(100, model.Unit)).Choices {
			if c.Loss > last+1e-12*p.VarY {
				t.Fatalf("seed %d: loss %g at B=%d, %g before", seed, c.Loss, i, last)
			}
			last = c.Loss
		}
	}
}

// TestLongPath: after 10,000 steps the summed objective still agrees with a
// fresh factorisation to 1e-9.
func TestLongPath(t *testing.T) {
	p := problemOf(t, simulate.Draw(simulate.World{Objects: 60, Attributes: 30, K: 2, Duplicate: .2, Scale: 3}, 8), nil)
	c := newCurve(t, p, Full, []model.Amount{10000 * model.Unit}).Choices[0]
	_, loss := p.Weights(&c)
	if !(math.Abs(c.Loss-loss) <= 1e-9*p.VarY) {
		t.Errorf("loss along the path %g, fresh %g", c.Loss, loss)
	}
	if c.Spent < 5000*model.Unit {
		t.Errorf("path ended at %s", c.Spent)
	}
}

// TestTies: exact copies tie, and the first in the data is taken.
func TestTies(t *testing.T) {
	p := &Problem{
		B: [][]float64{{.5, .5, .5}}, V: []float64{.1, .1, .1},
		Sigma: []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}, VarY: 1,
		Price:     []model.Amount{model.Unit, model.Unit, model.Unit},
		Candidate: []bool{false, true, true},
	}
	for _, alg := range Algorithms() {
		steps := p.Steps(&newCurve(t, p, alg, []model.Amount{2 * model.Unit}).Choices[0])
		if len(steps) != 2 || steps[0].Attribute != 1 || steps[1].Attribute != 2 {
			t.Errorf("%s: steps %v, want attribute 1, then 2", alg, steps)
		}
	}
}

// TestByHand works one example through on paper. With b = (3,2), Σ⁺ = I,
// v = (1,4), Var(y) = 20: first judgments gain 9/2 and 4/5; after r = (1,0) a
// second of the first gains 9/1.5 - 9/2 = 1.5.
func TestByHand(t *testing.T) {
	p := &Problem{
		B: [][]float64{{3, 2}}, V: []float64{1, 4}, Sigma: []float64{1, 0, 0, 1}, VarY: 20,
		Price: []model.Amount{model.Unit, model.Unit}, Candidate: []bool{true, true},
	}
	c := newCurve(t, p, Full, budgetsUpTo(3, model.Unit)).Choices
	for i, want := range []float64{20, 15.5, 14, 13.2} {
		if !(math.Abs(c[i].Loss-want) <= 1e-12) {
			t.Errorf("loss at B=%d is %g, want %g", i, c[i].Loss, want)
		}
	}
	if r := c[3].Repeats(2); !slices.Equal(r, []int{2, 1}) {
		t.Errorf("repeats at B=3 are %v, want [2 1]", r)
	}
	if w, _ := p.Weights(&c[3]); !(math.Abs(w[0][0]-2) <= 1e-12) || !(math.Abs(w[0][1]-.4) <= 1e-12) {
		t.Errorf("weights at (2,1) are %v, want 3/1.5 = 2 and 2/5 = 0.4", w)
	}
}

// TestDegenerate: nothing to choose from is no crash.
func TestDegenerate(t *testing.T) {
	p := &Problem{
		B: [][]float64{{0, 1}}, V: []float64{0, 1}, Sigma: []float64{0, 0, 0, 1}, VarY: 2,
		Price: []model.Amount{model.Unit, model.Unit}, Candidate: []bool{true, false},
	}
	for _, alg := range Algorithms() {
		c := newCurve(t, p, alg, budgetsUpTo(5, model.Unit))
		for _, ch := range c.Choices {
			if ch.Spent != 0 || ch.Loss != 2 {
				t.Errorf("%s bought %v for nothing", alg, ch.Repeats(2))
			}
		}
	}
	p.Candidate = []bool{false, false}
	if most, err := BudgetRange(context.Background(), p); most != 0 || err != nil {
		t.Errorf("range without candidates is %s, %v", most, err)
	}
}

func TestBudgetRange(t *testing.T) {
	// One noiseless attribute that explains all: 20 judgments are plenty.
	p := &Problem{
		B: [][]float64{{1}}, V: []float64{0}, Sigma: []float64{1}, VarY: 1,
		Price: []model.Amount{3 * model.Unit}, Candidate: []bool{true},
	}
	if most, _ := BudgetRange(context.Background(), p); most != 60*model.Unit {
		t.Errorf("range %s, want 20 judgments at 3", most)
	}
	// loss = 1 - 1/(1+v/B); with v = 100 doubling B gains
	// 1/(1+100/2B) - 1/(1+100/B): .035 at 1280 and .019 at 2560.
	p.V[0] = 100
	if most, _ := BudgetRange(context.Background(), p); most != 2560*3*model.Unit {
		t.Errorf("range %s, want 2560 judgments at 3", most)
	}
	// With b = 3 the loss at 40 is 1 - 9/(1+100/40) < 0.
	p.B[0][0], p.V[0] = 3, 100
	if most, _ := BudgetRange(context.Background(), p); most != 20*3*model.Unit {
		t.Errorf("range %s, want 20 judgments at 3: beyond, the projected loss is below 0", most)
	}
	// 20 judgments that cost more than any budget: one is all there is.
	p.Price[0] = model.MaxAmount / 19
	if most, _ := BudgetRange(context.Background(), p); most != p.Price[0] {
		t.Errorf("range %s, want one judgment at %s", most, p.Price[0])
	}
}

func BenchmarkPath(b *testing.B) {
	for _, size := range []struct {
		name       string
		d, n, dear int
	}{{"d=39/B=200", 39, 200, 1}, {"d=39/B=200/unequal", 39, 200, 4}, {"d=200/B=500", 200, 500, 1}, {"d=500/B=50", 500, 50, 1}, {"d=1000/B=1000", 1000, 1000, 1}} {
		ds := simulate.Draw(simulate.World{Objects: 1000, Attributes: size.d, K: 2}, 1)
		price := make([]model.Amount, size.d)
		for a := range price {
			price[a] = model.Unit
			if a < 2 {
				price[a] = model.Units(size.dear)
			}
		}
		p := problemOf(b, ds, price)
		budgets := budgetsUpTo(size.n, model.Unit)
		for _, alg := range Algorithms() {
			b.Run(size.name+"/"+string(alg), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					newCurve(b, p, alg, budgets)
				}
			})
		}
	}
}
