package core

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/momentsfile"
	"fms-tui/core/internal/simulate"
	"fms-tui/core/selection"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// throughFile returns a study of the moments of another, by way of the bytes of
// a file.
func throughFile(t testing.TB, s *Study) *Study {
	t.Helper()
	f, err := s.Moments(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	back, err := momentsfile.Decode(f.Encode())
	if err != nil {
		t.Fatal(err)
	}
	return OpenMoments(back, []model.Source{{File: "x.moments"}})
}

// answers writes down all that two studies must have in common.
func answers(t *testing.T, s *Study, set model.Settings) []string {
	t.Helper()
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	tuning, err := s.Tune(t.Context(), Request{Settings: set, Algorithms: []selection.Algorithm{selection.Exchange, selection.Averages}}, 5)
	if err != nil {
		return []string{err.Error()}
	}
	for _, a := range tuning.Answers {
		r := a.Result
		cut := r.PSDCut
		if cut < 1e-14 { // rounding of the eigenvalues, where a Cholesky factor does not save them
			cut = 0
		}
		add("%s %s %d objects, %d judgments, %d to %d, %d blocks, cut %.9g, %s", r.Raters, r.RatersReason, r.Objects, r.Judgments, r.Fewest, r.Most, r.Blocks, cut, r.Max)
		for _, w := range own(r) {
			if w.Code != "dominant-object" { // moments do not say it
				add("%s %s", w.Code, w.Message)
			}
		}
		add("%s", a.Honest.Why)
		perfect := false // attributes that could predict all of the label but for rounding, which decides the rest
		for _, alg := range r.Algorithms() {
			budget := r.FirstBudget()
			bound := r.Bound(budget)
			if bound < 1e-6*r.LabelVar {
				bound, perfect = 0, true
			}
			c := r.At(alg, budget)
			e := a.Honest.At(alg, budget)
			if math.Abs(e.Loss) < 1e-12*r.LabelVar { // a difference of which rounding is left
				e.Loss = 0
			}
			w, intercept := r.Weights(&c)
			for i, x := range w { // a weight of 0 is what rounding leaves
				if math.Abs(x)*r.Attributes[i].T < 1e-9*math.Sqrt(r.LabelVar) {
					w[i] = 0
				}
			}
			add("%s %v %.8g bound %.6g honest %.8g ± %.8g weights %.7g %.7g", alg, c.Repeats, c.Loss, bound, e.Loss, e.SE, w, intercept)
		}
		boot, why, err := r.Bootstrap(t.Context(), 20, 3, Selection{Algorithm: selection.Full, Budget: r.FirstBudget()})
		if err != nil {
			t.Fatal(err)
		}
		if !perfect {
			add("%s %v", why, boot)
		}
	}
	return out
}

// TestMomentsAnswerAsJudgments: a file of moments gives the same answers as the
// judgments, in every mode that it has.
func TestMomentsAnswerAsJudgments(t *testing.T) {
	for w, seed := range simulate.Worlds(5, fresh.Seed(t, 29)) {
		w.Objects += 60
		raw := NewStudy(simulate.Draw(w, seed))
		kept := throughFile(t, raw)
		for _, set := range []model.Settings{
			{Raters: model.RatersAware}, {Raters: model.RatersPaper, PSD: model.ProjectPaper}, {Raters: model.RatersAware, AutoRidge: true},
		} {
			got, want := answers(t, kept, set), answers(t, raw, set)
			if !slices.Equal(got, want) {
				t.Fatalf("%+v, seed %d, %+v: the moments say\n%s\nthe judgments\n%s", w, seed, set, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// panelData are judgments of n objects by the same three raters.
func panelData(n int) *model.Dataset {
	return simulate.Draw(simulate.World{Objects: n, Attributes: 3, K: 3, Raters: 3, WholeForms: true, Severity: 1}, 4)
}

// TestMomentsRefuse: what needs the judgments says so.
func TestMomentsRefuse(t *testing.T) {
	raw := NewStudy(panelData(120))
	if mode, _ := raw.Raters(model.RatersAuto); mode != model.RatersFixed {
		t.Fatalf("the raters are taken as %s: the test lost its power", mode)
	}
	s := throughFile(t, raw)
	for _, mode := range []string{model.RatersAuto, model.RatersFixed} {
		_, err := s.Solve(t.Context(), Request{Settings: model.Settings{Raters: mode}})
		if !errors.Is(err, model.ErrNeedsJudgments) || !strings.Contains(err.Error(), "needs the judgments, and x.moments holds their moments only: raters aware") {
			t.Errorf("%s: %v", mode, err)
		}
	}
	aware := model.Settings{Raters: model.RatersAware}
	r, err := s.Solve(t.Context(), Request{Settings: aware, Optional: selection.AllAlgorithms()})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Refused(selection.Copies); err == nil || err.Error() != "copies needs the judgments, and x.moments holds their moments only" {
		t.Errorf("copies: %v", err)
	}
	if r.Has(selection.Copies) || !r.Has(selection.Averages) {
		t.Errorf("the algorithms are %v", r.Algorithms())
	}
	if _, err := s.Solve(t.Context(), Request{Settings: aware, Algorithms: []selection.Algorithm{selection.Copies}}); err == nil {
		t.Error("copies were asked for and computed without judgments")
	}
}

// TestMomentsOfAPanelUnfit: if auto finds that the raters are no panel, the file
// agrees, without naming the rater.
func TestMomentsOfAPanelUnfit(t *testing.T) {
	ds := panelData(61)
	kept := *ds
	kept.Start, kept.Attr, kept.Value, kept.Rater = []int{0}, nil, nil, nil
	lacking := 0
	for i := range ds.Objects {
		for j := ds.Start[i]; j < ds.Start[i+1]; j++ {
			if ds.Attr[j] == 1 && ds.Rater[j] == 2 && lacking < 12 {
				lacking++
				continue
			}
			kept.Attr, kept.Value, kept.Rater = append(kept.Attr, ds.Attr[j]), append(kept.Value, ds.Value[j]), append(kept.Rater, ds.Rater[j])
		}
		kept.Start = append(kept.Start, len(kept.Attr))
	}
	raw := NewStudy(&kept)
	want, err := raw.Solve(t.Context(), Request{})
	if err != nil || want.Raters != model.RatersAware || !strings.Contains(want.RatersReason, `rater "w2"`) {
		t.Fatalf("%+v, %v: the test lost its power", want, err)
	}
	got, err := throughFile(t, raw).Solve(t.Context(), Request{})
	if err != nil || got.Raters != want.Raters || got.RatersReason != strings.Replace(want.RatersReason, `rater "w2"`, "a rater", 1) {
		t.Errorf("%+v, %v", got.RatersReason, err)
	}
}

// TestMomentsOfOddData: what cannot be learned from is the same in a file, whose errors
// name the file and whose warnings name no object.
func TestMomentsOfOddData(t *testing.T) {
	huge := simulate.Draw(simulate.World{Objects: 40, Attributes: 3, K: 2, Raters: 5}, 2)
	for j, a := range huge.Attr {
		if a == 1 {
			huge.Value[j] *= 1e200
		}
	}
	unlabelled := simulate.Draw(simulate.World{Objects: 40, Attributes: 3, K: 2}, 2)
	for i := range unlabelled.Labels[0].Values {
		unlabelled.Labels[0].Values[i] = math.NaN()
	}
	wild := simulate.Draw(simulate.World{Objects: 40, Attributes: 3, K: 2}, 2)
	for i := range wild.Labels[0].Values {
		wild.Labels[0].Values[i] *= 1e200
	}
	again := simulate.Draw(simulate.World{Objects: 60, Attributes: 3, K: 3, Raters: 9}, 2)
	for j := 1; j < len(again.Rater); j++ {
		if again.Attr[j] == again.Attr[j-1] && j%5 == 0 {
			again.Rater[j] = again.Rater[j-1]
		}
	}
	still := simulate.Draw(simulate.World{Objects: 60, Attributes: 3, K: 2, Missing: .5}, 2)
	for j, a := range still.Attr {
		if a == 1 {
			still.Value[j] = 1 + 1e-14*float64(j%3) // constant but for rounding, and lacking in some blocks
		}
	}
	for name, ds := range map[string]*model.Dataset{
		"raters who judge a cell again": again, "nearly constant": still, "huge values": huge, "no object has the label": unlabelled, "a wild label": wild,
		"one object": table([]float64{1}, pairs(1, 1)), "a constant label": table([]float64{7, 7, 7}, pairs(3, 1)),
	} {
		raw := NewStudy(ds)
		got, want := answers(t, throughFile(t, raw), model.Settings{}), answers(t, raw, model.Settings{})
		if len(want) == 1 { // an error
			want[0] = "x.moments: " + want[0]
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the moments say\n%s\nthe judgments\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestMomentsWithoutLabel: the moments of data without a label are about all objects,
// and report that no label exists.
func TestMomentsWithoutLabel(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 40, Attributes: 3, K: 2, Unlabelled: .5}, 2)
	ds.Labels = nil
	s := throughFile(t, NewStudy(ds))
	if _, err := s.Solve(t.Context(), Request{}); !errors.Is(err, ErrNoLabel) {
		t.Errorf("a label was found: %v", err)
	}
	f, err := s.Moments(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if n := f.Labels[0].Paper.Union(nil).Objects; n != 40 || f.Summary.Objects != 40 {
		t.Errorf("%d objects of %d are in the moments, want 40", n, f.Summary.Objects)
	}
	if _, err := s.Moments(t.Context(), "y"); !errors.Is(err, ErrNoLabel) {
		t.Errorf("moments of a label that there is not: %v", err)
	}
}

// partOf are some objects of a data set in a row, with the numbers of attributes and
// raters that the whole has.
func partOf(ds *model.Dataset, from, to int) *model.Dataset {
	part := *ds
	lo, hi := ds.Start[from], ds.Start[to]
	part.Objects, part.Start = ds.Objects[from:to], slices.Clone(ds.Start[from:to+1])
	for i := range part.Start {
		part.Start[i] -= lo
	}
	part.Attr, part.Value, part.Rater = ds.Attr[lo:hi], ds.Value[lo:hi], ds.Rater[lo:hi]
	part.Labels = slices.Clone(ds.Labels)
	for i := range part.Labels {
		part.Labels[i].Values = ds.Labels[i].Values[from:to]
	}
	return &part
}

// TestMomentsOfParts: data that come in parts have the moments of the whole, and answer as
// its moments file does.
func TestMomentsOfParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 71), 3))
	for w, seed := range simulate.Worlds(15, fresh.Seed(t, 33)) {
		w.Objects += 60
		ds := simulate.Draw(w, seed)
		whole, err := NewStudy(ds).Moments(context.Background(), "")
		if err != nil {
			t.Fatal(err)
		}
		cuts := []int{0, 20 + rng.IntN(20), 40 + rng.IntN(20), len(ds.Objects)}
		var sums MomentsMerger
		for i := range cuts[1:] {
			if err := sums.AddPart(context.Background(), partOf(ds, cuts[i], cuts[i+1])); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		f := sums.File()
		if !reflect.DeepEqual(f.Summary, whole.Summary) || f.Parts != 1 || f.Panel != whole.Panel || f.Name != whole.Name ||
			!slices.Equal(f.Attributes, whole.Attributes) || !slices.Equal(f.Prices, whole.Prices) || !reflect.DeepEqual(f.Links, whole.Links) {
			t.Fatalf("seed %d: the parts make\n%+v\nthe whole\n%+v", seed, f.Summary, whole.Summary)
		}
		for _, l := range whole.Labels {
			if own := f.Label(l.Name); own.Aware.ByPosition != l.Aware.ByPosition {
				t.Skipf("seed %d: the first part says something else of places", seed)
			}
		}
		set := model.Settings{Raters: model.RatersAware}
		got, want := answers(t, OpenMoments(f, nil), set), answers(t, OpenMoments(whole, nil), set)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: the parts say\n%s\nthe whole\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestPartPanel: raters are a panel of all parts, or of none.
func TestPartPanel(t *testing.T) {
	ds := panelData(160)
	for _, cut := range []int{10, 80} {
		var sums MomentsMerger
		for _, part := range []*model.Dataset{partOf(ds, 0, cut), partOf(ds, cut, 160)} {
			if err := sums.AddPart(context.Background(), part); err != nil {
				t.Fatal(err)
			}
		}
		if !sums.File().Panel {
			t.Errorf("cut at %d: no panel", cut)
		}
	}
}
