//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
)

// TestSignals: a signal ends the program even while it waits for data.
func TestSignals(t *testing.T) {
	dir := binary(t)
	for signal, status := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			pipe := filepath.Join(t.TempDir(), "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Skip(err)
			}
			c := exec.Command(filepath.Join(dir, "fms-tui"), "select", pipe)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			w, err := os.OpenFile(pipe, os.O_WRONLY, 0) // waits until the program reads
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			if err := c.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			_ = c.Wait()
			if got := c.ProcessState.ExitCode(); got != status {
				t.Errorf("status %d, want %d", got, status)
			}
		})
	}
}

// TestPipeReadAgain: a pipe is read again where an object returns behind the rows that were
// looked at, whole or in parts.
func TestPipeReadAgain(t *testing.T) {
	csv := new(strings.Builder)
	csv.WriteString("item,y,a.1,a.2,b.1,b.2\n")
	for i := range 6_001 {
		fmt.Fprintf(csv, "i%d,%d,%d,1,%d,2\n", i%6_000, i%3, i%2, i%5)
	}
	dir := t.TempDir()
	file, pipe := filepath.Join(dir, "d.csv"), filepath.Join(dir, "pipe")
	writeText(t, file, strings.ReplaceAll(csv.String(), "i0,1", "i0,0"))
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for command, parts := range map[string]string{"select --budget 3 --no-honest --form csv": "", "moments -o " + filepath.Join(dir, "m"): "a part"} {
		ask := func(data string) string {
			var stdout, stderr bytes.Buffer
			p := &program{stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, now: time.Now}
			if parts != "" {
				p.partSize = func(int) int { return 5000 }
			}
			name, rest, _ := strings.Cut(command, " ")
			if status := p.execute(t.Context(), append([]string{name, data, "--quiet"}, strings.Fields(rest)...)); status != statusDone {
				t.Error(command, data, stderr.String())
			}
			return strings.ReplaceAll(stdout.String(), data, "DATA")
		}
		want := ask(file)
		go func() {
			content, _ := os.ReadFile(file)
			_ = os.WriteFile(pipe, content, 0)
		}()
		if got := ask(pipe); got != want || !strings.Contains(want+parts, "a") || parts == "" && !strings.Contains(want, "a.1") {
			t.Errorf("%s: %s, of the file %s", command, got, want)
		}
	}
}

// onTerminal runs the program with stdout and stderr on a terminal that is not
// its own, and stdin elsewhere.
func onTerminal(t *testing.T, env string, args ...string) (output string, status int) {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer master.Close()
	c := exec.Command(filepath.Join(binary(t), "fms-tui"), args...)
	c.Stdout, c.Stderr = slave, slave
	c.Env = append(os.Environ(), "TERM=xterm-256color", env)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	watch := time.AfterFunc(10*time.Second, func() { _ = c.Process.Kill() })
	defer watch.Stop()
	var b bytes.Buffer
	_, _ = io.Copy(&b, master) // ends with an error when the program does
	_ = c.Wait()
	return b.String(), c.ProcessState.ExitCode()
}

// TestNoKeyboard: a screen that no key reaches is refused, not shown for ever.
func TestNoKeyboard(t *testing.T) {
	out, status := onTerminal(t, "TERM=xterm-256color")
	if status != statusFailed || !strings.Contains(out, "fms-tui select") {
		t.Errorf("status %d: %.500q", status, out)
	}
}

// TestDumbTerminal: where a screen cannot be drawn the report is printed.
func TestDumbTerminal(t *testing.T) {
	out, status := onTerminal(t, "TERM=dumb")
	if status != statusDone || !strings.Contains(out, "human_mean") || strings.Contains(out, "\x1b") {
		t.Errorf("status %d: %.500q", status, out)
	}
}

// TestHelpOnTerminal: help has colours on a terminal, unless they are unwanted.
func TestHelpOnTerminal(t *testing.T) {
	for _, c := range []struct {
		env, arg string
		color    bool
	}{
		{"COLORTERM=truecolor", "--color=auto", true},
		{"NO_COLOR=yes", "--color=auto", false},
		{"TERM=dumb", "--color=auto", false},
		{"COLORTERM=truecolor", "--color=never", false},
	} {
		for _, args := range [][]string{{"select", "--help", c.arg}, {"help", "select", c.arg}} {
			out, status := onTerminal(t, c.env, args...)
			if status != statusDone || !strings.Contains(out, "--budget") || strings.Contains(out, "\x1b[38;") != c.color {
				t.Errorf("%s, %v: status %d: %.300q", c.env, args, status, out)
			}
		}
	}
}

// TestRestoreTerminal: a program that ends while the UI still has the terminal leaves
// it as it was: no alternate screen, and keys are lines again.
func TestRestoreTerminal(t *testing.T) {
	master, slave, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	defer master.Close()
	defer slave.Close()
	before, err := term.GetState(slave.Fd())
	if err != nil {
		t.Fatal(err)
	}
	p := &program{stdin: slave, stdout: slave}
	p.restoreTerminal() // nothing was taken
	p.take(nil)
	if _, err := term.MakeRaw(slave.Fd()); err != nil {
		t.Fatal(err)
	}
	p.restoreTerminal()
	if after, err := term.GetState(slave.Fd()); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("the terminal was %+v and is %+v (%v)", before, after, err)
	}
	b := make([]byte, 1024)
	n, _ := master.Read(b)
	if got := string(b[:n]); !strings.HasPrefix(got, "\x1b[?2026l") || !strings.Contains(got, "\x1b[?1049l\x1b[?25h") {
		t.Errorf("written: %q", got)
	}
}
