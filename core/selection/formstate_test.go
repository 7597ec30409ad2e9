package selection

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// factorState is formState's oracle: everything from a factorisation at the
// repeats, each time anew.
type factorState struct {
	p       *Problem
	repeats []int
	order   []int
	factor  cholesky
}

func newFactorState(p *Problem, repeats, order []int) *factorState {
	s := &factorState{p: p, repeats: repeats, order: order}
	for _, a := range order {
		s.factor.push(p, a, repeats[a])
	}
	return s
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
	inv := make([]float64, n*n)
	s.factor.inverse(inv, max(1, n))
	worst := 1.0
	for k, a := range s.factor.attrs {
		worst = max(worst, s.p.own(a)*inv[k*n+k])
	}
	return worst
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
	return b.square() / b.pivot
}

// checkState holds a state to the oracle: weights, objective, and what every
// attribute's judgments bring, by one and by as many as its form has raters.
func checkState(t *testing.T, s *formState) {
	t.Helper()
	o := newFactorState(s.p, slices.Clone(s.repeats), slices.Clone(s.order))
	if !slices.Equal(slices.Sorted(slices.Values(o.factor.attrs)), slices.Sorted(slices.Values(s.attrs))) {
		t.Fatalf("at %v: support %v, factor %v", s.repeats, s.attrs, o.factor.attrs)
	}
	if !o.agrees(1e-8, s.objective(), o.factor.objective()) {
		t.Fatalf("at %v: objective %.12g, factor %.12g", s.repeats, s.objective(), o.factor.objective())
	}
	w := o.factor.weights()
	for i, a := range o.factor.attrs {
		if got := s.w[s.place[a]]; !o.agrees(1e-7, got, w[i]) {
			t.Fatalf("at %v: weight %g of attribute %d, factor %g", s.repeats, got, a, w[i])
		}
	}
	for k, w := range o.factor.allWeights()[1:] {
		for i, a := range o.factor.attrs {
			if got := s.also[k].w[s.place[a]]; !o.agrees(1e-7, got, w[i]) {
				t.Fatalf("at %v: weight %g of attribute %d and label %d, factor %g", s.repeats, got, a, k+1, w[i])
			}
		}
	}
	for a, r := range s.repeats {
		if !s.p.Candidate[a] {
			continue
		}
		top := s.p.top(s.p.forms.Of[a], s.repeats)
		for _, n := range []int{1, max(1, top), 3} {
			if r+n > s.p.most(a) {
				continue
			}
			got := 0.0
			if r == 0 {
				got = s.first(a, n, top)
			} else {
				got = s.more(a, n)
			}
			if want := o.gain(a, n); !o.agrees(1e-8, got, want, lot{a, n}) {
				t.Fatalf("at %v: %d judgments of %d bring %.12g, from a factor %.12g", s.repeats, n, a, got, want)
			}
		}
	}
	for _, m := range s.moves(nil) {
		want := o.after(m.bought).factor.objective() - o.factor.objective()
		if m.pending {
			m.reckon(s.raise(m.bought))
		}
		if !o.agrees(1e-8, m.gain, want, m.bought...) {
			t.Fatalf("at %v: %v brings %.12g, from a factor %.12g", s.repeats, m.bought, m.gain, want)
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
		if !p.onForms() || !(p.VarY > 0) {
			return
		}
		worlds++
		if worlds%2 == 0 { // several labels
			p = withRandomLabels(p, rng, 2)
		}
		s := newFormPool(p).newFormState(make([]int, p.d()), nil)
		for range 40 {
			s = s.clone()
			if moves := s.moves(nil); len(moves) > 0 && rng.IntN(3) > 0 {
				s.buy(moves[rng.IntN(len(moves))].bought)
			} else {
				repeats := slices.Clone(s.repeats)
				for range 1 + rng.IntN(2) {
					a := rng.IntN(p.d())
					if to := rng.IntN(6); p.Candidate[a] && (repeats[a] > 0 || to == 0) {
						repeats[a] = min(to, p.most(a))
					}
				}
				s.become(repeats)
			}
			if steps++; s.updates == 0 {
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
// of 0 made the objective a NaN.
func TestFormNothingLeft(t *testing.T) {
	for n := range 50 {
		v := .05 + .03*float64(n)
		p := orthogonal(make([]float64, 3))
		p.VarY, p.B, p.V = 2, []float64{1, 1, .1}, []float64{v, v, .5}
		copy(p.Sigma, []float64{1, 1, .2, 1, 1, .2, .2, .2, 1})
		p = p.WithForms(&Forms{Of: make([]int, 3), Price: []model.Amount{0}, Halo: []float64{v, v, .1, v, v, .1, .1, .1, .5}})
		s := newFormPool(p).newFormState([]int{3, 0, 1}, []int{2, 0})
		if got := s.first(1, 3, 3); !(got >= 0 && got < 1e-12) {
			t.Errorf("noise %g: three judgments of what is known already bring %g", v, got)
		}
		s.buy([]lot{{1, 3}})
		s.buy([]lot{{2, 1}})
		want := newFactorState(p, s.repeats, s.order).factor.objective()
		if !(math.Abs(s.objective()-want) <= 1e-12*want) {
			t.Errorf("noise %g: objective %g, from a factor %g", v, s.objective(), want)
		}
	}
}

// TestFormCopy: an attribute that is a copy of another, rater by rater, has no weight beside
// it, at whatever repeats. All splits of a weight between the two have the same loss, and
// rounding would choose one of them: 2.28 and -1.72 were seen for .56 and 0.
func TestFormCopy(t *testing.T) {
	for n := range 50 {
		v := .05 + .03*float64(n)
		p := orthogonal(make([]float64, 3))
		p.VarY, p.B, p.V = 2, []float64{1, 1, .1}, []float64{v, v, .5}
		copy(p.Sigma, []float64{1, 1, .2, 1, 1, .2, .2, .2, 1})
		p = p.WithForms(&Forms{Of: make([]int, 3), Price: []model.Amount{0}, Halo: []float64{v, v, .1, v, v, .1, .1, .1, .5}})
		for r := 1; r <= 5; r++ {
			alone, _, _ := p.weigh([]int{r, 0, 2}, []int{2, 0})
			both, _, _ := p.weigh([]int{r, r, 2}, []int{2, 0, 1})
			if !slices.Equal(both, alone) {
				t.Errorf("noise %g, %d judgments: weights %v with a copy, %v without", v, r, both, alone)
			}
		}
	}
}

// TestFormThinLeaves: of two nearly equal attributes one leaves. The rest is
// well-conditioned, and its figures are exact: they do not come from the former P,
// which carries rounding a millionfold.
func TestFormThinLeaves(t *testing.T) {
	p := orthogonal(make([]float64, 4))
	p.VarY, p.B, p.V = 3, []float64{1, 1.0003, .4, .3}, []float64{1e-6, 2e-6, .7, .5}
	copy(p.Sigma, []float64{1, 1, .3, .1, 1, 1, .3, .1, .3, .3, 1, .2, .1, .1, .2, 1})
	p = p.WithForms(&Forms{Of: make([]int, 4), Price: []model.Amount{0}, Halo: []float64{
		1e-6, 0, 0, 0, 0, 2e-6, 0, 0, 0, 0, .7, .2, 0, 0, .2, .5,
	}})
	s := newFormPool(p).newFormState([]int{1, 1, 2, 0}, []int{0, 2, 1})
	s.become([]int{1, 0, 2, 0})
	o := newFactorState(p, s.repeats, s.order)
	for i, a := range o.factor.attrs {
		if got, want := s.w[s.place[a]], o.factor.weights()[i]; !(math.Abs(got-want) <= 1e-14) {
			t.Errorf("weight %.17g of attribute %d, from a factor %.17g", got, a, want)
		}
	}
	if got, want := s.first(3, 2, 2), o.gain(3, 2); !(math.Abs(got-want) <= 1e-14) {
		t.Errorf("two judgments of 3 bring %.17g, from a factor %.17g", got, want)
	}
}

// TestFormGreedyAgainstFactor: the walker buys what a walker on factorisations
// buys, wherever the best move is clearly ahead.
func TestFormGreedyAgainstFactor(t *testing.T) {
	moves := 0
	for k := range 60 {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 7600), uint64(k)))
		p, _, _ := randomForms(rng, 3+rng.IntN(12))
		if !p.onForms() {
			continue
		}
		for _, by := range []rule{perCost, byGain} {
			n := newFormPool(p).nodeOf(p.minimalRepeats())
			for range 25 {
				best, m := n.best(by, unlimited)
				o := newFormPool(p).newFormState(n.state.repeats, n.state.order)
				oracle := newFactorState(p, slices.Clone(n.state.repeats), slices.Clone(n.state.order))
				top := 0.0
				var want []lot
				margin := math.Inf(1)
				for _, other := range o.moves(nil) {
					other.reckon(oracle.after(other.bought).factor.objective() - oracle.factor.objective())
					switch score := other.score(by); {
					case !(other.gain > p.negligible()):
					case score > top:
						margin, top, want = score-top, score, other.bought
					default:
						margin = min(margin, top-score)
					}
				}
				if margin > 1e-6 && !slices.Equal(m.bought, want) {
					t.Fatalf("world %d at %v: bought %v, want %v", k, n.state.repeats, m.bought, want)
				}
				if best == (pick{}) {
					break
				}
				moves++
				n = n.goOn(m)
			}
		}
	}
	if fresh.Fixed() && moves < 1500 {
		t.Errorf("only %d moves", moves)
	}
}
