// Package theme names what a cell of the screen means and turns that meaning into colours. Panels paint with pens; a
// theme, applied last, says what each pen looks like, so the same drawing serves a dark, a light and a monochrome
// terminal.
//
// Colours carry meaning once: Full, Scoring and Honest each own a hue that nothing else uses, chosen to stay apart
// for the common forms of colour blindness. No theme sets the default background, black or white, and plain text
// keeps the terminal's own foreground.
package theme

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"
)

// Pen is what a cell means. The zero Pen is Text. A Pen may carry modifiers on
// top of its token: Selected, Strong, Shaded, Ahead and Raised.
type Pen uint16

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

func (p Pen) Strong() Pen { return p | strong }

// Shaded returns the pen for the same meaning on the ground of Band.
func (p Pen) Shaded() Pen { return p | shaded }

// Ahead returns the pen, dimmed, for what larger budgets would buy.
func (p Pen) Ahead() Pen { return p | ahead }

// Raised returns the pen for the same meaning on the ground of the receipt.
func (p Pen) Raised() Pen { return p | raised }

// OnBand tells whether the cell lies on the ground of Band, at least in part.
func (p Pen) OnBand() bool { return p&shaded != 0 || p.Token() == Band }

func (p Pen) Token() Pen { return p & token }

// Theme is the look of every pen. Use Dark, Light or Mono, or what With makes of
// them; the zero Theme paints everything plain.
type Theme struct {
	// Name is "dark", "light" or "mono", with "16" or "256" after the first two where
	// they keep to the colours that a terminal has by number.
	Name   string
	Glyphs Glyphs
	// Flat tells that it has no grounds of its own: a band is hatched, and the selected row stands in reverse.
	Flat bool
	sgr  [modified]string
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
	c.Glyphs = g
	return &c
}

// SGR returns the escape sequence that switches a terminal to pen p, whatever was switched on before. For plain text
// it is the reset. Colours are RGB: the renderer brings them down to what the terminal can show.
func (t *Theme) SGR(p Pen) string {
	if s := t.sgr[p]; s != "" {
		return s
	}
	return ansi.ResetStyle
}

type attribute uint8

const (
	bold attribute = 1 << iota
	faint
	underline
	reverse
)

// attributes are their names, by bit.
var attributes = []string{"bold", "faint", "underline", "reverse"}

// look is how a token is painted: colours as #rrggbb or as a number of the terminal's 16 ("": the
// terminal's own), and attributes.
type look struct {
	fg, bg string
	attr   attribute
}

type looks [rows]look

// pen combines the look of a token with the modifiers of p.
func (l *looks) pen(p Pen) look {
	out, selection := l[p.Token()], l[ground]
	if p&ahead != 0 {
		out = out.dimmed(l[distance].bg)
	}
	if p&raised != 0 {
		out.bg = l[receipt].bg
	}
	if p&shaded != 0 && selection.attr&reverse == 0 {
		out.bg = l[Band].fg
	}
	if p&selected != 0 {
		if p.Token() == Faint || p.Token() == Excluded {
			out = l[Muted]
		}
		out.bg = cmp.Or(selection.bg, out.bg)
		out.attr = (out.attr &^ faint) ^ selection.attr
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
	of, err := colorful.Hex(l.fg)
	to, wrong := colorful.Hex(ground)
	if err != nil || wrong != nil {
		panic("theme: no colour: " + l.fg + " or " + ground)
	}
	l.fg = of.BlendRgb(to, .45).Hex()
	return l
}

// sequence starts from a reset, so that pens need not know what came before.
func (l look) sequence() string {
	if l == (look{}) {
		return ansi.ResetStyle
	}
	s := ansi.NewStyle(ansi.AttrReset)
	for i, attr := range []ansi.Attr{ansi.AttrBold, ansi.AttrFaint, ansi.AttrUnderline, ansi.AttrReverse} {
		if l.attr&(1<<i) != 0 {
			s = append(s, strconv.Itoa(attr))
		}
	}
	if l.fg != "" {
		s = s.ForegroundColor(lipgloss.Color(l.fg))
	}
	if l.bg != "" {
		s = s.BackgroundColor(lipgloss.Color(l.bg))
	}
	return s.String()
}

// Dark and Light are the themes for those backgrounds; Dark is the one to start with before the
// terminal has said what its background is.
//
// Most colours are entries of the xterm 256-colour cube, so that a terminal without RGB shows them as they are:
// Dark256 and Light256 have grounds of the cube, too. Blue, amber and mint of the three curves were chosen for the
// largest least distance under simulated colour blindness that keeps the contrast; what the user moves is violet.
//
// Dark16 and Light16 keep to the 16 colours that every terminal has, chosen by hand: a colour
// brought down to the nearest of them is often unreadable. Blue is not used on dark, nor yellow
// and the bright colours on light. A row is selected in reverse, for the colours of backgrounds
// are the user's own. Mono has no colour: bold, faint, underline and reverse.
var (
	Dark     = palette("dark", inDark)
	Light    = palette("light", inLight)
	Dark16   = palette("dark16", inDark16)
	Light16  = palette("light16", inLight16)
	Mono     = palette("mono", inMono)
	Dark256  = palette("dark256", inDark256)
	Light256 = palette("light256", inLight256)
)

// The columns of painted.
const (
	inDark = iota
	inLight
	inDark16
	inLight16
	inMono
	inDark256 // as inDark, where a row has no other look
	inLight256
	columns int = iota
)

// What lies behind text, in rows of painted below the tokens.
const (
	ground   = tokens + iota // of a selected row
	receipt                  // of the receipt
	distance                 // of what is ahead: dimmed colours are mixed with it
	rows
)

// painted is how each token looks: a colour, as #rrggbb or by number, another one behind it after
// "on", and attributes; "plain" is the terminal's own text.
var painted = [rows][columns]string{
	Text:        {"plain", "plain", "plain", "plain", "plain"},
	Muted:       {"#a8a8a8", "#585858", "7", "plain", "plain"},
	Faint:       {"#878787", "#6c6c6c", "7 faint", "faint", "faint"},
	Title:       {"bold", "bold", "bold", "bold", "bold"},
	Accent:      {"#d7afff", "#87008f", "13", "5", "bold"},
	Border:      {"#767676", "#808080", "7 faint", "faint", "faint"},
	BorderFocus: {"#d7afff", "#87008f", "13", "5", "bold"},
	Full:        {"#6ea0ff", "#005fd7", "10", "4", "bold"},
	Scoring:     {"#f0a35e", "#a84300", "11", "1", "faint"},
	Honest:      {"#5fffd7", "#004d40", "14", "2 bold", "plain"},
	Exchange:    {"#ff87af", "#a8005c", "5", "5 bold", "plain"},
	Baseline:    {"#afaf87", "#5f5f00", "6", "faint", "faint"},
	Good:        {"#9be564", "#1c7000", "15 bold", "bold", "bold", "#87d75f"},
	Bad:         {"#ff7b72 bold", "#af0000 bold", "9 bold", "bold underline", "bold", "#ff8787 bold"},
	Warning:     {"#f2d35e", "#875f00", "15 bold", "underline", "underline", "#ffd75f"},
	Axis:        {"#949494", "#626262", "7", "faint", "faint"},
	Guide:       {"#808080", "#808080", "7 faint", "faint", "faint"},
	Cursor:      {"#d7afff", "#87008f", "13", "5", "bold"},
	Track:       {"#767676", "#808080", "7 faint", "faint", "faint"},
	Thumb:       {"#d7afff bold", "#87008f bold", "13 bold", "5 bold", "bold"},
	Key:         {"#d7afff bold", "#87008f bold", "13 bold", "5 bold", "bold"},
	Chip:        {"#ffffff on #4b3b66 bold", "#5f005f on #ffd7ff bold", "reverse bold", "reverse bold", "reverse", "#ffd7ff on #5f005f bold"},
	Excluded:    {"#878787", "#6c6c6c", "7 faint", "faint", "faint"},
	Band:        {"#12332f", "#d3e6e1", "6 faint", "2 faint", "faint", "#005f5f", "#d7ffff"},
	ground:      {"on #1d2430", "on #e4e4e4", "reverse", "reverse", "reverse", "on #303030"},
	receipt:     {"on #181b21", "on #f2f2f4", "plain", "plain", "plain", "on #1c1c1c", "on #eeeeee"},
	distance:    {"on #101216", "on #ffffff", "plain", "plain", "plain"},
}

// palette returns the theme of a column, with the escape sequences of all pens, made when it is asked for.
func palette(name string, column int) func() *Theme {
	return sync.OnceValue(func() *Theme {
		l := looksOf(column)
		t := &Theme{Name: name, Flat: l[ground].attr&reverse != 0}
		for p := range tokens {
			for mod := Pen(0); mod < modified; mod += selected {
				t.sgr[p|mod] = l.pen(p | mod).sequence()
			}
		}
		return t
	})
}

func looksOf(column int) *looks {
	l := &looks{}
	for row, texts := range painted {
		text := texts[column]
		if text == "" {
			text = texts[column-inDark256]
		}
		to := &l[row].fg
		for word := range strings.FieldsSeq(text) {
			switch i := slices.Index(attributes, word); {
			case i >= 0:
				l[row].attr |= 1 << i
			case word == "on":
				to = &l[row].bg
			case word != "plain":
				*to = word
			}
		}
	}
	return l
}
