package theme

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"
)

type named struct {
	theme       *Theme
	looks       *looks
	column      int
	backgrounds []string
}

func themes() []named {
	return []named{
		{Dark(), looksOf(inDark), inDark, []string{"#101216", "#000000", "#1c1c1c"}},
		{Light(), looksOf(inLight), inLight, []string{"#ffffff"}},
		{Mono(), looksOf(inMono), inMono, nil},
	}
}

// TestPens: every token has a look; every pen switches the terminal whatever came before, by SGR
// alone, and shows selection; the hues of full, scoring and honest belong to no other token.
func TestPens(t *testing.T) {
	sgr := regexp.MustCompile(`^\x1b\[(0(;[0-9]+)*)?m$`)
	for _, th := range themes() {
		name := th.theme.Name
		for p := range Pen(modified) {
			if s := th.theme.SGR(p); p.Token() < tokens && !sgr.MatchString(s) {
				t.Errorf("%s: pen %d is %q", name, p, s)
			}
		}
		if s := th.theme.SGR(Text); s != ansi.ResetStyle {
			t.Errorf("%s: plain text is %q: the terminal's own foreground expected", name, s)
		}
		for p := range tokens {
			if painted[p][th.column] == "" || th.theme.SGR(p) == th.theme.SGR(p.Selected()) {
				t.Errorf("%s: token %d has no look, or does not show selection", name, p)
			}
			for _, own := range []Pen{Full, Scoring, Honest} {
				if l := th.looks[p]; p != own && (l == th.looks[own] && own < p && p <= Honest || l.fg == th.looks[own].fg && name != "mono") {
					t.Errorf("%s: token %d looks as token %d", name, p, own)
				}
			}
		}
	}
	if s := strings.Join(Mono().sgr[:], ""); strings.Contains(s, "38;") || strings.Contains(s, "48;") {
		t.Error("mono uses a colour")
	}
}

// graphics are the tokens that paint lines and shapes only; WCAG asks 3:1 of
// them and 4.5:1 of text.
var graphics = map[Pen]bool{Border: true, Guide: true, Track: true}

// onBand are the tokens that are drawn on the band of the honest loss.
var onBand = map[Pen]bool{Full: true, Scoring: true, Honest: true, Exchange: true, Baseline: true, Cursor: true}

func TestContrast(t *testing.T) {
	for _, th := range themes()[:2] {
		for p := range tokens {
			for _, q := range []Pen{p, p.Selected(), p.Shaded()} {
				l := th.looks.pen(q)
				if l.fg == "" || p == Band || q == p.Shaded() && !onBand[p] {
					continue
				}
				grounds := th.backgrounds
				if l.bg != "" {
					grounds = []string{l.bg}
				}
				want := 4.5
				if graphics[p] || q == p.Shaded() {
					want = 3
				}
				for _, bg := range grounds {
					if got := contrast(t, l.fg, bg); got < want {
						t.Errorf("%s: token %d, %s on %s: contrast %.2f, want %.1f", th.theme.Name, p, l.fg, bg, got, want)
					}
				}
			}
		}
	}
}

// TestColourBlind: full, scoring and honest stay apart, pairwise, for full
// protanopia, deuteranopia and tritanopia. A CIEDE2000 difference of 0.15
// (15 in the usual scale) is far beyond what is just noticeable (about 1).
func TestColourBlind(t *testing.T) {
	curves := []Pen{Full, Scoring, Honest}
	for _, th := range themes()[:2] {
		for name, m := range deficiencies {
			for i, p := range curves {
				for _, q := range curves[:i] {
					a, b := seen(t, m, th.looks[p].fg), seen(t, m, th.looks[q].fg)
					if d := a.DistanceCIEDE2000(b); d < 0.15 {
						t.Errorf("%s, %s: tokens %d and %d are %.3f apart", th.theme.Name, name, p, q, d)
					}
				}
			}
		}
	}
}

// deficiencies holds the simulation matrices for linear RGB of Machado,
// Oliveira & Fernandes 2009, severity 1.
var deficiencies = map[string][9]float64{
	"normal":       {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritanopia":   {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

func seen(t *testing.T, m [9]float64, c string) colorful.Color {
	r, g, b := parse(t, c).LinearRgb()
	return colorful.LinearRgb(m[0]*r+m[1]*g+m[2]*b, m[3]*r+m[4]*g+m[5]*b, m[6]*r+m[7]*g+m[8]*b).Clamped()
}

// contrast is WCAG 2's ratio of relative luminances, 1 to 21.
func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(parse(t, a)), luminance(parse(t, b))
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c colorful.Color) float64 {
	r, g, b := c.LinearRgb()
	return 0.2126*r + 0.7152*g + 0.0722*b
}

func parse(t *testing.T, s string) colorful.Color {
	t.Helper()
	c, err := colorful.Hex(s)
	if err != nil {
		t.Fatal(fmt.Errorf("colour %q: %w", s, err))
	}
	return c
}
