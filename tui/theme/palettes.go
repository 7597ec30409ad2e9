package theme

import (
	"slices"
	"strings"
	"sync"
)

// Dark and Light are the themes for those backgrounds; Dark is the one to start with before the
// terminal has said what its background is.
//
// Most colours are entries of the xterm 256-colour cube, so that a terminal without RGB shows
// them as they are. Blue, amber and mint of the three curves were chosen for the largest least
// distance under simulated colour blindness that keeps the contrast; what the user moves is
// violet.
var (
	Dark  = palette("dark", inDark, darkGrounds)
	Light = palette("light", inLight, lightGrounds)
)

// Dark256 and Light256 are the same with grounds of the cube, where a terminal has 256 colours.
var (
	Dark256  = palette("dark256", inDark, grounds{band: "#005f5f", selected: look{bg: "#262626"}, raised: "#1c1c1c", dimmed: "#101216"})
	Light256 = palette("light256", inLight, grounds{band: "#d7ffff", selected: look{bg: "#e4e4e4"}, raised: "#eeeeee", dimmed: "#ffffff"})
)

// Dark16 and Light16 keep to the 16 colours that every terminal has, chosen by hand: a colour
// brought down to the nearest of them is often unreadable. Blue is not used on dark, nor yellow
// and the bright colours on light. A row is selected in reverse, for the colours of backgrounds
// are the user's own. Mono has no colour: bold, faint, underline and reverse.
var (
	Dark16  = palette("dark16", inDark16, grounds{selected: look{attr: reverse}})
	Light16 = palette("light16", inLight16, grounds{selected: look{attr: reverse}})
	Mono    = palette("mono", inMono, grounds{selected: look{attr: reverse}})
)

var (
	darkGrounds  = grounds{selected: look{bg: "#262626"}, raised: "#181b21", dimmed: "#101216"}
	lightGrounds = grounds{selected: look{bg: "#e4e4e4"}, raised: "#f2f2f4", dimmed: "#ffffff"}
)

// grounds are what lies behind text: of a selected row, of the receipt ("" for none), and what
// dimmed colours are mixed with, as #rrggbb ("": they are faint). band is another one than the
// table's for the honest loss; "" for the table's.
type grounds struct {
	band, raised, dimmed string
	selected             look
}

// The columns of painted.
const (
	inDark = iota
	inLight
	inDark16
	inLight16
	inMono
	columns int = iota
)

// painted is how each token looks: a colour, as #rrggbb or by number, another one behind it after
// "on", and attributes; "plain" is the terminal's own text.
var painted = [tokens][columns]string{
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
	Bound:       {"#9e9e9e", "#626262", "7", "faint", "faint"},
	Exchange:    {"#ff87af", "#a8005c", "5", "5 bold", "plain"},
	Baseline:    {"#afaf87", "#5f5f00", "6", "faint", "faint"},
	Good:        {"#87d75f", "#1c7000", "2", "bold", "plain"},
	Bad:         {"#ff6b6b bold", "#af0000 bold", "9 bold", "bold underline", "bold"},
	Warning:     {"#d7d75f", "#875f00", "3", "underline", "underline"},
	Axis:        {"#949494", "#626262", "7", "faint", "faint"},
	Guide:       {"#808080", "#808080", "7 faint", "faint", "faint"},
	Cursor:      {"#d7afff", "#87008f", "13", "5", "bold"},
	Track:       {"#767676", "#808080", "7 faint", "faint", "faint"},
	Thumb:       {"#d7afff bold", "#87008f bold", "13 bold", "5 bold", "bold"},
	Key:         {"#d7afff bold", "#87008f bold", "13 bold", "5 bold", "bold"},
	Chip:        {"#ffd7ff on #5f005f bold", "#5f005f on #ffd7ff bold", "reverse bold", "reverse bold", "reverse"},
	Excluded:    {"#878787", "#6c6c6c", "7 faint", "faint", "faint"},
	Band:        {"#12332f", "#d3e6e1", "6 faint", "2 faint", "faint"},
}

// palette returns the theme of a column, built when it is asked for.
func palette(name string, column int, on grounds) func() *Theme {
	return sync.OnceValue(func() *Theme { return build(name, looksOf(column, on)) })
}

// looksOf are the looks of a column.
func looksOf(column int, on grounds) *looks {
	l := &looks{grounds: on}
	for token := range painted {
		l.of[token] = parseLook(painted[token][column])
	}
	if on.band != "" {
		l.of[Band].fg = on.band
	}
	return l
}

// parseLook reads an entry of painted.
func parseLook(text string) (l look) {
	to := &l.fg
	for word := range strings.FieldsSeq(text) {
		if i := slices.Index(attributes, word); i >= 0 {
			l.attr |= 1 << i
		} else if word == "on" {
			to = &l.bg
		} else {
			*to = word
		}
	}
	return l
}
