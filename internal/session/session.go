// Package session runs a program on a pseudo-terminal and keeps the screen that
// a user would see, for tests and measurements of the program as it is started
// by users: keys and the mouse go in as a terminal sends them, and what comes
// back is an emulated terminal's screen.
package session

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// Session is a program on a terminal of its own. Its methods may be called
// from any goroutine.
type Session struct {
	cmd   *exec.Cmd
	pty   *os.File
	vt    *vt.Emulator  // written, drawn and resized under mu
	ended chan struct{} // closed when the program has ended and all it wrote is on the screen

	input  chan []byte           // on its way to the program
	failed atomic.Pointer[error] // of the last write that did
	closed chan struct{}         // closed by Close
	once   sync.Once

	mu      sync.Mutex
	output  []Chunk       // what is on the screen
	changed chan struct{} // closed and replaced when there is more output
}

// Chunk is a piece of what the program wrote.
type Chunk struct {
	At   time.Time // when it was read, before it was put on the screen
	Text []byte
}

// Start starts a command on a new terminal of w columns and h rows, which is
// the controlling one. Streams that the command already has are left alone;
// where Stdin is one of these, c.SysProcAttr must name another for Ctty.
func Start(c *exec.Cmd, w, h int) (*Session, error) {
	f, err := pty.StartWithSize(c, size(w, h))
	if err != nil {
		return nil, err
	}
	s := &Session{
		cmd: c, pty: f, vt: vt.NewEmulator(w, h),
		ended: make(chan struct{}), changed: make(chan struct{}), closed: make(chan struct{}), input: make(chan []byte, 1<<16),
	}
	go s.answer()
	go s.send()
	go s.read()
	return s, nil
}

func size(w, h int) *pty.Winsize { return &pty.Winsize{Cols: uint16(w), Rows: uint16(h)} }

// answer sends the terminal's answers to the program. It goes on when the
// program has ended: an answer that nobody takes would block the screen.
func (s *Session) answer() {
	b := make([]byte, 1024)
	for {
		n, err := s.vt.Read(b)
		_ = s.put(b[:n])
		if err != nil {
			return
		}
	}
}

// read notes the program's output and when it came, until it ends. The output is drawn
// in another goroutine: a terminal that draws before it reads on would keep the program
// waiting, and the times of large frames would be the emulator's.
func (s *Session) read() {
	chunks := make(chan Chunk, 1<<10)
	go s.show(chunks)
	b := make([]byte, 1<<16)
	for failed := 0; failed < 2; {
		n, err := s.pty.Read(b)
		if n > 0 {
			chunks <- Chunk{time.Now(), append([]byte(nil), b[:n]...)}
		}
		if err != nil { // the program closed the terminal; Linux may say so before its last words
			failed++
		}
	}
	close(chunks)
}

// show puts the program's output on the screen until it ends.
func (s *Session) show(chunks <-chan Chunk) {
	for c := range chunks {
		s.mu.Lock()
		s.draw(c.Text)
		_, _ = s.vt.InputPipe().Write(nil) // waits until all answers are sent: keys come after
		s.output = append(s.output, c)
		close(s.changed)
		s.changed = make(chan struct{})
		s.mu.Unlock()
	}
	_ = s.cmd.Wait()
	close(s.ended)
}

// noMargins lets the whole screen scroll again, and leaves the cursor where it
// is.
const noMargins = "\x1b7\x1b[r\x1b8"

// margins is the sequence that names the lines between which the screen scrolls.
var margins = regexp.MustCompile("\x1b\\[(\\d+);(\\d+)r")

// draw puts output on the screen; s.mu is held. A program that has not heard of
// a new size yet may name scrolling margins or columns that lie outside it.
// Terminals cut them off; this emulator goes out of its bounds. Margins are cut
// off here, and what else it fails at is lost until the program paints anew.
func (s *Session) draw(text []byte) {
	defer func() {
		if recover() != nil {
			_, _ = s.vt.Write([]byte(noMargins))
		}
	}()
	h := s.vt.Height()
	text = margins.ReplaceAllFunc(text, func(m []byte) []byte {
		part := margins.FindSubmatch(m)
		top, _ := strconv.Atoi(string(part[1]))
		bottom, _ := strconv.Atoi(string(part[2]))
		if bottom = min(bottom, h); top >= bottom {
			return []byte("\x1b[r")
		}
		return fmt.Appendf(nil, "\x1b[%d;%dr", top, bottom)
	})
	_, _ = s.vt.Write(text)
}

// Screen is the text on the screen: a line for each row, without styles.
func (s *Session) Screen() string {
	screen, _, _ := s.present()
	return screen
}

// Styled is the screen with the escape sequences of its styles.
func (s *Session) Styled() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.vt.Render()
}

// present is the screen, when the last of it was read, and what closes when
// there is more.
func (s *Session) present() (screen string, at time.Time, changed <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.output); n > 0 {
		at = s.output[n-1].At
	}
	return ansi.Strip(s.vt.Render()), at, s.changed
}

// Cells are the cells of the screen by row, with their styles. The second
// column of a wide character is a cell of width 0.
func (s *Session) Cells() [][]uv.Cell {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows := make([][]uv.Cell, s.vt.Height())
	for y := range rows {
		rows[y] = make([]uv.Cell, s.vt.Width())
		for x := range rows[y] {
			rows[y][x] = *s.vt.CellAt(x, y)
		}
	}
	return rows
}

// Output is all that the program wrote so far.
func (s *Session) Output() []Chunk {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.output[:len(s.output):len(s.output)]
}

// Type sends text and control characters as a keyboard would.
func (s *Session) Type(text string) error { return s.put([]byte(text)) }

// put queues input for the program, keys and the terminal's answers in their order, and returns what
// went wrong before. A terminal holds some kilobytes. A writer that waits for room without reading the
// program's output may wait for ever: a program whose output is not read does not read on.
func (s *Session) put(b []byte) error {
	select {
	case s.input <- bytes.Clone(b):
	case <-s.closed:
	}
	if err := s.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// send writes what was put, until the session is closed.
func (s *Session) send() {
	for {
		select {
		case b := <-s.input:
			if _, err := s.pty.Write(b); err != nil {
				s.failed.Store(&err)
			}
		case <-s.closed:
			return
		}
	}
}

// Buttons of SGR mouse reports.
const (
	Left      = 0
	Motion    = 32 // added to the button that is held
	WheelDown = 65
)

// Mouse is the report of an event at a cell, counted from 0. Motion and the
// wheel count as pressed.
func Mouse(button, x, y int, pressed bool) string {
	end := 'm'
	if pressed {
		end = 'M'
	}
	return fmt.Sprintf("\x1b[<%d;%d;%d%c", button, x+1, y+1, end)
}

// Resize changes the terminal's size, which the program is told by a signal.
func (s *Session) Resize(w, h int) error {
	s.mu.Lock()
	s.vt.Resize(w, h)
	_, _ = s.vt.Write([]byte(noMargins)) // as terminals do, and this one forgets
	s.mu.Unlock()
	return pty.Setsize(s.pty, size(w, h))
}

// Until waits until the screen is as awaited and returns when the last of what
// is on it was read. The error shows how the screen is.
func (s *Session) Until(limit time.Duration, awaited func(screen string) bool) (time.Time, error) {
	timeout := time.After(limit)
	for {
		ended := s.hasEnded()
		screen, at, changed := s.present()
		switch {
		case awaited(screen):
			return at, nil
		case ended:
			return at, fmt.Errorf("the program ended; the screen is\n%s", screen)
		}
		select {
		case <-changed:
		case <-s.ended:
		case <-timeout:
			return at, fmt.Errorf("not within %v; the screen is\n%s", limit, screen)
		}
	}
}

func (s *Session) hasEnded() bool {
	select {
	case <-s.ended:
		return true
	default:
		return false
	}
}

// Contains is a condition for Until: every text is on the screen.
func Contains(texts ...string) func(string) bool {
	return func(screen string) bool {
		for _, t := range texts {
			if !strings.Contains(screen, t) {
				return false
			}
		}
		return true
	}
}

// Signal sends the program a signal.
func (s *Session) Signal(sig os.Signal) error { return s.cmd.Process.Signal(sig) }

// Wait waits for the program's end and returns its exit status, -1 if a signal
// ended it.
func (s *Session) Wait(limit time.Duration) (status int, err error) {
	select {
	case <-s.ended:
		return s.cmd.ProcessState.ExitCode(), nil
	case <-time.After(limit):
		return 0, fmt.Errorf("the program did not end within %v; the screen is\n%s", limit, s.Screen())
	}
}

// Process is the program's number.
func (s *Session) Process() int { return s.cmd.Process.Pid }

// Terminal is the terminal's side, for asking about its settings.
func (s *Session) Terminal() *os.File { return s.pty }

// Close ends the program if it still runs, and the terminal.
func (s *Session) Close() {
	_ = s.cmd.Process.Kill()
	<-s.ended
	s.once.Do(func() { close(s.closed) })
	if answers, ok := s.vt.InputPipe().(io.Closer); ok {
		_ = answers.Close()
	}
	_ = s.pty.Close()
}
