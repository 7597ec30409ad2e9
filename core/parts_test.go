package core

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

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

// TestPartMoments: data that come in parts have the moments of the whole, and answer as
// its moments file does.
func TestPartMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 71), 3))
	for w, seed := range simulate.Worlds(fresh.Share(15), fresh.Seed(t, 33)) {
		w.Objects += 60
		ds := simulate.Draw(w, seed)
		whole, err := NewStudy(ds).Moments(context.Background(), "")
		if err != nil {
			t.Fatal(err)
		}
		cuts := []int{0, 20 + rng.IntN(20), 40 + rng.IntN(20), len(ds.Objects)}
		var sums PartMoments
		for i := range cuts[1:] {
			if err := sums.Add(context.Background(), partOf(ds, cuts[i], cuts[i+1])); err != nil {
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
		noBands := func(lines []string) []string { // bands whose variance is 0 but for rounding
			return slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "{{") })
		}
		got, want := noBands(answers(t, OpenMoments(f, nil), set)), noBands(answers(t, OpenMoments(whole, nil), set))
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: the parts say\n%s\nthe whole\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestPartPanel: raters are a panel of all parts, or of none.
func TestPartPanel(t *testing.T) {
	ds := panelData(160)
	for _, cut := range []int{10, 80} {
		var sums PartMoments
		for _, part := range []*model.Dataset{partOf(ds, 0, cut), partOf(ds, cut, 160)} {
			if err := sums.Add(context.Background(), part); err != nil {
				t.Fatal(err)
			}
		}
		if !sums.File().Panel {
			t.Errorf("cut at %d: no panel", cut)
		}
	}
}

// TestPartSize: a part has entries enough for the sums that are added.
func TestPartSize(t *testing.T) {
	for _, d := range []int{1, 40, 500, 1000} {
		if n := PartSize(d); n < 1<<19 || n < 20*d*d {
			t.Errorf("%d attributes: %d", d, n)
		}
	}
}
