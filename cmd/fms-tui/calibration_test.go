//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCalibration: validate, report and plot compare probabilities with shares; a label
// without classes is refused.
func TestCalibration(t *testing.T) {
	judgments, labels := verdicts(t)
	from := func(command ...string) []string {
		return append(command, judgments, "--labels", labels, "--budget", "6", "--quiet")
	}
	doc := parseJSON(t, fms(t, append(from("validate"), "--json", "--algorithm", "full")...)).(map[string]any)
	objects := 0.0
	for _, bin := range doc["calibration"].([]any) {
		b := bin.(map[string]any)
		objects += b["objects"].(float64)
		if p := b["probability"].(float64); p < 0 || p > 1 {
			t.Errorf("%v", b)
		}
	}
	if measured := doc["classes"].([]any)[0].(map[string]any)["objects"].(float64); objects != measured || objects < 200 {
		t.Errorf("%g objects in the bins, %g measured", objects, measured)
	}
	dir := t.TempDir()
	page, picture := filepath.Join(dir, "r.html"), filepath.Join(dir, "c.svg")
	fms(t, append(from("report"), "-o", page)...).want(t, statusDone)
	fms(t, append(from("plot", "calibration"), "-o", picture)...).want(t, statusDone)
	for path, want := range map[string]string{page: "Are the probabilities right?", picture: "share that is pass"} {
		if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %q, %v", path, want, err)
		}
	}
	// --clip counts what it moves; --crowd and --decide say what they save and change.
	for want, args := range map[string][]string{
		"standard deviations of their attribute": {"select", judgments, "--labels", labels, "--budget", "6", "--clip", "2"},
		"adapted to the crowd of":                {"export", judgments, "--labels", labels, "--budget", "6", "--crowd", judgments, "-o", filepath.Join(dir, "p.json")},
		"no number of standard deviations":       {"select", judgments, "--clip", "0"},
		"needs a decision":                       {"export", judgments, "--form", "stopping"},
		"is no decision":                         {"plan", judgments, "--decide", "tall"},
		"accepted are numbers between .5 and 1":  {"plan", judgments, "--decide", "y>1", "--confidence", "2"},
	} {
		if run := fms(t, args...); !strings.Contains(run.stderr, want) {
			t.Errorf("%v: stderr lacks %q: %s", args[0], want, run.stderr)
		}
	}
}
