package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/model"
)

// TestMarks: [ and ] go through the marks in order, and say what they are.
func TestMarks(t *testing.T) {
	x := start(t, bodies(), 160, 40)
	x.keys("right", "m", "home")
	var seen []string
	for range 8 {
		before := x.State.Budget
		x.keys("]")
		if x.State.Budget == before {
			x.want("no mark further")
			break
		}
		if x.State.Budget < before {
			t.Fatalf("] goes from %s to %s", before, x.State.Budget)
		}
		seen = append(seen, x.Toast.Text)
	}
	all := strings.Join(seen, "\n")
	for _, want := range []string{"recommended", "reference"} {
		if !strings.Contains(all, want) {
			t.Errorf("no mark %q among\n%s", want, all)
		}
	}
	last := x.State.Budget
	x.keys("[")
	if x.State.Budget >= last {
		t.Errorf("[ goes from %s to %s", last, x.State.Budget)
	}
}

// TestReference: figures differ from the figures at the reference budget as stated,
// also for attributes that are no longer bought. M and undo clear the reference.
func TestReference(t *testing.T) {
	x := start(t, bodies(), 160, 40)
	x.keys("m", "shift+right", "shift+right")
	golden.RequireEqual(t, []byte(x.screen()))
	x.keys("home")
	x.want("female") // bought at the reference alone
	x.want("-")
	x.keys("M")
	if x.State.Reference != 0 || strings.Contains(x.screen(), "◇ at") {
		t.Error("M leaves the reference")
	}
	x.keys("u")
	if x.State.Reference != 20*model.Unit {
		t.Errorf("undo brings back %s", x.State.Reference)
	}
	x.keys("home", "m")
	x.want("nothing to compare")
}
