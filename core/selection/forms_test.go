package selection

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/golden"
	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// goldenProblem is the problem of a design on a case, from the case's own
// moments.
func goldenProblem(t *testing.T, c *golden.Case, design *golden.Design) *Problem {
	t.Helper()
	m := &c.Moments
	d := len(c.Attributes)
	p := &Problem{
		B: [][]float64{make([]float64, d)}, V: make([]float64, d), Sigma: slices.Concat(m.SigmaPSD...), VarY: m.LabelVariance,
		Price: make([]model.Amount, d), Candidate: slices.Repeat([]bool{true}, d),
	}
	f := &Forms{Of: design.Form, Halo: slices.Concat(m.HaloPSD...), Panel: design.Panel}
	for _, price := range design.PriceOfForm {
		f.Price = append(f.Price, amount(price))
	}
	if f.Panel > 0 {
		p.Max = slices.Repeat([]int{f.Panel}, d)
	}
	for a := range d {
		ta := math.Sqrt(m.T2[a])
		p.Price[a] = amount(design.PriceOfAnswer[a])
		p.B[0][a], p.V[a] = m.B[a]/ta, m.V[a]/m.T2[a]
		for e := range d {
			p.Sigma[a*d+e] /= ta * math.Sqrt(m.T2[e])
			f.Halo[a*d+e] /= ta * math.Sqrt(m.T2[e])
		}
	}
	return p.WithForms(f)
}

func amount(x float64) model.Amount { return model.Amount(math.Round(x * float64(model.Unit))) }

// near tells whether two figures agree to 1e-8, the accuracy that the goldens
// are held to.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-8*max(1, math.Abs(want)) }

func eachDesign(t *testing.T, test func(t *testing.T, c *golden.Case, design *golden.Design)) {
	cases := golden.LoadForms(t)
	for _, c := range []*golden.Case{&cases.Crowd, &cases.Panel} {
		for i := range c.Designs {
			t.Run(c.Designs[i].Name, func(t *testing.T) { test(t, c, &c.Designs[i]) })
		}
	}
}

// TestFormsGolden holds M, weights, cost, the greedy's path and the choice to
// the golden figures.
func TestFormsGolden(t *testing.T) {
	eachDesign(t, func(t *testing.T, c *golden.Case, design *golden.Design) {
		p := goldenProblem(t, c, design)
		given := &design.Given
		if cost, ok := p.Cost(given.R); !ok || cost != amount(given.Cost) {
			t.Errorf("given repeats cost %s, want %g", cost, given.Cost)
		}
		f := newFactor(p, given.R, support(given.R))
		w, loss := placed(p.d(), f.attrs, f.weights()[0]), lossOf(p, f.objective(), f.weights())
		for a := range w {
			if own := w[a] / math.Sqrt(c.Moments.T2[a]); !near(own, given.Weights[a]) {
				t.Errorf("weight %d is %g, want %g", a, own, given.Weights[a])
			}
		}
		if !near(loss, given.Projected) {
			t.Errorf("given repeats lose %.12g, want %.12g", loss, given.Projected)
		}
		q := *p
		q.Ridge = .1
		f = newFactor(&q, given.R, support(given.R))
		if loss := lossOf(&q, f.objective(), f.weights()); !near(loss, given.Ridge01Projected) {
			t.Errorf("under a ridge of .1 they lose %.12g, want %.12g", loss, given.Ridge01Projected)
		}
		checkGoldenPath(t, p, design)
		exchanged := newCurve(t, p, Exchange, nil).At(amount(design.Budget))
		if r := exchanged.Repeats(p.d()); !slices.Equal(r, design.Chosen.R) || !near(exchanged.Loss, design.Chosen.Projected) || exchanged.Spent != amount(design.Chosen.Cost) {
			t.Errorf("chosen %v of cost %s losing %.12g, want %v of %g losing %.12g",
				r, exchanged.Spent, exchanged.Loss, design.Chosen.R, design.Chosen.Cost, design.Chosen.Projected)
		}
	})
}

func checkGoldenPath(t *testing.T, p *Problem, design *golden.Design) {
	t.Helper()
	budget := amount(design.Budget)
	if !p.OnForms() {
		w := newWalker(p, offerOf(p, Full), perCost)
		c := w.choose(budget)
		if r := c.Repeats(p.d()); !slices.Equal(r, design.Greedy.R) || !near(c.Loss, design.Greedy.Projected) {
			t.Errorf("greedy %v losing %.12g, want %v losing %.12g", r, c.Loss, design.Greedy.R, design.Greedy.Projected)
		}
		return
	}
	w := newWalker(p, offerOf(p, Full), perCost)
	for i, step := range design.Greedy.Path {
		c := w.choose(amount(step.Spent))
		if r := c.Repeats(p.d()); !slices.Equal(r, step.R) || c.Spent != amount(step.Spent) || !near(c.Loss, step.Projected) {
			t.Errorf("move %d: %v for %s losing %.12g, want %v for %g losing %.12g", i+1, r, c.Spent, c.Loss, step.R, step.Spent, step.Projected)
		}
	}
	if c := w.choose(budget); !slices.Equal(c.Repeats(p.d()), design.Greedy.R) {
		t.Errorf("greedy %v, want %v", c.Repeats(p.d()), design.Greedy.R)
	}
}

// literalForms is b'M⁺b at repeats, with M written out from its definition.
func literalForms(p *Problem, f *Forms, sigma []float64, r []int) float64 {
	s := support(r)
	if len(s) == 0 {
		return 0
	}
	d := len(r)
	m := mat.NewSymDense(len(s), nil)
	b := mat.NewVecDense(len(s), nil)
	for i, a := range s {
		b.SetVec(i, p.B[0][a])
		for j := i; j < len(s); j++ {
			e := s[j]
			omega := 0.0
			switch {
			case a == e:
				omega = 1 / float64(r[a])
			case f.Of[a] == f.Of[e]:
				omega = 1 / float64(max(r[a], r[e]))
			case f.Panel > 0:
				omega = 1 / float64(f.Panel)
			}
			x := sigma[a*d+e] + omega*f.Halo[a*d+e]
			if a == e {
				x += p.Ridge
			}
			m.SetSym(i, j, x)
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(m) {
		return math.NaN()
	}
	var w mat.VecDense
	if err := chol.SolveVecTo(&w, b); err != nil {
		return math.NaN()
	}
	return mat.Dot(&w, b)
}

// randomForms draws a problem of d attributes on some forms, and returns it with
// its Σ⁺ before a panel's share is put into it.
func randomForms(rng *rand.Rand, d int) (p *Problem, f *Forms, sigma []float64) {
	gram := func(rank int, scale float64) []float64 {
		x := make([]float64, d*rank)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		out := make([]float64, d*d)
		for a := range d {
			for e := range d {
				for k := range rank {
					out[a*d+e] += scale * x[a*rank+k] * x[e*rank+k] / float64(rank)
				}
			}
		}
		return out
	}
	sigma = gram(d+2, .6)
	f = &Forms{Of: make([]int, d), Halo: gram(1+rng.IntN(d+1), .8)}
	forms := 1 + rng.IntN(3)
	calls := make([]bool, forms)
	for g := range forms {
		f.Price = append(f.Price, []model.Amount{0, model.Unit / 2, model.Unit, 2 * model.Unit}[rng.IntN(4)])
		calls[g] = f.Price[g] > 0 && rng.IntN(2) == 0
	}
	p = &Problem{VarY: 1, Sigma: sigma, Price: make([]model.Amount, d), Candidate: make([]bool, d), B: [][]float64{make([]float64, d)}, V: make([]float64, d)}
	beta := make([]float64, d)
	for a := range d {
		f.Of[a] = rng.IntN(forms)
		p.Candidate[a] = rng.IntN(8) > 0
		if p.Price[a] = []model.Amount{model.Unit, model.Unit / 2, 2 * model.Unit}[rng.IntN(3)]; calls[f.Of[a]] {
			p.Price[a] = 0
		}
		beta[a] = rng.NormFloat64() / float64(d)
		p.V[a] = f.Halo[a*d+a]
	}
	for a := range d {
		for e := range d {
			p.B[0][a] += sigma[a*d+e] * beta[e]
		}
	}
	if rng.IntN(3) == 0 {
		f.Panel = 2 + rng.IntN(3)
		p.Max = slices.Repeat([]int{f.Panel}, d)
	}
	if rng.IntN(3) == 0 {
		p.Ridge = .1
	}
	return p.WithForms(f), f, sigma
}

// TestFormGainsAgainstLiteral holds what every move promises, and every choice's
// objective, against M written out.
func TestFormGainsAgainstLiteral(t *testing.T) {
	seeds := fresh.Seed(t, 7100)
	moves := 0
	for k := range 300 {
		rng := rand.New(rand.NewPCG(seeds, uint64(k)))
		p, f, sigma := randomForms(rng, 2+rng.IntN(4))
		if !p.OnForms() {
			continue
		}
		s := newFullState(p)
		for range 6 {
			r := slices.Clone(s.repeats)
			base := literalForms(p, f, sigma, r)
			spent, _ := p.Cost(r)
			if !(math.Abs(s.value()-base) <= 1e-8) {
				t.Fatalf("world %d at %v: objective %g, literally %g", k, r, s.value(), base)
			}
			list := movesOf(s)
			for _, m := range list {
				after := slices.Clone(r)
				for _, l := range m.lots {
					after[l.attribute] += l.judgments
				}
				gain := literalForms(p, f, sigma, after) - base
				cost, _ := p.Cost(after)
				if !(math.Abs(m.gain-gain) <= 1e-8*max(1, gain)) || cost-spent != m.price {
					t.Fatalf("world %d from %v to %v: gain %g for %s, literally %g for %s", k, r, after, m.gain, m.price, gain, cost-spent)
				}
				moves++
			}
			if len(list) == 0 {
				break
			}
			s.buy(list[rng.IntN(len(list))].lots)
		}
	}
	if moves < 3000 {
		t.Errorf("only %d moves were looked at", moves)
	}
}

// movesOf lists all that a state offers.
func movesOf(s *fullState) []opening {
	m := s.market
	m.gains()
	var list []opening
	add := func(gain float64, g int, lots ...lot) {
		if gain > negligibleGain(s.p) {
			list = append(list, opening{lots: lots, price: m.priceOf(lots...), gain: gain})
		}
	}
	for g, on := range s.p.forms.on {
		if m.raises[g].loose {
			bound := m.raises[g].gain
			if m.tighten([]int{g}); m.raises[g].gain > bound*(1+1e-9)+negligibleGain(s.p) {
				panic("a raise brings more than its bound")
			}
		}
		for _, o := range m.openings[g] {
			add(o.gain, g, slices.Clone(o.lots)...)
		}
		for _, a := range on {
			r, most := s.repeats[a], s.p.Most(a)
			t := 1
			if r > 0 {
				t = step(r, most)
			}
			add(m.one[a], g, lot{a, t})
			if s.p.forms.kind[g] == form && s.top[g] > 0 && r == 0 {
				add(m.far[a], g, lot{a, min(s.top[g], most)})
			}
		}
		if one := m.raises[g]; len(one.lots) > 0 {
			list = append(list, opening{slices.Clone(one.lots), m.priceOf(one.lots...), one.gain})
		}
	}
	return list
}

// affordable calls visit for every repeat vector of the candidates within a budget, on
// calls only for whole calls.
func affordable(p *Problem, budget model.Amount, visit func(r []int)) {
	r := make([]int, p.d())
	var branch func(a int)
	branch = func(a int) {
		if a == p.d() {
			whole := slices.Clone(r)
			fillCalls(p, whole)
			if slices.Equal(whole, r) {
				visit(r)
			}
			return
		}
		for n := 0; n == 0 || p.Candidate[a] && n <= p.Most(a); n++ {
			r[a] = n
			if cost, ok := p.Cost(r); !ok || cost > budget || n > 40 {
				break
			}
			branch(a + 1)
		}
		r[a] = 0
	}
	branch(0)
}

// TestFormsAgainstEnumeration: no choice is better than the best of all vectors,
// none costs more than its budget, and Full and exchange come near the best: of 600 worlds
// Full is at most .05 Var(y) behind it. A curve has the same choices, whatever tails were shared.
func TestFormsAgainstEnumeration(t *testing.T) {
	seeds := fresh.Seed(t, 7200)
	worst := make(map[Algorithm]float64)
	for k := range 600 {
		rng := rand.New(rand.NewPCG(seeds, uint64(k)))
		p, f, sigma := randomForms(rng, 2+rng.IntN(3))
		if !p.OnForms() {
			continue
		}
		budget := model.Amount(2+rng.IntN(11)) * model.Unit / 2
		best := 0.0
		affordable(p, budget, func(r []int) { best = max(best, literalForms(p, f, sigma, r)) })
		for _, alg := range []Algorithm{Full, Exchange, Scoring, Uniform, Single} {
			c := newCurve(t, p, alg, nil).At(budget)
			r := c.Repeats(p.d())
			cost, _ := p.Cost(r)
			obj := literalForms(p, f, sigma, r)
			curve := newCurve(t, p, alg, budgetsUpTo(int(2*budget/model.Unit), model.Unit/2))
			if steps, along := p.Steps(&c), curve.At(budget); !slices.Equal(along.Repeats(p.d()), r) || len(steps) > 0 && steps[len(steps)-1].Spent != c.Spent {
				t.Fatalf("world %d %s B=%s: %v on a curve, %v alone, whose steps are %v", k, alg, budget, along.Repeats(p.d()), r, steps)
			}
			if cost != c.Spent || cost > budget || !(obj <= best+1e-9) {
				t.Fatalf("world %d %s: %v of cost %s (said %s) within %s reaches %g, the best %g", k, alg, r, cost, c.Spent, budget, obj, best)
			}
			if p.Ridge == 0 && !(math.Abs(p.VarY-obj-c.Loss) <= 1e-8) {
				t.Fatalf("world %d %s: %v loses %g, said %g", k, alg, r, p.VarY-obj, c.Loss)
			}
			worst[alg] = max(worst[alg], (best-obj)/max(best, p.VarY))
		}
	}
	if fresh.Fixed() && (worst[Full] > .05 || worst[Exchange] > .02) {
		t.Errorf("full is up to %g Var(y) behind the best, exchange %g", worst[Full], worst[Exchange])
	}
}

// TestPanelBoughtSingly: C+/R off the diagonal may leave Σ⁺ indefinite. The path's
// losses still agree with a fresh factorisation.
func TestPanelBoughtSingly(t *testing.T) {
	p := &Problem{
		B: [][]float64{{.3, .5, .6}}, V: []float64{.5, .5, .5}, VarY: 1.5,
		Sigma: []float64{.5, .4, .41, .4, .5, .42, .41, .42, .5},
		Price: slices.Repeat([]model.Amount{model.Unit}, 3), Candidate: []bool{true, true, true},
		Limits: Limits{Max: []int{3, 3, 3}},
	}
	p = p.WithForms(&Forms{
		Of: []int{0, 1, 2}, Price: make([]model.Amount, 3), Panel: 3,
		Halo: []float64{.5, .45, .45, .45, .5, .45, .45, .45, .5},
	})
	for b := range 10 {
		c := newCurve(t, p, Full, nil).At(model.Units(b))
		if _, loss := p.Weights(&c); !(math.Abs(loss-c.Loss) <= 1e-9) {
			t.Errorf("B=%d: the path loses %g, its weights %g", b, c.Loss, loss)
		}
	}
}

// TestSinglesOnForms: forms of one attribute each without a price are no forms.
func TestSinglesOnForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	p, f, _ := randomForms(rng, 5)
	for a := range f.Of {
		f.Of[a] = a
		p.Price[a] = model.Unit
	}
	f.Price, f.Panel, p.Max = make([]model.Amount, 5), 0, nil
	q := p.WithForms(f)
	if q.OnForms() {
		t.Fatal("singles were taken for forms")
	}
	plain := *p
	plain.forms = nil
	for _, alg := range []Algorithm{Full, Scoring, Exchange} {
		a, b := newCurve(t, q, alg, nil).At(model.Units(9)), newCurve(t, &plain, alg, nil).At(model.Units(9))
		if !slices.Equal(a.Repeats(5), b.Repeats(5)) || a.Loss != b.Loss {
			t.Errorf("%s: %v losing %g, without forms %v losing %g", alg, a.Repeats(5), a.Loss, b.Repeats(5), b.Loss)
		}
	}
}

// TestSinglePaysMinima: minima on forms cost what their raters cost, and on a call all is
// asked; the rest of the budget goes to the attribute that brings most beside them.
func TestSinglePaysMinima(t *testing.T) {
	for k := range 60 {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 7350), uint64(k)))
		p, f, sigma := randomForms(rng, 3+rng.IntN(4))
		p.Min = make([]int, p.d())
		p.Min[rng.IntN(p.d())] = 2
		least := minimalRepeats(p)
		required, _ := p.Required()
		for b := range 12 {
			budget := model.Units(b)
			c := newCurve(t, p, Single, nil).At(budget)
			r := c.Repeats(p.d())
			if cost, _ := p.Cost(r); c.Spent > budget || cost != c.Spent {
				t.Fatalf("world %d B=%s: %v costs %s, said %s", k, budget, r, cost, c.Spent)
			}
			if budget < required {
				continue
			}
			best := literalForms(p, f, sigma, least)
			for a, ok := range p.Candidate {
				if n := min(int((budget-required)/(p.Price[a]+f.Price[f.Of[a]])), p.Most(a)-least[a]); ok && n > 0 {
					r := slices.Clone(least)
					r[a] += n
					best = max(best, literalForms(p, f, sigma, r))
				}
			}
			if got := literalForms(p, f, sigma, r); !(math.Abs(got-best) <= 1e-8) {
				t.Fatalf("world %d B=%s: %v reaches %g, another %g", k, budget, r, got, best)
			}
		}
	}
}

// halved returns a design of one form for all attributes, paid per answer. Half of the
// error variance of a judgment on the form is the rater's own.
func halved(p *Problem) *Forms {
	d := p.d()
	f := &Forms{Of: make([]int, d), Price: []model.Amount{0}, Halo: make([]float64, d*d)}
	for a := range d {
		for e := range d {
			f.Halo[a*d+e] = math.Sqrt(p.V[a]*p.V[e]) / 2
		}
		f.Halo[a*d+a] = p.V[a]
	}
	return f
}

// halvedWorld is a pilot of 1000 objects, bought on such a form.
func halvedWorld(t testing.TB, d int) *Problem {
	price := make([]model.Amount, d)
	for a := range price {
		price[a] = model.Unit
	}
	p := problemOf(t, simulate.Draw(simulate.World{Objects: 1000, Attributes: d, K: 3}, 1), price)
	return p.WithForms(halved(p))
}

// TestFormsOfManyRaters: budgets for a million judgments are spent in shares,
// within the budget and nearly to its end, and never lose more at a larger one.
func TestFormsOfManyRaters(t *testing.T) {
	for _, price := range []model.Amount{0, 3 * model.Unit} {
		p := halvedWorld(t, 8)
		f := *p.Forms()
		f.Price = []model.Amount{price}
		p = p.WithForms(&f)
		budgets := []model.Amount{model.Units(500), model.Units(5000), model.Units(70_001), model.Units(1_000_000)}
		last := p.VarY
		for i, c := range newCurve(t, p, Full, budgets).Choices {
			cost, ok := p.Cost(c.Repeats(p.d()))
			if !ok || cost != c.Spent || cost > budgets[i] || budgets[i]-cost > 4*model.Unit {
				t.Errorf("form at %s: %s of %s spent, said %s", price, cost, budgets[i], c.Spent)
			}
			if _, loss := p.Weights(&c); !(math.Abs(loss-c.Loss) <= 1e-8*p.VarY) || !(loss < last) {
				t.Errorf("form at %s, B=%s: loss %g, said %g, %g before", price, budgets[i], loss, c.Loss, last)
			}
			last = c.Loss
		}
		if _, err := BudgetRange(t.Context(), p); err != nil {
			t.Error(err)
		}
	}
}
