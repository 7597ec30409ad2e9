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
	opt     *screen.Options
	dark    bool // the terminal's background
	profile colorprofile.Profile
}

// newLooks are the looks before the terminal has said anything.
func newLooks(o *screen.Options) looks {
	l := looks{opt: o, dark: true, profile: colorprofile.TrueColor}
	l.pick()
	return l
}

// hear takes what the terminal says of itself.
func (l *looks) hear(msg tea.Msg) {
	switch msg := msg.(type) {
	case tea.BackgroundColorMsg:
		l.dark = msg.IsDark()
	case tea.ColorProfileMsg:
		l.profile = msg.Profile
	}
	l.pick()
}

// asksBackground tells whether the terminal's background picks the theme.
func (l *looks) asksBackground() bool { return l.opt.Theme != "dark" && l.opt.Theme != "light" }

// byColours are the themes by what a terminal can show, dark and light.
var byColours = map[colorprofile.Profile][2]func() *theme.Theme{
	colorprofile.ANSI:      {theme.Dark16, theme.Light16},
	colorprofile.ANSI256:   {theme.Dark256, theme.Light256},
	colorprofile.TrueColor: {theme.Dark, theme.Light},
}

// pick takes the theme that is asked for, as far as the terminal shows it.
func (l *looks) pick() {
	pair, light := byColours[l.profile], 0
	if l.opt.Theme == "light" || l.asksBackground() && !l.dark {
		light = 1
	}
	t := theme.Mono
	if pair[light] != nil {
		t = pair[light]
	}
	l.Theme = t().With(l.opt.Glyphs)
}
