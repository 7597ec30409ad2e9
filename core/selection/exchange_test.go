package selection

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// The literal exchange evaluates every move from scratch: a Cholesky
// factorisation of M_S each.

// worstCondition is where the literal form still has enough digits.
const worstCondition = 1e6

// literalObjective is Σ_k b_kᵀ M_S⁻¹ b_k, each label solved by itself, and false where M_S is too
// ill-conditioned to tell.
func literalObjective(p *Problem, r []int) (obj float64, ok bool) {
	m := standardisedM(p, r)
	if m == nil {
		return 0, true
	}
	s := support(r)
	for i := range s {
		m.SetSym(i, i, m.At(i, i)+p.Ridge)
	}
	var f mat.Cholesky
	if !f.Factorize(m) || f.Cond() > worstCondition {
		return 0, false
	}
	for _, of := range p.B {
		b := mat.NewVecDense(len(s), nil)
		for i, a := range s {
			b.SetVec(i, of[a])
		}
		var w mat.VecDense
		if f.SolveVecTo(&w, b) != nil {
			return 0, false
		}
		obj += mat.Dot(b, &w)
	}
	return obj, true
}

// literalRefill buys by gain what the budget pays for, and tells whether every purchase was
// clearly the best.
func literalRefill(p *Problem, r []int, budget model.Amount) (obj float64, clear bool) {
	obj, clear = literalObjective(p, r)
	for clear {
		spent, _ := p.Cost(r)
		best, to, second := negligibleGain(p), -1, 0.0
		for a := range r {
			if !p.Candidate[a] || r[a] >= p.Most(a) || p.Price[a] > budget-spent {
				continue
			}
			r[a]++
			after, ok := literalObjective(p, r)
			r[a]--
			clear = clear && ok
			if gain := after - obj; gain > best {
				best, to, second = gain, a, best
			} else {
				second = max(second, gain)
			}
		}
		if to < 0 {
			return obj, clear && second < negligibleGain(p)/2
		}
		clear = clear && best-second > 1e-8*p.VarY
		r[to]++
		obj += best
	}
	return obj, clear
}

// literalExchange is the search with a factorisation for every step, and tells whether no
// decision was close.
func literalExchange(p *Problem, r []int, budget model.Amount) (best []int, obj float64, rounds int, clear bool) {
	obj, clear = literalObjective(p, r)
	for clear {
		top, next := obj, []int(nil)
		for a := -1; a < len(r); a++ {
			for _, n := range []int{1, math.MaxInt} {
				after := slices.Clone(r)
				if a >= 0 {
					after[a] = max(0, r[a]-n)
				}
				if a >= 0 && (r[a] == 0 || after[a] < p.Least(a) || n > 1 && samePrice(p)) {
					continue
				}
				x, ok := literalRefill(p, after, budget)
				clear = clear && ok && (slices.Equal(after, next) || slices.Equal(after, r) || math.Abs(x-top) > 1e-8*p.VarY)
				if x > top {
					top, next = x, after
				}
			}
		}
		if next == nil {
			return r, obj, rounds, clear
		}
		r, obj = next, top
		rounds++
	}
	return r, obj, rounds, false
}

// TestExchangeAgainstLiteral compares whole searches.
func TestExchangeAgainstLiteral(t *testing.T) {
	moves, ends := map[bool]int{}, 0
	for p, seed := range problems(t, 200, fresh.Seed(t, 9000), true) {
		required, _ := p.Required()
		budget := required + model.Amount(3+seed%9)*model.Unit
		start := newCurve(t, p, []Algorithm{Full, Uniform, Scoring}[seed%3], nil).At(budget)
		want, obj, rounds, clear := literalExchange(p, start.Repeats(p.d()), budget)
		if !clear {
			continue
		}
		got, err := p.Exchange(context.Background(), start, budget)
		if r := got.Repeats(p.d()); err != nil || !slices.Equal(r, want) {
			t.Fatalf("seed %d: from %v to %v, literally to %v for %g after %d rounds", seed, start.Repeats(p.d()), r, want, obj, rounds)
		}
		moves[samePrice(p)] += rounds
		ends++
	}
	if fresh.Fixed() && (moves[true] < 30 || moves[false] < 30 || ends < 60) {
		t.Errorf("only %v moves and %d ends compared", moves, ends)
	}
}

// TestExchangeBeatsFull: never worse in objective, sometimes better, and
// between Full and the best of all repeat vectors.
func TestExchangeBeatsFull(t *testing.T) {
	better, optimal, cases := 0, 0, 0
	for p, seed := range problems(t, 120, fresh.Seed(t, 9500), true) {
		required, _ := p.Required()
		for _, more := range []model.Amount{0, 2, 3, 5} {
			budget := required + more*model.Unit
			full := newCurve(t, p, Full, nil).At(budget)
			ex := newCurve(t, p, Exchange, nil).At(budget)
			if ex.Objective < full.Objective {
				t.Fatalf("seed %d B=%s: exchange %g, full %g", seed, budget, ex.Objective, full.Objective)
			}
			if ex.Objective > full.Objective {
				better++
			} else if !slices.Equal(ex.Repeats(p.d()), full.Repeats(p.d())) {
				t.Fatalf("seed %d B=%s: moved for nothing", seed, budget)
			}
			if p.d() > 4 {
				continue
			}
			cases++
			best := optimum(p, make([]int, p.d()), 0, budget)
			if ex.Objective > best+1e-7*max(p.VarY, best) {
				t.Fatalf("seed %d B=%s: exchange %g, the best there is %g", seed, budget, ex.Objective, best)
			}
			if ex.Objective > best-1e-7*max(p.VarY, best) {
				optimal++
			}
		}
	}
	if fresh.Fixed() && better < 15 {
		t.Errorf("better %d times only", better)
	}
	if fresh.Fixed() && (cases < 50 || optimal < cases*9/10) {
		t.Errorf("optimal in %d of %d cases", optimal, cases)
	}
}

// optimum is the largest objective of all repeat vectors within budget and limits, by
// enumeration of attribute a and the attributes after it.
func optimum(p *Problem, r []int, a int, budget model.Amount) float64 {
	if a == len(r) {
		return newFullStateAt(p, r, support(r)).value()
	}
	best := 0.0
	for n := p.Least(a); n <= p.Most(a) && p.Price[a]*model.Amount(n) <= budget && (n == 0 || p.Candidate[a]); n++ {
		r[a] = n
		best = max(best, optimum(p, r, a+1, budget-p.Price[a]*model.Amount(n)))
	}
	r[a] = 0
	return best
}

// TestExchangeByHand: two noiseless attributes explain the label together and
// nothing much alone; Full begins with a third that does.
func TestExchangeByHand(t *testing.T) {
	p := &Problem{
		B: [][]float64{{.7, .5, .5}}, V: []float64{0, 0, 0}, VarY: 1,
		Sigma:     []float64{1, .7, .7, .7, 1, 0, .7, 0, 1},
		Price:     []model.Amount{model.Unit, model.Unit, model.Unit},
		Candidate: []bool{true, true, true},
	}
	// obj: {0} .49; {1} .25; {0,1} (.49+.25-.49)/.51 = .4902; {1,2} .5.
	full := newCurve(t, p, Full, nil).At(2 * model.Unit)
	ex := newCurve(t, p, Exchange, nil).At(2 * model.Unit)
	if r := full.Repeats(3); !slices.Equal(r, []int{1, 1, 0}) {
		t.Fatalf("full takes %v", r)
	}
	if r := ex.Repeats(3); !slices.Equal(r, []int{0, 1, 1}) || !(math.Abs(ex.Loss-.5) <= 1e-12) || ex.Spent != 2*model.Unit {
		t.Errorf("exchange takes %v at %g", r, ex.Loss)
	}
	steps := p.Steps(&ex)
	if len(steps) != 2 || steps[0] != (Step{1, model.Unit}) || steps[1] != (Step{2, 2 * model.Unit}) {
		t.Errorf("steps %v: what Full bought and kept comes first", steps)
	}
	p.Limits.Min = []int{1, 0, 0}
	if ex := newCurve(t, p, Exchange, nil).At(2 * model.Unit); ex.Repeats(3)[0] != 1 {
		t.Errorf("the minimum was given away: %v", ex.Repeats(3))
	}
}

// TestExchangeOfDuplicates: an exact copy of what is bought is worth nothing, and is given back.
func TestExchangeOfDuplicates(t *testing.T) {
	p := orthogonal([]float64{.5, .3, .4})
	p.V[0], p.V[1] = 0, 0
	p.Sigma[1], p.Sigma[3] = 1, 1
	budget := 3 * model.Unit
	start := newCurve(t, p, Uniform, nil).At(budget)
	got, err := p.Exchange(context.Background(), start, budget)
	if r := got.Repeats(3); err != nil || !slices.Equal(start.Repeats(3), []int{1, 1, 1}) || !slices.Equal(r, []int{1, 0, 2}) {
		t.Errorf("from %v to %v", start.Repeats(3), r)
	}
}

// TestStepsAndWeights: what every algorithm buys ends at its loss step by step, and carries the
// weights and the loss of a fresh factorisation.
func TestStepsAndWeights(t *testing.T) {
	checked, tails := 0, 0
	for p, seed := range problems(t, 140, fresh.Seed(t, 9900), true) {
		required, _ := p.Required()
		budgets := []model.Amount{required, required + 2*model.Unit, required + 5*model.Unit/2, required + 12*model.Unit}
		for _, alg := range []Algorithm{Full, Scoring, Exchange, Single, Uniform} {
			curve := newCurve(t, p, alg, budgets)
			for i := range curve.Choices {
				c := &curve.Choices[i]
				r := c.Repeats(p.d())
				if _, ok := literalObjective(p, r); !ok || c.Spent == 0 {
					continue
				}
				near := 1e-8 * max(p.VarY, math.Abs(c.Loss))
				losses := p.Losses(p.Steps(c))
				all, loss := p.Weights(c)
				want := all[0]
				if last := losses[len(losses)-1]; !(math.Abs(last-c.Loss) <= near) || !(math.Abs(loss-c.Loss) <= near) {
					t.Fatalf("seed %d %s: loss %g, after the steps %g, of the weights %g", seed, alg, c.Loss, last, loss)
				}
				for a, x := range c.Weights(p.d())[0] {
					if !(math.Abs(x-want[a]) <= 10*tolerance(p, r)*(1+math.Sqrt(p.VarY)+slices.Max(want)-slices.Min(want))) {
						t.Fatalf("seed %d %s at %s: weight %d is %g, of a factorisation %g", seed, alg, budgets[i], a, x, want[a])
					}
				}
				checked++
				tails += min(len(c.tail), 1)
			}
		}
	}
	if fresh.Fixed() && (checked < 1000 || tails < 100) {
		t.Errorf("only %d choices were compared, %d with tails", checked, tails)
	}
}

// TestExchangeFromElsewhere: any choice can be improved, and a choice that does not pay
// the minima is left unchanged.
func TestExchangeFromElsewhere(t *testing.T) {
	p := orthogonal([]float64{.1, .6, .2})
	uniform := newCurve(t, p, Uniform, nil).At(6 * model.Unit)
	got, err := p.Exchange(context.Background(), uniform, 6*model.Unit)
	want := newCurve(t, p, Full, nil).At(6 * model.Unit)
	if err != nil || !(math.Abs(got.Loss-want.Loss) <= 1e-12) || got.Spent != 6*model.Unit {
		t.Errorf("from uniform to %v at %g, full has %g", got.Repeats(3), got.Loss, want.Loss)
	}
	p.Limits.Min = []int{2, 0, 0}
	if got, _ := p.Exchange(context.Background(), Choice{Loss: 1}, model.Unit); got.Spent != 0 {
		t.Errorf("bought %v without the minima", got.Repeats(3))
	}
}

func BenchmarkExchange(b *testing.B) {
	for _, size := range []struct{ d, n, dear int }{{39, 50, 1}, {39, 50, 4}, {200, 200, 1}} {
		ds := simulate.Draw(simulate.World{Objects: 1000, Attributes: size.d, K: 2}, 1)
		price := slices.Repeat([]model.Amount{model.Unit}, size.d)
		price[0], price[1] = model.Units(size.dear), model.Units(size.dear)
		p := problemOf(b, ds, price)
		budget := model.Units(size.n)
		start := newCurve(b, p, Full, nil).At(budget)
		b.Run(fmt.Sprintf("d=%d/B=%d/dear=%d", size.d, size.n, size.dear), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Exchange(b.Context(), start, budget); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
