//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"fms-tui/internal/session"
	"fms-tui/model/read"
)

// TestEnds: however the program ends, the terminal is as it was before.
func TestEnds(t *testing.T) {
	for name, c := range map[string]struct {
		end    func(u *ui)
		status int
	}{
		"q":            {func(u *ui) { u.send("q") }, statusDone},
		"ctrl+c":       {func(u *ui) { u.send("\x03") }, statusDone},
		"interrupted":  {func(u *ui) { u.signal(syscall.SIGINT) }, 130},
		"terminated":   {func(u *ui) { u.signal(syscall.SIGTERM) }, 143},
		"hung up":      {func(u *ui) { u.signal(syscall.SIGHUP) }, 129},
		"told to quit": {func(u *ui) { u.signal(syscall.SIGQUIT) }, 131},
		"while dragging": {func(u *ui) {
			_, y := slider(u.Screen())
			u.send(session.Mouse(session.Left, 30, y, true), session.Mouse(session.Left+session.Motion, 31, y, true))
			u.signal(syscall.SIGTERM)
		}, 143},
		"in a prompt": {func(u *ui) {
			u.send("b7")
			u.awaitText("Budget B = 7")
			u.send("\x03")
		}, statusDone},
		"with help open": {func(u *ui) {
			u.send("?")
			u.awaitText("Help")
			u.signal(syscall.SIGINT)
		}, 130},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := openUI(t, 100, 30, small(t)...)
			c.end(u)
			u.ends(c.status)
			if used := strings.Contains(u.written(), "\x1b[?1002h") && strings.Contains(u.written(), "\x1b[?1006h"); !used {
				t.Error("the mouse was never turned on")
			}
		})
	}
}

func (u *ui) signal(s os.Signal) {
	u.Helper()
	if err := u.Signal(s); err != nil {
		u.Fatal(err)
	}
}

func TestNoMouse(t *testing.T) {
	t.Parallel()
	u := openUI(t, 100, 30, small(t, "--no-mouse")...)
	u.send("q")
	u.ends(statusDone)
	for _, mode := range []string{"1000", "1002", "1003"} {
		if strings.Contains(u.written(), "\x1b[?"+mode+"h") {
			t.Errorf("--no-mouse turns mode %s on", mode)
		}
	}
}

// TestSuspend: ctrl+z gives the terminal back to the shell, fg the screen back
// to the program.
func TestSuspend(t *testing.T) {
	t.Parallel()
	program := command(t, []string{"PS1=ready> "}, small(t)...)
	shell := exec.Command("sh", "-i")
	shell.Dir, shell.Env = program.Dir, program.Env
	u := on(t, 100, 30, shell)
	u.awaitText("ready> ")
	u.send(read.ShellWords(program.Args), "\r")
	u.await(footer)
	u.send("\x1a")
	u.await(func(screen string) bool { return strings.Count(screen, "ready> ") == 2 })
	if strings.Contains(u.Screen(), onScreen) {
		t.Errorf("the UI is still on the screen\n%s", u.Screen())
	}
	u.send("fg\r")
	u.await(footer)
	u.send("\x1b[C") // the keyboard works again
	u.await(func(screen string) bool { return budget(screen) == "6" })
	u.send("q")
	u.await(func(screen string) bool { return strings.Count(screen, "ready> ") == 3 })
	u.send("exit $?\r")
	u.ends(statusDone)
}

// TestOtherStreams: the UI takes keys from the terminal where stdin is
// something else, and is a report where stdout is.
func TestOtherStreams(t *testing.T) {
	t.Run("stdin", func(t *testing.T) {
		t.Parallel()
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		defer r.Close()
		c := command(t, nil, small(t)...)
		c.Stdin, c.SysProcAttr = r, &syscall.SysProcAttr{Ctty: 1}
		u := on(t, 100, 30, c)
		u.await(footer)
		u.send("b3\r")
		u.awaitText("B = 3")
		u.send("q")
		u.ends(statusDone)
	})
	t.Run("stdout", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		c := command(t, nil, small(t)...)
		c.Stdout = &out
		u := on(t, 100, 30, c)
		if status, err := u.Wait(patience); err != nil || status != statusDone {
			t.Fatal(status, err)
		}
		if strings.Contains(out.String()+u.written(), "\x1b") || !strings.Contains(out.String(), "Ask 5 judgments") {
			t.Errorf("stdout %q\non the terminal %q", out.String(), u.written())
		}
	})
}

// The name that makes this test's binary the program with a fault.
const faulty = "fms-tui-faulty"

// fault is the file whose presence makes that program panic.
const fault = "fault"

// init is the program with a clock that panics, which stands for a fault
// anywhere behind the screen.
func init() {
	if filepath.Base(os.Args[0]) != faulty {
		return
	}
	p := &program{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, env: os.Environ(), now: func() time.Time {
		if _, err := os.Stat(fault); !errors.Is(err, fs.ErrNotExist) {
			panic("the clock stands still")
		}
		return time.Now()
	}}
	os.Exit(p.execute(context.Background(), os.Args[1:]))
}

// TestPanic: after a fault of the program the terminal is left whole, and that is said.
func TestPanic(t *testing.T) {
	t.Parallel()
	reports := t.TempDir()
	c := command(t, []string{"TMPDIR=" + reports}, small(t)...)
	self, err := os.Readlink(c.Path)
	if err != nil {
		t.Fatal(err)
	}
	c.Path = filepath.Join(t.TempDir(), faulty)
	if err := os.Symlink(self, c.Path); err != nil {
		t.Fatal(err)
	}
	c.Args[0] = c.Path
	u := on(t, 200, 30, c)
	u.await(footer)
	writeText(t, filepath.Join(u.dir, fault), "")
	u.send("\x1b[C")
	u.ends(statusBroken)
	if !strings.Contains(u.written(), "the clock stands still") || !strings.Contains(u.Screen(), "fms-tui: ") {
		t.Errorf("after a panic the screen is\n%s", u.Screen())
	}
	if n := len(files(t, reports)); n != 1 {
		t.Errorf("%d reports of the panic", n)
	}
}

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

var keptFile = regexp.MustCompile(`^/\.local/state/fms-tui/[0-9a-f]{32}\.toml$`)

// kept is what is in the one file below a home, and its name.
func kept(t *testing.T, home string) (name, text string) {
	t.Helper()
	all := files(t, home)
	for name = range all {
		if !keptFile.MatchString(name) {
			t.Errorf("there is a file %s", name)
		}
	}
	if len(all) != 1 {
		t.Fatalf("%d files: %v", len(all), slices.Collect(maps.Keys(all)))
	}
	return filepath.Join(home, name), all[name]
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
	_, s := kept(t, home)
	for _, line := range []string{"budget = 7\n", "algorithm = 'scoring'\n", "label = 'beans'\n", "exclude = '", "\n[screen]\n", "screen = 'map'\n"} {
		if !strings.Contains(s, line) {
			t.Errorf("kept is without %q: %s", line, s)
		}
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
	u.awaitText("B = 3", "label beans")
	u.send("q")
	u.ends(statusDone)
	u = at(t, home, data, "--budget", "3", "--algorithm", "full") // flags win
	u.awaitText("B = 3", "full scoring", "excluded")
	u.send("\x1b[C")
	u.awaitText("B = 4")
	u.send("\x1b[C")
	u.awaitText("B = 5")
	u.signal(syscall.SIGTERM)
	u.ends(143)
	if _, s = kept(t, home); !strings.Contains(s, "budget = 5\n") {
		t.Errorf("terminated, what is kept is %s", s)
	}

	if after := files(t, filepath.Dir(data)); !maps.Equal(before, after) {
		t.Error("something was written beside the data")
	}
}

// TestKeptLabelGone: settings with a label that the data no longer have are not used, and that is told.
func TestKeptLabelGone(t *testing.T) {
	t.Parallel()
	home, with, without := t.TempDir(), "object,rater,p,q,label,y\n", "object,rater,p,q,label\n"
	for i := range 24 {
		row := fmt.Sprintf("o%d,w%d,%d,%d,%d", i/2, i%2, i*i%7, i*3%5+i%2, i/2)
		with, without = with+fmt.Sprintf("%s,%d\n", row, (i/2)*(i/2)%5), without+row+"\n"
	}
	data := file(t, "data.csv", with)
	u := at(t, home, data, "--label", "y", "--budget", "3")
	u.awaitText("label y", "B = 3")
	u.send("q")
	u.ends(statusDone)
	writeText(t, data, without)
	u = at(t, home, data)
	u.awaitText("the settings of the last session are not used", "label label")
	u.send("q")
	u.ends(statusDone)
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
	const newer = "newer = 2"
	writeText(t, path, newer)
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
	if _, s := kept(t, home); !strings.Contains(s, "algorithm = 'scoring'") {
		t.Errorf("kept is %s", s)
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
	u := wideAt(t, 200, home, "a folder's/bodies.csv.gz", "--labels", "a folder's/bodies_labels.csv", "--cost", "a folder's/bodies_costs.csv",
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
	u.awaitText("copied the readout: Ask 9 judgments")
	text, named := u.clipped(2), 0
	for name, n := range all["full"].Repeats {
		if n > 0 && strings.Contains(text, fmt.Sprintf("%d %s", n, name)) {
			named++
		}
	}
	if named < 3 {
		t.Errorf("the readout names %d attributes: %s", named, text)
	}
	u.send("Y")
	u.awaitText("copied a table of 39 attributes")
	if text := u.clipped(3); strings.Count(text, "\n") != 40 || !strings.HasPrefix(text, "attribute\tcost\t") {
		t.Errorf("the table is\n%s", text)
	}
	u.send("q")
	u.ends(statusDone)
}

func (u *ui) resize(w, h int) {
	u.Helper()
	if err := u.Resize(w, h); err != nil {
		u.Fatal(err)
	}
}

// settled is a condition: the screen is drawn for a size, to the last cell.
func settled(w, h int) func(screen string) bool {
	return func(screen string) bool {
		rows := strings.Split(screen, "\n")
		if w < 40 || h < 10 { // too small for the screen: a line says so
			needs := []string{fmt.Sprintf("%d×%d is too small: 40×10 needed", w, h), "needs 40×10"}
			line := strings.TrimRight(rows[0], " ")
			shown := strings.TrimSuffix(line, "…")
			return line != "" && (strings.HasPrefix(shown, needs[0]) || strings.HasPrefix(needs[1], shown)) &&
				strings.TrimSpace(strings.Join(rows[1:], "")) == ""
		}
		_, y := slider(screen)
		tabs := w < 80 || ansi.StringWidth(strings.TrimRight(rows[0], " ")) >= w-2
		return len(rows) == h && footer(screen) && y > 0 && tabs
	}
}

// TestSizes: the screen fits each size in turn, and is the same again at the
// first.
//
// Like TestStorm it runs alone: the slower the program, the more it writes for
// a size that is gone, which terminals put up with better than their emulator.
func TestSizes(t *testing.T) {
	u := openUI(t, 120, 40)
	u.await(settled(120, 40))
	u.awaitText("Seen in your data") // which comes last, after the honest loss
	first := u.Screen()
	for _, size := range [][2]int{
		{1, 1}, {250, 70}, {39, 9}, {40, 10}, {80, 24}, {2, 50}, {100, 24}, {99, 23}, {300, 3}, {79, 60}, {5, 5}, {120, 40},
	} {
		u.resize(size[0], size[1])
		u.await(settled(size[0], size[1]))
	}
	u.await(func(screen string) bool { return screen == first })
	u.send("q")
	u.ends(statusDone)
}

// TestStorm resizes at any moment, while keys and the mouse go on. After two calm resizes the
// screen is like the screen of a program that starts with these settings.
func TestStorm(t *testing.T) {
	calm := openUI(t, 90, 33, "--budget", "27")
	calm.await(settled(90, 33))
	calm.send("g") // ends the way of a first session in the footer
	calm.await(func(screen string) bool { return settled(90, 33)(screen) && !strings.Contains(screen, "first: ") })
	u := openUI(t, 120, 40)
	_, y := slider(u.Screen())
	before := budget(u.Screen())
	u.send(session.Mouse(session.Left, 70, y, true))                      // all that follows is one drag
	u.await(func(screen string) bool { return budget(screen) != before }) // a resize may overtake the press
	inputs := []string{"?", "l", "\x1b[C", "\x1b[B", session.Mouse(session.WheelDown, 20, 9, true)}
	random := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		u.resize(1+random.IntN(160), 1+random.IntN(50))
		u.send(session.Mouse(session.Left+session.Motion, random.IntN(160), random.IntN(50), true), inputs[random.IntN(len(inputs))])
	}
	u.resize(90, 33)
	const esc = "\x1b[27u" // as terminals send it that tell it from the start of a sequence
	u.send(session.Mouse(session.Left, 0, 0, false), esc, "b27\r")
	u.await(func(screen string) bool { return budget(screen) == "27" })
	u.resize(91, 33) // what was on its way to a terminal of another size is drawn over
	u.await(settled(91, 33))
	u.resize(90, 33)
	u.await(settled(90, 33))
	u.send("g") // the first row of what is shown
	if _, err := u.Until(patience, func(screen string) bool { return screen == calm.Screen() }); err != nil {
		t.Fatalf("%v\na program that starts so shows\n%s", err, calm.Screen())
	}
	u.send("q")
	u.ends(statusDone)
}
