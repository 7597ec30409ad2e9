package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
)

// TestScreens shows the home screen at the sizes where its parts change.
func TestScreens(t *testing.T) {
	holdScreens(t, start(t, bodies(), 120, 40),
		[2]int{200, 60}, [2]int{100, 24}, [2]int{80, 24}, [2]int{60, 20}, [2]int{40, 10}, [2]int{39, 10}, [2]int{10, 3})
	t.Run("beans", func(t *testing.T) {
		golden.RequireEqual(t, []byte(start(t, openSample("beans"), 100, 24).screen()))
	})
	t.Run("help", func(t *testing.T) {
		x := start(t, openSample("beans"), 100, 60)
		x.keys("?")
		golden.RequireEqual(t, []byte(x.screen()))
	})
	t.Run("labels", func(t *testing.T) {
		x := start(t, bodies(), 80, 24)
		x.keys("l", "down")
		golden.RequireEqual(t, []byte(x.screen()))
	})
	t.Run("prompt", func(t *testing.T) {
		x := start(t, bodies(), 80, 24)
		x.keys("b")
		x.typed("1e3")
		x.keys("enter")
		golden.RequireEqual(t, []byte(x.screen()))
	})
}

// holdScreens holds a screen whole as it is open. At other sizes the frame fits, and no box is cut by
// another.
func holdScreens(t *testing.T, x *harness, sizes ...[2]int) {
	t.Helper()
	t.Run(fmt.Sprintf("%dx%d", x.w, x.h), func(t *testing.T) { golden.RequireEqual(t, []byte(x.screen())) })
	for _, size := range sizes {
		x.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		fits(t, x.frame, size[0], size[1])
		text := ansi.Strip(x.frame)
		for _, corner := range []string{"╮", "╰", "╯"} {
			if n, of := strings.Count(text, corner), strings.Count(text, "╭"); n != of {
				t.Errorf("%d boxes have %d corners %s:\n%s", of, n, corner, text)
			}
		}
	}
}

// fits holds that a frame has as many lines as the terminal, each as wide.
func fits(t *testing.T, frame string, w, h int) {
	t.Helper()
	lines := strings.Split(frame, "\n")
	if len(lines) != h {
		t.Fatalf("%d×%d: %d lines", w, h, len(lines))
	}
	for i, l := range lines {
		if n := ansi.StringWidth(l); n != w {
			t.Fatalf("%d×%d: line %d is %d wide: %q", w, h, i, n, ansi.Strip(l))
		}
	}
}

// TestThemes holds the colours of one screen in each theme.
func TestThemes(t *testing.T) {
	for _, name := range []string{"dark", "light", "mono"} {
		t.Run(name, func(t *testing.T) {
			x := start(t, openSample("beans"), 100, 24)
			x.Opt.Theme = name
			x.theme.pick()
			if name == "mono" {
				x.theme.hear(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
			}
			x.send(tea.WindowSizeMsg{Width: 100, Height: 24})
			golden.RequireEqual(t, []byte(x.frame))
		})
	}
}
