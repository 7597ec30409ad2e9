//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"

	"fms-tui/internal/fresh"
	"fms-tui/internal/session"
)

// patience is how long a screen may take to be as awaited on a busy machine.
const patience = 60 * time.Second

// With the race detector a program lingers for a second at its end, unless it
// is told not to; these tests run it a hundred times.
func init() { os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE")) }

// ui is the program on a terminal.
type ui struct {
	*testing.T
	*session.Session
	dir string // where it runs
}

// command is the program in an empty folder of its own, on a terminal with all
// colours; env is added to a clean environment.
func command(t *testing.T, env []string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(binary(t), "fms-tui"), args...)
	c.Dir = t.TempDir()
	c.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + c.Dir, "TERM=xterm-256color", "COLORTERM=truecolor", "GORACE=" + os.Getenv("GORACE"),
	}, env...)
	return c
}

// on starts a command on a terminal of w columns and h rows.
func on(t *testing.T, w, h int, c *exec.Cmd) *ui {
	t.Helper()
	s, err := session.Start(c, w, h)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(s.Close)
	return &ui{t, s, c.Dir}
}

// small are the arguments that open data of which a screen is quickly drawn, at
// B = 5; args are added.
func small(t *testing.T, args ...string) []string {
	t.Helper()
	return append([]string{beansFile(t), "--label", "beans", "--budget", "5"}, args...)
}

// openUI starts the program and waits for its screen.
//
// Without a --bootstrap of its own there is none: it would go on changing the
// screen when all else is done.
func openUI(t *testing.T, w, h int, args ...string) *ui {
	t.Helper()
	if !slices.Contains(args, "--bootstrap") {
		args = append(slices.Clip(args), "--bootstrap", "0")
	}
	u := on(t, w, h, command(t, nil, args...))
	u.await(footer)
	return u
}

// footer is a condition: the screen is drawn to its last row, which ends a user's first
// steps, says how to quit, or has the keys of the first look.
func footer(screen string) bool {
	rows := strings.Split(screen, "\n")
	last := rows[len(rows)-1]
	return slices.ContainsFunc([]string{"q quit", "→ e take the predictor", "enter go on"}, func(s string) bool { return strings.Contains(last, s) })
}

func (u *ui) await(holds func(screen string) bool) {
	u.Helper()
	if _, err := u.Until(patience, holds); err != nil {
		u.Fatal(err)
	}
}

func (u *ui) awaitText(texts ...string) {
	u.Helper()
	u.await(session.Contains(texts...))
}

// send sends keys and mouse reports.
func (u *ui) send(input ...string) {
	u.Helper()
	if err := u.Type(strings.Join(input, "")); err != nil {
		u.Fatal(err)
	}
}

// ends waits for the program's end: with that status, and the terminal as it
// was before.
func (u *ui) ends(status int) {
	u.Helper()
	got, err := u.Wait(patience)
	if err != nil {
		u.Fatal(err)
	}
	if got != status {
		u.Errorf("status %d, want %d; the screen is\n%s", got, status, u.Screen())
	}
	u.restored()
}

// written is all that the program wrote.
func (u *ui) written() string {
	var b bytes.Buffer
	for _, c := range u.Output() {
		b.Write(c.Text)
	}
	return b.String()
}

// privateMode is a mode that a program sets (h) or resets (l).
var privateMode = regexp.MustCompile(`\x1b\[\?(\d+)([hl])`)

// usual are the modes that are set before a program starts: lines wrap, and the
// cursor shows. All others are not.
var usual = []string{"7", "25"}

// onScreen is what the top of every screen says.
const onScreen = "1 Plan"

// restored fails unless all that was changed about the terminal is as before.
func (u *ui) restored() {
	u.Helper()
	written := u.written()
	modes := make(map[string]bool)
	for _, m := range privateMode.FindAllStringSubmatch(written, -1) {
		modes[m[1]] = m[2] == "h"
	}
	for mode, set := range modes {
		if set != slices.Contains(usual, mode) {
			u.Errorf("mode %s is left set: %v", mode, set)
		}
	}
	for _, mode := range []string{"1049", "25", "2004"} {
		if _, ok := modes[mode]; !ok {
			u.Errorf("mode %s was never changed: the UI was not there", mode)
		}
	}
	if n, m := strings.Count(written, "\x1b[>1u"), strings.Count(written, "\x1b[<1u"); n != m {
		u.Errorf("the keyboard was set up %d times and given back %d times", n, m)
	}
	if strings.Contains(u.Screen(), onScreen) {
		u.Errorf("the UI is still on the screen\n%s", u.Screen())
	}
	if now, err := term.GetState(u.Terminal().Fd()); err == nil && !reflect.DeepEqual(now, untouched(u.T)) {
		u.Errorf("the settings of the terminal are %+v, before %+v", now, untouched(u.T))
	}
}

// untouched is the settings of a new terminal.
func untouched(t *testing.T) *term.State {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	defer slave.Close()
	s, err := term.GetState(master.Fd())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var (
	budgetOnScreen = regexp.MustCompile(`(?m)(?:(?:at |Budget )B = (\S+)|^ B = (\S+) +[├┝●])`)
	sliderTrack    = regexp.MustCompile(`[├┝●][━─┷┴◇▲●┤]{5}`)
)

// budget is B on the receipt or beside the slider, "" if there is none.
func budget(screen string) string {
	if m := budgetOnScreen.FindStringSubmatch(screen); m != nil {
		return m[1] + m[2]
	}
	return ""
}

func sliderRow(screen string) string {
	row, _ := slider(screen)
	return row
}

// slider returns the slider's row and its number.
func slider(screen string) (row string, y int) {
	for y, row := range strings.Split(screen, "\n") {
		if sliderTrack.MatchString(row) {
			return row, y
		}
	}
	return "", -1
}

// track returns the first and last column of the slider's track, and the thumb's
// column. The thumb may hide either end.
func track(screen string) (first, last, thumb int) {
	row := []rune(sliderRow(screen)) // of which every rune takes one column
	return slices.IndexFunc(row, func(r rune) bool { return strings.ContainsRune("├┝●", r) }),
		max(slices.Index(row, '┤'), slices.Index(row, '●')), slices.Index(row, '●')
}

// slowFile is a pipe that the program opens as a file, and its other end.
func slowFile(t *testing.T) (string, *os.File) {
	path := filepath.Join(t.TempDir(), "slow.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	w, err := os.OpenFile(path, os.O_RDWR, 0) // of both ends, so that it does not wait
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return path, w
}

const slowRows = "object,rater,p,q,label\na,u,1,2,1\na,v,2,2,1\nb,u,3,1,2\nb,v,4,3,2\nc,u,5,2,4\nc,v,4,1,4\nd,u,2,5,3\nd,v,2,4,3\n"

// TestOpening: what takes long to read shows itself, and the program when all is read.
func TestOpening(t *testing.T) {
	path, w := slowFile(t)
	u := on(t, 100, 30, command(t, nil, path, "--bootstrap", "0"))
	if _, err := w.WriteString(slowRows); err != nil {
		t.Fatal(err)
	}
	u.awaitText("Reading slow.csv …", "0.0 MB", "esc cancel")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	u.await(func(screen string) bool { return footer(screen) && !strings.Contains(screen, "Reading") })
	u.send("q")
	u.ends(statusDone)
}

// TestOpeningLeft: esc, q and ctrl+c leave while a file is read.
func TestOpeningLeft(t *testing.T) {
	for _, key := range []string{"\x1b", "q", "\x03"} {
		path, w := slowFile(t)
		u := on(t, 100, 30, command(t, nil, path))
		if _, err := w.WriteString(slowRows); err != nil {
			t.Fatal(err)
		}
		u.awaitText("Reading slow.csv …")
		u.send(key)
		u.ends(statusDone)
	}
}

const unlabelled = `object,rater,clear,brief
a,u,1,2
a,v,2,2
b,u,3,1
b,v,4,3
c,u,5,2
c,v,4,1
d,u,2,5
d,v,2,4
e,u,1,3
e,v,1,5
`

// TestChooseALabel: data without a label open on the roles of their columns, any attribute can
// become the label, and the roles can be seen again.
func TestChooseALabel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "unlabelled.csv")
	writeText(t, file, unlabelled)
	u := on(t, 80, 24, command(t, nil, file, "--bootstrap", "0"))
	u.awaitText("has no label to predict", "clear: the mean of its judgments", "2 judgments a cell")
	u.send("\t", "\r")
	u.awaitText("Predicts brief", onScreen)
	u.send("4")
	u.awaitText("noise is in", "Reliability")     // of a circular label
	for _, left := range []string{"\x1b", "\r"} { // back to what was answered before, too
		u.send("D")
		u.awaitText("What each column of unlabelled", "label brief")
		u.send(left)
		u.awaitText("noise is in", "Reliability") // where it was left
	}
	u.send("q")
	u.ends(0)

	u = on(t, 120, 40, command(t, nil, file))
	u.awaitText("has no label to predict")
	u.send("q")
	u.ends(0)
}

// TestChoose: in a pipe the UI is drawn on the terminal, and stdout gets the
// predictor alone.
func TestChoose(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "chosen.json")
	c := command(t, nil)
	c.Path, c.Args = "/bin/sh", []string{"sh", "-c", `"$0" "$@" >` + out, filepath.Join(binary(t), "fms-tui")}
	c.Args = append(c.Args, small(t, "--choose", "--bootstrap", "0")...)
	u := on(t, 80, 24, c)
	u.await(footer)
	u.send("\x1b[C") // right
	u.awaitText("B = 6")
	u.send("q")
	u.ends(0)
	b := []byte(content(t, out))
	var p struct {
		Kind   string `json:"kind"`
		Budget int    `json:"budget"`
	}
	if err := json.Unmarshal(b, &p); err != nil {
		t.Fatalf("%v in %q", err, b)
	}
	if p.Kind != "fms-predictor" || p.Budget != 6 {
		t.Errorf("chosen is %+v", p)
	}

	u = on(t, 80, 24, command(t, nil, small(t, "--choose", "--bootstrap", "0")...))
	u.await(footer)
	u.send("\x1b[H") // home
	u.awaitText("B = 0")
	u.send("q")
	u.ends(1)
}

// TestVotesOpen: votes on nothing but the label open on Votes.
func TestVotesOpen(t *testing.T) {
	var votes strings.Builder
	votes.WriteString("object,expert,spam\n")
	for i := range 24 {
		for k := range 3 {
			fmt.Fprintf(&votes, "m%d,e%d,%d\n", i, k, (i/2+i%(3+k)/(2+k))%2)
		}
	}
	name := filepath.Join(t.TempDir(), "votes.csv")
	writeText(t, name, votes.String())
	u := on(t, 120, 40, command(t, nil, name))
	u.awaitText("spam: its votes, by experts who may be wrong", "24 objects")
	u.send("\r")
	u.awaitText("5 Votes", "spam by em", "Objects by uncertainty", "of 3")
	u.send("1")
	u.awaitText("excluded")
	u.send("q")
	u.ends(0)
}

// TestWatchSession: rows that are added while the program runs are shown, with the figures
// of a fresh start; the header says that the file is watched, and B stays.
func TestWatchSession(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 73), 0))
	name := filepath.Join(t.TempDir(), "long.csv")
	writeText(t, name, longHead+longRows(rng, 0, 60))
	args := []string{name, "--label", "quality", "--budget", "7", "--no-state"}
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
