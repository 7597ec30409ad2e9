//go:build unix

package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fms-tui/internal/fresh"
)

// TestStrangers: on small files as strangers bring them, every command ends in an answer, or
// in a sentence: never in a panic, and never with nothing printed. Where a file holds an
// answer, select chooses.
func TestStrangers(t *testing.T) {
	t.Setenv("ACCESSIBLE", "1")
	answered, files := 0, uint64(300)
	if fresh.Fixed() {
		files = 30 // CI draws all from fresh seeds
	}
	for seed := range fresh.Seeds(t, 7700, files) {
		table := fresh.Draw(seed)
		data := file(t, "data.csv", table.Text)
		dir := filepath.Dir(data)
		commands := [][]string{
			{"check", data},
			{"select", data, "--json"},
			{"select", data, "--budget", "1,3"},
			{"validate", data, "--budget", "2"},
			{"export", data, "--budget", "2", "-o", filepath.Join(dir, "p.json")},
			{"predict", filepath.Join(dir, "p.json"), data, "-o", filepath.Join(dir, "new.csv")},
			{"report", data, "-o", filepath.Join(dir, "r.html")},
			{"plan", data, "--budget", "2"},
			{"plan", data, "--second-round", "3"},
			{"agreement", data},
			{"subset", data, "--budget", "2"},
			{"moments", data, "-o", filepath.Join(dir, "m.moments")},
			{"next", data, "--budget", "2"},
			{"plot", "curve", data, "-o", filepath.Join(dir, "c.svg")},
			{data},
		}
		for i, args := range commands {
			if i > 2 && (seed+uint64(i))%3 != 0 { // each command on a third of the files
				continue
			}
			r := fms(t, args...)
			switch {
			case r.status < 0 || r.status > 2:
				t.Errorf("seed %d, %v: status %d\n%s\n%s", seed, args, r.status, r.stderr, table.Text)
			case r.status != 0 && len(strings.Fields(r.stderr)) < 4:
				t.Errorf("seed %d, %v: status %d without a sentence: %q", seed, args, r.status, r.stderr)
			case r.status == 0 && !slices.Contains(args, "-o") && (len(strings.Fields(r.stdout)) < 4 || strings.Contains(r.stdout, "\n\n\n")):
				t.Errorf("seed %d, %v: nothing is printed but %q and %q\n%s", seed, args, r.stdout, r.stderr, table.Text)
			}
			if i == 1 && table.Answers {
				var answer struct {
					Selections []struct{ Repeats map[string]int }
				}
				if err := json.Unmarshal([]byte(r.stdout), &answer); r.status != 0 || err != nil || len(answer.Selections) == 0 || len(answer.Selections[0].Repeats) == 0 {
					t.Errorf("seed %d: no choice, status %d: %s %.300s\n%s", seed, r.status, r.stderr, r.stdout, table.Text)
				}
				answered++
			}
			if t.Failed() {
				return
			}
		}
	}
	if answered == 0 {
		t.Error("no file held an answer")
	}
}
