//go:build unix

package main

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/report/figure"
)

// documents are the pages whose commands are run.
var documents = []string{
	"README.md", filepath.Join("docs", "evidence.md"), filepath.Join("docs", "tutorial.md"), filepath.Join("docs", "data.md"), filepath.Join("docs", "plan.md"), filepath.Join("docs", "predict.md"),
	filepath.Join("docs", "formats.md"), filepath.Join("docs", "experts.md"), filepath.Join("docs", "llm_judges.md"), filepath.Join("docs", "crowds.md"),
	filepath.Join("docs", "panels.md"), filepath.Join("docs", "install.md"), filepath.Join("docs", "classes.md"),
	filepath.Join("docs", "research", "subset.md"), filepath.Join("docs", "research", "experiments.md"), filepath.Join("docs", "research", "partial.md"), filepath.Join("docs", "research", "small_pilots.md"),
}

var update = flag.Bool("update", false, "write what the documents' commands print into the documents")

// page is the path of a document.
func page(name string) string { return filepath.Join("..", "..", name) }

// step is a command of a document and what it prints.
type step struct {
	line    int // of the document
	command string
	output  []string // a line … stands for any lines
}

var heredoc = regexp.MustCompile(`<<\s*'?(\w+)'?`)

// readmeSteps returns the commands of all fenced blocks that begin with one: a
// command is a line after "$ ", with the text of its here-document; the lines
// up to the next command are what it prints.
func readmeSteps(t *testing.T, document string) []step {
	t.Helper()
	text, err := os.ReadFile(page(document))
	if err != nil {
		t.Fatal(err)
	}
	var steps []step
	var until string // end of the here-document being read
	fenced, first, shell := false, false, false
	for i, line := range strings.Split(string(text), "\n") {
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			if until != "" {
				t.Fatalf("%s:%d: the block ends before %s", document, i+1, until)
			}
			fenced = !fenced
			first, shell = fenced, false
			continue
		case !fenced:
			continue
		case first:
			first, shell = false, isCommand
		}
		switch {
		case !shell:
		case until != "":
			steps[len(steps)-1].command += "\n" + line
			if line == until {
				until = ""
			}
		case isCommand:
			steps = append(steps, step{line: i + 1, command: command})
			if m := heredoc.FindStringSubmatch(command); m != nil {
				until = m[1]
			}
		default:
			s := &steps[len(steps)-1]
			s.output = append(s.output, strings.TrimRight(line, " "))
		}
	}
	if fenced {
		t.Fatalf("%s: a fenced block does not end", document)
	}
	return steps
}

// TestReadme runs the documents' commands one after another, each document in an empty
// folder, and compares the output.
func TestReadme(t *testing.T) {
	if raceDetector {
		t.Skip("the documents' commands take ten times as long under the race detector, and run without it")
	}
	bin := binary(t)
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, document := range documents {
		dir := t.TempDir()
		for _, s := range readmeSteps(t, document) {
			if strings.HasPrefix(s.command, "psql") {
				break // what follows needs a server, and runs in TestDatabasesDocument
			}
			seen[s.command] = true
			c := exec.Command("sh", "-c", s.command)
			c.Dir = dir
			switch {
			case s.command == "go test ./...":
				continue // this is part of it
			case s.command == "go run ./cmd/fms-tui":
				c = exec.Command(filepath.Join(bin, "fms-tui")) // what it runs, without building it again
				c.Dir = root
			}
			c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
			s.run(t, document, c)
		}
	}
	for _, needed := range []string{"go run ./cmd/fms-tui", "go test ./..."} {
		if !seen[needed] {
			t.Errorf("README.md does not show %q", needed)
		}
	}
	if here, err := os.Getwd(); err != nil || here != filepath.Join(root, "cmd", "fms-tui") {
		t.Errorf("the program is in %s, not in ./cmd/fms-tui (%v)", here, err)
	}
}

// run runs a command and compares what it prints.
func (s *step) run(t *testing.T, document string, c *exec.Cmd) {
	t.Helper()
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%s:%d: %s: %v\n%s", document, s.line, s.command, err, out)
		return
	}
	got := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	for i := range got {
		got[i] = strings.TrimRight(got[i], " ")
	}
	if want := trimEmpty(s.output); len(want) > 0 && !matches(want, got) {
		if *update && s.rewrite(t, document, want, got) {
			return
		}
		t.Errorf("%s:%d: %s prints\n%s\nwant\n%s", document, s.line, s.command, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// rewrite puts what a command prints now in the place of what the document says. A … keeps its
// place, with as many lines before and behind it; it tells whether there is one at most.
func (s *step) rewrite(t *testing.T, document string, want, got []string) bool {
	head := slices.Index(want, "…")
	if head >= 0 && slices.Contains(want[head+1:], "…") || head >= 0 && len(got) < len(want)-1 {
		return false
	}
	if head >= 0 {
		tail := len(want) - head - 1
		got = slices.Concat(got[:head], []string{"…"}, got[len(got)-tail:])
	}
	text := string(readBytes(t, page(document)))
	block := func(lines []string) string { return "$ " + s.command + "\n" + strings.Join(lines, "\n") + "\n" }
	if !strings.Contains(text, block(want)) {
		return false
	}
	return os.WriteFile(page(document), []byte(strings.Replace(text, block(want), block(got), 1)), 0o600) == nil
}

// trimEmpty drops empty lines at the end.
func trimEmpty(lines []string) []string {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// matches tells whether got is want, where a line … of want stands for any
// number of lines.
func matches(want, got []string) bool {
	if len(want) == 0 {
		return len(got) == 0
	}
	if strings.TrimSpace(want[0]) == "…" {
		for i := range len(got) + 1 {
			if matches(want[1:], got[i:]) {
				return true
			}
		}
		return false
	}
	return len(got) > 0 && got[0] == want[0] && matches(want[1:], got[1:])
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		want, got string
		ok        bool
	}{
		{"a b", "a b", true},
		{"a …", "a b c", true},
		{"… c", "a b c", true},
		{"a … c", "a c", true},
		{"a … c", "a b d", false},
		{"a", "a b", false},
		{"a b", "a", false},
		{"…", "", true},
	} {
		if got := matches(strings.Fields(c.want), strings.Fields(c.got)); got != c.ok {
			t.Errorf("%q against %q: %v", c.want, c.got, got)
		}
	}
}

// TestReadmePictures: the pictures and links of the README exist.
func TestReadmePictures(t *testing.T) {
	if _, err := os.Stat(filepath.Join("..", "..", "docs")); err != nil {
		t.Skip("there are no pictures yet")
	}
	text, err := os.ReadFile(page("README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(filepath.Join("..", "..", m[1])); err != nil {
			t.Errorf("README.md points to %s: %v", m[1], err)
		}
	}
}

// TestReadmeBars: the README's bars are R² on held-out objects, a fiftieth a cell.
func TestReadmeBars(t *testing.T) {
	text := string(readBytes(t, page("README.md")))
	bar := regexp.MustCompile(`(?m)^ *(\d+) [^\n,█]*(, [^\n█]*)?  (█+▌?) +(\.\d+)$`)
	bars := bar.FindAllStringSubmatch(text, -1)
	if len(bars) != 4 {
		t.Fatalf("%d of the four bars were found", len(bars))
	}
	t.Chdir(t.TempDir())
	fms(t, "init", "hanna", "--quiet")
	var got struct {
		Estimates []struct {
			Algorithm string
			Budget    json.Number
			R2        float64 `json:"honest_r2"`
		}
	}
	r := fms(t, "select", "study.toml", "--compare", "--algorithm", "full,uniform", "--budget", "6,20,120", "--json")
	if err := json.Unmarshal([]byte(r.stdout), &got); err != nil {
		t.Fatal(err, r.stderr)
	}
	for _, m := range bars {
		for _, e := range got.Estimates {
			if e.Budget.String() != m[1] || (e.Algorithm == "uniform") != strings.Contains(m[2], "evenly") {
				continue
			}
			cells := float64(strings.Count(m[3], "█")) + .5*float64(strings.Count(m[3], "▌"))
			if m[4] != figure.Share(e.R2) || math.Abs(cells-50*e.R2) > .5 {
				t.Errorf("%q is R² %.3f", m[0], e.R2)
			}
		}
	}
}
