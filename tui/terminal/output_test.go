package terminal

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// sink is a terminal that keeps what is written to it.
type sink struct {
	term.File
	mu   sync.Mutex
	text strings.Builder
	hold chan struct{} // a write waits until it is closed; nil for none
}

func (s *sink) Write(p []byte) (int, error) {
	if s.hold != nil {
		<-s.hold
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

// taken is what was written since the last time.
func (s *sink) taken() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := s.text.String()
	s.text.Reset()
	return text
}

// awaits waits until a text is written, and returns all that was.
func (s *sink) awaits(t *testing.T, text string) string {
	t.Helper()
	var all strings.Builder
	for range 2000 {
		if all.WriteString(s.taken()); strings.Contains(all.String(), text) {
			return all.String()
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("%q is never written: %q", text, all.String())
	return ""
}

func framed(text string) Frame {
	c := chart.New(20, 2)
	c.Text(0, 0, text, theme.Full)
	return Frame{Canvas: c, Theme: dark, Profile: colorprofile.TrueColor}
}

var dark = theme.Dark()

const altOn, altOff = "\x1b[?1049h", "\x1b[?1049l"

func write(t *testing.T, o *Output, text string) {
	t.Helper()
	if n, err := o.Write([]byte(text)); n != len(text) || err != nil {
		t.Fatal(n, err)
	}
}

// TestOutput: frames are on the alternate screen alone; what Bubble Tea writes goes out
// unchanged, and the frame comes back behind what erases it, and behind nothing else.
func TestOutput(t *testing.T) {
	s := &sink{}
	o := NewOutput(s)
	defer o.End()
	o.Show(framed("first"))
	write(t, o, "\x1b[?2026$p")
	if got := s.taken(); got != "\x1b[?2026$p" {
		t.Errorf("without the alternate screen %q is written", got)
	}
	write(t, o, altOn+"\x1b[2J")
	if got := s.taken(); !strings.HasPrefix(got, altOn+"\x1b[2J\x1b7") || !strings.Contains(got, "first") || !strings.HasSuffix(got, "\x1b8") {
		t.Errorf("on the alternate screen %q is written", got)
	}
	o.Show(framed("fires"))
	if got := s.awaits(t, "es"); strings.Contains(got, "fi") {
		t.Errorf("two letters change by %q", got)
	}
	for _, quiet := range []string{"\x1b[5;1H\x1b[?25h", "\x1b]2;title\a", "\x1b[>4;2m\x1b[?u", "\x1b[?1002h"} {
		if write(t, o, quiet); s.taken() != quiet {
			t.Errorf("%q does not go out alone", quiet)
		}
	}
	for _, loud := range []string{"\x1b[H\x1b[2J", "\x1b[K", "text", "\x1b[3L"} {
		if write(t, o, loud); !strings.Contains(s.taken(), "fires") {
			t.Errorf("the frame does not come back after %q", loud)
		}
	}
	write(t, o, altOff)
	o.Show(framed("later"))
	write(t, o, "\x1b[K")
	if got := s.taken(); got != altOff+"\x1b[K" {
		t.Errorf("behind the alternate screen %q is written", got)
	}
}

// TestOutputLooks: another theme or another profile paints everything anew, colours are
// brought down to the profile, and a terminal that can shows the frame at once.
func TestOutputLooks(t *testing.T) {
	s := &sink{}
	o := NewOutput(s)
	defer o.End()
	write(t, o, altOn)
	f := framed("colours")
	o.Show(f)
	if got := s.awaits(t, "colours"); !strings.Contains(got, "38;2;") {
		t.Errorf("no true colours: %q", got)
	}
	f.Profile = colorprofile.ANSI256
	o.Show(f)
	if got := s.awaits(t, "colours"); strings.Contains(got, "38;2;") || !strings.Contains(got, "38;5;") {
		t.Errorf("no 256 colours: %q", got)
	}
	f.Theme, f.Profile, f.Synchronised = theme.Mono(), colorprofile.NoTTY, true
	o.Show(f)
	if got := s.awaits(t, "\x1b[?2026l"); strings.Contains(got, "38;") || !strings.HasPrefix(got, "\x1b[?2026h") || !strings.Contains(got, "colours") {
		t.Errorf("without colours: %q", got)
	}
}

// TestOutputSlow: a terminal that takes nothing keeps nobody waiting who shows a frame,
// and gets the newest frame when it takes more.
func TestOutputSlow(t *testing.T) {
	s := &sink{}
	o := NewOutput(s)
	defer o.End()
	write(t, o, altOn)
	s.hold = make(chan struct{})
	for _, text := range []string{"one", "two", "three", "four", "newest"} {
		o.Show(framed(text))
	}
	close(s.hold)
	if got := s.awaits(t, "newest"); strings.Contains(got, "three") {
		t.Errorf("frames that are old were written: %q", got)
	}
}
