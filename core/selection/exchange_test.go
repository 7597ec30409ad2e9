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

// literalObjective is b_Sᵀ M_S⁻¹ b_S, and false where M_S is too
// ill-conditioned to tell.
func literalObjective(p *Problem, r []int) (obj float64, ok bool) {
	m := standardisedM(p, r)
	if m == nil {
		return 0, true
	}
	s := support(r)
	b := mat.NewVecDense(len(s), nil)
	for i, a := range s {
		m.SetSym(i, i, m.At(i, i)+p.Ridge)
		b.SetVec(i, p.B[a])
	}
	var f mat.Cholesky
	if !f.Factorize(m) || f.Cond() > worstCondition {
		return 0, false
	}
	var w mat.VecDense
	if f.SolveVecTo(&w, b) != nil {
		return 0, false
	}
	return mat.Dot(b, &w), true
}

// literalMove is the move from one attribute to another by its definition, one
// judgment after the other; from is -1 for a pure addition.
func literalMove(p *Problem, r []int, left model.Amount, from, to int) (after []int, ok bool) {
	if from == to || !p.Candidate[to] {
		return nil, false
	}
	after = slices.Clone(r)
	if from >= 0 {
		for taken := 0; taken == 0 || left < p.Price[to]; taken++ {
			if after[from] == 0 || after[from] == p.least(from) {
				return nil, false
			}
			after[from]--
			left += p.Price[from]
		}
	}
	for left >= p.Price[to] && after[to] < p.most(to) {
		after[to]++
		left -= p.Price[to]
	}
	return after, after[to] > r[to]
}

func leftOver(p *Problem, r []int, budget model.Amount) model.Amount {
	for a, n := range r {
		budget -= p.Price[a] * model.Amount(n)
	}
	return budget
}

// TestMovesAgainstLiteral compares the closed form of every move from varied
// repeats with its evaluation from scratch.
func TestMovesAgainstLiteral(t *testing.T) {
	compared := map[string]int{}
	for p, seed := range problems(t, 240, fresh.Seed(t, 8000), true) {
		required, _ := p.Required()
		budget := required + 9*model.Unit + model.Unit/2
		alg := []Algorithm{Full, Uniform}[seed%2]
		share := []model.Amount{budget, (required + budget) / 2}[seed/2%2]
		start := newCurve(t, p, alg, nil).At(share)
		r := start.Repeats(p.d())
		base, ok := literalObjective(p, r)
		if !ok {
			continue
		}
		x := newExchanger(p, &start, budget)
		x.fillCross()
		for from := -1; from < p.d(); from++ {
			for to := range p.d() {
				after, wantOK := literalMove(p, r, x.left, from, to)
				m, ok := x.between(from, to)
				if ok != wantOK {
					t.Fatalf("seed %d: move %d to %d from %v: possible %v, literally %v", seed, from, to, r, ok, wantOK)
				}
				if !ok {
					continue
				}
				if after[to] != r[to]+m.given || from >= 0 && after[from] != r[from]-m.taken {
					t.Fatalf("seed %d: from %v move %+v, literally to %v", seed, r, m, after)
				}
				want, ok := literalObjective(p, after)
				if !ok {
					continue
				}
				if got := base + x.gain(m); !(math.Abs(got-want) <= tolerance(p, r)*max(p.VarY, want)) {
					t.Fatalf("seed %d: objective %g after %+v from %v, literally %g", seed, got, m, r, want)
				}
				compared[fmt.Sprintf("adds %v empties %v enters %v prices %v ridge %v",
					from < 0, from >= 0 && after[from] == 0, r[to] == 0, samePrice(p), p.Ridge > 0)]++
			}
		}
	}
	for kind, n := range compared {
		if fresh.Fixed() && n < 20 {
			t.Errorf("only %d moves compared: %s", n, kind)
		}
	}
	if fresh.Fixed() && len(compared) < 24 {
		t.Errorf("only %d kinds of moves compared: %v", len(compared), compared)
	}
}

// TestExchangeAgainstLiteral follows the search: each move gains as much as the best
// move found literally, and the search ends if no move gains.
func TestExchangeAgainstLiteral(t *testing.T) {
	moves, ends := 0, 0
	for p, seed := range problems(t, 150, fresh.Seed(t, 9000), true) {
		required, _ := p.Required()
		budget := required + model.Amount(3+seed%9)*model.Unit
		start := newCurve(t, p, []Algorithm{Full, Uniform, Scoring}[seed%3], nil).At(budget)
		x := newExchanger(p, &start, budget)
		for {
			r := slices.Clone(x.s.repeats)
			before, clear := literalObjective(p, r)
			best := 0.0
			for from := -1; clear && from < p.d(); from++ {
				for to := range p.d() {
					if after, ok := literalMove(p, r, leftOver(p, r, budget), from, to); ok {
						var obj float64
						obj, clear = literalObjective(p, after)
						best = max(best, obj-before)
					}
				}
			}
			moved := x.improve()
			after, ok := literalObjective(p, x.s.repeats)
			scale := max(p.VarY, after)
			switch {
			case !ok || !clear:
			case moved && math.Abs(after-before-best) > 1e-8*scale:
				t.Fatalf("seed %d: from %v moved to %v for %g, literally there is %g", seed, r, x.s.repeats, after-before, best)
			case moved:
				moves++
			case best > (worthMoving+1e-8)*scale:
				t.Fatalf("seed %d: ended at %v, literally there is %g", seed, r, best)
			default:
				ends++
			}
			if !moved {
				break
			}
		}
	}
	if fresh.Fixed() && (moves < 200 || ends < 80) {
		t.Errorf("only %d moves and %d ends compared", moves, ends)
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
	for n := p.least(a); n <= p.most(a) && p.Price[a]*model.Amount(n) <= budget && (n == 0 || p.Candidate[a]); n++ {
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
		B: []float64{.7, .5, .5}, V: []float64{0, 0, 0}, VarY: 1,
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

// TestFalsePromise: a move whose closed form promised too much is taken back.
func TestFalsePromise(t *testing.T) {
	p := orthogonal([]float64{.5, .3, 0})
	start := newCurve(t, p, Full, nil).At(4 * model.Unit)
	was := newExchanger(p, &start, 4*model.Unit)
	x := newExchanger(p, &start, 4*model.Unit)
	x.s.c[0][2] = 10
	if x.improve() || !slices.Equal(x.s.repeats, was.s.repeats) || !slices.Equal(x.book, was.book) ||
		x.left != was.left || x.s.value() != was.s.value() {
		t.Errorf("moved to %v, was %v", x.s.repeats, was.s.repeats)
	}
}

// TestExchangeOfDuplicates: an exact copy of what is bought is worth nothing,
// is worth its own when the other goes, and costs nothing when given back.
func TestExchangeOfDuplicates(t *testing.T) {
	p := orthogonal([]float64{.5, .3, .4})
	p.V[0], p.V[1] = 0, 0
	p.Sigma[1], p.Sigma[3] = 1, 1
	budget := 3 * model.Unit
	start := newCurve(t, p, Uniform, nil).At(model.Unit)
	x := newExchanger(p, &start, budget)
	x.fillCross()
	if alone, instead := x.gain(transfer{-1, 0, 1, 1}), x.gain(transfer{0, 1, 1, 1})+.25; alone != 0 || !(math.Abs(instead-.09) <= 1e-12) {
		t.Errorf("a copy gains %g beside the other and %g instead of it, want 0 and .09", alone, instead)
	}
	start = newCurve(t, p, Uniform, nil).At(budget)
	got, err := p.Exchange(context.Background(), start, budget)
	if r := got.Repeats(3); err != nil || !slices.Equal(start.Repeats(3), []int{1, 1, 1}) || !slices.Equal(r, []int{1, 0, 2}) {
		t.Errorf("from %v to %v", start.Repeats(3), r)
	}
}

// TestExchangeSteps: the steps buy the repeats and end at the loss, and what
// core asks of a choice agrees.
func TestExchangeSteps(t *testing.T) {
	for p, seed := range problems(t, 100, fresh.Seed(t, 9900), true) {
		required, _ := p.Required()
		budget := required + 12*model.Unit
		ex := newCurve(t, p, Exchange, nil).At(budget)
		r := ex.Repeats(p.d())
		if _, ok := literalObjective(p, r); !ok || len(ex.tail) == 0 {
			continue
		}
		losses := p.Losses(p.Steps(&ex))
		_, loss := p.Weights(&ex)
		if last := losses[len(losses)-1]; !(math.Abs(last-ex.Loss) <= 1e-8*max(p.VarY, math.Abs(ex.Loss))) || !(math.Abs(loss-ex.Loss) <= 1e-8*max(p.VarY, math.Abs(ex.Loss))) {
			t.Fatalf("seed %d: loss %g, after the steps %g, of the weights %g", seed, ex.Loss, last, loss)
		}
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
			moves := 0
			for b.Loop() {
				x := newExchanger(p, &start, budget)
				for moves = 0; x.improve(); moves++ {
				}
			}
			b.ReportMetric(float64(moves), "moves")
		})
	}
}
