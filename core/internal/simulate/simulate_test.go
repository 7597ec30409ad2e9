package simulate

import (
	"reflect"
	"testing"

	"fms-tui/internal/fresh"
	"fms-tui/model"
)

// TestDraw: the same seed draws the same data, another seed other data, and each
// requested irregularity is present.
func TestDraw(t *testing.T) {
	plain := World{Objects: 60, Attributes: 6, K: 3, Raters: 5}
	ds := Draw(plain, 1)
	if got := ds.Summary(); got.Objects != 60 || got.Raters != 5 || got.Cells != 360 || got.Judgments != 1080 || got.Fewest != 3 || got.Most != 3 {
		t.Errorf("complete data are %+v", got)
	}
	if !reflect.DeepEqual(ds, Draw(plain, 1)) {
		t.Error("the same seed draws other data")
	}
	if reflect.DeepEqual(ds.Value, Draw(plain, 2).Value) {
		t.Error("another seed draws the same data")
	}
	for name, c := range map[string]struct {
		change func(w *World)
		there  func(ds *model.Dataset) bool
	}{
		"missing":    {func(w *World) { w.Missing = .2 }, func(ds *model.Dataset) bool { return ds.Summary().Cells < 330 }},
		"ragged":     {func(w *World) { w.Ragged = .5 }, func(ds *model.Dataset) bool { s := ds.Summary(); return s.Fewest == 1 && s.Cells == 360 }},
		"no raters":  {func(w *World) { w.Raters = 0 }, func(ds *model.Dataset) bool { return len(ds.Raters) == 0 }},
		"anonymous":  {func(w *World) { w.Anonymous = .3 }, anonymous},
		"unlabelled": {func(w *World) { w.Unlabelled = .3 }, func(ds *model.Dataset) bool { return ds.Summary().Labelled[0] < 55 }},
		"constant":   {func(w *World) { w.Constant = 1 }, constant},
		"noiseless":  {func(w *World) { w.Zero, w.Raters = 1, 0 }, equalRepeats},
		"duplicates": {func(w *World) { w.Duplicate, w.Zero, w.Raters = 1, 1, 0 }, equalRepeats},
	} {
		w := plain
		if c.there(Draw(w, 3)) {
			t.Errorf("%s: already in plain data", name)
		}
		c.change(&w)
		if !c.there(Draw(w, 3)) {
			t.Errorf("%s: not in the data of %+v", name, w)
		}
	}
}

func anonymous(ds *model.Dataset) bool {
	n := 0
	for _, w := range ds.Rater {
		if w == model.NoRater {
			n++
		}
	}
	return n > 0 && n < len(ds.Rater)
}

func constant(ds *model.Dataset) bool {
	first := make(map[int32]float64)
	for j, a := range ds.Attr {
		if x, seen := first[a]; seen && x != ds.Value[j] {
			return false
		}
		first[a] = ds.Value[j]
	}
	return true
}

// equalRepeats tells whether the judgments of a cell are all alike.
func equalRepeats(ds *model.Dataset) bool {
	for i := range ds.Objects {
		for j := ds.Start[i] + 1; j < ds.Start[i+1]; j++ {
			if ds.Attr[j] == ds.Attr[j-1] && ds.Value[j] != ds.Value[j-1] {
				return false
			}
		}
	}
	return true
}

// TestWorlds: as many as asked for, all that Draw can draw, the seeds in a row.
func TestWorlds(t *testing.T) {
	next := uint64(7)
	for w, seed := range Worlds(50, 7) {
		if ds := Draw(w, seed); seed != next || len(ds.Objects) != w.Objects || len(ds.Attributes) != w.Attributes {
			t.Errorf("seed %d: %d objects and %d attributes of %+v", seed, len(ds.Objects), len(ds.Attributes), w)
		}
		next++
	}
	if next != 7+fresh.Share(uint64(50)) {
		t.Errorf("the worlds end at seed %d", next)
	}
	for range Worlds(50, 7) {
		break
	}
}
