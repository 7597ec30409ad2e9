package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

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
	next, _ := m.Update(openedMsg{a})
	if next != a || a.w != 120 || a.h != 40 || a.theme.Name != "dark16" || a.screen != screenData {
		t.Errorf("%T takes over, of %d×%d in %s on screen %d", next, a.w, a.h, a.theme.Name, a.screen)
	}
	if got := chart.Strip(a.View().Content); !strings.Contains(got, "4 Data") {
		t.Errorf("the screen is not drawn: %q", got)
	}
}
