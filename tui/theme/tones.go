package theme

import (
	"fmt"
	"math"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Tone is a shade of an algorithm's hue, stronger the more repeats it stands for;
// 0 is none.
type Tone uint8

// The hues that have shades.
const (
	hueFull = iota
	hueScoring
	hueExchange
	hueBaseline
	hues
)

const (
	toneLevels = 14 // shades of a hue: as many repeats have one of their own
	paused     = 15 // and one for no repeats between budgets that have some
	toneBits   = 4
	allTones   = hues << toneBits
	groundAt   = 9 // where the ground's tone begins in a Pen
)

// hueOf is the hue of an algorithm's pen.
func hueOf(pen Pen) Tone {
	switch pen.Token() {
	case Full:
		return hueFull
	case Scoring:
		return hueScoring
	case Exchange:
		return hueExchange
	}
	return hueBaseline
}

// ToneOf is the shade of an algorithm's pen for a number of repeats.
func ToneOf(pen Pen, repeats int) Tone {
	if repeats <= 0 {
		return 0
	}
	return hueOf(pen)<<toneBits | Tone(min(repeats, toneLevels))
}

// PausedTone is the shade for a budget without repeats above one that has some: a track
// stays one track.
func PausedTone(pen Pen) Tone { return hueOf(pen)<<toneBits | paused }

// Tones is the pen of a cell that shows one tone on the ground of another, so that
// a half block shows two. Selected has an effect where there is no other ground.
func Tones(tone, ground Tone) Pen { return tones | Pen(tone) | Pen(ground)<<groundAt }

// HasTones tells whether the theme tells shades apart. Where it does not, pens of
// tones look like plain text, and the number of repeats is to be written.
func (t *Theme) HasTones() bool { return t.tones != nil }

// ramp is the colours of a hue, weakest first: two as #rrggbb, between which shades are
// mixed, or as numbers of the terminal's.
type ramp struct {
	paused string
	steps  []string
}

// stepFrom are the repeats from which each colour of a ramp of numbers stands.
var stepFrom = [...]int{1, 2, 3, 4, 6, 9}

// at is the colour of a level.
func (p *ramp) at(level int) string {
	switch {
	case level == paused:
		return p.paused
	case !strings.HasPrefix(p.steps[0], "#"):
		i := 0
		for i+1 < len(p.steps) && level >= stepFrom[i+1] {
			i++
		}
		return p.steps[i]
	}
	var from, to [3]int
	from[0], from[1], from[2] = channels(p.steps[0])
	to[0], to[1], to[2] = channels(p.steps[1])
	share := math.Log(float64(level)) / math.Log(toneLevels)
	mix := func(i int) int { return from[i] + int(math.Round(share*float64(to[i]-from[i]))) }
	return fmt.Sprintf("#%02x%02x%02x", mix(0), mix(1), mix(2))
}

// channels reads #rrggbb.
func channels(hex string) (r, g, b int) {
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &r, &g, &b); err != nil {
		panic("theme: no colour: " + hex)
	}
	return r, g, b
}

// toneTable holds the escape sequences of all pairs of tones: the tone in the low
// bits, the ground above. The second table is for the selected row without a ground.
type toneTable struct {
	pairs    [allTones * allTones]string
	selected [allTones]string
}

func newToneTable(ramps *[hues]ramp, selectedBg string) *toneTable {
	t := new(toneTable)
	var fg, bg [allTones]string
	for hue := range ramps {
		for level := 1; level <= paused; level++ {
			colour := ramps[hue].at(level)
			fg[hue<<toneBits|level], bg[hue<<toneBits|level] = look{fg: colour}.sequence(), look{bg: colour}.added()
		}
	}
	for tone := range fg {
		for ground := range bg {
			t.pairs[ground*allTones+tone] = fg[tone] + bg[ground]
		}
		t.selected[tone] = fg[tone] + look{bg: selectedBg}.added()
	}
	return t
}

// added is a ground laid over what is switched on, "" for none.
func (l look) added() string {
	if l.bg == "" {
		return ""
	}
	return ansi.NewStyle().BackgroundColor(lipgloss.Color(l.bg)).String()
}

func (t *Theme) toneSGR(p Pen) string {
	tone, ground := p&token, p>>groundAt&token
	switch {
	case t.tones == nil:
		return t.SGR(p & selected)
	case ground == 0 && p&selected != 0:
		return t.tones.selected[tone]
	}
	return t.tones.pairs[int(ground)*allTones+int(tone)]
}
