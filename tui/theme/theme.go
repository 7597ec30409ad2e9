// Package theme names what a cell of the screen means and turns that meaning
// into colours. Panels paint with pens; a theme, applied last, says what each
// pen looks like, so the same drawing serves a dark, a light and a monochrome
// terminal.
//
// Colours carry meaning once: Full, Scoring and Honest each own a hue that
// nothing else uses, chosen to stay apart for the common forms of colour
// blindness. No theme sets the default background, black or white, and plain
// text keeps the terminal's own foreground.
package theme

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Pen is what a cell means. The zero Pen is Text. A Pen may carry modifiers on
// top of its token: Selected, Strong, Shaded, Ahead and Raised.
type Pen uint16

// The tokens.
const (
	Text        Pen = iota // plain text: the terminal's own foreground
	Muted                  // text of second rank: units, column heads
	Faint                  // text of third rank: hints, what is switched off
	Title                  // panel titles
	Accent                 // what the user acts on: the budget, the focus
	Border                 // frame of a panel
	BorderFocus            // frame of the panel with the focus
	Full                   // the Full algorithm: its line, bars and figures
	Scoring                // the Scoring algorithm
	Honest                 // honest (cross-validated) loss
	Bound                  // the certified lower bound
	Exchange               // the exchange algorithm
	Baseline               // the baselines: averages, copies, single, uniform
	Good                   // better; always with a sign or a word
	Bad                    // worse, or an error
	Warning                // to be looked at
	Axis                   // axes, ticks and their labels
	Guide                  // guide lines and reference marks
	Cursor                 // the budget's line across a chart
	Track                  // slider: the track
	Thumb                  // slider: the thumb and what lies below it
	Key                    // a key in the footer or the help
	Chip                   // a word set off by its own background: the active tab
	Excluded               // an attribute left out
	Band                   // the ground behind the honest loss: its edges, see Shaded
	tokens                 // number of tokens
)

const (
	selected Pen = 1 << 6
	strong   Pen = 1 << 7
	shaded   Pen = 1 << 8
	ahead    Pen = 1 << 9
	raised   Pen = 1 << 10
	modified     = 1 << 11 // tokens with all modifiers
	token        = selected - 1
)

// Selected returns the pen for the same meaning on the selected row. Faint
// and Excluded are lifted to Muted there, to stay readable.
func (p Pen) Selected() Pen { return p | selected }

// Strong returns the pen in bold.
func (p Pen) Strong() Pen { return p | strong }

// Shaded returns the pen for the same meaning on the ground of Band.
func (p Pen) Shaded() Pen { return p | shaded }

// Ahead returns the pen, dimmed, for what larger budgets would buy.
func (p Pen) Ahead() Pen { return p | ahead }

// Raised returns the pen for the same meaning on the ground of the receipt.
func (p Pen) Raised() Pen { return p | raised }

// OnBand tells whether the cell lies on the ground of Band, at least in part.
func (p Pen) OnBand() bool { return p&shaded != 0 || p.Token() == Band }

// Token returns the pen without modifiers.
func (p Pen) Token() Pen { return p & token }

// Theme is the look of every pen. Use Dark, Light or Mono, or what With makes of
// them; the zero Theme paints everything plain.
type Theme struct {
	name   string
	sgr    [modified]string
	flat   bool // it has no grounds
	glyphs Glyphs
}

// Glyphs is the set of characters that lines and shapes are drawn with.
type Glyphs string

// The sets: charts in braille dots, in quarters of cells where a font has no braille,
// or in ASCII where the terminal knows nothing else.
const (
	Braille Glyphs = ""
	Block   Glyphs = "block"
	ASCII   Glyphs = "ascii"
)

// With returns the theme drawn with other glyphs.
func (t *Theme) With(g Glyphs) *Theme {
	c := *t
	c.glyphs = g
	return &c
}

// Glyphs returns the set that the theme is drawn with.
func (t *Theme) Glyphs() Glyphs { return t.glyphs }

// Flat tells whether the theme has no grounds of its own: a band is hatched, and the
// selected row stands in reverse.
func (t *Theme) Flat() bool { return t.flat }

// Name returns "dark", "light" or "mono", with "16" or "256" after the first two where
// they keep to the colours that a terminal has by number.
func (t *Theme) Name() string { return t.name }

// SGR returns the escape sequence that switches a terminal to pen p, whatever
// was switched on before. For plain text it is the reset. Colours are RGB:
// the renderer brings them down to what the terminal can show.
func (t *Theme) SGR(p Pen) string {
	if s := t.sgr[p]; s != "" {
		return s
	}
	return ansi.ResetStyle
}

// attribute is a set of font attributes.
type attribute uint8

const (
	plain attribute = 1 << iota // says: nothing but the terminal's own text
	bold
	faint
	underline
	reverse
)

// look is how a token is painted: colours as #rrggbb or as a number of the
// terminal's 16 ("": the terminal's own)
// and attributes. The zero look is a token that was forgotten.
type look struct {
	fg, bg string
	attr   attribute
}

// attributes are their names, by bit.
var attributes = []string{"plain", "bold", "faint", "underline", "reverse"}

// looks holds one look a token, and what lies behind it.
type looks struct {
	of [tokens]look
	grounds
}

// build computes the escape sequences of all pens at once.
func build(name string, l *looks) *Theme {
	t := &Theme{name: name}
	for p := range tokens {
		for mod := Pen(0); mod < modified; mod += selected {
			t.sgr[p|mod] = l.pen(p | mod).sequence()
		}
	}
	t.flat = l.selected.attr&reverse != 0
	return t
}

// pen combines the look of a token with the modifiers of p.
func (l *looks) pen(p Pen) look {
	out := l.of[p.Token()]
	if p&ahead != 0 {
		out = out.dimmed(l.grounds.dimmed)
	}
	if p&raised != 0 {
		out.bg = l.raised
	}
	if p&shaded != 0 && l.selected.attr&reverse == 0 {
		out.bg = l.of[Band].fg
	}
	if p&selected != 0 {
		if p.Token() == Faint || p.Token() == Excluded {
			out = l.of[Muted]
		}
		if l.selected.bg != "" {
			out.bg = l.selected.bg
		}
		out.attr = (out.attr &^ faint) ^ l.selected.attr
	}
	if p&strong != 0 {
		out.attr = (out.attr &^ faint) | bold
	}
	return out
}

// dimmed is a look nearer to the ground.
func (l look) dimmed(ground string) look {
	if ground == "" || !strings.HasPrefix(l.fg, "#") {
		l.attr = (l.attr &^ bold) | faint
		return l
	}
	var of, to [3]int
	read(l.fg, &of)
	read(ground, &to)
	for i := range of {
		of[i] = (11*of[i] + 9*to[i]) / 20
	}
	l.fg = fmt.Sprintf("#%02x%02x%02x", of[0], of[1], of[2])
	return l
}

// read reads a colour written as #rrggbb.
func read(hex string, c *[3]int) {
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &c[0], &c[1], &c[2]); err != nil {
		panic("theme: no colour: " + hex)
	}
}

// sequence starts from a reset, so that pens need not know what came before.
func (l look) sequence() string {
	if l.fg == "" && l.bg == "" && l.attr&^plain == 0 {
		return ansi.ResetStyle
	}
	s := ansi.NewStyle(ansi.AttrReset)
	if l.attr&bold != 0 {
		s = s.Bold()
	}
	if l.attr&faint != 0 {
		s = s.Faint()
	}
	if l.attr&underline != 0 {
		s = s.Underline(true)
	}
	if l.attr&reverse != 0 {
		s = s.Reverse(true)
	}
	if l.fg != "" {
		s = s.ForegroundColor(lipgloss.Color(l.fg))
	}
	if l.bg != "" {
		s = s.BackgroundColor(lipgloss.Color(l.bg))
	}
	return s.String()
}
