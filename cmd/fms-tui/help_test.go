//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"fms-tui/core/selection"
	"fms-tui/docs"
	"fms-tui/model"
	"fms-tui/tui/chart"
)

// TestExamples runs the examples of every command's help, in a folder with the
// files that they name.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("long: other tests run the same commands")
	}
	root := commandTree(&program{now: time.Now})
	commands := append([]*cobra.Command{root}, root.Commands()...)
	for _, c := range root.Commands() {
		commands = append(commands, c.Commands()...)
	}
	for _, c := range commands {
		if c.Example == "" && c.Name() != "version" && c.Name() != "help" {
			t.Errorf("%s has no example", c.CommandPath())
		}
	}
	bin := binary(t)
	dir := exampleFolder(t, bin)
	t.Chdir(dir)
	for _, c := range commands {
		for line := range strings.Lines(c.Example) {
			line = strings.TrimSpace(line)
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if !strings.HasPrefix(line, "fms-tui") {
				t.Errorf("%s: the example %q does not call the program", c.CommandPath(), line)
			}
			if strings.Contains(line, "--choose") { // needs a terminal: TestChoose has one
				continue
			}
			if !strings.ContainsAny(line, `|<>&;'"$`) { // no shell is needed
				if r := fms(t, strings.Fields(line)[1:]...); r.status != statusDone {
					t.Errorf("%s: %s", line, r.stderr)
				}
			} else if out, err := inFolder(dir, bin, line); err != nil {
				t.Errorf("%s: %v\n%s", line, err, out)
			}
		}
	}
}

func inFolder(dir, bin, line string) ([]byte, error) {
	c := exec.Command("/bin/sh", "-c", line)
	c.Dir = dir
	c.Env = []string{"PATH=" + bin + ":" + dir + ":" + os.Getenv("PATH"), "HOME=" + dir, "GORACE=" + os.Getenv("GORACE")}
	return c.CombinedOutput()
}

// answering are commands that answer each call of a plan, for collect.
const answering = `#!/bin/sh
cat >/dev/null
echo '{"score": 3, "clear": 3, "brief": 2}'
`

// exampleFolder holds judgments with a label, other judgments of the same
// attributes, files of labels, of new objects and of calls, what answers the calls, and
// a predictor.
func exampleFolder(t *testing.T, bin string) string {
	t.Helper()
	dir := t.TempDir()
	var judgments, more, labels, votes, features strings.Builder
	judgments.WriteString("object,rater,clear,brief,label\n")
	more.WriteString("object,rater,clear,brief\n")
	labels.WriteString("object,height\n")
	votes.WriteString("object,expert,vote\n")
	features.WriteString("object,length\n")
	for i := range 100 {
		h := 60 + i*i%13
		for k := range 2 {
			fmt.Fprintf(&judgments, "o%d,w%d,%d,%d,%d\n", i, (i+k)%25, h%5+(i+k)%2, h%3+(i*k)%2, h)
			fmt.Fprintf(&more, "n%d,w%d,%d,%d\n", i, (i+k)%25, h%5+(i*k)%2, h%3+(i+k)%2)
		}
		fmt.Fprintf(&labels, "o%d,%d\n", i, h)
		if i < 40 {
			fmt.Fprintf(&votes, "o%d,e1,%d\no%d,e2,%d\no%d,e3,%d\n", i, h%2, i, (h+i/20)%2, i, (h+i/30)%2)
			fmt.Fprintf(&features, "o%d,%d\n", i, h%2+i%5)
		}
	}
	for name, text := range map[string]string{"judgments.csv": judgments.String(), "new.csv": more.String(), "labels.csv": labels.String(), "votes.csv": votes.String(), "features.csv": features.String(), "stories.csv": "story\ns1\ns2\n"} {
		writeText(t, filepath.Join(dir, name), text)
	}
	for _, name := range []string{"judge.sh", "python"} {
		writeText(t, filepath.Join(dir, name), answering)
	}
	if err := os.MkdirAll(filepath.Join(dir, ".config", "fish", "completions"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"fms-tui export judgments.csv --budget 4 -o predictor.json",
		"fms-tui plan judgments.csv --budget 1 --new stories.csv --form calls -o calls.jsonl",
		"(head -101 judgments.csv) > north.csv && (head -1 judgments.csv; tail -100 judgments.csv) > south.csv",
		"fms-tui lab moments north.csv -o north.moments && fms-tui lab moments south.csv -o south.moments",
	} {
		if out, err := inFolder(dir, bin, line); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return dir
}

// TestHelpFits: help is no wider than what it goes to, names every flag and
// command, shows no quotes of values' names, and has whole examples.
func TestHelpFits(t *testing.T) {
	root := commandTree(&program{now: time.Now})
	for _, c := range append(root.Commands(), root) {
		c.InitDefaultHelpFlag()
		for _, width := range []int{80, 100} {
			text := (&helpWriter{width: width, all: true}).page(c)
			for line := range strings.Lines(text) {
				if line = strings.TrimRight(line, "\n"); chart.Width(line) > width || strings.HasSuffix(line, " ") {
					t.Errorf("%s --help at %d columns: %q", c.CommandPath(), width, line)
				}
			}
			names := []string{"Usage:", c.CommandPath()}
			c.Flags().VisitAll(func(f *pflag.Flag) {
				if !f.Hidden {
					names = append(names, "--"+f.Name)
				}
			})
			c.InheritedFlags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
			for _, sub := range c.Commands() {
				names = append(names, "\n  "+sub.Name())
			}
			joined := strings.Join(strings.Fields(strings.ReplaceAll(text, "\\\n", "")), " ")
			for line := range strings.Lines(c.Example) {
				if line = strings.Join(strings.Fields(line), " "); !strings.Contains(joined, line) {
					t.Errorf("%s --help lacks the example %s", c.CommandPath(), line)
				}
			}
			for _, name := range names {
				if !strings.Contains(text, name) {
					t.Errorf("%s --help lacks %q", c.CommandPath(), name)
				}
			}
			if _, flags, _ := strings.Cut(text, "\nFlags:\n"); flags == "" || strings.Contains(flags, "`") {
				t.Errorf("%s --help has quotes of values' names:\n%s", c.CommandPath(), text)
			}
		}
	}
}

// TestHelpIsBrief: help has at most 40 lines and 12 flags, a line each, and says how to
// see the others.
func TestHelpIsBrief(t *testing.T) {
	root := commandTree(&program{now: time.Now})
	named := make(map[string]bool)
	for _, c := range append(root.Commands(), root) {
		c.InitDefaultHelpFlag()
		text, flags := (&helpWriter{width: helpWidth}).page(c), 0
		for line := range strings.Lines(text) {
			if flag, found := strings.CutPrefix(strings.TrimLeft(line, " "), "--"); found && strings.HasPrefix(line, "      --") {
				named[strings.FieldsFunc(flag, func(r rune) bool { return r == ' ' || r == '\n' })[0]] = true
				flags++
			}
			if chart.Width(strings.TrimRight(line, "\n")) > helpWidth {
				t.Errorf("%s --help: %q is too wide", c.CommandPath(), line)
			}
		}
		if n := strings.Count(text, "\n"); n > 40 || flags > mostFlags {
			t.Errorf("%s --help has %d lines and %d flags", c.CommandPath(), n, flags)
		}
	}
	for _, r := range new(flags).table() {
		_, text, brief := strings.Cut(r.brief, ": ")
		if brief && !named[r.name] && r.name != "output" {
			t.Errorf("no command's help shows --%s", r.name)
		}
		if most := 50; len(text) > most {
			t.Errorf("--%s is explained in %d characters, not in %d", r.name, len(text), most)
		}
	}
	if r := fms(t, "select", "--help", "all"); !strings.Contains(r.stdout, "--object-col") || strings.Contains(fms(t, "select", "--help").stdout, "--object-col") {
		t.Errorf("--help all does not explain what --help leaves out: %s", r.stdout)
	}
}

// TestHelpTopics: every page is printed by its name; a command's own name is the command.
func TestHelpTopics(t *testing.T) {
	for _, topic := range docs.Topics() {
		want, _ := docs.Page(topic)
		if r := fms(t, "help", topic+".md"); r.status != 0 || r.stdout != want || !strings.HasPrefix(want, "# ") {
			t.Errorf("help %s.md: status %d, %.60q", topic, r.status, r.stdout)
		}
	}
	if r := fms(t, "help", "terminals"); !strings.HasPrefix(r.stdout, "# Install") || !strings.Contains(r.stdout, "\n## Terminals") {
		t.Errorf("help terminals: %.60q", r.stdout)
	}
	if r := fms(t, "help", "plan"); !strings.Contains(r.stdout, "Usage:") {
		t.Errorf("help plan is no help of the command: %.60q", r.stdout)
	}
	if r := fms(t, "help", "nonsense"); r.status == 0 || !strings.Contains(r.stderr, "no command") {
		t.Errorf("help nonsense: status %d, %q", r.status, r.stderr)
	}
}

// TestManPages: each page has its command's flags, the program's page points to the others, and the
// formatter, where it is installed, has no warnings.
func TestManPages(t *testing.T) {
	groff, _ := exec.LookPath("groff")
	all := fms(t, "help", "--man").stdout
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		words := strings.Fields(c.CommandPath())
		page := fms(t, append([]string{"help", "--man"}, words[1:]...)...)
		page.want(t, statusDone)
		c.InitDefaultHelpFlag()
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(page.stdout, "--"+f.Name) {
				t.Errorf("the page of %s lacks --%s", words, f.Name)
			}
		})
		if len(words) == 2 && words[1] != "help" && !strings.Contains(all, strings.Join(words, "-")+"(1)") {
			t.Errorf("the program's page does not point to the page of %s", words)
		}
		if groff != "" {
			c := exec.Command(groff, "-Kutf8", "-man", "-Tutf8", "-P-cbou", "-ww")
			c.Stdin = strings.NewReader(page.stdout)
			var out, warnings strings.Builder
			c.Stdout, c.Stderr = &out, &warnings
			if err := c.Run(); err != nil || warnings.Len() > 0 || !strings.Contains(out.String(), "SYNOPSIS") {
				t.Errorf("%s: %v, %s", words, err, warnings.String())
			}
		}
		for _, sub := range c.Commands() {
			look(sub)
		}
	}
	look(commandTree(&program{now: time.Now}))
	fms(t, "help", "--man", "nosuch").want(t, statusMisused)
}

// TestVersionLine: what a release stamps comes first.
func TestVersionLine(t *testing.T) {
	was := [...]string{version, revision, released}
	defer func() { version, revision, released = was[0], was[1], was[2] }()
	version, revision, released = "7.8.9-rc.1", "0123456789abcdef", "2026-02-03"
	if line := fms(t, "version").stdout; !strings.HasPrefix(line, "fms-tui 7.8.9-rc.1 ("+runtime.Version()+", 0123456789ab") {
		t.Errorf("version prints %q", line)
	}
	if page := fms(t, "help", "--man").stdout; !strings.Contains(page, `"Feb 2026" "fms-tui 7.8.9-rc.1"`) {
		t.Errorf("the page begins with %.100q", page)
	}
}

// selectionJSON is what tests read of a selection of select --json.
type selectionJSON struct {
	Algorithm     selection.Algorithm
	Budget        model.Amount
	Repeats       map[string]int
	ProjectedLoss number `json:"projected_loss"`
	RMSE          number
	HonestLoss    number `json:"honest_loss"`
	Weights       map[string]number
	Intercept     number
}
