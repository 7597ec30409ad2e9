package momentsfile_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/moments"
	"fms-tui/core/internal/momentsfile"
	"fms-tui/core/internal/simulate"
	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// classed gives the objects of a data set one of the classes, by their value in of.
func classed(ds *model.Dataset, names []string, ordered bool, of map[string]int) *model.Dataset {
	out := *ds
	l := model.Label{Name: "grade", Values: make([]float64, len(ds.Objects)), Ordered: ordered}
	if len(names) == 2 {
		l.Words = [2]string(names)
	} else {
		l.Classes = names
	}
	for i, o := range ds.Objects {
		l.Values[i] = float64(of[o])
	}
	out.Labels = []model.Label{l}
	return &out
}

// TestClasses: the file has of each class the moments of its indicator, and read again it
// is the same file.
func TestClasses(t *testing.T) {
	names := []string{"high", "low", "mid"}
	for w, seed := range simulate.Worlds(20, fresh.Seed(t, 77)) {
		ds := simulate.Draw(w, seed)
		rng, of := rand.New(rand.NewPCG(seed, 1)), make(map[string]int)
		for _, o := range ds.Objects {
			of[o] = rng.IntN(3)
		}
		f := fileOf(t, classed(ds, names, seed%2 == 0, of))
		back := decode(t, f.Encode())
		l := &back.Labels[0]
		if !bytes.Equal(back.Encode(), f.Encode()) || !slices.Equal(l.Names, names) || l.Ordered != (seed%2 == 0) || l.Binary {
			t.Fatalf("%+v: read back %+v", w, l.Naming)
		}
		for k := range names {
			one := make(map[string]int)
			for o, c := range of {
				if c == k {
					one[o] = 1
				}
			}
			want := fileOf(t, classed(ds, []string{"no", "yes"}, false, one)).Labels[0]
			for i, b := range []*moments.Blocks{want.Paper, want.Aware} {
				got := []*moments.Blocks{l.Paper, l.Aware}[i].OfClass(k)
				same(t, fmt.Sprintf("%+v, seed %d, class %d", w, seed, k), got.Moments(got.Union(nil)), b.Moments(b.Union(nil)), 1e-12)
				two := b.Scaled(3)
				three := got.Scaled(3)
				same(t, "three times as large", three.Moments(three.Union(nil)), two.Moments(two.Union(nil)), 1e-12)
			}
		}
	}
}

// TestClassesOfParts: parts that lack a class have together the moments of the whole, and
// classes that do not go together are refused.
func TestClassesOfParts(t *testing.T) {
	ds := simulate.Draw(simulate.World{Objects: 80, Attributes: 3, K: 2, Raters: 4, Missing: .1}, fresh.Seed(t, 78))
	of := make(map[string]int)
	for i, part := range pieces(ds, 2) {
		for j, o := range part.Objects {
			of[o] = 2 * (j % 2) // a and c in the first part
			if i == 1 {
				of[o] = j % 3
			}
		}
	}
	whole := fileOf(t, classed(ds, []string{"a", "b", "c"}, false, of))
	parts := pieces(ds, 2)
	halved := make(map[string]int)
	for o, k := range of {
		halved[o] = k / 2
	}
	files := []*momentsfile.File{
		fileOf(t, classed(parts[0], []string{"a", "c"}, false, halved)),
		fileOf(t, classed(parts[1], []string{"a", "b", "c"}, false, of)),
	}
	for _, order := range [][2]int{{0, 1}, {1, 0}} {
		all, err := merged([]*momentsfile.File{files[order[0]], files[order[1]]}, []string{"x", "y"})
		if err != nil {
			t.Fatal(err)
		}
		l, w := decode(t, all.Encode()).Labels[0], whole.Labels[0]
		if !slices.Equal(l.Names, w.Names) {
			t.Fatalf("classes %v", l.Names)
		}
		for k := range w.Names {
			got, want := l.Paper.OfClass(k), w.Paper.OfClass(k)
			same(t, fmt.Sprint("class ", k), got.Moments(got.Union(nil)), want.Moments(want.Union(nil)), 1e-12)
		}
		got, want := l.Aware, w.Aware
		same(t, "the numbers of the classes", got.Moments(got.Union(nil)), want.Moments(want.Union(nil)), 1e-12)
	}
	scale := fileOf(t, classed(parts[1], []string{"a", "b", "c"}, true, of))
	if _, err := merged([]*momentsfile.File{files[0], scale}, []string{"x", "y"}); err == nil || !strings.Contains(err.Error(), "the classes of the label grade are a, c in x and a, b, c in y") {
		t.Errorf("a scale and words: %v", err)
	}
}
