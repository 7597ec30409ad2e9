package core

import (
	"testing"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// TestLeaveOut: a choice without an attribute is the choice of a study that leaves it out, and its
// difference from the choice with it is the difference of their honest losses.
func TestLeaveOut(t *testing.T) {
	ds, settings, b := bodies(t), model.Settings{Label: "height"}, model.Units(10)
	r := solve(t, ds, Request{Settings: settings})
	p := &Pick{Answer: Answer{Result: r, Honest: validate(t, r, 0, selection.Full)}, Selection: r.At(selection.Full, b)}
	most := 0
	for i, n := range p.Selection.Repeats {
		if n > p.Selection.Repeats[most] {
			most = i
		}
	}
	got, less, err := LeaveOut(t.Context(), p, most, 0)
	if err != nil {
		t.Fatal(err)
	}
	other := solve(t, ds, Request{Settings: settings.WithExcluded(r.Attributes[most].Name, true)})
	want := validate(t, other, 0, selection.Full).At(selection.Full, b).Loss
	if e := got.Estimate(); !near(e.Loss, want, want, 1e-9) || got.Selection.Repeats[most] != 0 {
		t.Errorf("without %s the loss is %g, want %g", r.Attributes[most].Name, e.Loss, want)
	}
	if d := want - p.Estimate().Loss; !near(less.Loss, d, want, 1e-6) || !(less.SE > 0) || !(less.Loss > 0) {
		t.Errorf("the difference is %+v, want %g", less, d)
	}
}
