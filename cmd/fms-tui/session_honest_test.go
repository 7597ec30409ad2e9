//go:build unix

package main

import (
	"strings"
	"testing"
)

// TestHonestSession: a new user sees frequencies come, goes to the recommended
// budget and compares the algorithms, at both usual sizes.
func TestHonestSession(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		u := openUI(t, size[0], size[1], append(sampleFiles(t), "--bootstrap", "40", "--budget", "20")...)
		u.send("o\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B\r") // the frequencies
		u.awaitText("freq", "1.00", "WHAT YOU BUY")
		u.send("B")
		u.awaitText("the gain does not")
		recommended := budget(u.Screen())
		if recommended == "20" || recommended == "" {
			t.Errorf("B leads to %q", recommended)
		}
		u.send("2")
		u.awaitText("uniform", "difference from full", "worse", "gap", "Honest (cross-validated) typical error")
		u.send("\x1b[B\r")
		u.awaitText("difference from scoring")
		u.send("1")
		u.await(func(screen string) bool { return strings.Contains(screen, "scoring full") && footer(screen) })
		u.send("q")
		u.ends(statusDone)
	}
	u := openUI(t, 100, 30, append(sampleFiles(t), "--goal", "within 5%")...)
	want := honestOf(t, "--goal", "within 5%", "--algorithm", "full").Selections[0].Budget
	if got := budget(u.Screen()); got != trimmed(want) {
		t.Errorf("--goal within 5%% opens at %s, select says %g", got, want)
	}
	u.send("q")
	u.ends(statusDone)
}
