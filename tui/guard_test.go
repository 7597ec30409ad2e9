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
