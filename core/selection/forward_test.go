package selection

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// regression is least squares with an intercept by refitting: columns of
// features and a label.
type regression struct {
	x [][]float64 // by feature, centred
	y []float64   // centred
}

func centred(x []float64) []float64 {
	var mean float64
	for _, v := range x {
		mean += v / float64(len(x))
	}
	c := make([]float64, len(x))
	for i, v := range x {
		c[i] = v - mean
	}
	return c
}

// fit returns the mean square of the residuals on some features, and false
// where they are too collinear to tell.
func (g *regression) fit(features []int) (float64, bool) {
	m := len(g.y)
	y := mat.NewVecDense(m, g.y)
	if len(features) == 0 {
		return mat.Dot(y, y) / float64(m), true
	}
	if len(features) >= m {
		return 0, false
	}
	x := mat.NewDense(m, len(features), nil)
	for c, f := range features {
		norm := mat.Norm(mat.NewVecDense(m, g.x[f]), 2)
		for i, v := range g.x[f] {
			x.Set(i, c, v/norm)
		}
	}
	var qr mat.QR
	qr.Factorize(x)
	if !(qr.Cond() < 1e6) {
		return 0, false
	}
	var w, r mat.VecDense
	if qr.SolveVecTo(&w, false, y) != nil {
		return 0, false
	}
	r.MulVec(x, &w)
	r.SubVec(y, &r)
	return mat.Dot(&r, &r) / float64(m), true
}

// share returns which part of a feature's mean square others leave of it, and
// false where they are too collinear to tell.
func (g *regression) share(feature int, of []int) (float64, bool) {
	own := &regression{x: g.x, y: g.x[feature]}
	all, _ := own.fit(nil)
	left, ok := own.fit(of)
	return left / all, ok
}

// forward repeatedly adds the feature that lowers the residuals most. It returns the
// order as far as it is clear, and the mean squares. Constant features are passed over,
// and features whose mean square, given the chosen features, is at most the share
// redundant. A share near this limit is not clear.
func (g *regression) forward(most int) (order []int, rss []float64) {
	now, _ := g.fit(nil)
	first := now
	for len(order) < most {
		best, gain, second := -1, 0.0, 0.0
		for f := range g.x {
			if slices.Contains(order, f) || mat.Norm(mat.NewVecDense(len(g.y), g.x[f]), 2) == 0 {
				continue
			}
			share, ok := g.share(f, order)
			if !ok || share > redundant/1.001 && share < redundant*1.001 {
				return order, rss
			}
			if share < redundant {
				continue
			}
			r, ok := g.fit(append(slices.Clone(order), f))
			if !ok {
				return order, rss
			}
			if now-r > gain {
				best, gain, second = f, now-r, gain
			} else {
				second = max(second, now-r)
			}
		}
		if best < 0 || gain-second < 1e-9*first || now < 1e-6*first {
			return order, rss
		}
		order, now = append(order, best), now-gain
		rss = append(rss, now)
	}
	return order, rss
}

// featuresOf returns the columns of a baseline's regression, item by item, for data
// with k judgments in every cell.
func featuresOf(ds *model.Dataset, alg Algorithm, k int) *regression {
	g := &regression{y: centred(ds.Labels[0].Values)}
	d := len(ds.Attributes)
	for a := range d {
		for j := range k {
			column := make([]float64, len(ds.Objects))
			for i := range column {
				cell := ds.Value[ds.Start[i]+a*k:][:k]
				column[i] = cell[j]
				if alg == Averages {
					column[i] = 0
					for _, x := range cell {
						column[i] += x / float64(k)
					}
				}
			}
			if alg == Copies || j == 0 {
				g.x = append(g.x, centred(column))
			}
		}
	}
	return g
}

// TestForwardAgainstRefits: Averages and Copies take what refitted least
// squares takes, in that order, and reach its residuals.
func TestForwardAgainstRefits(t *testing.T) {
	picks := map[Algorithm]int{}
	for w, seed := range simulate.Worlds(150, fresh.Seed(t, 6200)) {
		w.Ragged, w.Missing, w.Constant, w.Unlabelled = 0, 0, 0, 0
		w.Objects = max(w.Objects, 8)
		w.Raters = 0 // of what a rater says twice only the first counts
		ds := simulate.Draw(w, seed)
		p := equip(t, problemOf(t, ds, nil), ds)
		for _, alg := range []Algorithm{Averages, Copies} {
			if p.Check(alg) != nil {
				t.Fatalf("seed %d: %v", seed, p.Check(alg))
			}
			price := 1
			if alg == Averages {
				price = w.K
			}
			order, rss := featuresOf(ds, alg, w.K).forward(6)
			for n := range order {
				want := make([]int, p.d())
				for _, f := range order[:n+1] {
					if alg == Averages {
						want[f] = w.K
					} else {
						want[f/w.K]++
					}
				}
				c := newCurve(t, p, alg, nil).At(model.Units((n + 1) * price))
				if got := c.Repeats(p.d()); !slices.Equal(got, want) {
					t.Fatalf("seed %d %s: repeats %v after %d features, refitted %v", seed, alg, got, n+1, want)
				}
				if !(math.Abs(p.VarY-c.Objective-rss[n]) <= 1e-8*p.VarY) {
					t.Fatalf("seed %d %s: residual %g after %d features, refitted %g", seed, alg, p.VarY-c.Objective, n+1, rss[n])
				}
				picks[alg]++
			}
		}
	}
	for alg, n := range picks {
		if fresh.Fixed() && n < 200 {
			t.Errorf("only %d picks of %s were clear", n, alg)
		}
	}
}
