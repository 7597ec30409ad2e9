package experts

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"fms-tui/model"
)

// ballot is a judgment: object, attribute, rater ("" for none), value.
type ballot struct {
	object, attribute, rater string
	value                    float64
}

func dataset(all ...ballot) *model.Dataset {
	var b model.Builder
	for _, v := range all {
		rater := model.NoRater
		if v.rater != "" {
			rater = b.RaterID(v.rater)
		}
		b.Add(b.Object(v.object), b.Attribute(v.attribute), rater, v.value)
	}
	return b.Build()
}

func everything(string) bool { return true }

func TestFromDataset(t *testing.T) {
	ds := dataset(
		ballot{"a", "good", "x", 1}, ballot{"a", "good", "y", 0}, ballot{"a", "long", "x", 3}, ballot{"a", "long", "y", 5},
		ballot{"b", "long", "z", 9},
		ballot{"c", "good", "y", 1}, ballot{"c", "good", "x", 0}, ballot{"c", "good", "x", 1}, // x is tied
	)
	more := &model.Features{Objects: []string{"c", "new", "a"}, Names: []string{"size"}, Values: [][]float64{{1, math.NaN(), 3}}, Unused: []string{"colour"}}
	n := must(FromDataset(ds, 0, everything, more))
	if !reflect.DeepEqual(n.Objects, []string{"a", "b", "c", "new"}) || !reflect.DeepEqual(n.Experts, []string{"x", "y"}) || !reflect.DeepEqual(n.Features, []string{"long", "size"}) {
		t.Errorf("%+v", n)
	}
	if !reflect.DeepEqual(n.Start, []int{0, 2, 2, 3, 3}) || !reflect.DeepEqual(n.Expert, []int32{0, 1, 1}) || !reflect.DeepEqual(n.Yes, []bool{true, false, true}) {
		t.Errorf("%+v", n.Votes)
	}
	if !reflect.DeepEqual(n.X, [][]float64{{4, 9, 6.5, 6.5}, {3, 2, 1, 2}}) {
		t.Errorf("%v", n.X)
	}
	if !reflect.DeepEqual(n.Blank, []bool{false, false, false, true}) {
		t.Errorf("%v", n.Blank)
	}
	var codes []string
	for _, w := range n.Warnings {
		codes = append(codes, string(w.Code))
	}
	want := []string{"repeated-votes", "experts-without-votes", "missing-features", "missing-features", "features-without-numbers"}
	if !reflect.DeepEqual(codes, want) {
		t.Errorf("warnings %v, want %v", codes, want)
	}
}

func TestFromDatasetByPosition(t *testing.T) {
	ds := dataset(ballot{"a", "good", "", 1}, ballot{"a", "good", "", 0}, ballot{"b", "good", "", 0}, ballot{"b", "good", "", 1}, ballot{"b", "x", "", 2}, ballot{"a", "x", "", 2})
	n := must(FromDataset(ds, 0, func(name string) bool { return name != "x" }, nil))
	if !reflect.DeepEqual(n.Experts, []string{"expert 1", "expert 2"}) || !reflect.DeepEqual(n.Yes, []bool{true, false, false, true}) ||
		!reflect.DeepEqual(n.Expert, []int32{0, 1, 0, 1}) || len(n.X) != 0 {
		t.Errorf("%+v", n)
	}
	if n, _ = FromDataset(ds, 0, everything, nil); n.Warnings[1].Code != "constant-feature" {
		t.Errorf("%+v", n.Warnings)
	}
}

// TestFeaturesLeft: what keep refuses, and what has no value, is no feature.
func TestFeaturesLeft(t *testing.T) {
	ds := dataset(ballot{"a", "good", "x", 1}, ballot{"b", "good", "x", 0})
	more := &model.Features{Objects: []string{"a", "b", "c"}, Names: []string{"left", "none", "size"}, Values: [][]float64{{1, 2, 3}, {math.NaN(), math.NaN(), math.NaN()}, {4, math.NaN(), math.NaN()}}}
	n := must(FromDataset(ds, 0, func(name string) bool { return name != "left" }, more))
	if !reflect.DeepEqual(n.Features, []string{"size"}) || !reflect.DeepEqual(n.X, [][]float64{{4, 4, 4}}) || !reflect.DeepEqual(n.Blank, []bool{false, false, true}) {
		t.Errorf("%+v", n)
	}
	if n.Warnings[0].Code != "feature-without-values" || n.Warnings[1].Code != "constant-feature" {
		t.Errorf("%v", n.Warnings)
	}
}

func TestFromDatasetErrors(t *testing.T) {
	for name, c := range map[string]struct {
		ds   *model.Dataset
		want string
	}{
		"no vote":         {dataset(ballot{"a", "good", "x", .5}), `good of object "a" is 0.5, which is no vote`},
		"ragged, nobody":  {dataset(ballot{"a", "good", "", 1}, ballot{"a", "good", "", 1}, ballot{"b", "good", "", 1}), "3 of 3 votes do not say whose they are"},
		"strangers":       {dataset(ballot{"a", "good", "x", 1}, ballot{"b", "good", "y", 1}), "no expert votes on two objects"},
		"one each":        {dataset(ballot{"a", "good", "", 1}, ballot{"b", "good", "", 1}), "2 of 2 votes do not say"},
		"some are nobody": {dataset(ballot{"a", "good", "x", 1}, ballot{"b", "good", "", 1}), "1 of 2 votes do not say"},
	} {
		if _, err := FromDataset(c.ds, 0, everything, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	twice := &model.Features{Objects: []string{"a"}, Names: []string{"long"}, Values: [][]float64{{1}}}
	ds := dataset(ballot{"a", "good", "x", 1}, ballot{"b", "good", "x", 1}, ballot{"a", "long", "x", 1})
	if _, err := FromDataset(ds, 0, everything, twice); err == nil || !strings.Contains(err.Error(), "long is an attribute of the votes and a feature") {
		t.Error(err)
	}
}
