package tui

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"fms-tui/tui/screen"
	"fms-tui/tui/theme"
)

// looks are the colours and characters that are drawn with: what the user asked for, as
// far as the terminal shows it.
type looks struct {
	*theme.Theme
	asked   string // dark or light; anything else is the terminal's background
	glyphs  theme.Glyphs
	dark    bool // the terminal's background
	profile colorprofile.Profile
}

// newLooks are the looks before the terminal has said anything.
func newLooks(o *screen.Options) looks {
	l := looks{dark: true, profile: colorprofile.TrueColor}
	l.wear(o)
	return l
}

// wear changes to what the user asks for.
func (l *looks) wear(o *screen.Options) {
	l.asked, l.glyphs = o.Theme, o.Glyphs
	l.pick()
}

// hear takes what the terminal says of itself, and tells whether it was that.
func (l *looks) hear(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.BackgroundColorMsg:
		l.dark = msg.IsDark()
	case tea.ColorProfileMsg:
		l.profile = msg.Profile
	default:
		return false
	}
	l.pick()
	return true
}

// asksBackground tells whether the terminal's background picks the theme.
func (l *looks) asksBackground() bool { return l.asked != "dark" && l.asked != "light" }

func (l *looks) pick() {
	dark, sixteen := l.dark, l.profile == colorprofile.ANSI
	switch l.asked {
	case "dark":
		dark = true
	case "light":
		dark = false
	}
	var t *theme.Theme
	switch {
	case l.profile <= colorprofile.ASCII:
		t = theme.Mono()
	case sixteen && dark:
		t = theme.Dark16()
	case sixteen:
		t = theme.Light16()
	case l.profile == colorprofile.ANSI256 && dark:
		t = theme.Dark256()
	case l.profile == colorprofile.ANSI256:
		t = theme.Light256()
	case dark:
		t = theme.Dark()
	default:
		t = theme.Light()
	}
	l.Theme = t.With(l.glyphs)
}
