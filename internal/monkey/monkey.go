// Package monkey types at the whole program on a terminal: keys, the mouse, pastes and
// sizes at random, drawn by a seed. Whatever it types, the program takes input, ends
// when it is asked to, and leaves the terminal as it was.
//
//	go test ./internal/monkey -run '^TestMonkey$' -events 100000 -seed 3 -race-program
package monkey

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"fms-tui/internal/session"
)

// Visit is one run of the program, from its start to its end.
type Visit struct {
	Command  func() *exec.Cmd // the program with its data, not started
	Seed     uint64
	Events   int
	Leave    os.Signal     // how it is ended; nil for the key q
	Patience time.Duration // within which the program takes input
	Dump     string        // file for what the program writes to stderr, its goroutines among it
}

// burst is how many events are sent before the monkey looks whether they were taken.
const burst = 25

// keys are what a keyboard sends, but for what ends or suspends the program.
func keys() []string {
	list := []string{
		"\r", "\r", "\t", "\x1b[27u", "\x1b[27u", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~",
		"\x7f", "\x15", "\x12", "\x10", "\x06", "\x1b[Z", " ", "\x1b[200~17\x1b[201~", "\x1b[200~a\nb\x1b[2J\x1b[201~",
	}
	for c := '!'; c <= '~'; c++ {
		if c != 'q' && c != 'Q' {
			list = append(list, string(c))
		}
	}
	return list
}

// Run is a visit. The error says what was wrong, and where what the program wrote to
// stderr is.
func (v Visit) Run() error {
	stderr, err := os.Create(v.Dump)
	if err != nil {
		return err
	}
	defer stderr.Close()
	c := v.Command()
	c.Stderr = stderr
	s, err := session.Start(c, 120, 40)
	if err != nil {
		return err
	}
	defer s.Close()
	if _, err := s.Until(v.Patience, drawn(40)); err != nil {
		return v.stuck(s, fmt.Errorf("at the start: %w", err))
	}
	rng := rand.New(rand.NewPCG(v.Seed, 26))
	all := keys()
	for n := 0; n < v.Events; n += burst {
		for range min(burst, v.Events-n) {
			if err := event(s, rng, all); err != nil {
				return v.stuck(s, fmt.Errorf("after %d events: %w", n, err))
			}
		}
		// A size that was not there yet, drawn, tells that all before was taken.
		h := 24 + (n/burst)%16
		if err := s.Resize(100, h); err != nil {
			return err
		}
		if _, err := s.Until(v.Patience, drawn(h)); err != nil {
			return v.stuck(s, fmt.Errorf("after %d events: %w", n+burst, err))
		}
	}
	return v.leave(s)
}

// event sends one event.
func event(s *session.Session, rng *rand.Rand, all []string) error {
	switch p := rng.IntN(100); {
	case p < 2:
		return s.Resize(1+rng.IntN(160), 1+rng.IntN(50))
	case p < 30:
		button := []int{session.Left, session.Left + session.Motion, session.WheelDown, session.WheelDown - 1, session.Motion + 3}[rng.IntN(5)]
		return s.Type(session.Mouse(button, rng.IntN(160), rng.IntN(50), rng.IntN(3) > 0))
	default:
		return s.Type(all[rng.IntN(len(all))])
	}
}

// drawn is a condition: the screen has a frame of its size, to the last row.
func drawn(h int) func(screen string) bool {
	return func(screen string) bool {
		rows := strings.Split(screen, "\n")
		return len(rows) == h && strings.TrimSpace(rows[h-1]) != "" && strings.TrimSpace(rows[0]) != ""
	}
}

// leave ends the program, by the key or the signal, and looks at the terminal.
func (v Visit) leave(s *session.Session) error {
	want := 0
	if v.Leave == nil {
		if err := s.Type(strings.Repeat("\x1b[27u", 6) + "q"); err != nil {
			return err
		}
	} else {
		number, _ := v.Leave.(syscall.Signal)
		want = 128 + int(number)
		if err := s.Signal(v.Leave); err != nil {
			return err
		}
	}
	status, err := s.Wait(v.Patience)
	if err != nil {
		return v.stuck(s, fmt.Errorf("at the end: %w", err))
	}
	if status != want {
		return fmt.Errorf("status %d after %v, want %d: see %s", status, v.Leave, want, v.Dump)
	}
	var written strings.Builder
	for _, c := range s.Output() {
		written.Write(c.Text)
	}
	for _, mode := range []string{"1049", "1000", "1002", "1003", "1006", "2004"} {
		if on, off := strings.LastIndex(written.String(), "\x1b[?"+mode+"h"), strings.LastIndex(written.String(), "\x1b[?"+mode+"l"); on > off {
			return fmt.Errorf("the terminal's mode %s stays on after the end by %v: see %s", mode, v.Leave, v.Dump)
		}
	}
	if text, err := os.ReadFile(v.Dump); err == nil && strings.Contains(string(text), "DATA RACE") {
		return fmt.Errorf("a data race: see %s", v.Dump)
	}
	return nil
}

// stuck makes the program write where its goroutines are.
func (v Visit) stuck(s *session.Session, err error) error {
	_ = s.Signal(syscall.SIGQUIT)
	_, ended := s.Wait(10 * time.Second)
	return errors.Join(err, ended, fmt.Errorf("seed %d; its goroutines are in %s", v.Seed, v.Dump))
}

// Program builds fms-tui into a folder, with the race detector where asked.
func Program(folder string, race bool) (string, error) {
	args := []string{"build", "-o", filepath.Join(folder, "fms-tui")}
	if race {
		args = append(args, "-race")
	}
	module, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		return "", err
	}
	c := exec.Command("go", append(args, strings.TrimSpace(string(module))+"/cmd/fms-tui")...)
	c.Stderr = os.Stderr
	if race {
		c.Env = append(os.Environ(), "CGO_ENABLED=1")
	}
	return filepath.Join(folder, "fms-tui"), c.Run()
}
