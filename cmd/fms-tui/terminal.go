package main

import (
	"cmp"
	"io"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"fms-tui/tui/theme"
)

// plainWidth is the width of reports that go to no terminal.
const plainWidth = 100

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

// onScreen tells whether the UI can be shown: a UI that nobody can see would
// run for ever.
func (p *program) onScreen() bool {
	return isTerminal(p.stdout) && p.getenv("TERM") != "dumb"
}

// redraws tells whether a line on stderr can be drawn over.
func (p *program) redraws() bool { return isTerminal(p.stderr) && p.getenv("TERM") != "dumb" }

// color resolves --color: what is neither asked for nor forbidden stays auto.
func (p *program) color() string {
	if p.asked != "always" && (p.getenv("NO_COLOR") != "" || p.getenv("TERM") == "dumb") {
		return "never"
	}
	return p.asked
}

// glyphsAsked resolves --glyphs: where nothing is asked for, ASCII if the locale names
// another encoding than UTF-8, else braille.
func glyphsAsked(p *program, f *flags) theme.Glyphs {
	switch f.glyphs {
	case "braille":
		return theme.Braille
	case "block", "ascii":
		return theme.Glyphs(f.glyphs)
	}
	locale := strings.ToLower(cmp.Or(p.getenv("LC_ALL"), p.getenv("LC_CTYPE"), p.getenv("LANG")))
	if locale == "" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8") {
		return theme.Braille
	}
	return theme.ASCII
}

// columns is the width of a report: --width, or else the terminal's width.
func (p *program) columns(f *flags, path string) int {
	if f.width > 0 {
		return f.width
	}
	if out, ok := p.stdout.(*os.File); ok && toStdout(path) {
		if width, _, err := term.GetSize(out.Fd()); err == nil && width > 0 {
			return width
		}
	}
	return plainWidth
}

// taken is the terminal as it was before the UI took it.
type taken struct {
	in    *os.File // whose settings state are; nil for none
	state *term.State
	out   io.Writer
}

// normal ends what the UI asks of a terminal: the alternate screen, a hidden cursor,
// the mouse, pastes in brackets, key reports, synchronised frames, and styles.
const normal = "\x1b[?2026l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1006l\x1b[?2004l\x1b[<u\x1b[>4m\x1b[0m\x1b[?1049l\x1b[?25h"

// take notes how the terminal is before the UI takes it.
func (p *program) take(in io.Reader) {
	s := &taken{out: p.stdout}
	if in == nil {
		in = p.stdin
	}
	if f, ok := in.(*os.File); ok {
		if state, err := term.GetState(f.Fd()); err == nil {
			s.in, s.state = f, state
		}
	}
	p.onTerminal.Store(s)
}

// restoreTerminal makes the terminal what it was, where the program ends while the UI
// still has it: something did not hear of the end. Who writes to a terminal that takes
// nothing waits for ever, so that no more than a moment is spent on it.
func (p *program) restoreTerminal() {
	s := p.onTerminal.Load()
	if s == nil {
		return
	}
	written := make(chan struct{})
	go func() {
		_, _ = io.WriteString(s.out, normal)
		close(written)
	}()
	select {
	case <-written:
	case <-time.After(grace / 4):
	}
	if s.in != nil {
		_ = term.Restore(s.in.Fd(), s.state)
	}
}
