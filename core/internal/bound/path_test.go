package bound

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

func rising(n int, step model.Amount) []model.Amount {
	b := make([]model.Amount, n)
	for i := range b {
		b[i] = model.Amount(i) * step
	}
	return b
}

func mustBounds(t testing.TB, p *selection.Problem, budgets []model.Amount) []float64 {
	t.Helper()
	bounds, err := NewPath(p).Bounds(context.Background(), budgets)
	if err != nil {
		t.Fatal(err)
	}
	return bounds
}

// relaxedLoss minimises the relaxed problem another way: by turns over the
// weights for given repeats, one linear system, and over the repeats for given
// weights, r[a] = B |w[a]| √(v[a]/c[a]) / ‖w‖. Each turn lowers the loss, which
// is convex in both together. Attributes without noise have r = ∞. All of it
// is in units of u[a] = √r[a], in which nothing divides by a vanishing r:
// w = u z with (uΣu + v) z = u b.
func relaxedLoss(p *selection.Problem, budget float64, turns int) float64 {
	var attrs []int
	for a, ok := range p.Candidate {
		if ok {
			attrs = append(attrs, a)
		}
	}
	n := len(attrs)
	if n == 0 {
		return p.VarY
	}
	u, w := make([]float64, n), mat.NewVecDense(n, nil)
	rhs, system := mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
	for i, a := range attrs {
		u[i] = 1
		if p.V[a] > 0 {
			u[i] = math.Sqrt(budget / float64(n) / p.Price[a].Float())
		}
	}
	loss := math.Inf(1)
	for range turns {
		for i, a := range attrs {
			rhs.SetVec(i, u[i]*p.B[0][a])
			for k := i; k < n; k++ {
				system.SetSym(i, k, u[i]*u[k]*p.Sigma[a*len(p.V)+attrs[k]])
			}
			system.SetSym(i, i, system.At(i, i)+p.V[a])
		}
		var chol mat.Cholesky
		if !chol.Factorize(system) || chol.SolveVecTo(w, rhs) != nil {
			return math.NaN() // singular: an attribute without noise and a copy
		}
		loss = p.VarY - mat.Dot(w, rhs)
		var norm float64
		for i, a := range attrs {
			norm += math.Sqrt(p.V[a]*p.Price[a].Float()) * u[i] * math.Abs(w.AtVec(i))
		}
		if norm == 0 {
			break
		}
		for i, a := range attrs {
			if p.V[a] > 0 {
				u[i] = math.Sqrt(budget * u[i] * math.Abs(w.AtVec(i)) * math.Sqrt(p.V[a]/p.Price[a].Float()) / norm)
			}
		}
	}
	return loss
}

// TestMinimum compares bounds with the minimum found another way, which lies
// above all of them: where both agree, each is right.
func TestMinimum(t *testing.T) {
	compared, near := 0, 2e-7
	if !fresh.Fixed() {
		near = 2e-5 // turns approach the minimum slowly where little is explained
	}
	check := func(p *selection.Problem, seed uint64) {
		p.Min, p.Max = nil, nil
		path := NewPath(p)
		for _, budget := range []model.Amount{model.Unit / 4, 3 * model.Unit, 40 * model.Unit} {
			lb, ok := path.At(budget)
			want := relaxedLoss(p, budget.Float(), 500)
			if !ok || math.IsNaN(want) {
				continue
			}
			compared++
			if lb > want+slack(p, want) || lb < want-1e-3*(p.VarY-want)-near*p.VarY {
				t.Fatalf("seed %d B=%s: bound %.12g, minimum %.12g", seed, budget, lb, want)
			}
		}
	}
	for p, seed := range small(t, 40, fresh.Seed(t, 70)) {
		check(p, seed)
	}
	for p, seed := range invented(80, fresh.Seed(t, 70)) {
		check(p, seed)
	}
	if fresh.Fixed() && compared < 150 {
		t.Errorf("only %d were compared: the test lost its power", compared)
	}
}

// TestGap: the loss at the minimiser is its bound, at budgets from far too
// small to far beyond use, rising and not.
func TestGap(t *testing.T) {
	all, missed := 0, 0
	for w, seed := range simulate.Worlds(170, fresh.Seed(t, 300)) {
		w.Attributes += int(seed % 20)
		p := problemOf(t, simulate.Draw(w, seed), rules{})
		if !(p.VarY > 0) {
			continue
		}
		path := NewPath(p)
		for _, budget := range []float64{1e-9, .1, 1, 5, 20, 21, 100, 1e3, 1e6, 4e9, 3, 20} {
			lower, upper, ok := path.descents[0].bracket(model.Amount(budget * float64(model.Unit)))
			if !ok {
				continue
			}
			if lower > upper || upper > p.VarY*(1+1e-12) {
				t.Fatalf("seed %d B=%g: bound %.12g, loss %.12g, Var(y) %.12g", seed, budget, lower, upper, p.VarY)
			}
			// b is not in the range of Σ⁺ here. As the weights run into the
			// thousands, what rounding may do (TestRounding) is all that is left
			// between the two: it is no fault of the minimiser.
			_, _, gap := path.descents[0].certify()
			if gap /= max(p.VarY, p.VarY-upper); budget <= 1e3 && gap > 2*closeEnough {
				t.Errorf("seed %d B=%g: gap %g", seed, budget, gap)
			}
			if all++; upper-lower > closeEnough*p.VarY && upper > -p.VarY {
				missed++
			}
		}
	}
	if fresh.Fixed() && (all < 1000 || missed > all/200) {
		t.Errorf("%d of %d minimisers were not found to %g Var(y)", missed, all, closeEnough)
	}
}

// TestRounding compares LB and the loss at random weights, up to enormous ones
// where Σ⁺w all but vanishes, with 300-bit arithmetic: rounding must never
// lift a bound nor lower a loss.
func TestRounding(t *testing.T) {
	const bits = 300
	num := func(x float64) *big.Float { return big.NewFloat(x).SetPrec(bits) }
	dot := func(x, y []float64) *big.Float {
		sum := num(0)
		for i := range x {
			sum.Add(sum, new(big.Float).Mul(num(x[i]), num(y[i])))
		}
		return sum
	}
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 9), 9))
	for range 2000 {
		p := invent(rng, 6)
		p.Min, p.Max = nil, nil
		for a := range p.Price {
			p.Price[a] = 1 + model.Amount(min(math.Exp(14+7*rng.NormFloat64()), float64(model.MaxAmount-1)))
		}
		x := relax(p)
		if !x.bounded || len(x.attrs) == 0 {
			continue
		}
		s := newDescent(x)
		holdSpreads(t, s)
		size := math.Exp(6 * rng.NormFloat64())
		for j := range s.x {
			s.x[j] = size * rng.NormFloat64()
		}
		if rng.IntN(2) == 0 { // residuals that cancel
			s.minimise(math.Exp(20 * rng.Float64()))
		}
		x.defect = 0 // the inequality itself is not what is tested
		s.budget = math.Exp(10 * rng.NormFloat64())
		s.refresh()
		lb, loss, _ := s.certify()
		most, norm := num(0), num(0)
		exactLB, exactLoss := num(x.loss), num(x.loss)
		for j, w := range s.x {
			gx := dot(s.row(j), s.x)
			q := new(big.Float).Mul(gx, num(w))
			exactLB.Sub(exactLB, q)
			exactLoss.Add(exactLoss, q)
			exactLoss.Sub(exactLoss, new(big.Float).Mul(num(2*w), num(s.cov[j])))
			norm.Add(norm, num(math.Abs(w)))
			r := gx.Sub(num(s.cov[j]), gx)
			if r.Abs(r).Cmp(most) > 0 {
				most = r
			}
		}
		exactLB.Sub(exactLB, most.Mul(num(s.budget), most.Mul(most, most)))
		exactLoss.Add(exactLoss, norm.Quo(norm.Mul(norm, norm), num(s.budget)))
		if exactLB.Cmp(num(lb)) < 0 || exactLoss.Cmp(num(loss)) > 0 {
			t.Fatalf("B=%g weights of %g: bound %.20g, exactly %.20g; loss %.20g, exactly %.20g", s.budget, size, lb, exactLB, loss, exactLoss)
		}
	}
}

// holdSpreads holds that no entry of gram is larger than the spreads it belongs
// to, which certify measures rounding by.
func holdSpreads(t *testing.T, s *descent) {
	t.Helper()
	for j, own := range s.spread {
		for k, g := range s.row(j) {
			if !(math.Abs(g) <= own*s.spread[k]*(1+1e-12)) {
				t.Fatalf("gram[%d,%d] = %g, spreads %g and %g", j, k, g, own, s.spread[k])
			}
		}
	}
}

// TestUnitFree multiplies attributes by powers of ten, and budgets and prices
// by 7: same bounds.
func TestUnitFree(t *testing.T) {
	w := simulate.World{Objects: 90, Attributes: 14, K: 2, Raters: 9, Halo: .5, Zero: .2}
	budgets := rising(40, model.Unit)
	a := mustBounds(t, problemOf(t, simulate.Draw(w, 3), rules{}), budgets)
	ds := simulate.Draw(w, 3)
	for j := range ds.Value {
		ds.Value[j] *= math.Pow(10, float64(ds.Attr[j]%7)-3)
	}
	p := problemOf(t, ds, rules{})
	b := mustBounds(t, p, budgets)
	for i := range p.Price {
		p.Price[i] *= 7
	}
	c := mustBounds(t, p, rising(40, 7*model.Unit))
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= 1e-9*p.VarY) || !(math.Abs(a[i]-c[i]) <= 1e-9*p.VarY) {
			t.Errorf("B=%d: bound %.12g in one unit, %.12g in another, %.12g in other money", i, a[i], b[i], c[i])
		}
	}
	if a[0] <= a[39] {
		t.Errorf("bounds do not fall from %g", a[0])
	}
}

// TestByHand works examples through on paper.
func TestByHand(t *testing.T) {
	one, four := model.Unit, 4*model.Unit
	for _, c := range []struct {
		name   string
		p      selection.Problem
		budget model.Amount
		want   float64
	}{
		// One attribute: r = B/c is best, so the loss is 5 - b²/(σ² + v c/B).
		{"single", selection.Problem{B: [][]float64{{2}}, V: []float64{1}, Sigma: []float64{.5}, Price: []model.Amount{four}}, 2 * four, 5 - 4./(.5+.5)},
		// No money: nothing.
		{"nothing", selection.Problem{B: [][]float64{{2}}, V: []float64{1}, Sigma: []float64{.5}, Price: []model.Amount{one}}, 0, 5},
		// Without noise, and so without cost: 5 - b²/σ².
		{"noiseless", selection.Problem{B: [][]float64{{2}}, V: []float64{0}, Sigma: []float64{1}, Price: []model.Amount{one}}, 0, 1},
		// Fixed at 2: 5 - 4/(.5 + 1/2) whatever the budget.
		{"fixed", selection.Problem{B: [][]float64{{2}}, V: []float64{1}, Sigma: []float64{.5}, Price: []model.Amount{one}, Limits: selection.Limits{Min: []int{2}, Max: []int{2}}}, 50 * one, 1},
		// Fixed at 1 of 3: the other has 2, and the two do not correlate.
		{"beside fixed", selection.Problem{
			B: [][]float64{{1, 1}}, V: []float64{1, 1}, Sigma: []float64{1, 0, 0, 1}, Price: []model.Amount{one, one},
			Limits: selection.Limits{Min: []int{1, 0}, Max: []int{1, 0}},
		}, 3 * one, 5 - 1./2 - 1./(1+1./2)},
		// The same where not even the fixed one is paid for: nothing lies below it.
		{"unpaid", selection.Problem{
			B: [][]float64{{1, 1}}, V: []float64{1, 1}, Sigma: []float64{1, 0, 0, 1}, Price: []model.Amount{one, one},
			Limits: selection.Limits{Min: []int{1, 0}, Max: []int{1, 0}},
		}, one / 2, 5 - 1./2},
		// Two alike share the budget: 5 - 2·b²/(1 + v/(B/2)).
		{"alike", selection.Problem{B: [][]float64{{1, 1}}, V: []float64{1, 1}, Sigma: []float64{1, 0, 0, 1}, Price: []model.Amount{one, one}}, 4 * one, 5 - 2/(1+.5)},
		// An exact copy that agrees with its original adds nothing.
		{"copy", selection.Problem{B: [][]float64{{1, 1}}, V: []float64{0, 0}, Sigma: []float64{1, 1, 1, 1}, Price: []model.Amount{one, one}}, one, 4},
		// A copy but for rounding must count as a copy: a bound of (5e-9)²/1e-12 = 2.5e-5 would be
		// wrong.
		{"nearly a copy", selection.Problem{B: [][]float64{{1, 1 + 5e-9}}, V: []float64{0, 0}, Sigma: []float64{1, 1, 1, 1 + 1e-12}, Price: []model.Amount{one, one}}, one, 4},
	} {
		c.p.VarY = 5
		c.p.Candidate = make([]bool, len(c.p.V))
		for a := range c.p.Candidate {
			c.p.Candidate[a] = true
		}
		if lb, ok := NewPath(&c.p).At(c.budget); !ok || !(math.Abs(lb-c.want) <= 1e-6) || lb > c.want+1e-12 {
			t.Errorf("%s: bound %.9g (%t), want %.9g", c.name, lb, ok, c.want)
		}
	}
}

// TestNoBound: where the relaxed loss has no minimum there is no bound.
func TestNoBound(t *testing.T) {
	for name, p := range map[string]selection.Problem{
		"copies that disagree about the label":  {B: [][]float64{{1, .5, 0}}, V: []float64{0, 0, 1}, Sigma: []float64{1, 1, 0, 1, 1, 0, 0, 0, 1}},
		"copies that disagree about another":    {B: [][]float64{{1, 1, 0}}, V: []float64{0, 0, 1}, Sigma: []float64{1, 1, .1, 1, 1, .2, .1, .2, 1}},
		"indefinite among those that cost":      {B: [][]float64{{1, 1, 0}}, V: []float64{1, 1, 1}, Sigma: []float64{1, 2, 0, 2, 1, 0, 0, 0, 1}},
		"indefinite among those that are free":  {B: [][]float64{{0, 0, 1}}, V: []float64{0, 0, 1}, Sigma: []float64{1, 2, 0, 2, 1, 0, 0, 0, 1}},
		"no variance, no noise, but covariance": {B: [][]float64{{1, 1, 1}}, V: []float64{0, 1, 1}, Sigma: []float64{0, 0, 0, 0, 1, 0, 0, 0, 1}},
	} {
		p.VarY, p.Candidate = 5, []bool{true, true, true}
		p.Price = []model.Amount{model.Unit, model.Unit, model.Unit}
		if lb, ok := NewPath(&p).At(3 * model.Unit); ok {
			t.Errorf("%s: bound %g", name, lb)
		}
		if bounds := mustBounds(t, &p, rising(3, model.Unit)); !math.IsNaN(bounds[1]) {
			t.Errorf("%s: bounds %v, want NaN", name, bounds)
		}
		p.Candidate = []bool{false, false, false}
		if lb, ok := NewPath(&p).At(3 * model.Unit); !ok || lb != 5 {
			t.Errorf("%s: bound %g (%t) without candidates, want Var(y)", name, lb, ok)
		}
	}
}

// TestNoBoundBeyond: a budget too large for a bound does not change the bounds of other
// budgets.
func TestNoBoundBeyond(t *testing.T) {
	p := &selection.Problem{
		B: [][]float64{{.5}}, V: []float64{1e-9}, Sigma: []float64{.5}, VarY: 5,
		Price: []model.Amount{model.Unit}, Candidate: []bool{true},
	}
	bounds := mustBounds(t, p, []model.Amount{10 * model.Unit, model.MaxAmount})
	if !(math.Abs(bounds[0]-4.5) <= 1e-6) || !math.IsNaN(bounds[1]) {
		t.Errorf("bounds %v, want 4.5 and NaN", bounds)
	}
	// An eigenvalue of Σ⁺ is below 0, but only by rounding: at the larger budget
	// the loss falls along it for ever.
	p = &selection.Problem{
		B: [][]float64{{1e-5, 6e-6}}, V: []float64{1e-9, 1e-9}, Sigma: []float64{0, 1e-10, 1e-10, 0}, VarY: 5,
		Price: []model.Amount{model.Unit, model.Unit}, Candidate: []bool{true, true},
	}
	path := NewPath(p)
	holdSpreads(t, path.descents[0])
	path.At(model.Unit / 4)
	before, ok := path.At(model.Unit / 4) // from the weights that it found
	if none, found := path.At(model.MaxAmount); !ok || found {
		t.Errorf("bounds %g (%t) and %g (%t), want one and none", before, ok, none, found)
	}
	if after, ok := path.At(model.Unit / 4); !ok || !(math.Abs(after-before) <= 1e-6*math.Abs(before)) {
		t.Errorf("after a budget without a bound it is %g (%t), before %g", after, ok, before)
	}
}

func TestBoundsCancelled(t *testing.T) {
	p := problemOf(t, simulate.Draw(simulate.World{Objects: 30, Attributes: 3, K: 2}, 1), rules{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewPath(p).Bounds(ctx, rising(3, model.Unit)); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("error %v from a cancelled context", err)
	}
	if _, _, ok := Optimum(ctx, p, model.Unit); ok {
		t.Error("an optimum from a cancelled context")
	}
}
