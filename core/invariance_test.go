package core

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// A world without ties and near singular matrices, so that rounding decides no choice.
var plain = simulate.World{
	Objects: 150, Attributes: 7, K: 3, Raters: 12, Ragged: .3, Missing: .1, Halo: .7, Severity: .5, Anonymous: .1, Unlabelled: .1, Scale: 1,
}

// rebuild copies a data set with its objects in another order, judgments
// changed by value and labels by label.
func rebuild(ds *model.Dataset, order []int, value func(a int, x float64) float64, label func(y float64) float64) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	copyNames(b, ds)
	for _, i := range order {
		o := b.Object(ds.Objects[i])
		if v := ds.Labels[0].Values[i]; !math.IsNaN(v) {
			b.SetLabel(y, o, label(v))
		}
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			a := int(ds.Attr[j])
			b.Add(o, a, ds.Rater[j], value(a, ds.Value[j]))
		}
	}
	return b.Build()
}

func upTo(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

func keep(_ int, x float64) float64 { return x }
func keepLabel(y float64) float64   { return y }

// TestInvariance: what should make no difference makes none to the choices,
// and the losses and weights change by the units alone.
func TestInvariance(t *testing.T) {
	for seed := range fresh.Seeds(t, 0, 2) {
		ds := simulate.Draw(plain, seed)
		rng := rand.New(rand.NewPCG(seed, 2))
		order := upTo(len(ds.Objects))
		for _, c := range []struct {
			name      string
			ds        *model.Dataset
			lossUnit  float64
			unit      func(a int) float64 // of a's weight, in the old unit
			intercept bool                // stays
			raw       bool                // holds on the paper's raw scale too
		}{
			{"objects permuted", rebuild(ds, rng.Perm(len(order)), keep, keepLabel), 1, one, true, true},
			{"constants added to attributes", rebuild(ds, order, func(a int, x float64) float64 { return x + 1000*float64(a-3) }, keepLabel), 1, one, false, true},
			{"constant added to the label", rebuild(ds, order, keep, func(y float64) float64 { return y - 4096 }), 1, one, false, true},
			{"label in other units", rebuild(ds, order, keep, func(y float64) float64 { return -8 * y }), 64, func(int) float64 { return -8 }, false, true},
			{"attributes in other units", rebuild(ds, order, func(a int, x float64) float64 { return x * tens(a) }, keepLabel), 1, func(a int) float64 { return 1 / tens(a) }, true, false},
		} {
			for _, s := range []model.Settings{
				{Raters: model.RatersAware},
				{Raters: model.RatersPaper},
				{Raters: model.RatersAware, PSD: model.ProjectPaper},
			} {
				if s.PSD == model.ProjectPaper && !c.raw {
					continue
				}
				for _, s := range []model.Settings{s, s.WithCost("a1", 5*model.Unit).WithCost("a4", model.Unit/3)} {
					before, after := solve(t, ds, Request{Settings: s}), solve(t, c.ds, Request{Settings: s})
					compareResults(t, before, after, c.lossUnit, c.unit, c.intercept)
					if t.Failed() {
						t.Fatalf("seed %d, %s, %+v", seed, c.name, s)
					}
				}
			}
		}
	}
}

func one(int) float64 { return 1 }

// tens is a change of attribute a's unit, by up to 1000 either way; for some
// it reverses the direction.
func tens(a int) float64 { return math.Pow(10, float64(a%7-3)) * float64(1-2*(a%2)) }

func compareResults(t *testing.T, before, after *Result, lossUnit float64, unit func(a int) float64, intercept bool) {
	t.Helper()
	if before.Max != after.Max || before.Step != after.Step || !near(after.LabelVar, lossUnit*before.LabelVar, lossUnit*before.LabelVar, 1e-9) ||
		!near(before.PSDCut, after.PSDCut, 1, 1e-9) {
		t.Errorf("range to %s and %s, Var(y) %g and %g, cut %g and %g",
			before.Max, after.Max, before.LabelVar, after.LabelVar, before.PSDCut, after.PSDCut)
		return
	}
	for _, alg := range algorithms() {
		for _, budget := range someBudgets(before) {
			a, b := before.At(alg, budget), after.At(alg, budget)
			if !slices.Equal(a.Repeats, b.Repeats) || !near(b.Loss, lossUnit*a.Loss, after.LabelVar, 1e-8) {
				t.Errorf("%s B=%s: %v at %g, then %v at %g", alg, budget, a.Repeats, a.Loss, b.Repeats, b.Loss)
				continue
			}
			wa, ia := before.Weights(&a)
			wb, ib := after.Weights(&b)
			for i := range wa {
				if want := wa[i] * unit(i); !near(wb[i], want, math.Abs(want), 1e-6) {
					t.Errorf("%s B=%s: weight %g of %s became %g, want %g", alg, budget, wa[i], before.Attributes[i].Name, wb[i], want)
				}
			}
			if intercept && !near(ib, ia, math.Abs(ia)+math.Sqrt(after.LabelVar), 1e-6) {
				t.Errorf("%s B=%s: intercept %g became %g", alg, budget, ia, ib)
			}
		}
	}
}

// TestAttributesPermuted: the order of attributes decides ties alone.
func TestAttributesPermuted(t *testing.T) {
	for seed := range fresh.Seeds(t, 0, 10) {
		ds := simulate.Draw(plain, seed)
		to := rand.New(rand.NewPCG(seed, 3)).Perm(len(ds.Attributes))
		b := new(model.Builder)
		y := b.AddLabel("y")
		for a := range to {
			b.Attribute(ds.Attributes[slices.Index(to, a)])
		}
		for _, w := range ds.Raters {
			b.RaterID(w)
		}
		for i, id := range ds.Objects {
			o := b.Object(id)
			if v := ds.Labels[0].Values[i]; !math.IsNaN(v) {
				b.SetLabel(y, o, v)
			}
			for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
				b.Add(o, to[ds.Attr[j]], ds.Rater[j], ds.Value[j])
			}
		}
		s := model.Settings{}.WithCost("a2", 3*model.Unit).WithExcluded("a5", true)
		before, after := solve(t, ds, Request{Settings: s}), solve(t, b.Build(), Request{Settings: s})
		for _, alg := range algorithms() {
			for _, budget := range someBudgets(before) {
				p, q := before.At(alg, budget), after.At(alg, budget)
				for a, n := range p.Repeats {
					if q.Repeats[to[a]] != n {
						t.Fatalf("seed %d %s B=%s: %v, permuted by %v: %v", seed, alg, budget, p.Repeats, to, q.Repeats)
					}
				}
				if !near(p.Loss, q.Loss, before.LabelVar, 1e-9) {
					t.Fatalf("seed %d %s B=%s: loss %g, permuted %g", seed, alg, budget, p.Loss, q.Loss)
				}
			}
		}
	}
}

// TestExclusion: what is excluded is never bought, keeps its figures, and
// leaves the projection as it was.
func TestExclusion(t *testing.T) {
	for seed := range fresh.Seeds(t, 0, 10) {
		ds := simulate.Draw(plain, seed)
		all := solve(t, ds, Request{Settings: model.Settings{MaxRepeats: model.AnyRepeats}})
		s := all.At(selection.Full, all.Max)
		for a, n := range s.Repeats {
			if n == 0 {
				continue
			}
			name := ds.Attributes[a]
			without := solve(t, ds, Request{Settings: model.Settings{MaxRepeats: model.AnyRepeats}.WithExcluded(name, true)})
			if !slices.Equal(without.projected.Sigma, all.projected.Sigma) || without.PSDCut != all.PSDCut {
				t.Fatalf("seed %d: excluding %s changed the projection", seed, name)
			}
			got, want := without.Attributes[a], all.Attributes[a]
			if !got.Excluded || got.Selectable() || got.Unusable() != "excluded" {
				t.Fatalf("seed %d: %s is %q after being excluded", seed, name, got.Unusable())
			}
			if want.Excluded = true; got != want {
				t.Fatalf("seed %d: excluding %s made %+v of %+v", seed, name, got, want)
			}
			for _, alg := range algorithms() {
				for _, budget := range someBudgets(without) {
					if r := without.At(alg, budget).Repeats[a]; r != 0 {
						t.Fatalf("seed %d %s B=%s: %s is bought %d times", seed, alg, budget, name, r)
					}
				}
			}
		}
	}
}

// TestAllExcluded: nothing to buy is an answer, not an error.
func TestAllExcluded(t *testing.T) {
	ds := simulate.Draw(plain, 1)
	var s model.Settings
	for _, a := range ds.Attributes {
		s = s.WithExcluded(a, true)
	}
	r := solve(t, ds, Request{Settings: s, Range: 3 * model.Unit})
	if r.Step != 0 || r.UsualMax != 0 || r.Max != 0 || r.FirstBudget() != 0 {
		t.Errorf("step %s, range %s and %s, first %s", r.Step, r.UsualMax, r.Max, r.FirstBudget())
	}
	for _, alg := range algorithms() {
		if b, loss := r.Curve(alg); !slices.Equal(b, []model.Amount{0}) || !slices.Equal(loss, []float64{r.LabelVar}) {
			t.Errorf("%s: curve %v %v", alg, b, loss)
		}
		s := r.At(alg, 50*model.Unit)
		if s.Spent != 0 || s.Loss != r.LabelVar || s.R2() != 0 {
			t.Errorf("%s: %+v", alg, s)
		}
		p := r.Predictor(&s)
		if len(p.Attributes) != 0 || p.Intercept != r.LabelMean {
			t.Errorf("%s: predictor %+v", alg, p)
		}
	}
	if codes := codesOf(r.Warnings); !slices.Contains(codes, "no-candidate") {
		t.Errorf("warnings %v", codes)
	}
}

// TestPrices: the data's own prices hold unless the settings name another.
func TestPrices(t *testing.T) {
	ds := simulate.Draw(plain, 2)
	ds.Prices = make([]model.Amount, len(ds.Attributes))
	for a := range ds.Prices {
		ds.Prices[a] = model.Units(2 + a)
	}
	r := solve(t, ds, Request{Settings: model.Settings{}.WithCost("a3", 3*model.Unit/2).WithCost("nobody", 1)})
	for a := range r.Attributes {
		want := model.Units(2 + a)
		if a == 3 {
			want = 3 * model.Unit / 2
		}
		if got := r.Attributes[a].Price; got != want {
			t.Errorf("%s costs %s, want %s", r.Attributes[a].Name, got, want)
		}
	}
	if r.Step != 3*model.Unit/2 {
		t.Errorf("step %s, want the cheapest price 1.5", r.Step)
	}
	if r := solve(t, ds, Request{Settings: model.Settings{}.WithExcluded("a0", true)}); r.Step != 3*model.Unit {
		t.Errorf("step %s, want 3, the cheapest price of what is included", r.Step)
	}
	// Where all prices are the same, the unit of cost is a matter of taste.
	ds.Prices = nil
	equal := solve(t, ds, Request{})
	ds.Prices = slices.Repeat([]model.Amount{model.Unit / 4}, len(ds.Attributes))
	cheap := solve(t, ds, Request{})
	if cheap.Max != equal.Max/4 || cheap.Step != model.Unit/4 {
		t.Fatalf("range %s by %s, at a quarter of the price %s by %s", equal.Max, equal.Step, cheap.Max, cheap.Step)
	}
	for _, alg := range algorithms() {
		a, b := equal.At(alg, 12*model.Unit), cheap.At(alg, 3*model.Unit)
		if !slices.Equal(a.Repeats, b.Repeats) || b.Spent != 3*model.Unit {
			t.Errorf("%s: %v for 12, %v for 3 at a quarter of the price", alg, a.Repeats, b.Repeats)
		}
	}
}
