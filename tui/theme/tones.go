package theme

import (
	"fmt"
	"math"
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
	toneLevels = 15 // shades of a hue: as many repeats have one of their own
	toneBits   = 4
	allTones   = hues << toneBits
	groundAt   = 9 // where the ground's tone begins in a Pen
)

// ToneOf is the shade of an algorithm's pen for so many repeats.
func ToneOf(pen Pen, repeats int) Tone {
	if repeats <= 0 {
		return 0
	}
	hue := hueBaseline
	switch pen.Token() {
	case Full:
		hue = hueFull
	case Scoring:
		hue = hueScoring
	case Exchange:
		hue = hueExchange
	}
	return Tone(hue<<toneBits | min(repeats, toneLevels))
}

// Tones is the pen of a cell that shows one tone on the ground of another, so that
// a half block shows two. Selected has an effect where there is no other ground.
func Tones(tone, ground Tone) Pen { return tones | Pen(tone) | Pen(ground)<<groundAt }

// HasTones tells whether the theme tells shades apart. Where it does not, pens of
// tones look like plain text, and the number of repeats is to be written.
func (t *Theme) HasTones() bool { return t.tones != nil }

// ramp is the weakest and the strongest colour of a hue.
type ramp [2]string

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
		for level := 1; level <= toneLevels; level++ {
			r, g, b := ramps[hue].at(math.Log(float64(level)) / math.Log(toneLevels))
			fg[hue<<toneBits|level] = fmt.Sprintf("\x1b[0;38;2;%d;%d;%dm", r, g, b)
			bg[hue<<toneBits|level] = fmt.Sprintf("\x1b[48;2;%d;%d;%dm", r, g, b)
		}
	}
	r, g, b := channels(selectedBg)
	for tone := range fg {
		for ground := range bg {
			t.pairs[ground*allTones+tone] = fg[tone] + bg[ground]
		}
		t.selected[tone] = fg[tone] + fmt.Sprintf("\x1b[48;2;%d;%d;%dm", r, g, b)
	}
	return t
}

// at is the colour at share s of the ramp, 0 to 1.
func (p ramp) at(s float64) (r, g, b int) {
	var from, to [3]int
	from[0], from[1], from[2] = channels(p[0])
	to[0], to[1], to[2] = channels(p[1])
	mix := func(i int) int { return from[i] + int(math.Round(s*float64(to[i]-from[i]))) }
	return mix(0), mix(1), mix(2)
}

// channels reads #rrggbb.
func channels(hex string) (r, g, b int) {
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &r, &g, &b); err != nil {
		panic("theme: no colour: " + hex)
	}
	return r, g, b
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
