package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// TestOpeningUnseen: what is done within the patience is done, and says what failed;
// a nil opening only does it. A context that ends ends the work.
func TestOpeningUnseen(t *testing.T) {
	failed := errors.New("failed")
	status := func() Status { return Status{} }
	for _, w := range []*Opening{nil, unseen(t.Context(), status)} {
		for _, want := range []error{nil, failed} {
			if err := w.Do(t.Context(), status, func(context.Context) error { return want }); err != want {
				t.Errorf("error %v, want %v", err, want)
			}
		}
		w.Close()
		w.Close()
	}
	ctx, cancel := context.WithCancel(t.Context())
	w := unseen(ctx, status)
	defer w.Close()
	cancel()
	if err := w.Do(ctx, status, func(ctx context.Context) error { return ctx.Err() }); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestOpeningScreen draws the opening screen at sizes down to nothing, and leaves it.
func TestOpeningScreen(t *testing.T) {
	m := unseen(t.Context(), func() Status {
		return Status{Lines: []string{"Reading stories.csv …", "12.0 MB of 24.0 MB · 1,024 rows"}, Share: .5}
	})
	m.theme = looks{Theme: theme.Mono()}
	var text string
	for _, size := range [][2]int{{0, 0}, {1, 1}, {9, 3}, {60, 8}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		text = m.View().Content
	}
	golden.RequireEqual(t, []byte(chart.Strip(text)))
	if _, cmd := m.Update(tea.KeyPressMsg{Code: 'x', Text: "x"}); m.left.Load() || cmd != nil {
		t.Error("x leaves")
	}
	if _, cmd := m.Update(tea.KeyPressMsg{Code: tea.KeyEscape}); !m.left.Load() || cmd == nil {
		t.Error("esc does not leave")
	}
}

// TestOpeningGives: the screen that takes the opening's place knows what the terminal has
// said of itself, and does what was typed ahead.
func TestOpeningGives(t *testing.T) {
	a := benched(t, bodies(), 0, 0)
	m := unseen(t.Context(), func() Status { return Status{} })
	m.theme = newLooks(&a.Opt)
	for _, msg := range []tea.Msg{
		tea.WindowSizeMsg{Width: 100, Height: 30},
		tea.ColorProfileMsg{Profile: colorprofile.ANSI},
		tea.KeyPressMsg{Code: '4', Text: "4"},
		tea.WindowSizeMsg{Width: 120, Height: 40},
	} {
		if next, _ := m.Update(msg); next != m {
			t.Fatalf("%v: the opening gives way to %T", msg, next)
		}
	}
	next, _ := m.Update(a)
	if next != a || a.w != 120 || a.h != 40 || a.theme.Name != "dark16" || a.screen != screenData {
		t.Errorf("%T takes over, of %d×%d in %s on screen %d", next, a.w, a.h, a.theme.Name, a.screen)
	}
	if got := chart.Strip(a.View().Content); !strings.Contains(got, "4 Data") {
		t.Errorf("the screen is not drawn: %q", got)
	}
}

// breaking is a model that breaks at a place.
type breaking struct{ at string }

type go0 struct{}

func (m breaking) Init() tea.Cmd {
	return tea.Batch(func() tea.Msg { return go0{} }, func() tea.Msg {
		if m.at == "a command of a batch" {
			panic("it breaks")
		}
		return nil
	})
}

func (m breaking) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(go0); ok && m.at == "an update" {
		panic("it breaks")
	}
	return m, nil
}

func (m breaking) View() tea.View {
	if m.at == "a drawing" {
		panic("it breaks")
	}
	v := tea.NewView("shown")
	v.AltScreen = true
	return v
}

// TestGuard: a panic anywhere ends the program with the terminal restored, and is
// known to whoever ran it, with the stack of where it was.
func TestGuard(t *testing.T) {
	for _, at := range []string{"a drawing", "an update", "a command of a batch"} {
		var out bytes.Buffer
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		g := &guard{Model: breaking{at}, end: cancel}
		_, err := tea.NewProgram(g, tea.WithContext(ctx), tea.WithInput(strings.NewReader("")), tea.WithOutput(&out),
			tea.WithEnvironment([]string{"TERM=xterm-256color"}), tea.WithoutSignalHandler(), tea.WithWindowSize(20, 5)).Run()
		if !errors.Is(err, tea.ErrProgramKilled) || errors.Is(err, tea.ErrProgramPanic) {
			t.Errorf("%s: %v", at, err)
		}
		if !strings.HasPrefix(g.crash, "it breaks\ngoroutine ") || !strings.Contains(g.crash, "opening_test.go:") {
			t.Errorf("%s: the crash is %q", at, g.crash)
		}
		screen := out.String()
		if on, off := strings.LastIndex(screen, "\x1b[?1049h"), strings.LastIndex(screen, "\x1b[?1049l"); on > off {
			t.Errorf("%s: the alternate screen stays on: %q", at, screen)
		}
		cancel()
	}
}

// TestOpeningPanic: a panic while data are opened reaches the caller, on a restored
// terminal.
func TestOpeningPanic(t *testing.T) {
	status := func() Status { return Status{} }
	w := unseen(t.Context(), status)
	defer func() {
		if p := fmt.Sprint(recover()); !strings.HasPrefix(p, "it breaks\ngoroutine ") || w.ctx.Err() == nil {
			t.Errorf("the panic is %q, closed %t", p, w.ctx.Err() != nil)
		}
	}()
	_ = w.Do(t.Context(), status, func(context.Context) error { panic("it breaks") })
}

// echo shows the last text that it was sent.
type echo struct{ text string }

func (m echo) Init() tea.Cmd { return nil }

func (m echo) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if text, ok := msg.(string); ok {
		m.text = text
	}
	return m, nil
}

func (m echo) View() tea.View { return tea.NewView(m.text) }

// TestFrames: a clock of frames rests only after a while without a view, and the next view
// is shown all the same.
func TestFrames(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	screen, out := io.Pipe()
	keys, _ := io.Pipe()
	var f frames
	var p *tea.Program
	drawn := make(chan struct{}, 100)
	g := &guard{Model: echo{}, end: cancel, drew: func() { f.drew(p); drawn <- struct{}{} }}
	p = tea.NewProgram(g, tea.WithContext(ctx), tea.WithInput(keys), tea.WithOutput(out),
		tea.WithEnvironment([]string{"TERM=xterm-256color"}), tea.WithoutSignalHandler(), tea.WithWindowSize(20, 5))
	ended := make(chan error)
	go func() {
		_, err := p.Run()
		out.Close()
		ended <- err
	}()
	shows := func(text string) {
		var seen strings.Builder
		for b := make([]byte, 4096); !strings.Contains(seen.String(), text); {
			n, err := screen.Read(b)
			if err != nil {
				t.Fatalf("%q is not shown: %q, %v", text, seen.String(), err)
			}
			seen.Write(b[:n])
		}
	}
	<-drawn // the first view comes after the ticker
	ticker := tickerOf(p)
	if ticker == nil {
		t.Fatal("Bubble Tea has no ticker of this name: the program never sleeps")
	}
	p.Send("first")
	shows("first")
	if f.sleep(ticker); f.asleep {
		t.Error("it sleeps right after a view")
	}
	f.mu.Lock()
	f.drawn = f.drawn.Add(-restAfter)
	f.mu.Unlock()
	if f.sleep(ticker); !f.asleep {
		t.Error("it does not sleep")
	}
	p.Send("SECOND")
	shows("SECOND")
	go io.Copy(io.Discard, screen)
	p.Quit()
	if err := <-ended; err != nil && !errors.Is(err, tea.ErrProgramKilled) {
		t.Error(err)
	}
}
