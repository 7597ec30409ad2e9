package moments

import (
	"context"
	"math"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

var modes = []string{model.RatersPaper, model.RatersAware}

// covariance returns the covariance of x and z over the objects that have both, about
// each one's mean over its own objects, and whether any object has both. NaN means a
// missing value.
func covariance(x, z []float64) (cov float64, ok bool) {
	mean := func(x []float64) (m float64) {
		var n float64
		for _, v := range x {
			if !math.IsNaN(v) {
				m += v
				n++
			}
		}
		return m / n
	}
	mx, mz := mean(x), mean(z)
	var n float64
	for i := range x {
		if e := (x[i] - mx) * (z[i] - mz); !math.IsNaN(e) {
			cov += e
			n++
		}
	}
	return cov / n, n > 0
}

// columns returns, by attribute, what of makes of a cell, NaN where there is
// none, over the objects that count, and the label.
func (l literal) columns(of func(c []judgment) float64) (x [][]float64, y []float64) {
	x = make([][]float64, len(l.ds.Attributes))
	for _, i := range l.objects() {
		y = append(y, l.y[i])
		for a := range x {
			v := math.NaN()
			if c := l.cell(i, a); len(c) > 0 {
				v = of(c)
			}
			x[a] = append(x[a], v)
		}
	}
	return x, y
}

// TestCellMeansAgainstDefinition computes the covariance object by object, for
// all objects and for half of the blocks.
func TestCellMeansAgainstDefinition(t *testing.T) {
	compared := 0
	for w, seed := range simulate.Worlds(80, fresh.Seed(t, 700)) {
		ds := simulate.Draw(w, seed)
		for _, mode := range modes {
			b := accumulate(t, ds, mode)
			whole := b.Moments(b.Union(nil)) // rounding grows with its spreads: comparePart
			for _, in := range []func(int) bool{nil, func(k int) bool { return k%2 == 0 }} {
				s := b.Union(in)
				m := b.Moments(s)
				got, k := b.CellMeans(s, m), m.K()
				l := literal{ds, ds.Labels[0].Values, mode, func(i int) bool {
					return in == nil || in(BlockOf(ds.Objects[i], len(b.Block)))
				}}
				x, _ := l.columns(cellMean)
				sizes, _ := l.columns(func(c []judgment) float64 { return float64(len(c)) })
				d := len(x)
				for a := range d {
					if m.Attr[a].Status != NoJudgments && !(math.Abs(float64(k[a])-meanOf(sizes[a])) <= .5) || m.Attr[a].Status == NoJudgments && k[a] != 0 {
						t.Fatalf("seed %d: k[%d] = %d, mean %g", seed, a, k[a], meanOf(sizes[a]))
					}
					for c := range d {
						want, ok := covariance(x[a], x[c])
						if !ok || m.Attr[a].T == 0 || m.Attr[c].T == 0 {
							want = 0
						}
						if !near(got[a*d+c], want, max(m.Attr[a].T, whole.Attr[a].T)*max(m.Attr[c].T, whole.Attr[c].T), 1e-9) {
							t.Fatalf("seed %d mode %s: [%d,%d] is %g, want %g", seed, mode, a, c, got[a*d+c], want)
						}
						compared++
					}
				}
			}
		}
	}
	if fresh.Fixed() && compared < 5000 {
		t.Errorf("only %d entries compared", compared)
	}
}

func meanOf(x []float64) (m float64) {
	var n float64
	for _, v := range x {
		if !math.IsNaN(v) {
			m += v
			n++
		}
	}
	return m / n
}

func accumulateCopies(t testing.TB, ds *model.Dataset, mode string, include func(int) bool) *Copies {
	t.Helper()
	c, err := AccumulateCopies(context.Background(), ds, &ds.Labels[0], mode, include)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCopiesAgainstDefinition computes the moments of single judgments object
// by object, where there are copies, and finds none where cells differ.
func TestCopiesAgainstDefinition(t *testing.T) {
	with, without := 0, 0
	for w, seed := range simulate.Worlds(200, fresh.Seed(t, 800)) {
		if seed%2 == 0 {
			w.Ragged = 0
		}
		ds := simulate.Draw(w, seed)
		for _, mode := range modes {
			l := literal{ds, ds.Labels[0].Values, mode, func(int) bool { return true }}
			sizes := map[int]bool{}
			for _, i := range l.objects() {
				for a := range ds.Attributes {
					if n := len(l.cell(i, a)); n > 0 {
						sizes[n] = true
					}
				}
			}
			for _, in := range []func(int) bool{nil, func(k int) bool { return k%3 > 0 }} {
				got := accumulateCopies(t, ds, mode, in)
				if len(sizes) != 1 || sizes[1] {
					if without++; got != nil {
						t.Fatalf("seed %d mode %s: copies of cells of sizes %v", seed, mode, sizes)
					}
					continue
				}
				if got == nil {
					t.Fatalf("seed %d mode %s: no copies of cells of sizes %v", seed, mode, sizes)
				}
				with++
				l.in = func(i int) bool { return in == nil || in(BlockOf(ds.Objects[i], BlockCount(len(ds.Attributes)))) }
				compareCopies(t, got, l)
			}
			if t.Failed() {
				t.Fatalf("seed %d mode %s", seed, mode)
			}
		}
	}
	if fresh.Fixed() && (with < 100 || without < 100) {
		t.Errorf("compared %d with copies and %d without", with, without)
	}
}

func compareCopies(t *testing.T, got *Copies, l literal) {
	t.Helper()
	copies := func(l literal) (x [][]float64, y []float64) {
		perCopy := make([][][]float64, got.K)
		for j := range perCopy {
			perCopy[j], y = l.columns(func(c []judgment) float64 {
				if len(c) != got.K {
					t.Fatalf("a cell of %d, K is %d", len(c), got.K)
				}
				return c[j].x
			})
		}
		for a := range l.ds.Attributes {
			for j := range perCopy {
				x = append(x, perCopy[j][a])
			}
		}
		return x, y
	}
	x, y := copies(l)
	l.in = func(int) bool { return true }
	whole, wholeY := copies(l) // rounding grows with its spreads: comparePart
	spread := func(of, whole []float64) float64 {
		v, _ := covariance(of, of)
		all, _ := covariance(whole, whole)
		return math.Sqrt(max(v, all))
	}
	if len(got.B) != len(x) || len(got.Sigma) != len(x)*len(x) {
		t.Fatalf("%d features, want %d", len(got.B), len(x))
	}
	for f := range x {
		vf, _ := covariance(x[f], x[f])
		// b is about the label's mean over the objects that have the attribute,
		// which gives the same as about ȳ.
		b, ok := covariance(x[f], y)
		if !ok || vf < 1e-20 {
			if got.B[f] != 0 {
				t.Errorf("b[%d] = %g of a feature that does not vary", f, got.B[f])
			}
			continue
		}
		if !near(got.B[f], b, spread(x[f], whole[f])*spread(y, wholeY), 1e-9) {
			t.Errorf("b[%d] = %g, want %g", f, got.B[f], b)
		}
		for g := range x {
			vg, _ := covariance(x[g], x[g])
			want, ok := covariance(x[f], x[g])
			if !ok || !(vg >= 1e-20) { // rounding about the attribute's first value may be left
				want = 0
			}
			if !near(got.Sigma[f*len(x)+g], want, spread(x[f], whole[f])*max(1e-3, spread(x[g], whole[g])), 1e-9) {
				t.Errorf("[%d,%d] = %g, want %g", f, g, got.Sigma[f*len(x)+g], want)
			}
		}
	}
}

// TestCopiesOfPanel: under the fixed mode each rater's own mean is off first,
// so where copy j is always rater j's, covariances about the mean stay as they
// are, and where raters mix, severity is no variance.
func TestCopiesOfPanel(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 120, Attributes: 3, K: 2, Raters: 3, WholeForms: true, Severity: 50}, 4)
	aware := accumulateCopies(t, ds, model.RatersAware, nil)
	fixed := accumulateCopies(t, ds, model.RatersFixed, nil)
	for f := range fixed.B {
		n := len(fixed.B)
		if v := fixed.Sigma[f*n+f]; !(v < aware.Sigma[f*n+f]/10) {
			t.Errorf("feature %d varies by %g, %g with severity in it", f, v, aware.Sigma[f*n+f])
		}
	}
	few := func(k int) bool { return k < 25 } // a training part need not be a panel by itself
	if _, err := AccumulateCopies(context.Background(), ds, &ds.Labels[0], model.RatersFixed, few); err != nil {
		t.Errorf("half of a panel's objects: %v", err)
	}
	small := simulate.Draw(simulate.World{Objects: 40, Attributes: 3, K: 2, Raters: 3, WholeForms: true}, 4)
	if _, err := AccumulateCopies(context.Background(), small, &small.Labels[0], model.RatersFixed, nil); err == nil {
		t.Error("a panel of 40 objects is taken")
	}
}

// TestNoCopies: a single judgment a cell is no copy, and no data have none.
func TestNoCopies(t *testing.T) {
	for _, k := range []int{0, 1} {
		ds := simulate.Draw(simulate.World{Objects: 20, Attributes: 3, K: k}, 2)
		if c := accumulateCopies(t, ds, model.RatersPaper, nil); c != nil {
			t.Errorf("copies of %d judgments: K is %d", k, c.K)
		}
	}
}

func TestCopiesCancelled(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 30, Attributes: 2, K: 2}, 1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := AccumulateCopies(ctx, ds, &ds.Labels[0], model.RatersPaper, nil); err == nil {
		t.Error("no error from a cancelled context")
	}
}
