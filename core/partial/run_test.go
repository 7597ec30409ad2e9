package partial

import (
	"context"
	"errors"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"fms-tui/core/internal/simulate"
)

var small = Question{K: 4, Algorithms: Algorithms(), Folds: 4, Splits: 3, Points: 4, Seed: 7}

// TestRun: the same seed gives the same report, whatever the number of
// processors; another seed another one.
func TestRun(t *testing.T) {
	c, _ := cellsOf(t, simulate.World{Objects: 200, Attributes: 5, K: 2}, 1)
	report := func(q Question) *Report {
		last := 0
		r, err := Run(t.Context(), c.Scaled(), c.Len(), q, func(done, of int) {
			if done != last+1 || done > of {
				t.Errorf("%d of %d after %d", done, of, last)
			}
			last = done
		})
		if err != nil {
			t.Fatal(err)
		}
		if want := q.Splits * (q.pieces() + len(q.Algorithms)); last != want {
			t.Errorf("%d pieces of work were told of, not %d", last, want)
		}
		return r
	}
	one := report(small)
	before := runtime.GOMAXPROCS(1)
	again := report(small)
	runtime.GOMAXPROCS(before)
	if !equalReports(one, again) {
		t.Errorf("the same seed gives\n%+v\nand\n%+v", one, again)
	}
	other := small
	other.Seed++
	if equalReports(one, report(other)) {
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

// equalReports compares but for NaN, which is not itself.
func equalReports(a, b *Report) bool {
	for i := range a.Outcomes {
		if !reflect.DeepEqual(a.Outcomes[i].Curve, b.Outcomes[i].Curve) || !reflect.DeepEqual(a.Outcomes[i].Each, b.Outcomes[i].Each) {
			return false
		}
	}
	return len(a.Outcomes) == len(b.Outcomes)
}

// TestTheorem: given parameters are taken as they are.
func TestTheorem(t *testing.T) {
	ex, _ := problem(100, 4, 1)
	q := Question{K: 2, Algorithms: []Algorithm{AttributeEfficient, FullLasso}, Norm: 1.5, Theorem: true, Folds: 5, Splits: 1, Points: 1}
	r, err := Run(t.Context(), Fixed(ex), 100, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := Tuned{1.5, TheoremLambda(90, 4, 2, 1.5, 1.5)}
	if got := r.Outcomes[0].Tuned[0]; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if !math.IsNaN(r.Outcomes[0].Last().SE) {
		t.Error("one split has a standard error")
	}
	q.Theorem, q.Lambda = false, 9
	if _, got, err := Fit(t.Context(), Fixed(ex), 100, q, AttributeEfficient); err != nil || got != (Tuned{1.5, 9}) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestTune: on enough data cross-validation finds a norm bound near that of the
// truth, .9, and a predictor near it.
func TestTune(t *testing.T) {
	ex, best := problem(4000, 6, 3)
	q := Question{K: 4, Folds: 5, Splits: 1, Points: 1, Seed: 2}
	for _, a := range Algorithms() {
		w, tuned, err := Fit(t.Context(), Fixed(ex), 4000, q, a)
		if err != nil {
			t.Fatal(err)
		}
		if e := excess(w, best); e > .01 {
			t.Errorf("%s, tuned to %+v: excess loss %v of %v", a, tuned, e, (.16+.09+.04)/3)
		}
		if a == FullLasso && (tuned.Norm < .5 || tuned.Norm > 8) {
			t.Errorf("norm bound %v", tuned.Norm)
		}
	}
}

// TestRunCancelled: what was finished is kept.
func TestRunCancelled(t *testing.T) {
	ex, _ := problem(300, 5, 1)
	q := small
	q.Splits = 50
	per := q.pieces() + len(q.Algorithms)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := Run(ctx, Fixed(ex), 300, q, func(done, _ int) {
		if done == 2*per+1 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || r == nil || r.Splits != 2 || len(r.Outcomes[0].Each) != 2 {
		t.Errorf("%v with %+v", err, r)
	}
	if r, err := Run(ctx, Fixed(ex), 300, q, nil); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v with %+v", err, r)
	}
	if _, err := Run(t.Context(), Fixed(ex), 10, q, nil); err == nil {
		t.Error("ten objects are split")
	}
	q.K = 11
	if _, err := Run(t.Context(), Fixed(ex), 300, q, nil); err == nil {
		t.Error("k = 11 is accepted")
	}
}

// TestFitRefused: what cannot be asked, and a context that ends.
func TestFitRefused(t *testing.T) {
	ex, _ := problem(300, 5, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q := small
	for _, a := range Algorithms() {
		if _, _, err := Fit(ctx, Fixed(ex), 300, q, a); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", a, err)
		}
	}
	q.Norm, q.Theorem = 1, true // nothing to tune
	if _, _, err := Fit(ctx, Fixed(ex), 300, q, AttributeEfficient); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, _, err := Fit(t.Context(), Fixed(ex), leastObjects-1, q, AttributeEfficient); err == nil || !strings.Contains(err.Error(), "19 objects cannot be split") {
		t.Error(err)
	}
	if _, _, err := Fit(t.Context(), Fixed(ex), leastObjects, q, AttributeEfficient); err != nil {
		t.Error(err)
	}
	q.K = 12
	if _, _, err := Fit(t.Context(), Fixed(ex), 300, q, AttributeEfficient); err == nil || !strings.Contains(err.Error(), "k = 12") {
		t.Error(err)
	}
}

// TestManyAttributes: beyond what fits as pairs AER is tuned all the same, by the
// errors on what was held out.
func TestManyAttributes(t *testing.T) {
	const d, n = mostDense + 1, 30
	ex := &Rows{D: d, X: make([]float64, n*d), Y: make([]float64, n)}
	for i := range ex.Y {
		ex.Y[i] = float64(i%2)*2 - 1
		for a := range d {
			ex.X[i*d+a] = ex.Y[i]
		}
	}
	q := Question{K: 4, Norm: 1, Folds: 2}
	w, tuned, err := Fit(t.Context(), Fixed(ex), n, q, AttributeEfficient)
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
		if got := Checkpoints(c.m, c.n); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%d of %d: %v, want %v", c.n, c.m, got, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, a := range Algorithms() {
		if got, err := Parse(string(a)); err != nil || got != a {
			t.Errorf("%s: %v, %v", a, got, err)
		}
	}
	if _, err := Parse("full"); err == nil {
		t.Error("full is accepted")
	}
}
