package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui"
)

// studyFolder is a folder with judgments, labels, prices and a study file.
func studyFolder(t *testing.T, text string) (path string) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"judgments.csv": judged, "labels.csv": "object,height\na,1\nb,3\nc,2\n", "costs.csv": "attribute,cost\n*,0.5\n", "study.toml": text,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "study.toml")
}

const heights = `# judgments of people
data = "judgments.csv"
labels = ["labels.csv"]
costs = 'costs.csv'
cost = ["tall=2"]
budget = 1_0
exclude = "nothing*" # of no use
no-honest = true
`

// TestStudyFile: a command takes a study file in the place of data and flags, from any folder;
// flags win.
func TestStudyFile(t *testing.T) {
	path := studyFolder(t, strings.Replace(heights, "exclude", "#exclude", 1))
	dir := filepath.Dir(path)
	long := []string{filepath.Join(dir, "judgments.csv"), "--labels", filepath.Join(dir, "labels.csv"), "--costs", filepath.Join(dir, "costs.csv"), "--no-honest"}
	for _, c := range []struct{ given, same []string }{
		{nil, []string{"--cost", "tall=2", "--budget", "10"}},
		{[]string{"--budget", "4"}, []string{"--cost", "tall=2", "--budget", "4"}},
		{[]string{"--cost=t*=3"}, []string{"--cost", "tall=3", "--budget", "10"}},
		{[]string{"--no-honest=false", "--goal", "lowest"}, []string{"--cost", "tall=2", "--no-honest=false", "--goal", "lowest"}},
	} {
		got, want := fms(t, slices.Concat([]string{"select", path, "--json"}, c.given)...), fms(t, slices.Concat([]string{"select", "--json"}, long, c.same)...)
		if got.status != want.status || got.stdout != want.stdout || want.stdout == "" && want.stderr == "" {
			t.Errorf("%q prints\n%s%s\nand with flags\n%s%s", c.given, got.stdout, got.stderr, want.stdout, want.stderr)
		}
	}
	fms(t, "check", path, "--json").want(t, statusDone)
	fms(t, "lab", "partial", path, "--k", "2", "--help").want(t, statusDone)
	fms(t, "select", path, path).want(t, statusMisused, "are two study files: name one")
	before := content(t, path)
	fms(t, "select", path, "-o", path, "--force").want(t, statusMisused, "would replace a file that this command reads")
	if content(t, path) != before {
		t.Error("the study file was replaced")
	}
}

// TestStudyErrors: what is wrong in a study file is said with its line.
func TestStudyErrors(t *testing.T) {
	for text, want := range map[string]string{
		"data = 'x'\nbudgt = 5\n":             `study.toml:2: there is no key "budgt": did you mean budget?`,
		"data = 'x'\nzzz = 5\n":               `study.toml:2: there is no key "zzz": keys are flags`,
		"data = 'x'\n\nbudget = 'five'\n":     `study.toml:3: --budget: "five" is not a plain decimal number`,
		"data = 'x'\nno-honest = 'perhaps'\n": `study.toml:2: --no-honest: "perhaps" is not true or false`,
		"data = 'x'\n[cost]\ntall = 3\n":      "study.toml:2: a study file has no tables",
		"data = 'x'\ncost.tall = 3\n":         "study.toml:2: a study file has no tables",
		"data = [['x']]\n":                    "study.toml:1: data: a list within a list",
		"data = {x = 1}\n":                    "study.toml:1: data: accepted are a text, a number",
		"data = 'x'\ndata = 'y'\n":            "study.toml:2: ",
		"data = 'x\n":                         "study.toml:1: ",
		"budget = 5\n":                        "names no data: write data = \"FILE\"",
	} {
		fms(t, "select", studyFolder(t, text)).want(t, statusMisused, want)
	}
}

// TestInit: init writes a study file that reads the same, says so, and replaces none.
func TestInit(t *testing.T) {
	dir := filepath.Dir(studyFolder(t, ""))
	out := filepath.Join(dir, "sub", "mine.toml")
	if err := os.Mkdir(filepath.Dir(out), 0o700); err != nil {
		t.Fatal(err)
	}
	flags := []string{filepath.Join(dir, "judgments.csv"), "--labels", filepath.Join(dir, "labels.csv"), "--costs", filepath.Join(dir, "costs.csv"), "--cost", "t*=2", "--budget", "4", "--no-honest"}
	fms(t, slices.Concat([]string{"init"}, flags, []string{"-o", out})...).want(t, statusDone)
	text := content(t, out)
	for _, line := range []string{"data = '../judgments.csv'\n", "labels = '../labels.csv'\n", "cost = 'tall=2'\n", "budget = 4\n", "no-honest = true\n"} {
		if !strings.Contains(text, line) {
			t.Errorf("the study file lacks %q:\n%s", line, text)
		}
	}
	got, want := fms(t, "select", out, "--json"), fms(t, slices.Concat([]string{"select", "--json"}, flags)...)
	if got.stdout != want.stdout || want.status != statusDone {
		t.Errorf("the study file gives\n%s%s\nand the flags\n%s%s", got.stdout, got.stderr, want.stdout, want.stderr)
	}
	fms(t, slices.Concat([]string{"init"}, flags, []string{"-o", out})...).want(t, statusFailed, "is there already", "--force")
	other := filepath.Join(dir, "other.toml")
	fms(t, slices.Concat([]string{"check"}, flags, []string{"-o", other, "--quiet"})...).want(t, statusDone)
	if !strings.Contains(content(t, other), "data = 'judgments.csv'\n") {
		t.Errorf("check writes %s", content(t, other))
	}
	t.Chdir(dir)
	if err := os.Mkdir("beans", 0o700); err != nil { // a folder is no data
		t.Fatal(err)
	}
	fms(t, "init", "beans", "-o", "beans").want(t, statusDone, "wrote "+filepath.Join("beans", "beans.csv"))
	fms(t, "init", filepath.Join(dir, "judgments.csv"), "-o", filepath.Join(dir, "x.txt")).want(t, statusMisused, "ends in .toml")
}

// TestStudyWords: the copied command names the study file and what differs from it, or says all
// where that would not be the same.
func TestStudyWords(t *testing.T) {
	path := studyFolder(t, "")
	dir := filepath.Dir(path)
	args := []string{filepath.Join(dir, "judgments.csv"), "--labels", filepath.Join(dir, "labels.csv"), "--cost", "tall=2", "--no-honest"}
	ds, f, paths := parsed(t, args)
	s, err := f.settings(t.Context(), ds)
	if err != nil {
		t.Fatal(err)
	}
	q := tui.Asked{Settings: s, Budget: model.Units(4)}
	asked, err := f.askedWords(t.Context(), ds, paths, core.DefaultReplicates)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := writeStudy(&b, path, asked(q)); err != nil {
		t.Fatal(err)
	}
	if f.study, err = parseStudy(path, b.Bytes()); err != nil {
		t.Fatal(err)
	}
	words, err := f.reproducer(t.Context(), ds, paths, core.DefaultReplicates)
	if err != nil {
		t.Fatal(err)
	}
	start := []string{"fms-tui", path}
	for _, c := range []struct {
		settings model.Settings
		budget   int
		want     []string // nil for all words
	}{
		{s, 4, []string{"--no-state"}},
		{s, 17, []string{"--budget", "17", "--no-state"}},
		{s.WithCost("tall", model.Units(5)), 4, []string{"--cost", "tall=5", "--no-state"}},
		{s.WithExcluded("quality", true), 4, []string{"--exclude", "quality", "--no-state"}},
		{s.WithCost("tall", model.Unit), 4, nil},
	} {
		got := words(tui.Asked{Settings: c.settings, Budget: model.Units(c.budget)})
		if c.want != nil && !slices.Equal(got, append(slices.Clone(start), c.want...)) || c.want == nil && slices.Contains(got, path) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// FuzzStudy: any text is a study file or an error, and what is read is read again as it was from
// what is written.
func FuzzStudy(f *testing.F) {
	f.Add(heights)
	f.Add("data = [1, 'a\\tb', \"é\"]\nlabel = \"x=y\"\nmissing = 'a,b'\n")
	f.Add("[a]\nb = 2")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join("/study", "s.toml")
		s, err := parseStudy(path, []byte(text))
		if err != nil {
			return
		}
		words := slices.Clone(s.data)
		for _, flag := range s.flags {
			if strings.HasPrefix(flag.value, "--") {
				return
			}
			words = append(words, "--"+flag.name, flag.value)
		}
		if slices.ContainsFunc(s.data, func(d string) bool { return d == "-" || strings.HasPrefix(d, "--") || strings.Contains(d, "://") }) {
			return
		}
		var b bytes.Buffer
		if err := writeStudy(&b, path, words); err != nil {
			t.Fatal(err)
		}
		again, err := parseStudy(path, b.Bytes())
		if err != nil {
			t.Fatalf("%v in %s", err, b.String())
		}
		for _, flag := range s.flags {
			if !slices.Contains(again.flags, flag) {
				t.Errorf("%v is lost in\n%s", flag, b.String())
			}
		}
	})
}
