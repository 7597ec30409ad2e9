// Package monkey types at the whole program on a terminal: keys, the mouse, pastes and
// sizes at random, drawn by a seed. After any typing the program still takes input,
// ends on request, and restores the terminal.
//
//	go -C tools run ./paper monkey -events 100000 -seed 3 -race
package monkey

import (
	"context"
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

// visit is one run of the program, from its start to its end.
type visit struct {
	command  func() *exec.Cmd // the program with its data, not started
	seed     uint64
	events   int
	leave    os.Signal     // how it is ended; nil for the key q
	patience time.Duration // within which the program takes input
	dump     string        // file for what the program writes to stderr, its goroutines among it
}

// burst is how many events are sent before the monkey looks whether they were taken.
const burst = 25

// keys are what a keyboard sends, but for what ends or suspends the program.
func keys() []string {
	list := []string{
		"\r", "\r", "\t", "\x1b[27u", "\x1b[27u", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~",
		"\x7f", "\x15", "\x12", "\x10", "\x06", "\x1b[Z", " ", "\x1b[200~17\x1b[201~", "\x1b[200~a\nb\x1b[2J\x1b[201~",
		"\x1b[200~" + strings.Repeat("é\t\x1b]0;x\a日", 400) + "\x1b[201~",
	}
	for c := '!'; c <= '~'; c++ {
		if c != 'q' && c != 'Q' {
			list = append(list, string(c))
		}
	}
	return list
}

// run is a visit. The error says what was wrong, and where what the program wrote to
// stderr is.
func (v visit) run() error {
	stderr, err := os.Create(v.dump)
	if err != nil {
		return err
	}
	defer stderr.Close()
	c := v.command()
	c.Stderr = stderr
	s, err := session.Start(c, 120, 40)
	if err != nil {
		return err
	}
	defer s.Close()
	if _, err := s.Until(v.patience, drawn(40)); err != nil {
		return v.stuck(s, fmt.Errorf("at the start: %w", err))
	}
	rng := rand.New(rand.NewPCG(v.seed, 26))
	all := keys()
	for n := 0; n < v.events; n += burst {
		if err := v.burst(s, rng, all, n); err != nil {
			if status, ended := s.Wait(time.Second); ended == nil && status == 0 {
				return v.left(s) // by the search of all commands, which has leaving among them
			}
			return v.stuck(s, fmt.Errorf("after %d events: %w", n, err))
		}
	}
	return v.end(s)
}

// burst sends some events and waits until they were taken.
func (v visit) burst(s *session.Session, rng *rand.Rand, all []string, n int) error {
	for range min(burst, v.events-n) {
		if err := event(s, rng, all); err != nil {
			return err
		}
	}
	return v.answered(s, n/burst)
}

// answered waits until the program has read all input. It types a new text into the
// search of all commands, which every screen has, and waits to see it. The search can
// also suspend the program: a suspended program is continued, and asked again, because
// text typed before it stopped may be lost.
func (v visit) answered(s *session.Session, n int) error {
	if err := s.Resize(120, 24+n%16); err != nil {
		return err
	}
	asked := fmt.Sprintf("zz%dzz", n)
	for begun := time.Now(); ; {
		if err := s.Type(session.Mouse(session.Left, 0, 0, false) + escape + ":\x15" + asked); err != nil {
			return err
		}
		_, err := s.Until(min(v.patience, 3*time.Second), session.Contains(asked))
		if err == nil {
			return s.Type(escape)
		}
		if time.Since(begun) > v.patience || proceed(s) != nil {
			return err
		}
	}
}

// escape leaves whatever is open, as terminals send the key that tell it from the start
// of a sequence.
var escape = strings.Repeat("\x1b[27u", 6)

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

// end ends the program, by the key or the signal, and looks at the terminal.
func (v visit) end(s *session.Session) error {
	want := 0
	if v.leave == nil {
		if err := s.Type(escape + "q"); err != nil {
			return err
		}
	} else {
		number, _ := v.leave.(syscall.Signal)
		want = 128 + int(number)
		if err := s.Signal(v.leave); err != nil {
			return err
		}
	}
	status, err := s.Wait(v.patience)
	if err != nil {
		return v.stuck(s, fmt.Errorf("at the end: %w", err))
	}
	if status != want {
		return fmt.Errorf("status %d after %v, want %d: see %s", status, v.leave, want, v.dump)
	}
	return v.left(s)
}

// left looks at the terminal after the end.
func (v visit) left(s *session.Session) error {
	var written strings.Builder
	for _, c := range s.Output() {
		written.Write(c.Text)
	}
	for _, mode := range []string{"1049", "1000", "1002", "1003", "1006", "2004"} {
		if on, off := strings.LastIndex(written.String(), "\x1b[?"+mode+"h"), strings.LastIndex(written.String(), "\x1b[?"+mode+"l"); on > off {
			return fmt.Errorf("the terminal's mode %s stays on after the end by %v, seed %d: see %s", mode, v.leave, v.seed, v.dump)
		}
	}
	text, err := os.ReadFile(v.dump)
	for _, race := range strings.Split(string(text), "WARNING: DATA RACE")[1:] {
		// Bubble Tea does not wait for its reader of keys where a signal ends it.
		if !strings.Contains(race, "cancelreader.(*epollCancelReader).Close") {
			return fmt.Errorf("a data race: see %s", v.dump)
		}
	}
	return err
}

// stuck makes the program write where its goroutines are.
func (v visit) stuck(s *session.Session, err error) error {
	_ = s.Signal(syscall.SIGQUIT)
	_, ended := s.Wait(10 * time.Second)
	return errors.Join(err, ended, fmt.Errorf("seed %d; its goroutines are in %s", v.seed, v.dump))
}

// build builds fms-tui into a folder, with the race detector where asked.
func build(ctx context.Context, folder string, race bool) (string, error) {
	args := []string{"build", "-o", filepath.Join(folder, "fms-tui")}
	if race {
		args = append(args, "-race")
	}
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", err
	}
	c := exec.CommandContext(ctx, "go", append(args, "./cmd/fms-tui")...)
	c.Dir = strings.TrimSuffix(strings.TrimSpace(string(root)), string(filepath.Separator)+"tools")
	c.Stderr = os.Stderr
	if race {
		c.Env = append(os.Environ(), "CGO_ENABLED=1")
	}
	return filepath.Join(folder, "fms-tui"), c.Run()
}
