package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"fms-tui/tui/job"
)

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
		if !strings.HasPrefix(g.crash, "it breaks\ngoroutine ") || !strings.Contains(g.crash, "guard_test.go:") {
			t.Errorf("%s: the crash is %q", at, g.crash)
		}
		screen := out.String()
		if on, off := strings.LastIndex(screen, "\x1b[?1049h"), strings.LastIndex(screen, "\x1b[?1049l"); on > off {
			t.Errorf("%s: the alternate screen stays on: %q", at, screen)
		}
		cancel()
	}
}

// fragile is an app some of whose messages panic, a while after the last panic.
type fragile struct {
	*app
	views bool
}

type breaks struct{ where string }

func (m *fragile) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	b, ok := msg.(breaks)
	switch {
	case ok && b.where == "update":
		m.press("right") // half of something is done
		m.press(":")
		panic("it breaks")
	case ok && b.where == "job":
		return m, func() tea.Msg { panic("it breaks") }
	case ok:
		m.views = true
		return m, nil
	}
	_, cmd := m.app.Update(msg)
	return m, cmd
}

func (m *fragile) View() tea.View {
	if m.views {
		m.views = false
		panic("it breaks")
	}
	return m.app.View()
}

// TestGoesOn: after a panic in a key, in a drawing or in work aside the screen shows B as
// before and says so in the footer; a second one within a moment ends the program.
func TestGoesOn(t *testing.T) {
	for _, where := range []string{"update", "drawing", "job"} {
		x := start(t, bodies(), 120, 40)
		var crashes []string
		x.Opt.Crashed = func(crash string) string {
			crashes = append(crashes, crash)
			return "please send the report"
		}
		ended, before := false, x.State
		g := &guard{Model: &fragile{app: x.app}, end: func() { ended = true }}
		var send func(tea.Msg)
		run := func(cmd tea.Cmd) {
			if cmd == nil {
				return
			}
			switch msg := cmd().(type) {
			case tea.BatchMsg:
				for _, c := range msg {
					send(c())
				}
			default:
				send(msg)
			}
		}
		g.run = run
		send = func(msg tea.Msg) {
			m, cmd := g.Update(msg)
			if m != g {
				t.Fatalf("%s: the model is lost", where)
			}
			if _, ok := msg.(job.Msg); !ok {
				run(cmd)
			}
			g.View()
		}
		x.keys("right", "right", "3")
		before = x.State
		send(breaks{where})
		if ended || len(crashes) != 1 || !strings.HasPrefix(crashes[0], "it breaks\n") || !x.State.Equal(before) || x.app.screen != screenPredictor || x.overlay != nil {
			t.Fatalf("%s: ended %t, %d crashes, B %s, was %s", where, ended, len(crashes), x.State.Budget, before.Budget)
		}
		x.want("please send the report")
		x.keys("left")
		if x.State.Budget == before.Budget {
			t.Errorf("%s: keys do nothing any more", where)
		}
		send(breaks{where})
		if !ended || !strings.HasPrefix(g.crash, "it breaks\n") {
			t.Errorf("%s: a second panic is borne: %q", where, g.crash)
		}
	}
}

// TestOpeningPanic: a panic while data are opened reaches the caller, on a restored
// terminal.
func TestOpeningPanic(t *testing.T) {
	w := unseen(t.Context())
	defer func() {
		if p := fmt.Sprint(recover()); !strings.HasPrefix(p, "it breaks\ngoroutine ") || w.ctx.Err() == nil {
			t.Errorf("the panic is %q, closed %t", p, w.ctx.Err() != nil)
		}
	}()
	_ = w.Do(t.Context(), func() Status { return Status{} }, func(context.Context) error { panic("it breaks") })
}
