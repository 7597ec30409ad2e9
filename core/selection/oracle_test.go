package selection

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// The literal form of S&K Algorithm 1: every candidate's objective is computed
// from an eigen pseudo-inverse of the standardised M_S.

const pinvCutoff = 1e-10

// tolerance is the share of the larger of Var(y) and the objective within
// which two ways to compute the Full objective must agree: 1e-8, but where M_S
// is so ill-conditioned that neither has eight digits, what cond(M_S) leaves.
func tolerance(p *Problem, r []int) float64 {
	c := condition(p, r)
	if c > 0.1/pinvCutoff {
		return math.Inf(1)
	}
	return max(1e-8, 1e-13*c)
}

func condition(p *Problem, r []int) float64 {
	m := standardisedM(p, r)
	if m == nil {
		return 1
	}
	var e mat.EigenSym
	e.Factorize(m, false)
	values := e.Values(nil)
	return values[len(values)-1] / max(values[0], 1e-300)
}

// pinvObjective is obj_Full(r).
func pinvObjective(p *Problem, r []int) float64 {
	m := standardisedM(p, r)
	if m == nil {
		return 0
	}
	s := support(r)
	var e mat.EigenSym
	if !e.Factorize(m, true) {
		panic("eigen")
	}
	values := e.Values(nil)
	var u mat.Dense
	e.VectorsTo(&u)
	var obj float64
	for k, x := range values {
		if x <= pinvCutoff*values[len(values)-1] {
			continue
		}
		var dot float64
		for i, a := range s {
			dot += u.At(i, k) * p.B[0][a]
		}
		obj += dot * dot / x
	}
	return obj
}

// standardisedM is M_S, or nil where S is empty.
func standardisedM(p *Problem, r []int) *mat.SymDense {
	s := support(r)
	if len(s) == 0 {
		return nil
	}
	m := mat.NewSymDense(len(s), nil)
	for i, a := range s {
		for j := i; j < len(s); j++ {
			x := p.row(a)[s[j]]
			if i == j {
				x += p.V[a] / float64(r[a])
			}
			m.SetSym(i, j, x)
		}
	}
	return m
}

func scoreObjective(p *Problem, r []int) float64 {
	var obj float64
	for a, n := range r {
		if n > 0 && p.Sigma2[a]+p.V[a] > 0 {
			obj += p.B[0][a] * p.B[0][a] / (p.Sigma2[a] + p.V[a]/float64(n))
		}
	}
	return obj
}

// withoutRedundant returns a state's repeats without the attributes that add nothing to
// the attributes bought before them. With them M_S is singular. Since b and Σ⁺ are
// estimated separately, b_S need not lie in the range of M_S, and the paper's
// pseudo-inverse would drop more than these attributes.
func withoutRedundant(s *fullState) []int {
	r := make([]int, len(s.repeats))
	for _, a := range s.support {
		r[a] = s.repeats[a]
	}
	return r
}

// blurred tells whether M_S is so near to singular that what rounding leaves of
// a redundant attribute is more than the share that counts as none.
func blurred(p *Problem, r []int) bool { return condition(p, r)*0x1p-53 > redundant }

// oracle is one greedy, literally.
type oracle struct {
	p    *Problem
	obj  func(*Problem, []int) float64
	full bool
	by   rule
}

func newOracle(p *Problem, alg Algorithm) oracle {
	if alg == Scoring {
		return oracle{p: p, obj: scoreObjective}
	}
	return oracle{p: p, obj: pinvObjective, full: true}
}

// step returns the best attribute and how much of its score the runner-up
// lacks, as a share of Var(y); -1 where nothing gains.
func (o oracle) step(r []int, left model.Amount) (best int, margin float64) {
	base := o.obj(o.p, r)
	unclear := false
	scores := make([]float64, len(r))
	best = -1
	for a := range r {
		if !o.p.Candidate[a] || o.p.Price[a] > left {
			continue
		}
		r[a]++
		gain := o.obj(o.p, r) - base
		first, c := r[a] == 1 && o.full, condition(o.p, r)
		r[a]--
		switch {
		case first && c > 1e13: // redundant: no gain by docs/research/method.md section 3
			unclear = unclear || blurred(o.p, r)
			continue
		case o.full && c > 0.1/pinvCutoff: // neither form can tell
			unclear = true
		}
		if gain <= 1e-12*o.p.VarY {
			continue
		}
		scores[a] = gain
		if o.by == perCost {
			scores[a] /= o.p.Price[a].Float()
		}
		if best < 0 || scores[a] > scores[best]*(1+1e-9) {
			best = a
		}
	}
	if best < 0 || unclear {
		return best, 0
	}
	margin = scores[best]
	for a, s := range scores {
		if a != best {
			margin = min(margin, scores[best]-s)
		}
	}
	return best, margin / o.p.VarY
}

func problemOf(t testing.TB, ds *model.Dataset, price []model.Amount) *Problem {
	t.Helper()
	p, _ := problemAs(t, ds, price, model.ProjectScaled)
	return p
}

// problemAs is the problem of a projection, and tells whether that moved anything.
func problemAs(t testing.TB, ds *model.Dataset, price []model.Amount, projection string) (p *Problem, moved bool) {
	t.Helper()
	mode := model.RatersPaper
	if len(ds.Raters) > 0 {
		mode = model.RatersAware
	}
	b, err := moments.Accumulate(context.Background(), ds, &ds.Labels[0], mode)
	if err != nil {
		t.Fatal(err)
	}
	m := b.Moments(b.Union(nil))
	if price == nil {
		price = slices.Repeat([]model.Amount{model.Unit}, len(ds.Attributes))
	}
	projected := m.Project(projection)
	return NewProblem(m, projected, price, Limits{}, func(int) bool { return false }), projected.Cut != 0
}

// TestGreedyAgainstLiteral follows the fast states along random worlds. It compares the
// objective with the pseudo-inverse at each step. It compares each pick with the
// literal pick if best and runner-up differ by more than 1e-9 Var(y).
func TestGreedyAgainstLiteral(t *testing.T) {
	const budget = 25
	picks := 0
	for w, seed := range simulate.Worlds(1000, fresh.Seed(t, 77)) {
		p := problemOf(t, simulate.Draw(w, seed), nil)
		if !(p.VarY > 0) {
			continue
		}
		for _, alg := range Algorithms() {
			o := newOracle(p, alg)
			state := offerOf(p, alg).start()
			full, ok := state.(*fullState)
			if !ok {
				full = newFullState(p)
			}
			r := make([]int, p.d())
			clear := 1e-9 // margin above which rounding decides nothing
			if !fresh.Fixed() {
				clear = 1e-6
			}
			for range budget {
				want, margin := o.step(r, unlimited)
				lots, _, _, ok := state.best(perCost, unlimited, p.Price)
				if !ok {
					if want >= 0 && margin > 1e-9 {
						t.Fatalf("seed %d %s: ended at %v, literal takes %d", seed, alg, r, want)
					}
					break
				}
				got := lots[0].attribute
				if margin > clear {
					picks++
					if alg == Full && got != want && full.market.gain(want, 1) == 0 {
						break // redundant by the rule of rounding, which the literal form does not have
					}
					if got != want {
						t.Fatalf("seed %d %s: at %v took %d, literal takes %d (margin %g)", seed, alg, r, got, want, margin)
					}
				}
				state.buy(lots)
				if alg == Scoring {
					full.buy([]lot{{got, 1}})
				}
				r[got]++
				near := 1e-8
				if o.full {
					near = tolerance(p, withoutRedundant(full))
				}
				if want := o.obj(p, r); !(math.Abs(state.value()-want) <= near*max(p.VarY, want)) {
					t.Fatalf("seed %d %s: objective %g at %v, literal %g", seed, alg, state.value(), r, want)
				}
				tol := tolerance(p, withoutRedundant(full))
				if want := pinvObjective(p, withoutRedundant(full)); !(math.Abs(full.value()-want) <= tol*max(p.VarY, want)) {
					t.Fatalf("seed %d %s: Full objective %g at %v, literal %g", seed, alg, full.value(), r, want)
				}
			}
			c := newCurve(t, p, alg, []model.Amount{budget * model.Unit}).Choices[0]
			tol := tolerance(p, withoutRedundant(full))
			// A pivot of M_S is at least own/cond(M_S). So no attribute is redundant in
			// any order of buying where cond(M_S) < 1/redundant; beyond, the path and a
			// fresh factorisation may drop different attributes.
			if !fresh.Fixed() && condition(p, c.Repeats(p.d())) > 1/redundant {
				continue
			}
			if _, loss := p.Weights(&c); !(math.Abs(c.Loss-loss) <= tol*max(p.VarY, -loss)) {
				t.Fatalf("seed %d %s: Weights gives loss %g, the curve %g", seed, alg, loss, c.Loss)
			}
		}
	}
	if fresh.Fixed() && picks < 2000 {
		t.Errorf("only %d picks were decided clearly; the test lost its power", picks)
	}
}

// literalChoice is choice(B) by the letter: two greedies, each trunk and tail.
func literalChoice(o oracle, budget model.Amount) (r []int, obj float64) {
	for _, by := range []rule{perCost, byGain} {
		o.by = by
		s := make([]int, o.p.d())
		left := budget
		for {
			a, _ := o.step(s, unlimited)
			if a < 0 {
				break
			}
			if o.p.Price[a] > left {
				if a, _ = o.step(s, left); a < 0 {
					break
				}
				// From here on the tail: only what is affordable counts.
				for a >= 0 {
					s[a]++
					left -= o.p.Price[a]
					a, _ = o.step(s, left)
				}
				break
			}
			s[a]++
			left -= o.p.Price[a]
		}
		if v := o.obj(o.p, s); r == nil || v > obj*(1+1e-9) {
			r, obj = s, v
		}
	}
	return r, obj
}

func TestUnequalCostsAgainstLiteral(t *testing.T) {
	prices := []string{"1", "4", "0.25", "2.5", "0.1", "7"}
	for w, seed := range simulate.Worlds(80, fresh.Seed(t, 501)) {
		ds := simulate.Draw(w, seed)
		price := make([]model.Amount, len(ds.Attributes))
		for a := range price {
			price[a], _ = model.ParsePrice(prices[(a*7+int(seed))%len(prices)])
		}
		p := problemOf(t, ds, price)
		if !(p.VarY > 0) {
			continue
		}
		budgets := []model.Amount{0, model.Unit / 10, model.Unit, 3 * model.Unit, 7*model.Unit + model.Unit/2}
		for _, alg := range Algorithms() {
			curve, err := NewCurve(context.Background(), p, alg, budgets)
			if err != nil {
				t.Fatal(err)
			}
			o := newOracle(p, alg)
			for i, budget := range budgets {
				c := curve.Choices[i]
				r, want := literalChoice(o, budget)
				if o.full && (blurred(p, r) || blurred(p, c.Repeats(p.d()))) {
					continue
				}
				if !(math.Abs(c.Objective-want) <= 1e-8*max(p.VarY, want)) {
					t.Fatalf("seed %d %s B=%s: objective %g, literal %g", seed, alg, budget, c.Objective, want)
				}
				checkChoice(t, p, alg, budget, c)
			}
		}
	}
}

// checkChoice holds a choice to what it says about itself.
func checkChoice(t *testing.T, p *Problem, alg Algorithm, budget model.Amount, c Choice) {
	t.Helper()
	r := c.Repeats(p.d())
	var spent model.Amount
	for a, n := range r {
		spent += p.Price[a] * model.Amount(n)
	}
	if spent != c.Spent || spent > budget {
		t.Fatalf("spent %s, says %s, budget %s", spent, c.Spent, budget)
	}
	full := newFullStateAt(p, r, c.order(p.d()))
	tol := tolerance(p, withoutRedundant(full))
	if want := p.VarY - pinvObjective(p, withoutRedundant(full)); !(math.Abs(c.Loss-want) <= tol*max(p.VarY, -want)) {
		t.Fatalf("%s: projected loss %g, literal %g", alg, c.Loss, want)
	}
	again := make([]int, p.d())
	for _, s := range p.Steps(&c) {
		again[s.Attribute]++
		spent = s.Spent
	}
	if len(p.Steps(&c)) > 0 && spent != c.Spent {
		t.Fatalf("last step has spent %s of %s", spent, c.Spent)
	}
	for a := range r {
		if r[a] != again[a] {
			t.Fatalf("steps buy %v, repeats are %v", again, r)
		}
	}
}
