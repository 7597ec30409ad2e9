package model

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"fms-tui/internal/fresh"
)

// TestAppend: judgments that come in two parts are the data of both, whatever is in both.
func TestAppend(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(fresh.Seed(t, 61), seed))
		type row struct {
			object, attribute, rater int
			value                    float64
		}
		var rows []row
		for range 5 + rng.IntN(60) {
			rows = append(rows, row{rng.IntN(9), rng.IntN(4), rng.IntN(4) - 1, float64(rng.IntN(5))})
		}
		build := func(rows []row) *Dataset {
			b := new(Builder)
			l := b.AddLabel("y")
			for _, r := range rows {
				o, rater := b.Object("o"+strconv.Itoa(r.object)), NoRater
				if r.rater >= 0 {
					rater = b.RaterID("r" + strconv.Itoa(r.rater))
				}
				b.Add(o, b.Attribute("a"+strconv.Itoa(r.attribute)), rater, r.value)
				if r.object%3 > 0 {
					b.SetLabel(l, o, float64(r.object))
				}
			}
			return b.Build()
		}
		cut := 1 + rng.IntN(len(rows)-1)
		first, more, want := build(rows[:cut]), build(rows[cut:]), build(rows)
		before := build(rows[:cut])
		got, ok := first.Append(more)
		if !ok {
			t.Fatal("cannot be put together")
		}
		for i := range want.Labels[0].Values { // NaN is not equal to itself
			for _, ds := range []*Dataset{got, want, first, before} {
				if i < len(ds.Labels[0].Values) && ds.Labels[0].Values[i] != ds.Labels[0].Values[i] {
					ds.Labels[0].Values[i] = -1
				}
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("after %d of %d rows:\n%+v\nwant\n%+v", cut, len(rows), got, want)
		}
		if !reflect.DeepEqual(first, before) {
			t.Fatal("the first part has changed")
		}
	}
}

// TestAppendRefuses: another label of the same object, other labels, and prices are not put
// together.
func TestAppendRefuses(t *testing.T) {
	build := func(name string, y float64) *Dataset {
		b := new(Builder)
		l, o := b.AddLabel(name), b.Object("o")
		b.Add(o, b.Attribute("a"), NoRater, 1)
		b.SetLabel(l, o, y)
		return b.Build()
	}
	first := build("y", 1)
	priced := build("y", 1)
	priced.Prices = []Amount{Unit}
	for what, more := range map[string]*Dataset{"another label": build("y", 2), "labels of other names": build("z", 1), "prices": priced} {
		if _, ok := first.Append(more); ok {
			t.Errorf("%s is put together", what)
		}
	}
	if _, ok := first.Append(build("y", 1)); !ok {
		t.Error("the same label is refused")
	}
}
