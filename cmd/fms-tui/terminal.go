package main

import (
	"os"

	"github.com/charmbracelet/x/term"

	"fms-tui/tui/theme"
)

// plainWidth is the width of reports that go to no terminal.
const plainWidth = 100

// isTerminal tells whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

// onScreen tells whether the UI can be shown: a UI that nobody can see would
// run for ever.
func (p *program) onScreen() bool {
	return isTerminal(p.stdout) && p.getenv("TERM") != "dumb"
}

// color resolves --color: what is neither asked for nor forbidden stays auto.
func (p *program) color() string {
	if p.asked != "always" && (p.getenv("NO_COLOR") != "" || p.getenv("TERM") == "dumb") {
		return "never"
	}
	return p.asked
}

// columns is the width of a report: asked for by --width, or else that of the
// terminal it goes to.
func (p *program) columns(f *flags) int {
	if f.width > 0 {
		return int(f.width)
	}
	if out, ok := p.stdout.(*os.File); ok && toStdout(f.out) {
		if width, _, err := term.GetSize(out.Fd()); err == nil && width > 0 {
			return width
		}
	}
	return plainWidth
}

// reportTheme is the look of a report: coloured where that was asked for, with
// the terminal's own text attributes on a terminal, plain elsewhere.
func (p *program) reportTheme(f *flags) *theme.Theme {
	switch {
	case p.color() == "always":
		return theme.Dark()
	case p.color() == "auto" && isTerminal(p.stdout) && toStdout(f.out):
		return theme.Mono()
	}
	return nil
}
