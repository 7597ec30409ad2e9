package selection

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// factorState is fullState's oracle: everything from a factorisation at the
// repeats, each time anew.
type factorState struct {
	p       *Problem
	repeats []int
	order   []int
	factor  *cholesky
}

// newFactor returns the factor of M_S, whose support enters in the given order.
func newFactor(p *Problem, repeats, order []int) *cholesky {
	f := new(cholesky)
	f.fill(p, repeats, order)
	return f
}

func newFactorState(p *Problem, repeats, order []int) *factorState {
	return &factorState{p: p, repeats: repeats, order: order, factor: newFactor(p, repeats, order)}
}

// after returns the state after lots were bought.
func (s *factorState) after(bought []lot) *factorState {
	repeats, order := slices.Clone(s.repeats), slices.Clone(s.order)
	for _, l := range bought {
		if repeats[l.attribute] == 0 {
			order = append(order, l.attribute)
		}
		repeats[l.attribute] += l.judgments
	}
	return newFactorState(s.p, repeats, order)
}

// condition is the largest share of its own variance, inverted, that an
// attribute keeps given all the others.
func (s *factorState) condition() float64 {
	n := len(s.factor.attrs)
	if n == 0 {
		return 1
	}
	m := mat.NewSymDense(n, nil)
	for i, a := range s.factor.attrs {
		for k, e := range s.factor.attrs[:i+1] {
			m.SetSym(i, k, matrixEntry(s.p, s.repeats, a, e))
		}
	}
	var chol mat.Cholesky
	var inv mat.SymDense
	if !chol.Factorize(m) || chol.InverseTo(&inv) != nil {
		return math.Inf(1)
	}
	worst := 1.0
	for k, a := range s.factor.attrs {
		worst = max(worst, s.p.own(a)*inv.At(k, k))
	}
	return worst
}

// matrixEntry is the entry of M between two attributes, the ridge included.
func matrixEntry(p *Problem, repeats []int, a, e int) float64 {
	x := p.Covariance(a, repeats[a], e, repeats[e])
	if a == e {
		x += p.Ridge
	}
	return x
}

// agrees reports whether a figure from P equals the oracle's, for the given lots. The
// accuracy is the given one as long as each attribute keeps a thousandth of its
// variance. With a smaller share it is less: rounding grows by the inverse of the share
// in a factor, and again in P. Below a hundred-thousandth both figures are rounding.
func (s *factorState) agrees(to, got, want float64, bought ...lot) bool {
	growth := max(1, s.condition()/1e3, s.after(bought).condition()/1e3)
	return growth > 100 || math.Abs(got-want) <= to*growth*growth*max(1, math.Abs(want))
}

// gain is what lots of one attribute bring: at a first judgment from the border,
// where an attribute can be redundant.
func (s *factorState) gain(a, n int) float64 {
	if s.repeats[a] > 0 {
		if !slices.Contains(s.factor.attrs, a) {
			return 0
		}
		return s.after([]lot{{a, n}}).factor.objective() - s.factor.objective()
	}
	b := s.factor.border(s.p, a, n)
	if s.factor.isRounding(s.p, &b) {
		return 0
	}
	return floats.Dot(b.residual, b.residual) / b.pivot
}

// checkState holds a state to the oracle: weights, objective, and what every
// attribute's judgments bring, by one and by as many as its form has raters.
func checkState(t *testing.T, s *fullState) {
	t.Helper()
	o := newFactorState(s.p, slices.Clone(s.repeats), slices.Clone(s.order))
	if !slices.Equal(slices.Sorted(slices.Values(o.factor.attrs)), slices.Sorted(slices.Values(s.support))) {
		t.Fatalf("at %v: support %v, factor %v", s.repeats, s.support, o.factor.attrs)
	}
	if !o.agrees(1e-8, s.value(), o.factor.objective()) {
		t.Fatalf("at %v: objective %.12g, factor %.12g", s.repeats, s.value(), o.factor.objective())
	}
	for l, w := range o.factor.weights() {
		for i, a := range o.factor.attrs {
			if got := s.w[l][s.place[a]]; !o.agrees(1e-7, got, w[i]) {
				t.Fatalf("at %v: weight %g of attribute %d and label %d, factor %g", s.repeats, got, a, l, w[i])
			}
		}
	}
	for a, r := range s.repeats {
		if !s.p.Candidate[a] {
			continue
		}
		top := s.top[s.p.forms.Of[a]]
		for _, n := range []int{1, max(1, top), 3} {
			if r+n > s.p.Most(a) || n == 1 && !s.exact && !s.market.isSettled([]lot{{a, 1}}) {
				continue
			}
			if got, want := s.market.gain(a, n), o.gain(a, n); !o.agrees(1e-8, got, want, lot{a, n}) {
				t.Fatalf("at %v: %d judgments of %d bring %.12g, from a factor %.12g", s.repeats, n, a, got, want)
			}
		}
	}
	if lots, _, _, ok := s.best(perCost, unlimited, s.p.Price); ok && !s.exact && !s.market.isSettled(lots) {
		t.Fatalf("at %v: %v is bought on what may be rounding", s.repeats, lots)
	}
	for _, m := range movesOf(s) {
		if !s.exact && !s.market.isSettled(m.lots) {
			continue // a factorisation decides before it is bought
		}
		want := o.after(m.lots).factor.objective() - o.factor.objective()
		if !o.agrees(1e-8, m.gain, want, m.lots...) {
			t.Fatalf("at %v: %v brings %.12g, from a factor %.12g", s.repeats, m.lots, m.gain, want)
		}
	}
}

// simulatedForms is a design on a simulated pilot: rank-deficient, with
// noise-free and with duplicate attributes.
func simulatedForms(t *testing.T, w simulate.World, seed uint64) *Problem {
	p := problemOf(t, simulate.Draw(w, seed), nil)
	f := halved(p)
	rng := rand.New(rand.NewPCG(seed, 3))
	forms := 1 + rng.IntN(3)
	for a := range f.Of {
		f.Of[a] = rng.IntN(forms)
	}
	f.Price = make([]model.Amount, forms)
	if rng.IntN(3) == 0 {
		f.Price[0] = model.Unit
	}
	return p.WithForms(f)
}

// TestFormStateAgainstFactor follows states along random moves: judgments
// bought and taken off, attributes that enter and leave, one by one and many at
// once.
func TestFormStateAgainstFactor(t *testing.T) {
	worlds, factorised := 0, 0
	steps := 0
	walk := func(p *Problem, rng *rand.Rand) {
		if !p.OnForms() || !(p.VarY > 0) {
			return
		}
		worlds++
		if worlds%2 == 0 { // several labels
			p = withRandomLabels(p, rng, 2)
		}
		s := newFullState(p)
		for range 20 {
			s = s.copyTo(nil).(*fullState)
			if moves := movesOf(s); len(moves) > 0 && rng.IntN(4) > 0 {
				s.buy(moves[rng.IntN(len(moves))].lots)
			} else {
				repeats := slices.Clone(s.repeats)
				for range 1 + rng.IntN(2) {
					a := rng.IntN(p.d())
					if to := rng.IntN(6); p.Candidate[a] && (repeats[a] > 0 || to == 0) {
						repeats[a] = min(to, p.Most(a))
					}
				}
				s.become(repeats, slices.DeleteFunc(slices.Clone(s.order), func(a int) bool { return repeats[a] == 0 }))
			}
			if steps++; s.exact {
				factorised++
			}
			checkState(t, s)
		}
	}
	for k := range 60 {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 7400), uint64(k)))
		p, _, _ := randomForms(rng, 2+rng.IntN(14))
		walk(p, rng)
	}
	for w, seed := range simulate.Worlds(60, fresh.Seed(t, 7500)) {
		w.Attributes += rand.New(rand.NewPCG(seed, 4)).IntN(14)
		walk(simulatedForms(t, w, seed), rand.New(rand.NewPCG(seed, 5)))
	}
	if fresh.Fixed() {
		t.Logf("%d worlds, %d of %d states from a factorisation", worlds, factorised, steps)
		if worlds < 60 || factorised > steps*2/3 {
			t.Errorf("%d worlds, %d of %d states from a factorisation", worlds, factorised, steps)
		}
	}
}

// TestFormNothingLeft: two attributes are equal except for noise, which one rater's
// errors share. Three judgments of the first explain three judgments of the second
// fully, although a first judgment of the second is not redundant. Dividing by the rest
// of 0 made the objective a NaN. The second has no weight beside the first, at whatever
// repeats: all splits of a weight between the two have the same loss, and rounding would choose
// one of them, as 2.28 and -1.72 for .56 and 0.
func TestFormNothingLeft(t *testing.T) {
	for n := range 50 {
		v := .05 + .03*float64(n)
		p := orthogonal(make([]float64, 3))
		p.VarY, p.B, p.V = 2, [][]float64{{1, 1, .1}}, []float64{v, v, .5}
		copy(p.Sigma, []float64{1, 1, .2, 1, 1, .2, .2, .2, 1})
		p = p.WithForms(&Forms{Of: make([]int, 3), Price: []model.Amount{0}, Halo: []float64{v, v, .1, v, v, .1, .1, .1, .5}})
		s := newFullStateAt(p, []int{3, 0, 1}, []int{2, 0})
		if got := s.market.first(1, 3); !(got >= 0 && got < 1e-12) {
			t.Errorf("noise %g: three judgments of what is known already bring %g", v, got)
		}
		s.buy([]lot{{1, 3}})
		s.buy([]lot{{2, 1}})
		want := newFactorState(p, s.repeats, s.order).factor.objective()
		if !(math.Abs(s.value()-want) <= 1e-12*want) {
			t.Errorf("noise %g: objective %g, from a factor %g", v, s.value(), want)
		}
		for r := 1; r <= 5; r++ {
			weigh := func(repeats, order []int) []float64 {
				f := newFactor(p, repeats, order)
				return placed(3, f.attrs, f.weights()[0])
			}
			alone, both := weigh([]int{r, 0, 2}, []int{2, 0}), weigh([]int{r, r, 2}, []int{2, 0, 1})
			if !slices.Equal(both, alone) {
				t.Errorf("noise %g, %d judgments: weights %v with a copy, %v without", v, r, both, alone)
			}
		}
	}
}

// TestFormGreedyAgainstFactor: the walker buys what a walker on factorisations
// buys, wherever the best move is clearly ahead.
func TestFormGreedyAgainstFactor(t *testing.T) {
	moves := 0
	for k := range 60 {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 7600), uint64(k)))
		p, _, _ := randomForms(rng, 3+rng.IntN(12))
		if !p.OnForms() {
			continue
		}
		for _, by := range []rule{perCost, byGain} {
			s := newFullState(p)
			for range 25 {
				lots, _, _, ok := s.best(by, unlimited, p.Price)
				lots = slices.Clone(lots)
				o := newFullStateAt(p, s.repeats, s.order)
				oracle := newFactorState(p, slices.Clone(s.repeats), slices.Clone(s.order))
				top := 0.0
				var want []lot
				margin := math.Inf(1)
				for _, other := range movesOf(o) {
					gain := oracle.after(other.lots).factor.objective() - oracle.factor.objective()
					switch score := by.score(gain, other.price); {
					case !(gain > negligibleGain(p)):
					case score > top:
						margin, top, want = score-top, score, other.lots
					default:
						margin = min(margin, top-score)
					}
				}
				if margin > 1e-6 && !slices.Equal(lots, want) {
					t.Fatalf("world %d at %v: bought %v, want %v", k, s.repeats, lots, want)
				}
				if !ok {
					break
				}
				moves++
				s.buy(lots)
			}
		}
	}
	if fresh.Fixed() && moves < 1500 {
		t.Errorf("only %d moves", moves)
	}
}
