package model

import (
	"math"
	"slices"
	"testing"
)

func TestLabelFrom(t *testing.T) {
	b := new(Builder)
	y := b.AddLabel("y")
	x, q, z := b.Attribute("x"), b.Attribute("q"), b.Attribute("z")
	for i, name := range []string{"a", "b", "c"} {
		o := b.Object(name)
		b.SetLabel(y, o, float64(i))
		b.Add(o, x, b.RaterID("w"), float64(10+i))
		if name != "c" {
			for _, v := range []float64{1, 2, 9} {
				b.Add(o, q, b.RaterID("v"), v+float64(i))
			}
		}
		b.Add(o, z, NoRater, float64(20+i))
	}
	ds := b.Build()
	ds.Prices = []Amount{1, 2, 3}
	before := slices.Clone(ds.Value)
	for how, want := range map[string][]float64{AggregateMean: {4, 5}, AggregateMedian: {2, 3}} {
		got := ds.LabelFrom(q, how)
		if !slices.Equal(got.Attributes, []string{"x", "z"}) || !slices.Equal(got.Prices, []Amount{1, 3}) {
			t.Errorf("attributes %v at %v", got.Attributes, got.Prices)
		}
		if !slices.Equal(got.Value, []float64{10, 20, 11, 21, 12, 22}) || !slices.Equal(got.Attr, []int32{0, 1, 0, 1, 0, 1}) || !slices.Equal(got.Start, []int{0, 2, 4, 6}) {
			t.Errorf("judgments %v of %v at %v", got.Value, got.Attr, got.Start)
		}
		l := got.Labels[0]
		if len(got.Labels) != 2 || l.Name != "q" || math.Abs(l.Values[0]-want[0]) > 1e-12 || math.Abs(l.Values[1]-want[1]) > 1e-12 || !math.IsNaN(l.Values[2]) {
			t.Errorf("%s: label %v, want %v", how, l, want)
		}
		if len(got.Warnings) != 0 {
			t.Errorf("others made the label: %v", got.Warnings)
		}
	}
	if !slices.Equal(ds.Value, before) || len(ds.Attributes) != 3 || len(ds.Labels) != 1 {
		t.Error("the data set itself has changed")
	}
	voted := ds.VotedLabel(q)
	if !slices.Equal(voted.Attributes, ds.Attributes) || !slices.Equal(voted.Value, ds.Value) || voted.Labels[0].Name != "q" || len(voted.Labels) != 2 ||
		math.Abs(voted.Labels[0].Values[1]-5) > 1e-12 || len(voted.Warnings) != 1 || voted.Warnings[0].Code != "circular-label" {
		t.Errorf("voted on: %+v", voted)
	}
	if ws := ds.LabelFrom(z, AggregateMean).Warnings; len(ws) != 1 || ws[0].Code != "circular-label" {
		t.Errorf("a label by nobody known: %v", ws)
	}
	b2 := new(Builder)
	o := b2.Object("a")
	b2.Add(o, b2.Attribute("x"), b2.RaterID("w"), 1)
	b2.Add(o, b2.Attribute("q"), b2.RaterID("w"), 1)
	if ws := b2.Build().LabelFrom(1, AggregateMean).Warnings; len(ws) != 1 || ws[0].Code != "circular-label" {
		t.Errorf("a circular label: %v", ws)
	}
}
