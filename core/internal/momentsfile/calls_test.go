package momentsfile_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/internal/momentsfile"
	"fms-tui/core/internal/simulate"
	"fms-tui/model"
)

// withCalls are data whose judgments were bought in two calls, at prices in USD.
func withCalls(seed uint64) *model.Dataset {
	ds := simulate.Draw(simulate.World{Objects: 40, Attributes: 5, K: 2, Raters: 7, WholeForms: true}, seed)
	ds.PriceUnit = "USD"
	ds.Prices = slices.Repeat([]model.Amount{model.Unit / 100}, 5)
	ds.Calls = []model.Sheet{
		{Attributes: ds.Attributes[:2:2], Why: "one row holds them", Price: model.Unit / 100},
		{Attributes: ds.Attributes[3:], Why: "one row holds them", Price: model.Unit / 50},
	}
	ds.Nameless = make([]bool, len(ds.Raters))
	ds.Nameless[1], ds.Nameless[4] = true, true
	return ds
}

// TestCalls: calls, their prices and the raters without an id come back, from a private
// file too.
func TestCalls(t *testing.T) {
	ds := withCalls(1)
	f := fileOf(t, ds)
	protected, err := f.Protect(true)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []*momentsfile.File{f, protected} {
		if back := decode(t, o.Encode()); !reflect.DeepEqual(back.Calls, ds.Calls) || back.PriceUnit != "USD" || back.Nameless != 2 {
			t.Errorf("%+v, %q, %d nameless", back.Calls, back.PriceUnit, back.Nameless)
		}
	}
}

// TestMergeOfCalls: files with the same calls have them together; other calls are no calls
// of the whole, and prices of another unit are refused.
func TestMergeOfCalls(t *testing.T) {
	one, two := fileOf(t, withCalls(1)), fileOf(t, withCalls(2))
	all, err := merged([]*momentsfile.File{one, two}, []string{"a", "b"})
	if err != nil || !reflect.DeepEqual(all.Calls, one.Calls) || all.PriceUnit != "USD" || all.Nameless != 4 {
		t.Errorf("%v: %+v, %d nameless", err, all.Calls, all.Nameless)
	}
	dearer := *two
	dearer.Calls = slices.Clone(two.Calls)
	dearer.Calls[1].Price *= 2
	if all, err = merged([]*momentsfile.File{one, &dearer, two}, []string{"a", "b", "c"}); err != nil || all.Calls != nil {
		t.Errorf("%v: %+v, want no calls", err, all.Calls)
	}
	dearer.PriceUnit = ""
	if _, err = merged([]*momentsfile.File{one, &dearer}, []string{"a", "b"}); err == nil || !strings.Contains(err.Error(), "prices are USD in a and plain numbers in b") {
		t.Errorf("%v", err)
	}
}
