//go:build unix

package main

import (
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fms-tui/model"
)

// at starts the program for a user whose home is a folder, with no clipboard but
// the terminal's.
func at(t *testing.T, home string, args ...string) *ui {
	t.Helper()
	return wideAt(t, 120, home, args...)
}

func wideAt(t *testing.T, w int, home string, args ...string) *ui {
	t.Helper()
	c := command(t, []string{"HOME=" + home, "PATH=" + home}, append(args, "--bootstrap", "0")...)
	c.Dir = home
	return on(t, w, 40, c)
}

// files are all files below a folder, with what they hold.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, dir)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var keptFile = regexp.MustCompile(`^/\.local/state/fms-tui/[0-9a-f]{32}\.json$`)

// kept is what is in the one file below a home, and its name.
func kept(t *testing.T, home string) (name string, state stateFile) {
	t.Helper()
	all := files(t, home)
	delete(all, "/.local/state/fms-tui/"+recentFile)
	for name = range all {
		if !keptFile.MatchString(name) {
			t.Errorf("there is a file %s", name)
		}
	}
	if len(all) != 1 {
		t.Fatalf("%d files: %v", len(all), slices.Collect(maps.Keys(all)))
	}
	if err := json.Unmarshal([]byte(all[name]), &state); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(home, name), state
}

// TestKept: a second run begins as the first one ended, unless it is told not to.
func TestKept(t *testing.T) {
	t.Parallel()
	home, data := t.TempDir(), beansFile(t)
	before := files(t, filepath.Dir(data))
	u := at(t, home, data, "--label", "beans")
	u.await(footer)
	u.send("b", "7", "\r", "g", " ", "a")
	u.awaitText("B = 7", "scoring full", "excluded")
	u.send("v", "q")
	u.ends(statusDone)
	path, s := kept(t, home)
	if s.Version != 1 || s.Budget == nil || s.Budget.String() != "7" || s.Algorithm != "scoring" || s.Screen != "map" || s.label() != "beans" || len(s.settings[model.OptionExclude]) != 1 {
		t.Errorf("kept is %+v", s)
	}

	u = at(t, home, data) // the label comes back too
	u.awaitText("B = 7", "v/σ²", "label beans")
	u.send("1")
	u.awaitText("scoring full", "excluded")
	u.send("u")
	u.awaitText("nothing to undo")
	u.send("q")
	u.ends(statusDone)

	u = at(t, home, data, "--budget", "3", "--no-state")
	u.awaitText("has no label to predict")
	u.send("q")
	u.ends(statusDone)
	u = at(t, home, data, "--budget", "3", "--algorithm", "full") // flags win
	u.awaitText("B = 3", "full scoring", "excluded")
	u.send("\x1b[C")
	u.awaitText("B = 4")
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) { // kept without leaving, too
		text, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(text), `"budget": 4,`) {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("what was changed is not kept: %v, %s", err, text)
		}
	}
	u.send("\x1b[C")
	u.awaitText("B = 5")
	u.signal(syscall.SIGTERM)
	u.ends(143)
	if _, s = kept(t, home); s.Budget.String() != "5" {
		t.Errorf("terminated, what is kept is %+v", s)
	}

	u = at(t, home, data, "--fresh", "--label", "beans", "--budget", "2")
	u.await(footer)
	u.awaitText("B = 2", "full scoring")
	u.send("q")
	u.ends(statusDone)
	again, s := kept(t, home)
	if again != path || s.Budget.String() != "2" || len(s.settings[model.OptionExclude]) != 0 || s.Screen != "plan" {
		t.Errorf("after --fresh %s is %+v", again, s)
	}
	if after := files(t, filepath.Dir(data)); !maps.Equal(before, after) {
		t.Error("something was written beside the data")
	}
}

// TestNothingKept: --no-state and the commands leave no file.
func TestNothingKept(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	u := at(t, home, small(t, "--no-state")...)
	u.await(footer)
	u.send("\x1b[C")
	u.awaitText("B = 6")
	u.send("q")
	u.ends(statusDone)
	for _, name := range []string{"select", "check", "export"} {
		args := append([]string{name}, small(t)...)
		if name == "check" {
			args = args[:4]
		}
		c := command(t, []string{"HOME=" + home}, args...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	if all := files(t, home); len(all) != 0 {
		t.Errorf("there are files: %v", all)
	}
}

// TestBrokenKept: a file that cannot be used is told, and stays until something
// is changed.
func TestBrokenKept(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	u := at(t, home) // the bundled sample is kept like any other
	u.await(footer)
	u.send("q")
	u.ends(statusDone)
	path, _ := kept(t, home)
	const newer = `{"version": 2}`
	if err := os.WriteFile(path, []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	u = at(t, home)
	u.awaitText("the settings of the last session are not used")
	u.send("q")
	u.ends(statusDone)
	if text, _ := os.ReadFile(path); string(text) != newer {
		t.Errorf("replaced by %s", text)
	}
	u = at(t, home)
	u.awaitText("the settings of the last session are not used")
	u.send("a")
	u.awaitText("scoring full")
	u.send("q")
	u.ends(statusDone)
	if _, s := kept(t, home); s.Algorithm != "scoring" {
		t.Errorf("kept is %+v", s)
	}
}

// TestCannotKeep: the program works all the same where nothing can be written.
func TestCannotKeep(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	state := filepath.Join(home, ".local", "state")
	if err := os.MkdirAll(state, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(home, "nowhere"), filepath.Join(state, "fms-tui")); err != nil { // not even root can write there
		t.Fatal(err)
	}
	u := at(t, home, small(t)...)
	u.await(footer)
	u.send("q")
	u.ends(statusDone)
	u.awaitText("the settings are not kept: ")
}

var osc52 = regexp.MustCompile(`\x1b\]52;c;([A-Za-z0-9+/=]*)(\x07|\x1b\\)`)

// clipped is what was put on the terminal's clipboard the n-th time, from 1 on. It
// may come after the word that it does.
func (u *ui) clipped(n int) string {
	u.Helper()
	var all [][]string
	for end := time.Now().Add(patience); len(all) < n; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			u.Fatalf("the clipboard was set %d times", len(all))
		}
		all = osc52.FindAllStringSubmatch(u.written(), -1)
	}
	text, err := base64.StdEncoding.DecodeString(all[n-1][1])
	if err != nil {
		u.Fatal(err)
	}
	return string(text)
}

// TestCopies: the command that is copied asks `select` for what is on the screen.
func TestCopies(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	fms(t, "sample", "bodies", "-o", filepath.Join(home, "a folder's")).want(t, statusDone)
	u := wideAt(t, 200, home, "a folder's/bodies.csv.gz", "--labels", "a folder's/bodies_labels.csv", "--costs", "a folder's/bodies_costs.csv",
		"--cost", "tall=2", "--budget", "12", "--folds", "7")
	u.await(footer)
	u.send("l", "\x1b[B", "\r") // weight
	u.awaitText("label weight")
	u.send("g", " ", "j", "p", "2..4", "\r", "r", "\x15", "0.1", "\r")
	u.awaitText("ridge 0.1", "2..4", "B = 12", "honest, held out")
	u.send("C")
	u.awaitText("copied the command: fms-tui")
	copied := u.clipped(1)
	line, ok := strings.CutPrefix(copied, "fms-tui ")
	if !ok {
		t.Fatalf("copied %q", copied)
	}
	c := exec.Command("/bin/sh", "-c", filepath.Join(binary(t), "fms-tui")+" select --json --quiet "+line)
	c.Dir = home
	c.Env = []string{"HOME=" + home, "GORACE=" + os.Getenv("GORACE")}
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", line, err, out)
	}
	all := selectionsOf(t, out)
	u.figures(all)
	u.send("y")
	u.awaitText("copied the readout: With a budget of 12")
	text := u.clipped(2)
	for name, n := range all["full"].Repeats {
		if !strings.Contains(text, " of "+name) || n == 0 {
			t.Errorf("the readout lacks %s: %s", name, text)
		}
	}
	u.send("Y")
	u.awaitText("copied a table of 39 attributes")
	if text := u.clipped(3); strings.Count(text, "\n") != 40 || !strings.HasPrefix(text, "attribute\tcost\t") {
		t.Errorf("the table is\n%s", text)
	}
	u.send("q")
	u.ends(statusDone)
}
