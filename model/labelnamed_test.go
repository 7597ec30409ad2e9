package model

import (
	"fmt"
	"math"
	"testing"
)

// TestLabelNamed: a class against the rest and an order are made of a label's classes.
func TestLabelNamed(t *testing.T) {
	nan := math.NaN()
	d := &Dataset{Labels: []Label{
		{Name: "y", Values: []float64{1.5, 2}},
		{Name: "grade", Classes: []string{"high", "low", "mid"}, Values: []float64{0, 1, 2, nan, 1}},
		{Name: "pass", Words: [2]string{"no", "yes"}, Values: []float64{1, 0}},
	}}
	for _, c := range []struct {
		name    string
		ordered []string
		want    string
	}{
		{"y", nil, "y [1.5 2] [ ] [] false"},
		{"grade", nil, "grade [0 1 2 NaN 1] [ ] [high low mid] false"},
		{"grade", []string{"low", "mid", "high"}, "grade [2 0 1 NaN 0] [ ] [low mid high] true"},
		{"grade=low", nil, "grade=low [0 1 0 NaN 1] [not low low] [] false"},
		{"pass=no", nil, "pass=no [0 1] [not no no] [] false"},
		{"grade", []string{"low", "high"}, ""},
		{"grade", []string{"low", "mid", "top"}, ""},
		{"grade", []string{"low", "low", "mid"}, ""},
		{"y", []string{"low", "mid", "high"}, ""},
		{"grade=top", nil, ""},
		{"other", nil, ""},
	} {
		got := ""
		if l := d.LabelNamed(c.name, c.ordered); l != nil {
			got = fmt.Sprint(l.Name, " ", l.Values, " ", l.Words, " ", l.Classes, " ", l.Ordered)
		}
		if got != c.want {
			t.Errorf("%s %v is %q, want %q", c.name, c.ordered, got, c.want)
		}
	}
	if d.Labels[1].Values[0] != 0 || d.Labels[1].Ordered {
		t.Error("the label itself was changed")
	}
}
