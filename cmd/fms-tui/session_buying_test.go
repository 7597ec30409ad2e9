//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"fms-tui/model"
)

// TestBuyingSession: a user sees what the ways to buy judgments would give, takes
// one, copies the command, and finds it again the next time; undo takes it back.
func TestBuyingSession(t *testing.T) {
	t.Parallel()
	home, dir := t.TempDir(), t.TempDir()
	fms(t, "sample", "bodies", "-o", dir).want(t, statusDone)
	in := func(name string) string { return filepath.Join(dir, name) }
	data := []string{in("bodies.csv.gz"), "--labels", in("bodies_labels.csv"), "--costs", in("bodies_costs.csv")}
	u := wideAt(t, 160, home, append(data, "--budget", "12")...)
	u.await(footer)
	u.send("R")
	u.awaitText("How judgments are bought", "● auto: as the pilot was", "n/a: rater ")
	u.await(func(screen string) bool {
		return !strings.Contains(screen, "…  ") && strings.Contains(screen, "raters paper")
	})
	u.send("jj\r")
	u.awaitText("· form", "WHAT YOU BUY")
	u.send("C")
	if got := u.clipped(1); !strings.Contains(got, " --design form") {
		t.Errorf("the command copied is %s", got)
	}
	u.send("R", "j", "\r")
	u.awaitText("Price of one call:")
	u.send("\x153\r") // ctrl+u empties the line
	u.awaitText("┌ call", "at 3")
	u.send("q")
	u.ends(statusDone)
	if path, s := kept(t, home); s.settings[model.OptionDesign][0].Text != "call:3" {
		t.Errorf("%s keeps the design %q", filepath.Base(path), s.settings[model.OptionDesign])
	}
	u = wideAt(t, 160, home, data...)
	u.awaitText("┌ call", "at 3")
	u.send("R", "g", "\r")
	u.await(func(screen string) bool { return footer(screen) && !strings.Contains(screen, "┌ ") })
	u.send("u")
	u.awaitText("┌ call")
	u.send("q")
	u.ends(statusDone)
}
