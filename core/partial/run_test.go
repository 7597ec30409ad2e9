package partial

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/parallel"
)

var small = Question{K: 4, Algorithms: Algorithms(), Folds: 4, Splits: 3, Points: 4, Seed: 7}

// TestRun: the same seed gives the same report, whatever the number of
// processors; another seed another one.
func TestRun(t *testing.T) {
	c, _ := cellsOf(t, simulate.World{Objects: 200, Attributes: 5, K: 2}, 1)
	report := func(q Question) *Report {
		var told atomic.Int64
		want := q.Splits * len(q.Algorithms) * (q.Folds + 1)
		ctx := parallel.Hear(t.Context(), func(_ string, _, of int) {
			if told.Add(1); of != want {
				t.Errorf("of %d, want %d", of, want)
			}
		})
		r, err := Run(ctx, c.Scaled(), c.Len(), q, nil)
		if err != nil || told.Load() != int64(want+1) {
			t.Fatalf("%d pieces of work were told of, want %d: %v", told.Load(), want, err)
		}
		return r
	}
	one := report(small)
	before := runtime.GOMAXPROCS(1)
	again := report(small)
	runtime.GOMAXPROCS(before)
	if text(one) != text(again) {
		t.Errorf("the same seed gives\n%+v\nand\n%+v", one, again)
	}
	other := small
	other.Seed++
	if text(one) == text(report(other)) {
		t.Error("another seed gives the same report")
	}
	if one.Train != 180 || one.Test != 20 || one.Splits != 3 || len(one.Outcomes) != 5 {
		t.Errorf("%+v", one)
	}
	for _, o := range one.Outcomes {
		p := o.Last()
		seen := 180. * 5 * 2
		if o.Algorithm.Partial() {
			seen = 4 * 180
		}
		if p.Examples != 180 || math.Abs(p.Seen-seen) > 2 || !(p.SE > 0) || len(o.Tuned) != 3 || !(p.Loss > 0) {
			t.Errorf("%s: %+v", o.Algorithm, p)
		}
		if o.Algorithm == FullRidge && !math.IsNaN(o.Tuned[0].Norm) {
			t.Errorf("ridge has a norm bound: %+v", o.Tuned)
		}
	}
	// Looking at everything beats looking at four judgments.
	if one.Outcomes[4].Last().Loss >= one.Outcomes[0].Last().Loss {
		t.Errorf("ridge loses %v, AER %v", one.Outcomes[4].Last().Loss, one.Outcomes[0].Last().Loss)
	}
}

// watched are examples that know which objects were looked at, and which whole.
type watched struct {
	*rows
	looked, whole map[int]bool
}

func (w *watched) Look(i, a int, rng *rand.Rand) float64 {
	w.looked[i] = true
	return w.rows.Look(i, a, rng)
}

func (w *watched) Means(i int, x []float64) int {
	w.whole[i] = true
	return w.rows.Means(i, x)
}

// TestHeldOut: objects to test on are not learned from, and all others are.
func TestHeldOut(t *testing.T) {
	ex, _ := problem(95, 4, 1)
	w := &watched{ex, make(map[int]bool), make(map[int]bool)}
	q := Question{K: 2, Algorithms: []Algorithm{AttributeEfficient}, Norm: 1, Theorem: true, Folds: 2, Splits: 1, Points: 3}
	if _, err := Run(t.Context(), fixed(w), 95, q, nil); err != nil {
		t.Fatal(err)
	}
	for i := range w.whole {
		if w.looked[i] {
			t.Errorf("object %d is learned from and tested on", i)
		}
	}
	if len(w.looked) != 85 || len(w.whole) != 10 {
		t.Errorf("%d objects learned from, %d tested on", len(w.looked), len(w.whole))
	}
}

// TestFolds: there are no more than objects.
func TestFolds(t *testing.T) {
	ex, _ := problem(25, 2, 1)
	q := Question{K: 2, Algorithms: []Algorithm{AttributeEfficient, FullLasso}, Folds: 50, Splits: 1, Points: 1}
	if _, err := Run(t.Context(), fixed(ex), 25, q, nil); err != nil {
		t.Error(err)
	}
}

// TestTheorem: given parameters are taken as they are.
func TestTheorem(t *testing.T) {
	ex, _ := problem(100, 4, 1)
	q := Question{K: 2, Algorithms: []Algorithm{AttributeEfficient, FullLasso}, Norm: 1.5, Theorem: true, Folds: 5, Splits: 1, Points: 1}
	r := must(Run(t.Context(), fixed(ex), 100, q, nil))
	want := Tuned{1.5, TheoremLambda(90, 4, 2, 1.5, 1.5)}
	if got := r.Outcomes[0].Tuned[0]; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if !math.IsNaN(r.Outcomes[0].Last().SE) {
		t.Error("one split has a standard error")
	}
	q.Theorem, q.Lambda = false, 9
	if _, got, err := Fit(t.Context(), fixed(ex), 100, q, AttributeEfficient); err != nil || got != (Tuned{1.5, 9}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestGrid: what is tried is in proportion to what it is measured by.
func TestGrid(t *testing.T) {
	q := &Question{K: 4}
	if g := q.grid(FullRidge, 100, 5, 3); len(g) != len(ridges) || g[0].Lambda != 3*ridges[0] || g[4].Lambda != 3*ridges[4] || !math.IsNaN(g[0].Norm) {
		t.Errorf("%+v", g)
	}
	norms := q.norms()
	g := q.grid(AttributeEfficient, 100, 5, 3)
	if len(g) != len(norms)*len(shares) {
		t.Fatalf("%d parameters", len(g))
	}
	for i, p := range g {
		norm := norms[i/len(shares)]
		if want := (Tuned{norm, shares[i%len(shares)] * TheoremLambda(100, 5, 4, norm, norm)}); p != want {
			t.Errorf("parameters %d are %+v, want %+v", i, p, want)
		}
	}
	q.Norm, q.Lambda = 3, 7
	if g := q.grid(AttributeEfficient, 100, 5, 3); len(g) != 1 || g[0] != (Tuned{3, 7}) {
		t.Errorf("%+v", g)
	}
	if g := q.grid(EstimatedConvex, 100, 5, 3); len(g) != 1 || g[0].Norm != 3 || !math.IsNaN(g[0].Lambda) {
		t.Errorf("%+v", g)
	}
}

// TestTuneLiteral: parameters equal the choice of literal cross-validation: learn from
// all folds but one, and add up the losses on the held-out fold.
func TestTuneLiteral(t *testing.T) {
	for seed := range uint64(3) {
		ex, _ := problem(40, 3, seed)
		train := []int{7, 3, 31, 12, 25, 0, 18, 22, 5, 39, 28, 14, 9, 33, 1, 20, 36, 11, 16, 30, 2, 27}
		q := &Question{K: 4, Algorithms: Algorithms(), Folds: 3}
		got := must(tune(t.Context(), q, ex, train, seed, func(int) {}))
		var scale float64
		for _, i := range train {
			for a := range 3 {
				scale += ex.X[i*3+a] * ex.X[i*3+a] / float64(3*len(train))
			}
		}
		for _, a := range q.Algorithms {
			grid := q.grid(a, len(train), 3, scale)
			losses, least := make([]float64, len(grid)), math.Inf(1)
			for g, p := range grid {
				for f := range q.Folds {
					losses[g] += heldOut(t, q, a, p, ex, train, f, mixed(seed, f))
				}
				least = min(least, losses[g])
			}
			for g, p := range grid {
				if losses[g] > least*(1+alike) {
					continue
				}
				if differ(p.Norm, got[a].Norm) || differ(p.Lambda, got[a].Lambda) {
					t.Errorf("seed %d, %s: tuned to %+v, the first of the best is %+v: %v", seed, a, got[a], p, losses)
				}
				break
			}
		}
	}
}

// differ compares parameters, NaN being the same as NaN.
func differ(a, b float64) bool { return math.IsNaN(a) != math.IsNaN(b) || math.Abs(a-b) > 1e-9*b }

// heldOut is what is lost on a fold.
func heldOut(t *testing.T, q *Question, a Algorithm, p Tuned, ex Examples, train []int, f int, seed uint64) (lost float64) {
	t.Helper()
	l := must(q.New(a, 3, p, seed))
	var held []int
	for n, i := range train {
		if n%q.Folds == f {
			held = append(held, i)
		} else {
			l.Step(ex, i)
		}
	}
	w := make([]float64, 3)
	l.Weights(w)
	return float64(len(held)) * ErrorsOf(ex, held, w).Loss
}

// TestFitRefused: what cannot be asked, and a context that ends.
func TestFitRefused(t *testing.T) {
	ex, _ := problem(300, 5, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q := small
	for _, a := range Algorithms() {
		if _, _, err := Fit(ctx, fixed(ex), 300, q, a); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", a, err)
		}
	}
	q.Norm, q.Theorem = 1, true // nothing to tune
	if _, _, err := Fit(ctx, fixed(ex), 300, q, AttributeEfficient); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, _, err := Fit(t.Context(), fixed(ex), leastObjects-1, q, AttributeEfficient); err == nil || !strings.Contains(err.Error(), "19 objects cannot be split") {
		t.Error(err)
	}
	if _, _, err := Fit(t.Context(), fixed(ex), leastObjects, q, AttributeEfficient); err != nil {
		t.Error(err)
	}
	q.K = 12
	if _, _, err := Fit(t.Context(), fixed(ex), 300, q, AttributeEfficient); err == nil || !strings.Contains(err.Error(), "k = 12") {
		t.Error(err)
	}
}

// TestManyAttributes: beyond what fits as pairs AER is tuned all the same, by the
// errors on what was held out.
func TestManyAttributes(t *testing.T) {
	const d, n = mostDense + 1, 30
	ex := &rows{D: d, X: make([]float64, n*d), Y: make([]float64, n)}
	for i := range ex.Y {
		ex.Y[i] = float64(i%2)*2 - 1
		for a := range d {
			ex.X[i*d+a] = ex.Y[i]
		}
	}
	q := Question{K: 4, Norm: 1, Folds: 2}
	w, tuned, err := Fit(t.Context(), fixed(ex), n, q, AttributeEfficient)
	if err != nil {
		t.Fatal(err)
	}
	// Every attribute is the label: the best weights sum to 1, and the more λ
	// holds them back the worse.
	if want := shares[len(shares)-1] * TheoremLambda(n, d, 4, 1, 1); tuned.Lambda > 16*want {
		t.Errorf("tuned to %+v, the least λ is %v", tuned, want)
	}
	if sum := floats.Sum(w); sum < .5 || sum > 1 {
		t.Errorf("weights sum to %v", sum)
	}
}

// TestUnits: losses are in squared units of the label. A label eight times as large has
// a loss 64 times as large, and the share of signs stays.
func TestUnits(t *testing.T) {
	c, ds := cellsOf(t, simulate.World{Objects: 60, Attributes: 3, K: 2}, 1)
	for i := range ds.Labels[0].Values {
		ds.Labels[0].Values[i] *= 8
	}
	large := must(NewCells(ds, &ds.Labels[0], nothing))
	one := must(Run(t.Context(), c.Scaled(), c.Len(), small, nil))
	other := must(Run(t.Context(), large.Scaled(), large.Len(), small, nil))
	for k := range one.Outcomes {
		for n, p := range one.Outcomes[k].Curve {
			q := other.Outcomes[k].Curve[n]
			if q.Loss != 64*p.Loss || q.SE != 64*p.SE || q.Wrong != p.Wrong || !(p.Wrong > 0) || p.Wrong > 1 {
				t.Errorf("%s: %+v and %+v", one.Outcomes[k].Algorithm, p, q)
			}
		}
		// The standard error is Nadeau & Bengio's, for 6 test and 54 training objects.
		var mean, spread float64
		for _, p := range one.Outcomes[k].Each {
			mean += p.Loss / 3
		}
		for _, p := range one.Outcomes[k].Each {
			spread += (p.Loss - mean) * (p.Loss - mean) / 2
		}
		if want := math.Sqrt(spread * (1./3 + 6./54)); math.Abs(one.Outcomes[k].Last().SE-want) > 1e-9*want {
			t.Errorf("standard error %v, want %v", one.Outcomes[k].Last().SE, want)
		}
	}
	ex, _ := problem(21, 2, 1)
	q := Question{K: 2, Algorithms: []Algorithm{FullRidge}, Folds: 2, Splits: 1, Points: 1}
	if r, err := Run(t.Context(), fixed(ex), 21, q, nil); err != nil || r.Test != 3 || r.Train != 18 {
		t.Errorf("of 21 objects a tenth, rounded up, is tested on: %+v, %v", r, err)
	}
	if _, err := Run(t.Context(), fixed(ex), leastObjects, q, nil); err != nil {
		t.Error(err)
	}
}

func TestCheckpoints(t *testing.T) {
	for _, c := range []struct {
		m, n int
		want []int
	}{
		{1000, 3, []int{10, 100, 1000}},
		{1000, 1, []int{1000}},
		{5, 4, []int{5}},
		{100_000, 3, []int{10, 1000, 100_000}},
	} {
		if got := checkpoints(c.m, c.n); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%d of %d: %v, want %v", c.n, c.m, got, c.want)
		}
	}
}

// text is a report with all its digits, NaN included.
func text(r *Report) string { return fmt.Sprintf("%+v", *r) }

// TestReports: curves grow in the first split, means settle in the others, nothing
// that was reported changes, and the last report is Run's.
func TestReports(t *testing.T) {
	ex, _ := problem(300, 5, 1)
	q := small
	run := must(Run(t.Context(), fixed(ex), 300, q, nil))
	one := q
	one.Splits = 1
	first := must(Run(t.Context(), fixed(ex), 300, one, nil))
	var reports []*Report
	var texts []string
	var busy atomic.Int32
	if _, err := Run(t.Context(), fixed(ex), 300, q, func(r *Report) {
		if busy.Add(1) > 1 {
			t.Error("two reports at a time")
		}
		reports, texts = append(reports, r), append(texts, text(r))
		busy.Add(-1)
	}); err != nil {
		t.Fatal(err)
	}
	if got, want := len(reports), q.Splits*(len(q.Algorithms)*q.Points+1); got != want {
		t.Errorf("%d reports, want %d: one a point, and one a split", got, want)
	}
	for i, r := range reports {
		if text(r) != texts[i] {
			t.Fatalf("report %d was changed: %s", i, text(r))
		}
		if len(r.Outcomes) != len(q.Algorithms) || r.Train != 270 || r.Test != 30 {
			t.Fatalf("%+v", r)
		}
		points := 0
		for k := range r.Outcomes {
			o := &r.Outcomes[k]
			for n, p := range o.Curve {
				points += p.Splits
				if p.Splits == 1 && fmt.Sprint(p) != fmt.Sprint(first.Outcomes[k].Curve[n]) {
					t.Errorf("%s: %+v, in a run of one split %+v", o.Algorithm, p, first.Outcomes[k].Curve[n])
				}
				if (p.Splits == 1) != math.IsNaN(p.SE) {
					t.Errorf("%+v", p)
				}
			}
			if len(o.Each) != r.Splits || o.Algorithm != q.Algorithms[k] || len(o.Tuned) < r.Splits || len(o.Tuned) > r.Splits+1 {
				t.Errorf("%d splits done: %+v", r.Splits, o)
			}
		}
		if points != i+1-r.Splits {
			t.Errorf("report %d has %d points", i, points)
		}
	}
	if got := text(reports[len(reports)-1]); got != text(run) {
		t.Errorf("the last report is\n%s\nRun's\n%s", got, text(run))
	}
}

// TestRunCancelled: what was finished is kept, what was reported holds, and nothing
// follows.
func TestRunCancelled(t *testing.T) {
	ex, _ := problem(300, 5, 1)
	q := small
	q.Splits = 50
	ctx, cancel := context.WithCancel(t.Context())
	reports := 0
	r, err := Run(ctx, fixed(ex), 300, q, func(r *Report) {
		if reports++; r.Splits == 2 && len(r.Outcomes[0].Curve) > 0 {
			cancel()
		}
	})
	// Points beyond come from objects that were under way.
	most := 2*(len(q.Algorithms)*q.Points+1) + 2*len(q.Algorithms)
	if !errors.Is(err, context.Canceled) || r == nil || r.Splits != 2 || len(r.Outcomes[0].Each) != 2 || reports > most {
		t.Errorf("%v after %d reports with %+v", err, reports, r)
	}
	never := func(*Report) { t.Error("a report") }
	if r, err := Run(ctx, fixed(ex), 300, q, never); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v with %+v", err, r)
	}
	if _, err := Run(t.Context(), fixed(ex), 10, q, never); err == nil || !strings.Contains(err.Error(), "10 objects cannot be split") {
		t.Error(err)
	}
	q.K = 12
	if _, err := Run(t.Context(), fixed(ex), 300, q, never); err == nil || !strings.Contains(err.Error(), "k = 12") {
		t.Error(err)
	}
}

// fixed is a Scaled for examples that stay as they are.
func fixed(ex Examples) Scaled { return func([]int) Examples { return ex } }
