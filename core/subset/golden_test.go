package subset

import (
	"context"
	"slices"
	"testing"

	"fms-tui/core/internal/golden"
)

func TestGoldenSubset(t *testing.T) {
	type expected struct {
		Best []struct {
			K int
			S []int
			F float64
		}
		ForwardOrder []int     `json:"forward_order"`
		ForwardF     []float64 `json:"forward_F"`
		FEmpty       float64   `json:"F_empty"`
		FGreedy      *float64  `json:"F_greedy"`
		Alpha        *float64
		AlphaArgmin  struct {
			S, T []int
			E    int
		} `json:"alpha_argmin"`
		AlphaGreedy3 *float64 `json:"alpha_greedy_k3"`
		Gamma3       float64  `json:"gamma_greedy_k3"`
		Bound3       float64  `json:"bound_gamma_k3"`
		AlphaGreedy2 *float64 `json:"alpha_greedy"`
		Gamma2       float64  `json:"gamma_greedy"`
		Bound2       float64  `json:"bound_gamma"`
	}
	type example struct {
		Name  string
		Input struct {
			X         [][]float64
			Y         []float64
			Intercept bool
		}
		Expected expected
	}
	const tol = 1e-10
	for _, c := range golden.Cases[example](t, "subset.json") {
		f := fromRows(c.Input.X, c.Input.Y, c.Input.Intercept)
		want := c.Expected
		if want.FEmpty != 0 && !near(f.Empty, want.FEmpty, tol) {
			t.Errorf("%s: F(∅) %.12g, want %.12g", c.Name, f.Empty, want.FEmpty)
		}
		best := must(f.Best(context.Background(), f.N()))
		for _, b := range want.Best {
			if got := best[b.K]; !slices.Equal(got.Set, b.S) || !near(got.Loss, b.F, tol*f.Empty) {
				t.Errorf("%s: best of %d %+v, want %v %.12g", c.Name, b.K, got, b.S, b.F)
			}
		}
		path := f.Forward(len(want.ForwardOrder))
		if got := path[len(path)-1].Set; !slices.Equal(got, want.ForwardOrder) {
			t.Errorf("%s: forward %v, want %v", c.Name, got, want.ForwardOrder)
		}
		for i, loss := range want.ForwardF {
			if !near(path[i+1].Loss, loss, tol*f.Empty) {
				t.Errorf("%s: forward F %.12g after %d, want %.12g", c.Name, path[i+1].Loss, i+1, loss)
			}
		}
		if want.FGreedy != nil && !near(path[len(path)-1].Loss, *want.FGreedy, tol*f.Empty) {
			t.Errorf("%s: forward F %.12g, want %.12g", c.Name, path[len(path)-1].Loss, *want.FGreedy)
		}
		if want.Alpha != nil {
			got, err := f.Alpha(context.Background())
			at := want.AlphaArgmin
			if err != nil || !near(got.Value, *want.Alpha, 1e-9) || !slices.Equal(got.S, at.S) || !slices.Equal(got.T, at.T) || got.E != at.E {
				t.Errorf("%s: α %+v (%v), want %.12g at %+v", c.Name, got, err, *want.Alpha, at)
			}
		}
		ratios := func(k int, alpha, gamma, bound float64) {
			gammas, err := f.Gammas(context.Background(), path, k)
			if got := f.AlphaGreedy(path, k); err != nil || !near(got, alpha, 1e-9) || !near(gammas[k], gamma, 1e-9) || !near(Guarantee(gammas[k]), bound, 1e-9) {
				t.Errorf("%s k=%d: α_greedy %.12g, γ %.12g (%v), want %.12g and %.12g", c.Name, k, got, gammas[k], err, alpha, gamma)
			}
		}
		if want.AlphaGreedy3 != nil {
			ratios(3, *want.AlphaGreedy3, want.Gamma3, want.Bound3)
		}
		if want.AlphaGreedy2 != nil {
			ratios(2, *want.AlphaGreedy2, want.Gamma2, want.Bound2)
		}
	}
}

func TestGoldenDesign(t *testing.T) {
	type example struct {
		Name  string
		Input struct {
			X     [][]float64
			K     int
			Ridge float64
			Start []int
		}
		Expected struct {
			Order      []int
			Trace      []float64
			TraceStart float64 `json:"trace_start"`
			BestSet    []int   `json:"best_set"`
			BestTrace  float64 `json:"best_trace"`
		}
	}
	for _, c := range golden.Cases[example](t, "a_optimal.json") {
		p := len(c.Input.X[0])
		var labelled, rows []float64
		var number []int // of each candidate
		for i, row := range c.Input.X {
			if slices.Contains(c.Input.Start, i) {
				labelled = append(labelled, row...)
			} else {
				rows, number = append(rows, row...), append(number, i)
			}
		}
		d := NewDesign(p, c.Input.Ridge, labelled)
		if got, err := d.Trace(); err != nil || !near(got, c.Expected.TraceStart, 1e-10*got) {
			t.Errorf("%s: starts at %.12g (%v), want %.12g", c.Name, got, err, c.Expected.TraceStart)
		}
		got := must(d.Greedy(context.Background(), rows, c.Input.K))
		for i, step := range got {
			if number[step.Object] != c.Expected.Order[i] || !near(step.Trace, c.Expected.Trace[i], 1e-10*step.Trace) {
				t.Errorf("%s: step %d is %d with %.12g, want %d with %.12g", c.Name, i, number[step.Object], step.Trace, c.Expected.Order[i], c.Expected.Trace[i])
			}
		}
		best, set := 0.0, []int(nil)
		for _, s := range subsets(len(number), c.Input.K) {
			all := slices.Clone(c.Input.Start)
			for _, i := range s {
				all = append(all, number[i])
			}
			if trace := traceOf(t, p, c.Input.Ridge, slices.Concat(c.Input.X...), all); set == nil || trace < best*(1-1e-12) {
				best, set = trace, s
			}
		}
		for i, s := range set {
			if number[s] != c.Expected.BestSet[i] {
				t.Errorf("%s: best set %v, want %v", c.Name, set, c.Expected.BestSet)
			}
		}
		if !near(best, c.Expected.BestTrace, 1e-10*best) || got[len(got)-1].Trace < best*(1-1e-9) {
			t.Errorf("%s: best %.12g, want %.12g", c.Name, best, c.Expected.BestTrace)
		}
	}
}
