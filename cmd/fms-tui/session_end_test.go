//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

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

// fault is the file whose presence makes that program panic, and faultOnce the file that does
// so once.
const (
	fault     = "fault"
	faultOnce = "fault-once"
)

// init is the program with a clock that panics, which stands for a fault
// anywhere behind the screen.
func init() {
	if filepath.Base(os.Args[0]) != faulty {
		return
	}
	p := &program{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, env: os.Environ(), now: func() time.Time {
		if _, err := os.Stat(fault); !errors.Is(err, fs.ErrNotExist) || os.Remove(faultOnce) == nil {
			panic("the clock stands still")
		}
		return time.Now()
	}}
	os.Exit(p.execute(context.Background(), os.Args[1:]))
}

// TestPanic: after a fault of the program the screen goes on, B and all, and says so in the
// footer; where the next message panics too, the terminal is left whole, and that is said.
func TestPanic(t *testing.T) {
	t.Parallel()
	c := command(t, nil, small(t)...)
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
	if err := os.WriteFile(filepath.Join(u.dir, faultOnce), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	before := budget(u.Screen())
	u.resize(190, 30) // a message that takes no toast away, as a key does
	u.awaitText("a defect of the program: please send ")
	if after := budget(u.Screen()); after != before {
		t.Errorf("after a panic B is %s, was %s\n%s", after, before, u.Screen())
	}
	u.send("\x1b[C")
	u.await(func(screen string) bool { return budget(screen) != before })
	time.Sleep(time.Second) // two panics within a second end the program
	if err := os.WriteFile(filepath.Join(u.dir, fault), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	u.send("\x1b[C")
	u.ends(statusBroken)
	if !strings.Contains(u.written(), "the clock stands still") || !strings.Contains(u.Screen(), "fms-tui: ") {
		t.Errorf("after a panic the screen is\n%s", u.Screen())
	}
}
