package selection

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// withRandomLabels returns p with further labels, each explained by external values.
func withRandomLabels(p *Problem, rng *rand.Rand, further int) *Problem {
	q := *p
	for range further {
		b := make([]float64, p.d())
		for a := range b {
			beta := rng.NormFloat64() / 2
			for e := range b {
				b[e] += p.Sigma[a*p.d()+e] * beta
			}
		}
		q.B = append(q.B[:len(q.B):len(q.B)], b)
		q.VarY++
	}
	return &q
}

// wellConditioned draws a problem of d attributes, with K labels.
func wellConditioned(rng *rand.Rand, d, labels int) *Problem {
	p := orthogonal(make([]float64, d))
	p.VarY = 1
	x := mat.NewDense(d, d+2, nil)
	for i := range d {
		for j := range d + 2 {
			x.Set(i, j, rng.NormFloat64()/math.Sqrt(float64(d+2)))
		}
	}
	var sigma mat.Dense
	sigma.Mul(x, x.T())
	for a := range d {
		p.V[a] = .1 + rng.Float64()
		p.Price[a] = model.Unit * model.Amount(1+rng.IntN(3))
		for e := range d {
			p.Sigma[a*d+e] = sigma.At(a, e)
		}
		p.B[0][a] = sigma.At(a, rng.IntN(d)) / 2
	}
	p.Sigma2 = nil
	return withRandomLabels(p, rng, labels-1)
}

// mustObjective is the literal objective, of K refits.
func mustObjective(p *Problem, r []int) float64 {
	obj, ok := literalObjective(p, r)
	if !ok {
		panic("ill-conditioned")
	}
	return obj
}

// with returns repeats with one more judgment of a.
func with(r []int, a int) []int {
	r = slices.Clone(r)
	r[a]++
	return r
}

// TestLabelsAgainstRefits follows Full for several labels: every gain of every step,
// and the loss of every choice of every algorithm, agree with K refits.
func TestLabelsAgainstRefits(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 8100), seed))
		p := wellConditioned(rng, 3+rng.IntN(5), 2+rng.IntN(3))
		s := newFullState(p)
		for range 90 { // past a check for drift
			before := mustObjective(p, s.repeats)
			s.market.gains()
			for a, gain := range s.market.one {
				want := mustObjective(p, with(s.repeats, a)) - before
				if !(math.Abs(gain-want) <= 1e-9*p.VarY) || math.Abs(s.market.gain(a, 1)-gain) > 1e-15 {
					t.Fatalf("seed %d at %v: another judgment of %d brings %g, of K refits %g", seed, s.repeats, a, gain, want)
				}
			}
			s.buy([]lot{{rng.IntN(p.d()), 1}})
		}
		budgets := budgetsUpTo(25, model.Unit)
		for _, alg := range []Algorithm{Full, Scoring, Exchange, Single, Uniform} {
			c := newCurve(t, p, alg, budgets)
			for i := range c.Choices {
				r := c.Choices[i].Repeats(p.d())
				if want := p.VarY - mustObjective(p, r); !(math.Abs(c.Choices[i].Loss-want) <= 1e-9) {
					t.Fatalf("seed %d %s at %s: loss %g, of K refits %g", seed, alg, budgets[i], c.Choices[i].Loss, want)
				}
				all, loss := p.Weights(&c.Choices[i])
				sum := 0.0
				for k, w := range all {
					varY := 0.0
					if k == 0 {
						varY = p.VarY
					}
					sum += p.Alone(k, varY).LossOf(w, r)
				}
				if !(math.Abs(sum-loss) <= 1e-9) || len(all) != p.Labels() {
					t.Fatalf("seed %d %s at %s: losses by label are %g, in all %g", seed, alg, budgets[i], sum, loss)
				}
			}
		}
	}
}

// TestTwoClassesAreOneLabel: the indicators of two classes are y and 1 - y, whose
// covariances are b and -b: twice the gains, and so the same choices.
func TestTwoClassesAreOneLabel(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 8300), seed))
		one := wellConditioned(rng, 6, 1)
		minus := *one
		minus.B = [][]float64{make([]float64, one.d())}
		for a, b := range one.B[0] {
			minus.B[0][a] = -b
		}
		two := minus.WithLabel(one)
		for _, alg := range []Algorithm{Full, Scoring, Exchange, Single, Uniform} {
			a, b := newCurve(t, one, alg, budgetsUpTo(30, model.Unit)), newCurve(t, two, alg, budgetsUpTo(30, model.Unit))
			for i := range a.Choices {
				r, q := a.Choices[i].Repeats(6), b.Choices[i].Repeats(6)
				if !slices.Equal(r, q) || math.Abs(2*a.Choices[i].Loss-b.Choices[i].Loss) > 1e-12 {
					t.Fatalf("seed %d %s: %v with loss %g, of two indicators %v with %g", seed, alg, r, a.Choices[i].Loss, q, b.Choices[i].Loss)
				}
			}
		}
	}
	if _, err := NewCurve(context.Background(), wellConditioned(rand.New(rand.NewPCG(1, 1)), 3, 2), Copies, nil); err == nil {
		t.Error("copies of several labels were taken")
	}
}
