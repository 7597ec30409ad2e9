//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestMomentsOnScreen: the UI opens a file of moments, says what needs the
// judgments, and goes on.
func TestMomentsOnScreen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m")
	fms(t, append([]string{"moments", "-o", path}, sampleArgs(t, "beans")...)...).want(t, statusDone)
	u := openUI(t, 120, 40, path, "--budget", "5")
	u.awaitText("beans", "B = 5")
	u.send("2")
	u.awaitText("copies needs the judgments")
	u.send("R")
	u.awaitText("fixed: this panel will judge again")
	u.send("G\r")
	isOpen := false
	u.await(func(screen string) bool { // in the list, which stays, or on the screen
		isOpen = strings.Contains(screen, "fixed: this panel will judge again")
		return strings.Contains(screen, "a fixed panel of raters needs the judgments")
	})
	if isOpen { // q would be the list's filter
		u.send("\x1b")
		u.await(func(screen string) bool { return !strings.Contains(screen, "fixed: this panel will judge again") })
	}
	u.send("q")
	u.ends(statusDone)
}

// TestMomentsToTerminal: a terminal is spared what is no text.
func TestMomentsToTerminal(t *testing.T) {
	data := sampleArgs(t, "beans")
	for _, args := range [][]string{{"moments"}, {"moments", "-o", "-"}} {
		out, status := onTerminal(t, "NO_COLOR=1", append(args, data...)...)
		if status != statusMisused || !strings.Contains(out, "moments are no text for a terminal: -o FILE names a file") {
			t.Errorf("%v: status %d, %s", args, status, out)
		}
	}
}
