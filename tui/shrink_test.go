package tui

import (
	"strings"
	"testing"

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

func (x *harness) unwant(text string) {
	x.t.Helper()
	if strings.Contains(x.screen(), text) {
		x.t.Errorf("the screen shows %q:\n%s", text, x.screen())
	}
}
