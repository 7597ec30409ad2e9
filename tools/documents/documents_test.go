//go:build linux

// Package documents runs the commands of the documents, and compares what they print.
package documents

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fms-tui/core/report/figure"
	"fms-tui/tools/engines"
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

// steps returns the commands of all fenced blocks that begin with one: a
// command is a line after "$ ", with the text of its here-document; the lines
// up to the next command are what it prints.
func steps(t *testing.T, document string) []step {
	t.Helper()
	text, err := os.ReadFile(page(document))
	if err != nil {
		t.Fatal(err)
	}
	var found []step
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
			found[len(found)-1].command += "\n" + line
			if line == until {
				until = ""
			}
		case isCommand:
			found = append(found, step{line: i + 1, command: command})
			if m := heredoc.FindStringSubmatch(command); m != nil {
				until = m[1]
			}
		default:
			s := &found[len(found)-1]
			s.output = append(s.output, strings.TrimRight(line, " "))
		}
	}
	if fenced {
		t.Fatalf("%s: a fenced block does not end", document)
	}
	return found
}

// environment returns a folder that holds the program, the root of the project, and the
// environment of a document's commands.
func environment(t *testing.T) (root string, env []string) {
	t.Helper()
	root, err := filepath.Abs(page("."))
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin, "./cmd/fms-tui")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return root, append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
}

// TestCommands runs the documents' commands one after another, each document in an empty
// folder, and compares the output.
func TestCommands(t *testing.T) {
	root, env := environment(t)
	seen := make(map[string]bool)
	for _, document := range documents {
		dir := t.TempDir()
		for _, s := range steps(t, document) {
			if strings.HasPrefix(s.command, "psql") {
				break // what follows needs a server, and runs in TestDatabases
			}
			seen[s.command] = true
			c := exec.Command("sh", "-c", s.command)
			c.Dir = dir
			switch {
			case s.command == "go test ./...":
				continue // .ci/run does
			case s.command == "go run ./cmd/fms-tui":
				c.Dir = root
			}
			c.Env = env
			s.run(t, document, c)
		}
	}
	for _, needed := range []string{"go run ./cmd/fms-tui", "go test ./..."} {
		if !seen[needed] {
			t.Errorf("README.md does not show %q", needed)
		}
	}
}

// TestDatabases runs the commands of docs/formats.md against a server of its own.
func TestDatabases(t *testing.T) {
	server := engines.Postgres(t)
	_, env := environment(t)
	dir := t.TempDir()
	for _, s := range steps(t, "docs/formats.md") {
		c := exec.Command("sh", "-c", s.command)
		c.Dir = dir
		c.Env = append(env, "PGHOST=127.0.0.1", fmt.Sprint("PGPORT=", server.Port), "PGUSER=owner", "PGDATABASE=owner")
		s.run(t, "docs/formats.md", c)
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
	b, err := os.ReadFile(page(document))
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
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

// TestReadmeBars: the README's bars are R² on held-out objects, a fiftieth a cell.
func TestReadmeBars(t *testing.T) {
	text, err := os.ReadFile(page("README.md"))
	if err != nil {
		t.Fatal(err)
	}
	bar := regexp.MustCompile(`(?m)^ *(\d+) [^\n,█]*(, [^\n█]*)?  (█+▌?) +(\.\d+)$`)
	bars := bar.FindAllStringSubmatch(string(text), -1)
	if len(bars) != 4 {
		t.Fatalf("%d of the four bars were found", len(bars))
	}
	_, env := environment(t)
	c := exec.Command("sh", "-c", "fms-tui init hanna --quiet && fms-tui select study.toml --compare --algorithm full,uniform --budget 6,20,120 --json --quiet")
	c.Dir, c.Env = t.TempDir(), env
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Estimates []struct {
			Algorithm string
			Budget    json.Number
			R2        float64 `json:"honest_r2"`
		}
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v\n%s", err, out)
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
