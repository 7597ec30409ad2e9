package bound

import (
	"context"
	"math"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/model"
)

// TestOptimumRedundant: the last attribute makes another redundant that explains
// more, which a search that only ever buys all it can does not see (FMS_SEED=322).
func TestOptimumRedundant(t *testing.T) {
	p := &selection.Problem{
		B: [][]float64{{0.4632436487008513, 0.4632436487008513, -1.312956182342919, -1.120434793732091}},
		V: []float64{0.3215709709941713, 0.4138030252043817, 0, 0},
		Sigma: []float64{
			0.712915477529987, 0.712915477529987, -0.4856403991682443, -0.4135923011848869,
			0.712915477529987, 0.712915477529987, -0.4856403991682443, -0.4135923011848869,
			-0.4856403991682443, -0.4856403991682443, 1.1731977066167327, 1.0010584692996805,
			-0.4135923011848869, -0.4135923011848869, 1.0010584692996805, 0.8541778509106764,
		},
		VarY: 1.5819443237482502, Price: slices.Repeat([]model.Amount{model.Unit}, 4), Candidate: []bool{true, true, true, true},
		Limits: selection.Limits{Min: make([]int, 4), Max: []int{0, 0, 0, 1}},
	}
	for _, budget := range []int{2, 4, 6} {
		checkSearch(t, p, model.Units(budget), []int{0, 0, 1, 1}, .1)
	}
}

func chosenLoss(t *testing.T, p *selection.Problem, alg selection.Algorithm, ridge float64, budget model.Amount) float64 {
	t.Helper()
	c := chosen(t, p, alg, ridge, budget)
	return c.Loss
}

// chosen is what an algorithm chooses.
func chosen(t *testing.T, p *selection.Problem, alg selection.Algorithm, ridge float64, budget model.Amount) selection.Choice {
	t.Helper()
	q := *p
	q.Ridge = ridge
	c, err := selection.NewCurve(context.Background(), &q, alg, []model.Amount{budget})
	if err != nil {
		t.Fatal(err)
	}
	return c.Choices[0]
}

// checkSearch repeats a search without an algorithm's choice to start from, and
// holds what is better than the choices of Full and Exchange to buying nothing for nothing.
func checkSearch(t *testing.T, p *selection.Problem, budget model.Amount, repeats []int, loss float64) {
	t.Helper()
	s := newSearch(context.Background(), p, budget)
	s.best, s.loss = slices.Clone(repeats), math.Inf(1)
	s.branch(0)
	if !(math.Abs(s.loss-loss) <= slack(p, loss)) {
		t.Fatalf("optimum %v loses %g, but %v %g from another start", repeats, loss, s.best, s.loss)
	}
	for _, alg := range []selection.Algorithm{selection.Full, selection.Exchange} {
		c := chosen(t, p, alg, 0, budget)
		if slices.Equal(repeats, c.Repeats(len(p.V))) || p.OnForms() {
			return
		}
	}
	fewer := slices.Clone(repeats)
	for a := range fewer {
		if fewer[a] > p.Least(a) {
			fewer[a]--
			if s.lossOf(fewer) <= loss {
				t.Errorf("optimum %v has a judgment of %d for nothing", repeats, a)
			}
			fewer[a]++
		}
	}
}

// slack is how far apart two ways to compute a loss may be.
func slack(p *selection.Problem, loss float64) float64 { return 1e-9 * max(p.VarY, p.VarY-loss) }

// checkRepeats holds repeats to the budget and the limits.
func checkRepeats(t *testing.T, p *selection.Problem, budget model.Amount, repeats []int) {
	t.Helper()
	for a, n := range repeats {
		switch {
		case n > 0 && !p.Candidate[a],
			p.Min != nil && p.Candidate[a] && n < p.Min[a],
			p.Max != nil && p.Max[a] > 0 && n > p.Max[a]:
			t.Errorf("repeats %v break limits %v at %d", repeats, p.Limits, a)
		}
	}
	if cost, ok := p.Cost(repeats); !ok || cost > budget || p.Forms() != nil && !isWhole(p, p.Forms(), repeats) {
		t.Errorf("repeats %v cost %s of %s, or ask some of a call", repeats, cost, budget)
	}
}

// TestOptimumSize: what is too large is not searched, and what the minima
// cost must be there.
func TestOptimumSize(t *testing.T) {
	ctx := context.Background()
	problem := func(d int, l selection.Limits) *selection.Problem {
		p := problemOf(t, simulate.Draw(simulate.World{Objects: 60, Attributes: d, K: 2}, 4), rules{Limits: l})
		p.Price[0] = model.Unit / 2
		return p
	}
	for _, c := range []struct {
		name   string
		p      *selection.Problem
		budget model.Amount
		want   bool
	}{
		{"8 candidates", problem(8, selection.Limits{}), 2 * model.Unit, true},
		{"9 candidates", problem(9, selection.Limits{}), 2 * model.Unit, false},
		{"12 judgments", problem(3, selection.Limits{}), 6 * model.Unit, true},
		{"13 judgments", problem(3, selection.Limits{}), 6*model.Unit + model.Unit/2, false},
		{"minima paid", problem(3, selection.Limits{Min: []int{0, 2, 1}}), 3 * model.Unit, true},
		{"minima too dear", problem(3, selection.Limits{Min: []int{0, 2, 1}}), 3*model.Unit - 1, false},
	} {
		repeats, loss, ok := Optimum(ctx, c.p, c.budget)
		if ok != c.want || ok == math.IsNaN(loss) || ok == (repeats == nil) {
			t.Errorf("%s: %v, %g, %t", c.name, repeats, loss, ok)
		}
	}
	p := problem(2, selection.Limits{})
	p.Candidate = []bool{false, false}
	if _, _, ok := Optimum(ctx, p, 0); ok {
		t.Error("an optimum without candidates")
	}
}

// TestOptimumByHand: with 6.5 to spend Full buys the first attribute, which
// gains 5 for 4, and nothing more; the next two gain 3.6 for 3 each. The last
// could be had for the rest and tells nothing.
func TestOptimumByHand(t *testing.T) {
	p := &selection.Problem{
		B: [][]float64{{math.Sqrt(5), math.Sqrt(3.6), math.Sqrt(3.6), 0}}, V: []float64{0, 0, 0, 1}, VarY: 9,
		Sigma:     []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
		Price:     []model.Amount{4 * model.Unit, 3 * model.Unit, 3 * model.Unit, model.Unit / 2},
		Candidate: []bool{true, true, true, true},
	}
	const budget = 6*model.Unit + model.Unit/2
	if _, _, ok := Optimum(context.Background(), p, budget); ok {
		t.Error("13 of the cheapest judgments were searched")
	}
	p.Price[3] += model.Unit / 20
	repeats, loss, ok := Optimum(context.Background(), p, budget+model.Unit/20)
	if !ok || !slices.Equal(repeats, []int{0, 1, 1, 0}) || !(math.Abs(loss-1.8) <= 1e-12) {
		t.Errorf("optimum %v loses %g (%t), want [0 1 1 0] and 9 - 7.2", repeats, loss, ok)
	}
	if full := chosenLoss(t, p, selection.Full, 0, budget); !(math.Abs(full-4) <= 1e-12) {
		t.Errorf("Full loses %g, want 9 - 5", full)
	}
}
