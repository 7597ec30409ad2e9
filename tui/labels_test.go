package tui

import (
	"slices"
	"strings"
	"testing"

	"fms-tui/tui/screen"
)

// TestChooseClasses: l offers a label's classes in order, one class against the rest, and a
// further label; the words of the data appear, and the commands that are copied say the same.
func TestChooseClasses(t *testing.T) {
	ds := graded(false)
	x := start(t, ds, 120, 40)
	x.keys("l")
	x.want("low, mid, high", "human", "numbers", "grade in order…", "grade=high", "high against the rest", "+ human", "too, by the same judgments")
	x.pick("in order")
	for _, c := range []struct{ text, wrong string }{{"low<mid", "missing: high"}, {"low<mid<top", `"top" is no class`}, {"low, low, mid, high", "stands there twice"}} {
		x.over.field.input.SetValue("")
		x.typed(c.text)
		x.keys("enter")
		if x.over == nil || !strings.Contains(x.over.field.bad, c.wrong) {
			t.Fatalf("%q is taken", c.text)
		}
	}
	x.over.field.input.SetValue("")
	x.typed("high < mid < low")
	x.keys("enter")
	if got := x.Shown.Result.ClassLabel(); got == nil || !got.Ordered || !slices.Equal(got.Classes, []string{"high", "mid", "low"}) {
		t.Fatalf("the label is %+v", got)
	}
	if q := x.asked(); !slices.Equal(q.Settings.Ordered, []string{"high", "mid", "low"}) {
		t.Errorf("the command orders %v", q.Settings.Ordered)
	}
	x.keys("l")
	x.want("high < mid < low")
	x.pick("grade=high")
	x.keys("3")
	x.want("label grade=high", "not high", "called high")
	if names := x.Shown.Result.ClassLabel().ClassNames(); !slices.Equal(names, []string{"not high", "high"}) {
		t.Errorf("the classes are %q", names)
	}
	x.keys("l")
	x.pick("+ human")
	if got := x.Shown.Result.Predicted(); got != "grade=high and human" {
		t.Errorf("predicted is %s", got)
	}
	x.keys("u", "u")
	if got := x.Shown.Result.ClassLabel(); got == nil || !got.Ordered {
		t.Errorf("after undo the label is %+v", got)
	}
	if a := x.State.Scale; a != screen.ScaleUsual {
		t.Errorf("the scale is %q", a)
	}
}
