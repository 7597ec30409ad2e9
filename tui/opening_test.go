package tui

import (
	"context"
	"errors"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/tui/chart"
	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// TestOpeningUnseen: what is done within the patience is done, and says what failed;
// a nil opening only does it.
func TestOpeningUnseen(t *testing.T) {
	failed := errors.New("failed")
	status := func() Status { return Status{} }
	for _, w := range []*Opening{nil, unseen(t.Context(), screen.Options{})} {
		for _, want := range []error{nil, failed} {
			if err := w.Do(t.Context(), status, func(context.Context) error { return want }); err != want {
				t.Errorf("error %v, want %v", err, want)
			}
		}
		w.Close()
		w.Close()
	}
}

// TestOpeningEnds: a context that ends ends the work, which says so.
func TestOpeningEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w := unseen(ctx, screen.Options{})
	defer w.Close()
	cancel()
	err := w.Do(ctx, func() Status { return Status{} }, func(ctx context.Context) error { return ctx.Err() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestOpeningScreen draws the opening screen at sizes down to nothing, and leaves it.
func TestOpeningScreen(t *testing.T) {
	left := false
	m := &opening{theme: looks{Theme: theme.Mono()}, leave: func() { left = true }, status: func() Status {
		return Status{Lines: []string{"Reading stories.csv …", "12.0 MB of 24.0 MB · 1,024 rows"}, Share: .5}
	}}
	var text string
	for _, size := range [][2]int{{0, 0}, {1, 1}, {9, 3}, {60, 8}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		text = m.View().Content
	}
	golden.RequireEqual(t, []byte(chart.Strip(text)))
	if _, cmd := m.Update(tea.KeyPressMsg{Code: 'x', Text: "x"}); left || cmd != nil {
		t.Error("x leaves")
	}
	if _, cmd := m.Update(tea.KeyPressMsg{Code: tea.KeyEscape}); !left || cmd == nil {
		t.Error("esc does not leave")
	}
}
