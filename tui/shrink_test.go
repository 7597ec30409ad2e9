package tui

import (
	"strings"
	"testing"

	"fms-tui/core/selection"
	"fms-tui/model"
)

// TestShrinkKey: h takes the paper's label covariances, u takes that back; the card
// shows what is left of b only where it is shrunk.
func TestShrinkKey(t *testing.T) {
	x := start(t, bodies(), 160, 40)
	shrunk := x.Active().Loss
	x.keys("enter")
	x.want("of what was seen")
	x.keys("esc", "h")
	if x.Shown.Result.Settings.Shrink != model.ShrinkNone || x.Active().Loss == shrunk {
		t.Errorf("after h %+v", x.Shown.Result.Settings)
	}
	x.want("shrink none")
	x.keys("enter")
	x.unwant("of what was seen")
	x.keys("esc", "u")
	if x.Shown.Result.Settings.Shrunk() != model.ShrinkAuto || x.Active().Loss != shrunk {
		t.Errorf("after u %+v", x.Shown.Result.Settings)
	}
}

// TestPaperOnCompare: the line says what Unshrunk gives at B; an answer about
// another budget is dropped.
func TestPaperOnCompare(t *testing.T) {
	x := start(t, bodies(), 160, 40)
	x.keys("2")
	x.want("full (paper's b): …")
	old := x.compare().Paper.Due()
	x.keys("right")
	x.send(old)
	if x.compare().Paper.Known {
		t.Error("an old question was answered")
	}
	x.send(x.compare().Paper.Due())
	want, err := x.Shown.Honest.Unshrunk(t.Context(), selection.Full, x.Shown.State.Budget)
	if err != nil || !x.compare().Paper.Known || *x.compare().Paper.Value != *want {
		t.Fatalf("%+v, want %+v, %v", x.compare().Paper.Value, want, err)
	}
	x.want("full (paper's b): honest ")
	_, cmd := x.Update(x.compare().Paper.Due())
	if cmd != nil {
		t.Error("what is known is asked again")
	}
	x.keys("h")
	x.unwant("paper's b)")
}

func (x *harness) unwant(text string) {
	x.t.Helper()
	if strings.Contains(x.screen(), text) {
		x.t.Errorf("the screen shows %q:\n%s", text, x.screen())
	}
}
