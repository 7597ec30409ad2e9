//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"

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
// steps or says how to quit.
func footer(screen string) bool {
	rows := strings.Split(screen, "\n")
	last := rows[len(rows)-1]
	return strings.Contains(last, "q quit") || strings.Contains(last, "→ e take the predictor")
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
	budgetOnScreen = regexp.MustCompile(`(?m)(?:(?:BUY at |Budget )B = (\S+)|^ B = (\S+) +[├┝●])`)
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
