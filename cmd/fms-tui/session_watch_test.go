//go:build unix

package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fms-tui/internal/fresh"
)

// TestWatchSession: rows that are added while the program runs are shown, with the figures
// of a fresh start; the header says that the file is watched, and B stays.
func TestWatchSession(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 73), 0))
	name := filepath.Join(t.TempDir(), "long.csv")
	if err := os.WriteFile(name, []byte(longHead+longRows(rng, 0, 60)), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{name, "--label", "quality", "--budget", "7", "--fresh"}
	u := openUI(t, 160, 30, append(args, "--watch")...)
	u.awaitText("watching", "R² ")
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(longRows(rng, 60, 90)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	u.awaitText("updated: 180 judgments added", "updated 1×", "R² ")
	again := openUI(t, 160, 30, args...)
	answer := func(screen string) string {
		rows := strings.Split(screen, "\n")
		return strings.Join(strings.Fields(rows[2]+rows[3]), " ")
	}
	again.await(func(s string) bool { return strings.Contains(answer(s), "een in your data") })
	want := answer(again.Screen())
	if !strings.Contains(want, "Ask 7 judgments") {
		t.Errorf("at B = 7 the answer is %s", want)
	}
	u.await(func(s string) bool { return answer(s) == want })
	u.send("q")
	u.ends(0)
}
