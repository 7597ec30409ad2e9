package selection

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// equip gives a problem what every algorithm needs.
func equip(t testing.TB, p *Problem, ds *model.Dataset) *Problem {
	t.Helper()
	mode := model.RatersPaper
	if len(ds.Raters) > 0 {
		mode = model.RatersAware
	}
	b, err := moments.Accumulate(context.Background(), ds, &ds.Labels[0], mode)
	if err != nil {
		t.Fatal(err)
	}
	s := b.Union(nil)
	m := b.Moments(s)
	c, err := moments.AccumulateCopies(context.Background(), ds, &ds.Labels[0], mode, nil)
	if err != nil {
		t.Fatal(err)
	}
	return copiesOf(meansOf(p.WithNames(ds.Attributes), b.CellMeans(s, m), m.K()), c)
}

// meansOf gives a problem what Averages needs, and copiesOf what Copies needs.
func meansOf(p *Problem, cov []float64, k []int) *Problem {
	p, _ = p.Equip(Averages, Equipment{Means: func() ([]float64, []int) { return cov, k }})
	return p
}

func copiesOf(p *Problem, c *moments.Copies) *Problem {
	p, _ = p.Equip(Copies, Equipment{Copies: func() (*moments.Copies, error) { return c, nil }})
	return p
}

// restricted draws prices and limits: equal prices for some seeds, minima and
// maxima for some, no ridge unless asked for.
func restricted(d int, seed uint64, ridge bool) ([]model.Amount, Limits) {
	rng := rand.New(rand.NewPCG(seed, 23))
	price := slices.Repeat([]model.Amount{model.Unit}, d)
	if rng.IntN(2) == 0 {
		for a := range price {
			price[a] = []model.Amount{model.Unit, model.Unit / 4, 4 * model.Unit, 3 * model.Unit / 10, 7 * model.Unit / 5}[rng.IntN(5)]
		}
	}
	var l Limits
	if rng.IntN(3) == 0 {
		l.Min = make([]int, d)
		for range 1 + rng.IntN(2) {
			l.Min[rng.IntN(d)] = 1 + rng.IntN(3)
		}
	}
	if rng.IntN(3) == 0 {
		l.Max = make([]int, d)
		for a := range l.Max {
			l.Max[a] = rng.IntN(4)
			if l.Min != nil && l.Max[a] > 0 {
				l.Max[a] = max(l.Max[a], l.Min[a])
			}
		}
	}
	if ridge && rng.IntN(2) == 0 {
		l.Ridge = []float64{.01, .1, 1}[rng.IntN(3)]
	}
	return price, l
}

// problems yields varied problems for every algorithm.
func problems(t testing.TB, n int, seed uint64, ridge bool) func(yield func(*Problem, uint64) bool) {
	return func(yield func(*Problem, uint64) bool) {
		for w, seed := range simulate.Worlds(n, seed) {
			if seed%2 == 0 {
				w.Ragged = 0 // with copies, more often
			}
			ds := simulate.Draw(w, seed)
			price, limits := restricted(len(ds.Attributes), seed, ridge)
			p := problemOf(t, ds, price)
			if !(p.VarY > 0) {
				continue
			}
			p.Limits = limits
			if seed%3 == 0 {
				p.Candidate[int(seed)%p.d()] = false
			}
			if !yield(equip(t, p, ds), seed) {
				return
			}
		}
	}
}

// runnable lists the algorithms that can be run on p, single=NAME included.
func runnable(p *Problem) []Algorithm {
	list := AllAlgorithms()
	for a, ok := range p.Candidate {
		if ok {
			list = append(list, Algorithm(singleOf+p.names[a]))
			break
		}
	}
	return slices.DeleteFunc(list, func(a Algorithm) bool { return p.Check(a) != nil })
}

// TestChoicesAreValid: whatever the algorithm, a choice keeps to the budget and
// the limits, pays the minima where the budget does, and has the loss of its
// repeats; the curve serves budgets on and off its grid alike.
func TestChoicesAreValid(t *testing.T) {
	seen := map[Algorithm]int{}
	for p, seed := range problems(t, 120, fresh.Seed(t, 3100), false) {
		required, ok := p.Required()
		if !ok {
			t.Fatal("minima beyond all budgets")
		}
		budgets := []model.Amount{0, model.Unit / 4, 3 * model.Unit, required, required + 5*model.Unit, required + 16*model.Unit + 1}
		slices.Sort(budgets)
		for _, alg := range runnable(p) {
			c := newCurve(t, p, alg, budgets)
			for i, b := range budgets {
				got := c.Choices[i]
				checkChoice(t, p, alg, b, got)
				r := got.Repeats(p.d())
				for a, n := range r {
					if n > p.Most(a) || n > 0 && !p.Candidate[a] || b >= required && n < p.Least(a) || b < required && n > 0 {
						t.Fatalf("seed %d %s B=%s: %v within %+v, candidates %v", seed, alg, b, r, p.Limits, p.Candidate)
					}
				}
				off := newCurve(t, p, alg, nil).At(b)
				if !slices.Equal(r, off.Repeats(p.d())) || got.Spent != off.Spent {
					t.Fatalf("seed %d %s B=%s: %v on the curve, %v alone", seed, alg, b, r, off.Repeats(p.d()))
				}
				seen[alg]++
			}
		}
	}
	for _, alg := range AllAlgorithms() {
		if fresh.Fixed() && seen[alg] < 100 {
			t.Errorf("%s was run %d times only", alg, seen[alg])
		}
	}
}

// TestUnitsDoNotMatter multiplies attributes by powers of ten: same repeats,
// whatever the algorithm.
func TestUnitsDoNotMatter(t *testing.T) {
	w := simulate.World{Objects: 90, Attributes: 8, K: 2}
	draw := func(scaled bool) *Problem {
		ds := simulate.Draw(w, 5)
		for j := range ds.Value {
			if scaled {
				ds.Value[j] *= []float64{1e-3, 1, 1e4, 1e2, 10}[ds.Attr[j]%5]
			}
		}
		return equip(t, problemOf(t, ds, nil), ds)
	}
	a, b := draw(false), draw(true)
	for _, alg := range runnable(a) {
		for i := range 40 {
			budget := model.Units(i)
			ra, rb := newCurve(t, a, alg, nil).At(budget), newCurve(t, b, alg, nil).At(budget)
			if !slices.Equal(ra.Repeats(8), rb.Repeats(8)) {
				t.Fatalf("%s B=%d: %v in one unit, %v in another", alg, i, ra.Repeats(8), rb.Repeats(8))
			}
		}
	}
}
