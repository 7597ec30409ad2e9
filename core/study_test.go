package core

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// table builds a data set with one label from rows of judgments; cell
// judgments are by nobody known.
func table(labels []float64, judgments ...[][]float64) *model.Dataset {
	b := new(model.Builder)
	y := b.AddLabel("y")
	for i, v := range labels {
		o := b.Object(fmt.Sprintf("o%d", i))
		if !math.IsNaN(v) {
			b.SetLabel(y, o, v)
		}
		for a, of := range judgments {
			at := b.Attribute(string(rune('a' + a)))
			for _, x := range of[i] {
				b.Add(o, at, model.NoRater, x)
			}
		}
	}
	return b.Build()
}

// pairs returns n cells of two judgments each, i and i+spread.
func pairs(n int, spread float64) [][]float64 {
	cells := make([][]float64, n)
	for i := range cells {
		cells[i] = []float64{float64(i), float64(i) + spread}
	}
	return cells
}

func TestStudyErrors(t *testing.T) {
	nan := math.NaN()
	noLabel := table([]float64{1, 2}, pairs(2, 1))
	noLabel.Labels = nil
	two := table([]float64{1, 2, 3}, pairs(3, 1))
	two.Labels = append(two.Labels, model.Label{Name: "weight", Values: []float64{7, 7, 7}})
	for _, c := range []struct {
		name  string
		ds    *model.Dataset
		label string
		want  []string
	}{
		{"no label", noLabel, "", []string{"no label"}},
		{"no label, one asked for", noLabel, "y", []string{"no label"}},
		{"unknown", two, "height", []string{`"height"`, "y, weight"}},
		{"constant", two, "weight", []string{`"weight"`, "7", "all 3 objects"}},
		{"nobody labelled", table([]float64{nan, nan}, pairs(2, 1)), "", []string{`"y"`, "no object has both"}},
		{"labelled are not judged", table([]float64{1, nan}, [][]float64{{}, {1, 2}}), "", []string{`"y"`, "no object has both"}},
		{"one object", table([]float64{1, nan, 3}, [][]float64{{1, 2}, {1, 2}, {}}), "", []string{`"y"`, "single object"}},
		{"label too wide", table([]float64{0, 1e80, -1e80}, pairs(3, 1)), "", []string{`"y"`, "divide it"}},
		{"label overflows", table([]float64{0, 1e300, -1e300}, pairs(3, 1)), "", []string{`"y"`, "divide it"}},
	} {
		r, err := NewStudy(c.ds).Solve(context.Background(), Request{Settings: model.Settings{Label: c.label}})
		if err == nil || r != nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not say %s", c.name, err, part)
			}
		}
		if got := errors.Is(err, ErrNoLabel); got != (c.ds == noLabel) {
			t.Errorf("%s: is ErrNoLabel %v", c.name, got)
		}
	}
	if r := solve(t, table([]float64{1, 2}, pairs(2, 1)), Request{}); r.Objects != 2 {
		t.Errorf("two objects are enough, got %d", r.Objects)
	}
}

// TestDescribe compares a Result's counts with the data.
func TestDescribe(t *testing.T) {
	for r, seed := range results(t, 80, fresh.Seed(t, 100)) {
		ds := r.Data()
		y := ds.Labels[0].Values
		var objects, judgments, fewest, most int
		var sum, squares float64
		blocks := map[int]bool{}
		for i := range ds.Objects {
			if math.IsNaN(y[i]) || ds.Start[i] == ds.Start[i+1] {
				continue
			}
			objects++
			sum += y[i]
			blocks[moments.BlockOf(ds.Objects[i], 50)] = true
			sizes := map[int32]int{}
			said := map[[2]int32]bool{} // by attribute and rater
			for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
				by := [2]int32{ds.Attr[j], ds.Rater[j]}
				if r.Raters != model.RatersPaper && by[1] != model.NoRater && said[by] {
					continue // a rater counts once a cell
				}
				said[by] = true
				sizes[ds.Attr[j]]++
				judgments++
			}
			for _, n := range sizes {
				if most = max(most, n); fewest == 0 || n < fewest {
					fewest = n
				}
			}
		}
		mean := sum / float64(objects)
		for i := range ds.Objects {
			if !math.IsNaN(y[i]) && ds.Start[i] < ds.Start[i+1] {
				squares += (y[i] - mean) * (y[i] - mean) / float64(objects)
			}
		}
		got := []int{r.Objects, r.Judgments, r.Fewest, r.Most, r.Blocks}
		if want := []int{objects, judgments, fewest, most, len(blocks)}; !slices.Equal(got, want) {
			t.Fatalf("seed %d: objects, judgments, fewest, most, blocks are %v, want %v", seed, got, want)
		}
		if !near(r.LabelMean, mean, math.Sqrt(squares), 1e-12) || !near(r.LabelVar, squares, squares, 1e-12) || r.Label != "y" {
			t.Fatalf("seed %d: label %s %g ± %g, want %g ± %g", seed, r.Label, r.LabelMean, r.LabelVar, mean, squares)
		}
		if r.PSDCut < 0 || r.PSDCut > 1 || len(r.Attributes) != len(ds.Attributes) {
			t.Fatalf("seed %d: cut %g, %d attributes", seed, r.PSDCut, len(r.Attributes))
		}
	}
}

// TestStudyRemembersRightly asks one Study for everything in turn, twice: each answer
// equals the answer of a fresh Study.
func TestStudyRemembersRightly(t *testing.T) {
	ds := twoLabels(simulate.World{Objects: 70, Attributes: 8, K: 2, Raters: 9, WholeForms: true, Halo: 1, Severity: 1, Scale: 2})
	study := NewStudy(ds)
	if study.Data() != ds {
		t.Error("the study is about other data")
	}
	seen := map[float64]string{}
	for range 2 {
		for _, q := range requests() {
			got, err := study.Solve(context.Background(), q)
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, solve(t, ds, q))
			if !got.Settings.Equal(q.Settings) {
				t.Errorf("a result of %+v says %+v", q.Settings, got.Settings)
			}
			key := fmt.Sprint(q.Settings.Label, q.Settings.Raters, q.Settings.PSD)
			loss := got.At(selection.Full, 11*model.Unit).Loss
			if other, ok := seen[loss]; ok && other != key {
				t.Errorf("the same loss for %s and %s: the test cannot tell them apart", key, other)
			}
			seen[loss] = key
		}
	}
}

func twoLabels(w simulate.World) *model.Dataset {
	ds := simulate.Draw(w, 5)
	second := model.Label{Name: "z"}
	for i, y := range ds.Labels[0].Values {
		second.Values = append(second.Values, y*y+float64(i%7))
	}
	ds.Labels = append(ds.Labels, second)
	return ds
}

func requests() []Request {
	var list []Request
	for _, label := range []string{"y", "z"} {
		for _, mode := range []string{model.RatersAware, model.RatersPaper} {
			for _, psd := range []string{model.ProjectScaled, model.ProjectPaper} {
				s := model.Settings{Label: label, Raters: mode, PSD: psd}
				list = append(list, Request{Settings: s}, Request{Settings: s.WithCost("a1", model.Unit/2).WithExcluded("a2", true)})
			}
		}
	}
	return list
}

// same holds two results equal to the last bit.
func same(t *testing.T, got, want *Result) {
	t.Helper()
	if got.Label != want.Label || got.Raters != want.Raters || got.RatersReason != want.RatersReason || got.Max != want.Max ||
		got.UsualMax != want.UsualMax || got.Step != want.Step || got.PSDCut != want.PSDCut || !reflect.DeepEqual(own(got), own(want)) {
		t.Fatalf("results differ: %+v and %+v", got, want)
	}
	if !reflect.DeepEqual(got.projected, want.projected) {
		t.Fatal("Σ⁺ differs")
	}
	for _, alg := range algorithms() {
		gotBudgets, gotLoss := got.Curve(alg)
		wantBudgets, wantLoss := want.Curve(alg)
		if !slices.Equal(gotBudgets, wantBudgets) || !slices.Equal(gotLoss, wantLoss) {
			t.Fatalf("curves of %s differ", alg)
		}
		a, b := got.At(alg, got.Max/3+1), want.At(alg, got.Max/3+1)
		if !slices.Equal(a.Repeats, b.Repeats) || a.Loss != b.Loss || !reflect.DeepEqual(got.Predictor(&a), want.Predictor(&b)) {
			t.Fatalf("selections of %s differ: %v and %v", alg, a.Repeats, b.Repeats)
		}
	}
}

// TestDefaults: the zero settings are the first label, auto and scaled.
func TestDefaults(t *testing.T) {
	ds := twoLabels(simulate.World{Objects: 60, Attributes: 5, K: 2, Raters: 7, Halo: 1, WholeForms: true, Scale: 2})
	zero := solve(t, ds, Request{})
	same(t, zero, solve(t, ds, Request{Settings: model.Settings{Label: "y", Raters: model.RatersAuto, PSD: model.ProjectScaled}}))
	if zero.Label != "y" || zero.Raters != model.RatersAware {
		t.Errorf("label %s, raters %s", zero.Label, zero.Raters)
	}
}

// TestDeterminism: the number of processors changes nothing.
func TestDeterminism(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	ds := simulate.Draw(simulate.World{Objects: 300, Attributes: 12, K: 3, Raters: 20, Ragged: .3, Missing: .1, Halo: 1, Severity: 1}, 9)
	var first *Result
	for _, n := range []int{1, 2, 3, 8} {
		runtime.GOMAXPROCS(n)
		if r := solve(t, ds, Request{}); first == nil {
			first = r
		} else {
			same(t, r, first)
		}
	}
}

// TestResultsDoNotShare: what a caller does to a selection changes no other.
func TestResultsDoNotShare(t *testing.T) {
	r := solve(t, simulate.Draw(simulate.World{Objects: 60, Attributes: 6, K: 2}, 2), Request{})
	s := r.At(selection.Full, 9*model.Unit)
	want := r.Predictor(&s)
	other := r.At(selection.Full, 9*model.Unit)
	clear(other.Repeats)
	p := r.Predictor(&s)
	p.Attributes[0].Weight = 99
	p.External[0][0] = 99
	w, _ := r.Weights(&s)
	clear(w)
	_, losses := r.Curve(selection.Full)
	clear(losses)
	if again := r.At(selection.Full, 9*model.Unit); !slices.Equal(again.Repeats, s.Repeats) || !reflect.DeepEqual(r.Predictor(&again), want) {
		t.Error("a result was changed from outside")
	}
	if _, losses := r.Curve(selection.Full); losses[0] != r.LabelVar {
		t.Errorf("the curve begins at %g, want Var(y)", losses[0])
	}
}

// TestUnlabelledEnterNothing: objects without the label, and objects that
// nobody judged, change no figure.
func TestUnlabelledEnterNothing(t *testing.T) {
	w := simulate.World{Objects: 60, Attributes: 6, K: 3, Raters: 8, Ragged: .3, Missing: .2, Unlabelled: .4, Halo: 1, Severity: 1, Anonymous: .1}
	ds := simulate.Draw(w, 4)
	b := new(model.Builder)
	y := b.AddLabel("y")
	copyNames(b, ds)
	for i, id := range ds.Objects {
		if math.IsNaN(ds.Labels[0].Values[i]) {
			continue
		}
		o := b.Object(id)
		b.SetLabel(y, o, ds.Labels[0].Values[i])
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			b.Add(o, int(ds.Attr[j]), ds.Rater[j], ds.Value[j])
		}
		b.SetLabel(y, b.Object("nobody judged "+id), 1e6)
	}
	labelled := b.Build()
	for _, mode := range []string{model.RatersAware, model.RatersPaper} {
		q := Request{Settings: model.Settings{Raters: mode}}
		got, want := solve(t, labelled, q), solve(t, ds, q)
		same(t, got, want)
	}
}

// copyNames gives b the attributes and raters of ds, in their order.
func copyNames(b *model.Builder, ds *model.Dataset) {
	for _, a := range ds.Attributes {
		b.Attribute(a)
	}
	for _, w := range ds.Raters {
		b.RaterID(w)
	}
}

// TestCancelled ends the work at every few points: the error is the context's, and the Study then
// answers as if nothing had been.
func TestCancelled(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 40, Attributes: 3, K: 2, Raters: 5}, 3)
	q := Request{Settings: model.Settings{}.WithCost("a1", 3*model.Unit), Range: 3 * model.Unit, Algorithms: []selection.Algorithm{selection.Copies}}
	draws := []Selection{{Algorithm: selection.Full, Budget: 5 * model.Unit}, {Algorithm: selection.Scoring, Budget: 4 * model.Unit}}
	for _, c := range []struct {
		name         string
		every, least int // the context is asked so often at least
		ask          func(context.Context, *Study, *Result) (any, error)
	}{
		{"choices", 10, 50, func(ctx context.Context, s *Study, _ *Result) (any, error) {
			r, err := s.Solve(ctx, q)
			if err != nil {
				return nil, err
			}
			_, losses := r.Curve(selection.Full)
			return losses, nil
		}},
		{"honest losses", 40, 50, func(ctx context.Context, _ *Study, r *Result) (any, error) {
			h, err := r.Honest(ctx, 4, r.Algorithms()...)
			if err != nil {
				return nil, err
			}
			_, estimates := h.Curve(selection.Full)
			_, copies := h.Curve(selection.Copies)
			return append(estimates, copies...), nil
		}},
		{"a bootstrap", 10, 90, func(ctx context.Context, _ *Study, r *Result) (any, error) {
			b, _, err := r.Bootstrap(ctx, 30, 1, draws...)
			return b, err
		}},
	} {
		want, err := c.ask(t.Context(), NewStudy(ds), solve(t, ds, q))
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; ; n += c.every {
			study, r := NewStudy(ds), solve(t, ds, q)
			got, err := c.ask(simulate.Countdown(n), study, r)
			if err == nil {
				if n < c.least || fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s: the context was asked %d times only, or the result differs", c.name, n)
				}
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: cancelled at %d: %v", c.name, n, err)
			}
			if again, err := c.ask(t.Context(), study, r); err != nil || fmt.Sprint(again) != fmt.Sprint(want) {
				t.Fatalf("%s: cancelled at %d: then %v, %v, want %v", c.name, n, again, err, want)
			}
		}
	}
}
