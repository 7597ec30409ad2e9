package tui

import (
	"slices"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/screen"
)

// TestChooseClasses: l offers a label's classes in order, one class against the rest, and a
// further label; the words of the data appear, and the commands that are copied say the same.
func TestChooseClasses(t *testing.T) {
	ds := graded(false)
	ds.Labels[0].Classes = []string{"low", "mid", "high"}
	x := start(t, ds, 120, 40)
	x.keys("l")
	x.want("low, mid, high", "human", "numbers", "grade in order…", "grade=high", "high against the rest", "+ human", "too, by the same judgments")
	x.pick("in order")
	for _, c := range []struct{ text, wrong string }{{"low<mid", "missing: high"}, {"low<mid<top", `"top" is no class`}, {"low, low, mid, high", "stands there twice"}} {
		x.prompt.input.SetValue("")
		x.typed(c.text)
		x.keys("enter")
		if x.prompt == nil || !strings.Contains(x.prompt.bad, c.wrong) {
			t.Fatalf("%q is taken", c.text)
		}
	}
	x.prompt.input.SetValue("")
	x.typed("high < mid < low")
	x.keys("enter")
	x.measured()
	if got := x.Shown.Result.ClassLabel(); got == nil || !got.Ordered || !slices.Equal(got.Classes, []string{"high", "mid", "low"}) {
		t.Fatalf("the label is %+v", got)
	}
	if q := x.asked(); !slices.Equal(q.Settings.Ordered, []string{"high", "mid", "low"}) {
		t.Errorf("the command orders %v", q.Settings.Ordered)
	}
	same := core.NewStudy(graded(true))
	r, err := same.Solve(t.Context(), core.Request{Settings: model.Settings{Raters: x.State.Settings.Raters}})
	if err != nil {
		t.Fatal(err)
	}
	b := x.State.Budget // the reverse order has the same losses
	if got, want := x.Shown.Result.At("full", b).Loss, r.At("full", b).Loss; !(got-want < 1e-9 && want-got < 1e-9) {
		t.Errorf("the loss in order is %g, want %g", got, want)
	}
	x.keys("l")
	x.want("high < mid < low")
	x.pick("grade=high")
	x.measured()
	x.keys("3")
	x.want("label grade=high", "not high", "called high")
	if names := x.Shown.Result.ClassLabel().ClassNames(); !slices.Equal(names, []string{"not high", "high"}) {
		t.Errorf("the classes are %q", names)
	}
	x.decide("high")
	x.want("Is it high (p>.5)?")
	x.keys("l")
	x.pick("+ human")
	if got := x.Shown.Result.Predicted(); got != "grade=high and human" {
		t.Errorf("predicted is %s", got)
	}
	x.keys("u", "u", "u")
	if got := x.Shown.Result.ClassLabel(); got == nil || !got.Ordered {
		t.Errorf("after undo the label is %+v", got)
	}
	if p := x.Predictor(); p == nil || p.Classes() == nil || !slices.Equal(p.Classes().Names, []string{"high", "mid", "low"}) {
		t.Error("the predictor has other classes")
	}
	if a := x.State.Scale; a != screen.ScaleUsual {
		t.Errorf("the scale is %d", a)
	}
}
