package core

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"
	"testing"

	"fms-tui/core/internal/honest"
	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// differenceAt is the honest loss of one algorithm at a budget minus another's.
func differenceAt(h *Honest, a, from selection.Algorithm, budget model.Amount) Estimate {
	pick := func(a selection.Algorithm) *Pick {
		return &Pick{Result: h.result, Honest: h, Selection: Selection{Algorithm: a, Budget: budget}}
	}
	return pick(a).Less(pick(from))
}

func validate(t testing.TB, r *Result, folds int, algorithms ...selection.Algorithm) *Honest {
	t.Helper()
	h, err := r.Honest(context.Background(), folds, algorithms...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// sameEstimate compares estimates that are NaN together, too.
func sameEstimate(got, want Estimate, scale, tol float64) bool {
	one := func(got, want float64) bool {
		return math.IsNaN(got) && math.IsNaN(want) || near(got, want, scale, tol)
	}
	return one(got.Loss, want.Loss) && one(got.SE, want.SE)
}

// sourceOf is what core/internal/honest reads of a data set, put together anew.
func sourceOf(t testing.TB, ds *model.Dataset, label int, mode string, psd string) honest.Source {
	t.Helper()
	b, err := moments.Accumulate(context.Background(), ds, &ds.Labels[label], mode)
	if err != nil {
		t.Fatal(err)
	}
	s := honest.Source{Blocks: b, Sums: b.Union(nil), Projection: psd}
	if psd == "" {
		s.Projection = model.ProjectScaled
	}
	if mode == model.RatersFixed {
		s.Fixed = func(ctx context.Context, include func(int) bool) (*moments.Blocks, error) {
			return moments.AccumulateWithOffsets(ctx, ds, &ds.Labels[label], include)
		}
	}
	s.Copies = func(ctx context.Context, include func(int) bool) (*moments.Copies, error) {
		return moments.AccumulateCopies(ctx, ds, &ds.Labels[label], mode, include)
	}
	return s
}

// termsOf are a Result's prices and limits as the settings have them.
func termsOf(r *Result) honest.Terms {
	t := honest.Terms{Names: r.Data().Attributes, Limits: selection.Limits{Ridge: r.Settings.Ridge}}
	for _, at := range r.Attributes {
		t.Price = append(t.Price, at.Price)
	}
	t.Limits.Min, t.Limits.Max = r.limits.Min, r.limits.Max
	t.Excluded = func(a int) bool { return r.Attributes[a].Excluded }
	t.Forms, t.Shrink = r.forms, r.Shrinks()
	return t
}

// literalExcess is (F-1)/F Σ_f (w_f - w̄)ᵀM(w_f - w̄), from the differences of every two folds: with
// any b, 2 wᵀMw is the loss of w and of -w less twice Var(y).
func literalExcess(r *Result, c honest.Candidate) (sum float64) {
	most := make([]int, len(r.Attributes))
	for _, f := range c {
		for a, n := range f.Repeats {
			most[a] = max(most[a], n)
		}
	}
	folds := float64(len(c))
	for _, f := range c {
		for _, g := range c {
			w, minus := make([]float64, len(most)), make([]float64, len(most))
			for a := range w {
				w[a] = (f.Scores[0].W[a] - g.Scores[0].W[a]) * r.Attributes[a].T
				minus[a] = -w[a]
			}
			sum += (r.problem.LossOf(w, most) + r.problem.LossOf(minus, most) - 2*r.problem.VarY) / 2 / (2 * folds)
		}
	}
	return (folds - 1) / folds * sum
}

// TestHonestAgainstParts: a Result's honest losses agree with its data, mode,
// projection, prices, limits, ridge and label, on its budgets and off them.
func TestHonestAgainstParts(t *testing.T) {
	checked := 0
	check := func(r *Result, seed uint64, label, folds int, algorithms []selection.Algorithm) {
		s := sourceOf(t, r.Data(), label, r.Raters, r.Settings.PSD)
		h := validate(t, r, folds, algorithms...)
		if folds == 0 {
			folds = 10
		}
		p, err := honest.NewParts(context.Background(), s, folds)
		var few honest.TooFewError
		if errors.As(err, &few) {
			if h.Why != few.Error() {
				t.Fatalf("seed %d: %q, want %q", seed, h.Why, few)
			}
			return
		}
		if err != nil || h.Why != "" {
			t.Fatalf("seed %d: %v, %q", seed, err, h.Why)
		}
		budgets := someBudgets(r)
		losses := map[selection.Algorithm][]honest.Loss{}
		for _, a := range algorithms {
			run, err := p.Run(context.Background(), termsOf(r), a, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range budgets {
				c := run.Chosen(b)
				l := run.Projected(c)
				losses[a] = append(losses[a], l)
				if !fresh.Fixed() && math.Abs(p.Estimate(l).Loss) > 1e6*r.LabelVar {
					continue // of a system singular but for rounding
				}
				if got, want := h.Raw(a, b), p.Estimate(l).Learned(literalExcess(r, c)); !sameEstimate(got, want, r.LabelVar+math.Abs(want.Loss), rounding()) {
					t.Fatalf("seed %d %s B=%s: %v, want %v", seed, a, b, got, want)
				}
				checked++
			}
			if !h.Has(a) || h.Has("single=nobody") {
				t.Fatalf("seed %d: has %s %v", seed, a, h.Has(a))
			}
			on, estimates := h.Curve(a)
			if len(on) != len(estimates) || on[0] != 0 || on[len(on)-1] != r.Max || !slices.IsSorted(on) {
				t.Fatalf("seed %d %s: a curve of %v", seed, a, on)
			}
			for i, b := range on {
				if h.At(a, b) != estimates[i] {
					t.Fatalf("seed %d %s B=%s: %v on the curve, %v at it", seed, a, b, estimates[i], h.At(a, b))
				}
			}
		}
		for i, b := range budgets {
			a, from := algorithms[0], algorithms[1]
			got, want := differenceAt(h, a, from, b), p.Difference(losses[a][i], losses[from][i])
			if !fresh.Fixed() && math.Abs(want.Loss) > 1e6*r.LabelVar {
				continue
			}
			if !sameEstimate(got, want, r.LabelVar+math.Abs(h.At(a, b).Loss)+math.Abs(want.Loss), rounding()) {
				t.Fatalf("seed %d B=%s: difference %v, want %v", seed, b, got, want)
			}
		}
	}
	for r, seed := range results(t, 30, fresh.Seed(t, 900)) {
		check(r, seed, 0, []int{0, 2, 5, 50}[seed%4], baselines())
	}
	w := simulate.World{Objects: 130, Attributes: 4, K: 3, Raters: 3, WholeForms: true, Halo: .6, Severity: 2}
	for seed := range fresh.Seeds(t, 0, 1) {
		r := solve(t, simulate.Draw(w, seed), Request{
			Settings: model.Settings{Raters: model.RatersFixed}.WithCost("a1", 3*model.Unit), Algorithms: []selection.Algorithm{selection.Copies, "single=a2"},
		})
		check(r, seed, 0, 0, r.Algorithms())
	}
	ds := twoLabels(simulate.World{Objects: 60, Attributes: 5, K: 2})
	for n, l := range ds.Labels {
		check(solve(t, ds, Request{Settings: model.Settings{Label: l.Name}}), uint64(n), n, 0, algorithms())
	}
	if fresh.Fixed() && checked < 600 {
		t.Errorf("%d losses were compared: the test lost its power", checked)
	}
}

// TestHonestRemembersRightly: one Study answers all requests as fresh Studies do.
func TestHonestRemembersRightly(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 90, Attributes: 5, K: 2, Raters: 8, Halo: 1, Severity: 1}, 5)
	study := NewStudy(ds)
	for turn := range 14 { // each setting twice, by another number of folds
		folds, s := []int{0, 5}[turn%2], []model.Settings{
			{},
			{PSD: model.ProjectPaper},
			{Raters: model.RatersPaper},
			{Ridge: .3},
			model.Settings{}.WithCost("a2", 5*model.Unit), model.Settings{}.WithExcluded("a0", true),
			{MaxRepeats: 2},
		}[turn%7]
		r, err := study.Solve(context.Background(), Request{Settings: s})
		if err != nil {
			t.Fatal(err)
		}
		got := validate(t, r, folds, algorithms()...)
		want := validate(t, solve(t, ds, Request{Settings: s}), folds, algorithms()...)
		for _, a := range algorithms() {
			_, g := got.Curve(a)
			if _, w := want.Curve(a); !reflect.DeepEqual(g, w) {
				t.Fatalf("%+v, %d folds, %s: %v, fresh %v", s, folds, a, g, w)
			}
		}
	}
}

// TestBudgetsAskedFor: choices, bounds and honest losses at requested budgets equal the
// figures of the range, under every way to buy. Other budgets can still be asked for,
// and impossible budgets are passed over.
func TestBudgetsAskedFor(t *testing.T) {
	whole := simulate.Draw(simulate.World{Objects: 90, Attributes: 6, K: 2, Raters: 9, WholeForms: true, Halo: 1}, 6)
	asked := []model.Amount{12 * model.Unit, model.Unit / 7, 5*model.Unit + 1, 12 * model.Unit, (MostJudgments + 1) * model.Unit}
	all := baselines()
	for _, s := range []model.Settings{
		{},
		{Design: model.Design{Kind: model.DesignSingle}},
		model.Settings{Shrink: model.ShrinkNone, Design: model.Design{Kind: model.DesignSingle}}.WithCost("a1", 3*model.Unit/10),
	} {
		far := solve(t, whole, Request{Settings: s, Algorithms: all})
		r := solve(t, whole, Request{Settings: s, Algorithms: all, Budgets: asked})
		if r.Max != 12*model.Unit {
			t.Errorf("the range ends at %s", r.Max)
		}
		h, want := validate(t, r, 0, all...), validate(t, far, 0, all...)
		for _, b := range append(asked[:3:3], 9*model.Unit) {
			if got, want := r.Bound(b), far.Bound(b); got != want {
				t.Errorf("B=%s: bound %g, of the range %g", b, got, want)
			}
			for _, a := range all {
				x, y := r.At(a, b), far.At(a, b)
				if !slices.Equal(x.Repeats, y.Repeats) || math.Abs(x.Loss-y.Loss) > 1e-12*r.LabelVar {
					t.Errorf("%s B=%s: %v %g, of the range %v %g", a, b, x.Repeats, x.Loss, y.Repeats, y.Loss)
				}
				if !sameEstimate(h.At(a, b), want.At(a, b), r.LabelVar, 1e-9) {
					t.Errorf("%s B=%s: %v, of the range %v", a, b, h.At(a, b), want.At(a, b))
				}
			}
		}
	}
	if _, err := NewStudy(whole).Solve(t.Context(), Request{Budgets: asked[4:]}); err == nil {
		t.Error("a budget that cannot be answered is")
	}
}

// TestHonestOfTooFew: without an honest loss all is unknown, and says why.
func TestHonestOfTooFew(t *testing.T) {
	r := solve(t, simulate.Draw(simulate.World{Objects: 19, Attributes: 3, K: 2}, 2), Request{})
	h := validate(t, r, 0, algorithms()...)
	why := "only 19 objects have the label and judgments: an honest loss needs at least 20"
	if h.Why != why {
		t.Errorf("why: %q", h.Why)
	}
	checkUnknown(t, r, h, selection.Full)
	if _, err := h.Budget(selection.Full, Rule{}); err == nil || err.Error() != "no budget can be recommended: "+why {
		t.Errorf("budget: %v", err)
	}
	one := validate(t, solve(t, simulate.Draw(simulate.World{Objects: 60, Attributes: 3, K: 2}, 2), Request{}), 1, algorithms()...)
	if one.Why != "the 60 objects fall into a single fold: an honest loss needs at least 2" {
		t.Errorf("one fold: %q", one.Why)
	}
	if got, _ := one.Verdict(differenceAt(one, selection.Full, selection.Single, model.Unit)); got != "" {
		t.Errorf("one fold: full is %q", got)
	}
	r = solve(t, simulate.Draw(simulate.World{Objects: 60, Attributes: 3, K: 2}, 2), Request{})
	checkUnknown(t, r, validate(t, r, 0, selection.Scoring), selection.Full)
}

func checkUnknown(t *testing.T, r *Result, h *Honest, a selection.Algorithm) {
	t.Helper()
	unknown := func(e Estimate) bool { return math.IsNaN(e.Loss) && math.IsNaN(e.SE) && e.Verdict(1000) == "" }
	if h.Has(a) || !unknown(h.At(a, model.Unit)) || !unknown(differenceAt(h, a, selection.Scoring, model.Unit)) ||
		!unknown(differenceAt(h, selection.Scoring, a, model.Unit)) {
		t.Errorf("what is unknown has an honest loss")
	}
	if b, e := h.Curve(a); b != nil || e != nil {
		t.Errorf("a curve of %v", b)
	}
	if b, ok := h.Recommended(a); ok || b != 0 {
		t.Errorf("recommends %s", b)
	}
	if got := h.FirstBudget(a); got != r.FirstBudget() {
		t.Errorf("first budget %s, want %s", got, r.FirstBudget())
	}
}

// TestHonestConcurrentUse: one Study serves several at once. It is for the race
// detector.
func TestHonestConcurrentUse(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 60, Attributes: 4, K: 2, Raters: 6}, 3)
	study := NewStudy(ds)
	ask := func(study *Study) string {
		r, err := study.Solve(context.Background(), Request{Algorithms: []selection.Algorithm{selection.Copies}})
		if err != nil {
			return err.Error()
		}
		h, err := r.Honest(context.Background(), 0, r.Algorithms()...)
		if err != nil {
			return err.Error()
		}
		b, _, err := r.Bootstrap(context.Background(), 30, 1, Selection{Algorithm: selection.Full, Budget: 5 * model.Unit})
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(h.At(selection.Full, 7*model.Unit), h.At(selection.Copies, 7*model.Unit/2), b)
	}
	want := ask(NewStudy(ds))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if got := ask(study); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	wg.Wait()
}

// TestHonestOfASmallPanel: an algorithm that goes back to the judgments must not
// find the training parts' raters unfit, whom the data as a whole have passed.
func TestHonestOfASmallPanel(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 52, Attributes: 3, K: 2, Raters: 2, WholeForms: true}, 1)
	r := solve(t, ds, Request{Settings: model.Settings{Raters: model.RatersFixed}, Algorithms: []selection.Algorithm{selection.Copies}})
	h, err := r.Honest(context.Background(), 0, r.Algorithms()...)
	if err != nil {
		t.Fatalf("a panel of 52 objects: %v", err)
	}
	for _, a := range r.Algorithms() {
		if e := h.At(a, 4*model.Unit); math.IsNaN(e.Loss) || math.IsNaN(e.SE) {
			t.Errorf("%s: %v", a, e)
		}
	}
}

// TestHonestFrom: what is told of each algorithm is what is known in the end, and knows nothing
// of those after it.
func TestHonestFrom(t *testing.T) {
	r := solve(t, twoLabels(simulate.World{Objects: 80, Attributes: 6, K: 2, Raters: 9}), Request{})
	algorithms := r.Algorithms()
	var told []*Honest
	h, err := r.HonestFrom(t.Context(), 0, func(h *Honest) { told = append(told, h) }, algorithms...)
	if err != nil || len(told) != len(algorithms) {
		t.Fatalf("told %d times, error %v", len(told), err)
	}
	a := algorithms[0]
	if told[0].Has(algorithms[1]) || !told[1].Has(algorithms[1]) {
		t.Error("too much or too little is told at a time")
	}
	_, first := told[0].Curve(a)
	if _, last := h.Curve(a); !slices.Equal(first, last) || len(first) == 0 {
		t.Errorf("first %v, in the end %v", first, last)
	}
	got, _ := told[0].Recommended(a)
	if want, _ := h.Recommended(a); got != want {
		t.Errorf("recommends %v, in the end %v", got, want)
	}
}

// TestPrepare: what is prepared off the curve is known, and is what is computed without.
func TestPrepare(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 80, Attributes: 120, K: 2}, 11)
	r := solve(t, ds, Request{})
	h, again := validate(t, r, 0, selection.Full), validate(t, r, 0, selection.Full)
	budgets, _ := h.Curve(selection.Full)
	off := budgets[len(budgets)/2] + 1
	if h.Known(selection.Full, off) || !h.Known(selection.Full, budgets[1]) || !h.Known(selection.Scoring, off) {
		t.Fatalf("known off the curve %t, on the curve %t, of an algorithm that was not asked for %t",
			h.Known(selection.Full, off), h.Known(selection.Full, budgets[1]), h.Known(selection.Scoring, off))
	}
	if err := h.Prepare(context.Background(), selection.Full, off); err != nil {
		t.Fatal(err)
	}
	if !h.Known(selection.Full, off) {
		t.Error("prepared, and not known")
	}
	if got, want := h.At(selection.Full, off), again.At(selection.Full, off); got != want {
		t.Errorf("prepared %v, computed %v", got, want)
	}
}
