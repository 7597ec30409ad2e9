package bound

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// world is a random problem, of judgments bought singly or under a design.
type world struct {
	p     *selection.Problem
	sigma []float64 // Σ⁺ before a panel's share is put into it
	kind  string
}

// worlds yields n problems from data, twice as many invented ones, and n on designs.
func worlds(t testing.TB, n int, seed uint64) func(yield func(*world, uint64) bool) {
	return func(yield func(*world, uint64) bool) {
		for p, seed := range small(t, n, seed) {
			if !yield(&world{p, p.Sigma, "data"}, seed) {
				return
			}
		}
		for p, seed := range invented(2*n, seed) {
			if !yield(&world{p, p.Sigma, "invented"}, seed) {
				return
			}
		}
		for k := range uint64(n) {
			rng := rand.New(rand.NewPCG(seed, k))
			if w := randomWorld(rng, 2+rng.IntN(3)); !yield(&w, k) {
				return
			}
		}
	}
}

// randomWorld draws a problem of d attributes on forms, calls, a panel, or some
// of each, with what limits do to it.
func randomWorld(rng *rand.Rand, d int) world {
	gram := func(rank int, scale float64) []float64 {
		x := mat.NewDense(d, rank, nil)
		x.Apply(func(_, _ int, _ float64) float64 { return math.Sqrt(scale/float64(rank)) * rng.NormFloat64() }, x)
		var g mat.Dense
		g.Mul(x, x.T())
		return g.RawMatrix().Data
	}
	rank := func() int { return 1 + rng.IntN(d+2) }
	w := world{sigma: gram(rank(), .6)}
	p := &selection.Problem{
		VarY: 1, Sigma: w.sigma, Price: make([]model.Amount, d), Candidate: make([]bool, d), B: [][]float64{make([]float64, d)}, V: make([]float64, d),
	}
	f := &selection.Forms{Of: make([]int, d), Halo: gram(rank(), .8)}
	w.kind = []string{"form", "form", "call", "panel", "mixed", "panel of forms"}[rng.IntN(6)]
	beta := mat.NewVecDense(d, nil)
	for a := range d {
		p.Candidate[a] = rng.IntN(8) > 0
		p.Price[a] = []model.Amount{model.Unit, model.Unit / 2, 2 * model.Unit}[rng.IntN(3)]
		beta.SetVec(a, rng.NormFloat64()/float64(d))
		if rng.IntN(10) == 0 { // an attribute without noise
			for e := range d {
				f.Halo[a*d+e], f.Halo[e*d+a] = 0, 0
			}
		}
	}
	forms := 1 + rng.IntN(2)
	for g := range d {
		f.Price = append(f.Price, 0)
		if w.kind == "call" || w.kind == "mixed" && rng.IntN(2) == 0 {
			f.Price[g] = model.Unit * model.Amount(1+rng.IntN(3)) / 2
		}
	}
	for a := range d {
		if f.Of[a] = rng.IntN(forms); w.kind == "panel" || w.kind == "mixed" && rng.IntN(4) == 0 {
			f.Of[a] = a
		}
		if w.kind == "call" || w.kind == "mixed" && f.Price[f.Of[a]] > model.Unit {
			p.Price[a] = 0
		}
		p.V[a] = f.Halo[a*d+a]
	}
	mat.NewVecDense(d, p.B[0]).MulVec(mat.NewDense(d, d, w.sigma), beta)
	if w.kind == "panel" || w.kind == "panel of forms" {
		f.Panel = 2 + rng.IntN(3)
		p.Max = slices.Repeat([]int{f.Panel}, d)
	} else if rng.IntN(3) == 0 {
		p.Min, p.Max = make([]int, d), make([]int, d)
		for a := range d {
			switch rng.IntN(5) {
			case 0:
				p.Min[a] = 1
			case 1:
				p.Max[a] = 1 + rng.IntN(3)
			case 2:
				p.Min[a] = 1 + rng.IntN(2)
				p.Max[a] = p.Min[a]
			}
		}
	}
	w.p = p.WithForms(f)
	return w
}

// loss is the least over all weights by definition, and how well the system is
// conditioned.
func (w *world) loss(r []int) (loss, condition float64) {
	f, d := w.p.Forms(), len(r)
	if f == nil {
		return literalLoss(w.p, r)
	}
	q := &selection.Problem{B: w.p.B, V: make([]float64, d), VarY: w.p.VarY, Sigma: slices.Clone(w.sigma)}
	for a := range d {
		for e := range d {
			if r[a] == 0 || r[e] == 0 {
				continue
			}
			omega := 0.0
			switch {
			case f.Of[a] == f.Of[e]:
				omega = 1 / float64(max(r[a], r[e]))
			case f.Panel > 0:
				omega = 1 / float64(f.Panel)
			}
			q.Sigma[a*d+e] += omega * f.Halo[a*d+e]
		}
	}
	return literalLoss(q, r)
}

// eachAffordable yields the repeats within a budget and the limits, on calls
// only whole ones.
func eachAffordable(p *selection.Problem, budget model.Amount, visit func(r []int)) {
	r := make([]int, len(p.V))
	f := p.Forms()
	var from func(a int)
	from = func(a int) {
		if a == len(r) {
			if f == nil || isWhole(p, f, r) {
				visit(r)
			}
			return
		}
		least, most := 0, 0
		if p.Candidate[a] {
			least, most = p.Least(a), p.Most(a)
		}
		for n := least; n <= most; n++ {
			r[a] = n
			if cost, ok := p.Cost(r); !ok || cost > budget {
				break
			}
			from(a + 1)
		}
		r[a] = 0
	}
	from(0)
}

// isWhole tells whether in calls everything is asked.
func isWhole(p *selection.Problem, f *selection.Forms, r []int) bool {
	for g, price := range f.Price {
		top, call := 0, price > 0
		for a := range r {
			if f.Of[a] == g && p.Candidate[a] {
				top, call = max(top, r[a]), call && p.Price[a] == 0
			}
		}
		for a := range r {
			if call && f.Of[a] == g && p.Candidate[a] {
				most := top
				if p.Max != nil && p.Max[a] > 0 {
					most = min(most, p.Max[a])
				}
				if r[a] != most {
					return false
				}
			}
		}
	}
	return true
}

// TestOrder holds bound <= optimum <= what algorithms choose, with the optimum by plain enumeration
// and a literal loss, and both searches against it, from the choice of an algorithm and from nothing.
func TestOrder(t *testing.T) {
	met := map[string]*tally{}
	for w, seed := range worlds(t, 500, fresh.Seed(t, 1)) {
		if met[w.kind] == nil {
			met[w.kind] = new(tally)
		}
		for _, budget := range []model.Amount{0, model.Unit, 2*model.Unit + model.Unit/2, 4 * model.Unit, 6 * model.Unit, 9 * model.Unit} {
			if vectorCount(w.p, budget) < 3000 {
				met[w.kind].holdOrder(t, w, seed, budget)
			}
		}
	}
	for kind, most := range map[string]float64{"data": 1, "invented": 1, "form": .1, "call": .02, "panel": .02, "mixed": .1} {
		n := met[kind]
		slices.Sort(n.gaps)
		t.Logf("%s: %d bounds, none for %d, %d optima, Full misses %d", kind, len(n.gaps), n.none, n.optima, n.better)
		if fresh.Fixed() && (len(n.gaps) < 100 || n.optima < 100 || !(n.gaps[len(n.gaps)/2] <= most)) {
			t.Errorf("%s: the test lost its power", kind)
		}
	}
	if n := met["invented"]; fresh.Fixed() && (n.none < 100 || n.better < 25) {
		t.Errorf("%d without a bound, %d better than Full: the test lost its power", n.none, n.better)
	}
}

// tally counts what a test has met.
type tally struct {
	gaps   []float64 // between bound and optimum
	none   int       // without a bound
	optima int       // that could be compared with enumeration
	better int       // optima that Full misses
}

func (n *tally) holdOrder(t *testing.T, w *world, seed uint64, budget model.Amount) {
	t.Helper()
	p := w.p
	lb, ok := NewPath(p).At(budget)
	if !ok {
		n.none++
		lb = math.Inf(-1)
	}
	best, clear := math.Inf(1), true
	enough := 1e-6
	if p.Forms() != nil {
		enough = 1e-5
	}
	eachAffordable(p, budget, func(r []int) {
		loss, condition := w.loss(r)
		// Rounding in a literal loss grows as the system nears a singular one.
		if lb > loss+slack(p, loss)+1e-14/max(condition, 1e-13)*p.VarY {
			t.Fatalf("%s %d B=%s: bound %g, but %v loses %g", w.kind, seed, budget, lb, r, loss)
		}
		switch {
		case condition > enough:
			best = min(best, loss)
		case condition > 1e-13 || p.Forms() != nil:
			clear = false // too near to singular for two ways to agree
		}
	})
	got, err := Search(context.Background(), p, budget)
	if required, payable := p.Required(); (err != nil) != (!payable || required > budget) {
		t.Fatalf("%s %d B=%s: %v", w.kind, seed, budget, err)
	}
	if err != nil || !fresh.Fixed() && got.Loss < -1e3*p.VarY {
		return // nothing to find, or an optimum of a system singular but for rounding
	}
	checkRepeats(t, p, budget, got.Repeats)
	if clear && !math.IsInf(best, 1) {
		n.optima++
		if !(math.Abs(got.Loss-best) <= slack(p, best)) {
			t.Fatalf("%s %d B=%s: optimum %v loses %g, enumeration finds %g", w.kind, seed, budget, got.Repeats, got.Loss, best)
		}
		checkSearch(t, p, budget, got.Repeats, got.Loss)
		if repeats, loss, ok := Optimum(context.Background(), p, budget); ok && !(math.Abs(loss-best) <= slack(p, best)) {
			t.Fatalf("%s %d B=%s: optimum %v loses %g, enumeration finds %g", w.kind, seed, budget, repeats, loss, best)
		}
		if ok {
			n.gaps = append(n.gaps, best-lb)
		}
	}
	n.holdChoices(t, w, seed, budget, got.Loss, ok)
}

// holdChoices holds what algorithms choose to the optimum.
func (n *tally) holdChoices(t *testing.T, w *world, seed uint64, budget model.Amount, optimum float64, bounded bool) {
	t.Helper()
	for _, ridge := range []float64{0, .3} {
		if ridge > 0 && !bounded {
			continue // a ridge tells apart what at λ = 0 is redundant
		}
		full := chosenLoss(t, w.p, selection.Full, ridge, budget)
		for _, alg := range []selection.Algorithm{selection.Full, selection.Scoring, selection.Exchange} {
			c := chosen(t, w.p, alg, ridge, budget)
			if _, condition := w.loss(c.Repeats(len(w.p.V))); condition < 1e-5 {
				continue // what is left of a redundant attribute may be rounding
			}
			if optimum > c.Loss+slack(w.p, optimum) {
				t.Fatalf("%s %d B=%s: the optimum loses %g, %s at λ=%g %g", w.kind, seed, budget, optimum, alg, ridge, c.Loss)
			}
			if alg == selection.Exchange && ridge == 0 && c.Loss > full+slack(w.p, full) {
				t.Fatalf("%s %d B=%s: exchange loses %g, Full %g", w.kind, seed, budget, c.Loss, full)
			}
		}
		if ridge == 0 && optimum < full-slack(w.p, optimum) {
			n.better++
		}
	}
}

// TestDecided: with all repeats decided the bound is their loss.
func TestDecided(t *testing.T) {
	decided := map[bool]int{}
	for w, seed := range worlds(t, 100, fresh.Seed(t, 40)) {
		const budget = 5 * model.Unit
		if f := w.p.Forms(); f != nil && f.Panel > 0 {
			continue
		}
		s := newSearch(context.Background(), w.p, budget)
		eachAffordable(w.p, budget, func(r []int) {
			loss, condition := w.loss(r)
			if condition < 1e-5 {
				return
			}
			for i := range s.order {
				s.decide(&s.order[i], s.order[i].repeats(r))
			}
			lb, ok := NewPath(&s.node).At(budget)
			ok = ok || w.kind == "invented" // whose b need not fit Σ⁺
			if got := s.lossOf(r); !ok || math.Abs(lb-loss) > slack(w.p, loss) || !(math.Abs(got-loss) <= slack(w.p, loss)) {
				t.Fatalf("%s %d: %v loses %g, bound %g, search says %g", w.kind, seed, r, loss, lb, got)
			}
			decided[w.p.Forms() == nil]++
		})
	}
	if fresh.Fixed() && (decided[true] < 1000 || decided[false] < 500) {
		t.Errorf("only %v vectors were decided", decided)
	}
}
