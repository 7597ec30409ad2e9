package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOverwrite: -o replaces what the program wrote, under --force what others wrote, and
// under no name a file that the command reads.
func TestOverwrite(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put := func(name, text string) string {
		t.Helper()
		if err := os.WriteFile(at(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return at(name)
	}
	var rows strings.Builder
	rows.WriteString("id,clear,label\n")
	for i := range 40 {
		rows.WriteString("o" + string(rune('a'+i%26)) + string(rune('a'+i/26)) + "," + string(rune('1'+i%5)) + "," + string(rune('1'+(i+i/7)%5)) + "\n")
	}
	data := put("data.csv", rows.String())
	if err := os.Link(data, at("hard.csv")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(data, at("soft.csv")); err != nil {
		t.Fatal(err)
	}
	notes := put("notes.txt", "what I think\n")
	stories := put("stories.csv", "story\ns1\n")
	calls := put("calls.jsonl", "{\"call\":1}\n")
	page := put("page.html", "<!DOCTYPE html>\n<html lang=\"en\">\n<p>mine\n")
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"select", data, "-o", data}, statusMisused, "reads"},
		{[]string{"select", data, "--force", "-o", at("hard.csv")}, statusMisused, "reads"},
		{[]string{"report", data, "-o", at("soft.csv")}, statusMisused, "reads"},
		{[]string{"select", data, "--labels", notes, "-o", notes}, statusMisused, "reads"},
		{[]string{"select", data, "--budget", "1", "-o", notes}, statusFailed, "--force"},
		{[]string{"report", data, "-o", page}, statusFailed, "--force"},
		{[]string{"report", data, "-o", at("own.html")}, statusDone, ""},
		{[]string{"report", data, "-o", at("own.html")}, statusDone, ""},
		{[]string{"export", data, "--budget", "1", "-o", at("p.json")}, statusDone, ""},
		{[]string{"export", data, "--budget", "1", "-o", at("p.json")}, statusDone, ""},
		{[]string{"plot", "curve", data, "-o", at("c.svg")}, statusDone, ""},
		{[]string{"plot", "curve", data, "-o", at("c.svg")}, statusDone, ""},
		{[]string{"predict", at("p.json"), data, "-o", at("new.csv")}, statusDone, ""},
		{[]string{"predict", at("p.json"), data, "-o", at("new.csv")}, statusDone, ""},
		{[]string{"predict", at("p.json"), data, "-o", at("p.json")}, statusMisused, "reads"},
		{[]string{"plan", data, "--budget", "1", "--new", stories, "--form", "calls", "-o", at("b.jsonl")}, statusDone, ""},
		{[]string{"plan", data, "--budget", "1", "--new", stories, "--form", "calls", "--cost", "clear=.5", "-o", at("b.jsonl")}, statusDone, ""},
		{[]string{"plan", data, "--budget", "1", "--new", stories, "--form", "calls", "-o", calls}, statusFailed, "--force"},
		{[]string{"sample", "beans", "-o", dir}, statusDone, ""},
		{[]string{"sample", "beans", "-o", dir}, statusDone, ""},
	} {
		got := fms(t, append(c.args, "--quiet")...)
		if got.status != c.status || !strings.Contains(got.stderr, c.says) {
			t.Errorf("%q ends with %d: %s", c.args, got.status, got.stderr)
		}
	}
	for name, want := range map[string]string{"data.csv": rows.String(), "notes.txt": "what I think\n"} {
		if got, _ := os.ReadFile(at(name)); string(got) != want {
			t.Errorf("%s is %.40q now", name, got)
		}
	}
	beans, _ := filepath.Glob(at("*beans*"))
	if len(beans) == 0 {
		t.Fatal("the sample wrote nothing")
	}
	put(filepath.Base(beans[0]), "mine")
	if got := fms(t, "sample", "beans", "-o", dir); got.status != statusFailed || !strings.Contains(got.stderr, "--force") {
		t.Errorf("sample over another file ends with %d: %s", got.status, got.stderr)
	}
	if got := fms(t, "sample", "beans", "-o", dir, "--force", "--quiet"); got.status != statusDone {
		t.Errorf("sample --force ends with %d", got.status)
	}
	if got := fms(t, "select", data, "--budget", "1", "--quiet", "--force", "-o", notes); got.status != statusDone {
		t.Errorf("--force ends with %d", got.status)
	}
}
