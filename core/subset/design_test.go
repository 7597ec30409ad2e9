package subset

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/internal/fresh"
)

// traceOf is Tr(V⁻¹) from a fresh inverse.
func traceOf(t testing.TB, p int, ridge float64, rows []float64, sets ...[]int) float64 {
	t.Helper()
	v := mat.NewDense(p, p, nil)
	for i := range p {
		v.Set(i, i, ridge)
	}
	for _, set := range sets {
		for _, i := range set {
			x := mat.NewVecDense(p, rows[i*p:][:p])
			v.RankOne(v, 1, x, x)
		}
	}
	var inverse mat.Dense
	if err := inverse.Inverse(v); err != nil {
		t.Fatal(err)
	}
	return mat.Trace(&inverse)
}

// rowsOf draws objects, of which some are equal and one is 0.
func rowsOf(rng *rand.Rand, n, p int) []float64 {
	x := make([]float64, n*p)
	for i := range x {
		x[i] = rng.NormFloat64() * (1 + 4*float64(i%p)/float64(p))
	}
	if n > 4 {
		copy(x[3*p:4*p], x[p:2*p])
		clear(x[4*p : 5*p])
	}
	return x
}

// TestGreedy holds the greedy choice against brute force, from a ridge and from labelled
// objects.
func TestGreedy(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 11), 1))
	for trial := range 15 {
		p, n := 1+rng.IntN(5), 6+rng.IntN(14)
		rows := rowsOf(rng, n, p)
		labelled, ridge := rowsOf(rng, p+2, p)[:p*(p+2)], 0.0
		if trial%2 == 0 {
			labelled, ridge = nil, []float64{1e-3, .1, 10}[rng.IntN(3)]
		}
		both := append(slices.Clone(labelled), rows...)
		before := len(labelled) / p
		all := make([]int, before)
		for i := range all {
			all[i] = i
		}
		chosen, traces, err := NewDesign(p, ridge, labelled).Greedy(context.Background(), rows, n)
		if err != nil {
			t.Fatal(err)
		}
		last := traceOf(t, p, ridge, both, all)
		for k, object := range chosen {
			best := math.Inf(1)
			for i := range n {
				if !slices.Contains(all, before+i) {
					best = min(best, traceOf(t, p, ridge, both, append(slices.Clone(all), before+i)))
				}
			}
			all = append(all, before+object)
			fresh := traceOf(t, p, ridge, both, all)
			if !near(traces[k+1], fresh, 1e-9*fresh) || !near(fresh, best, 1e-9*best) {
				t.Fatalf("trial %d: %v: trace %.15g, fresh %.15g, the best step has %.15g", trial, all, traces[k+1], fresh, best)
			}
			if fresh > last*(1+1e-12) {
				t.Fatalf("trial %d: the trace rises from %g to %g", trial, last, fresh)
			}
			last = fresh
		}
		if slices.Sort(all); len(slices.Compact(all)) != before+n {
			t.Fatalf("trial %d: objects chosen twice", trial)
		}
	}
}

// TestExhaustiveDesign: the greedy is never better than the best of all sets,
// and near it.
func TestExhaustiveDesign(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 13), 1))
	for range 20 {
		rows := rowsOf(rng, 8, 3)
		_, traces, err := NewDesign(3, .1, nil).Greedy(context.Background(), rows, 4)
		if err != nil {
			t.Fatal(err)
		}
		best := math.Inf(1)
		for _, set := range subsets(8, 4) {
			best = min(best, traceOf(t, 3, .1, rows, set))
		}
		if last := traces[4]; last < best*(1-1e-9) || fresh.Fixed() && last > 1.5*best {
			t.Errorf("greedy %g, best %g", last, best)
		}
	}
}

// TestRandom: the mean of many draws of one is the mean over the objects, and a
// draw of all is all.
func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 15), 1))
	const n, p = 6, 2
	rows := rowsOf(rng, n, p)
	d := NewDesign(p, 1, nil)
	got := must(d.Random(context.Background(), rows, n, 1500, 7))
	var one float64
	all := make([]int, n)
	for i := range n {
		one += traceOf(t, p, 1, rows, []int{i}) / n
		all[i] = i
	}
	if !near(got[0], p, 1e-12) || !near(got[1], one, .04*one) || !near(got[n], traceOf(t, p, 1, rows, all), 1e-12) {
		t.Errorf("traces %v, want %d, %g, ..., %g", got, p, one, traceOf(t, p, 1, rows, all))
	}
	again, _ := d.Random(context.Background(), rows, n, 1500, 7)
	if !slices.Equal(got, again) {
		t.Error("the same seed gives other draws")
	}
}

// TestSingular: without a ridge the labelled objects must determine the weights.
func TestSingular(t *testing.T) {
	for name, labelled := range map[string][]float64{
		"none": nil, "one": {1, 2}, "on a line": {1, 2, 2, 4, -3, -6}, "nearly": {1, 2, 2, 4 + 1e-9},
	} {
		d := NewDesign(2, 0, labelled)
		_, _, none := d.Greedy(context.Background(), nil, 0)
		_, _, greedy := d.Greedy(context.Background(), []float64{1, 0}, 1)
		_, random := d.Random(context.Background(), []float64{1, 0}, 1, 3, 1)
		for _, err := range []error{none, greedy, random} {
			if !errors.Is(err, ErrSingular) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if got, traces, err := NewDesign(2, 0, []float64{1, 0, 0, 2}).Greedy(context.Background(), nil, 0); err != nil || len(got) != 0 || !slices.Equal(traces, []float64{1.25}) {
		t.Errorf("no candidates: %v, traces %v (%v), want 1.25", got, traces, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := NewDesign(1, 1, nil).Greedy(ctx, []float64{1}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// must is a value without an error.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}
