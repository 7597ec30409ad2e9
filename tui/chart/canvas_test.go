package chart

import (
	"image"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"fms-tui/core/report/figure"
	"fms-tui/tui/theme"
)

// requireFrame checks what every painted canvas promises: h lines of exactly w
// columns by either measure, no escape but our own pens, plain at each end.
func requireFrame(t *testing.T, c *Canvas, w, h int) {
	t.Helper()
	th := theme.Dark()
	if h == 0 {
		return
	}
	lines := strings.Split(c.String(th), "\n")
	if len(lines) != h {
		t.Fatalf("%d lines, want %d", len(lines), h)
	}
	for y, line := range lines {
		if got := ansi.StringWidth(line); got != w {
			t.Fatalf("line %d is %d columns wide, want %d: %q", y, got, w, line)
		}
		if got := ansi.StringWidthWc(line); got != w {
			t.Fatalf("line %d is %d columns wide by runes, want %d: %q", y, got, w, line)
		}
		bare := ansi.Strip(line)
		if i := strings.IndexFunc(bare, unicode.IsControl); i >= 0 {
			t.Fatalf("line %d holds a control character at %d: %q", y, i, bare)
		}
		if strings.Contains(line, "\x1b") && !plainAtEnd(line) {
			t.Fatalf("line %d does not end plain: %q", y, line)
		}
		if strings.ContainsRune(pens.Replace(line), '\x1b') {
			t.Fatalf("line %d holds a foreign escape: %q", y, line)
		}
	}
}

// pens removes the sequences of all pens of the dark theme.
var pens = func() *strings.Replacer {
	var pairs []string
	for p := range 512 {
		pairs = append(pairs, theme.Dark().SGR(theme.Pen(p)), "")
	}
	return strings.NewReplacer(pairs...)
}()

func plainAtEnd(line string) bool {
	i := strings.LastIndexByte(line, '\x1b')
	return strings.HasPrefix(line[i:], ansi.ResetStyle)
}

func TestClean(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"tall", "tall"},
		{"", ""},
		{"a\tb\r\nc", "a b  c"},
		{"\x1b[31mred\x1b[0m", "red"},
		{"\x1b]0;title\x07name", "name"},
		{"\x9b31mred", "\uFFFD31mred"},
		{"a\u009b31mb", "a31mb"},
		{"user\u202egnp", "usergnp"},
		{"zero\u200bwidth\u2066x\u2069", "zerowidthx"},
		{"e\u0301tude", "e\u0301tude"},
		{"\u0301x", "x"},
		{"bad\xff", "bad\uFFFD"},
		{"日本", "日本"},
		{"⚠\ufe0f", "⚠"},
		{"👩\u200d👩\u200d👧", "👩👩👧"},
		{"line\u2028two", "line two"},
	} {
		if got := Clean(tc.in); got != tc.want {
			t.Errorf("Clean(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestTruncate(t *testing.T) {
	for _, tc := range []struct {
		in    string
		width int
		want  string
	}{
		{"attractive", 10, "attractive"},
		{"attractive", 9, "attracti…"},
		{"attractive", 1, "…"},
		{"attractive", 0, ""},
		{"attractive", -3, ""},
		{"日本語", 6, "日本語"},
		{"日本語", 5, "日本…"},
		{"日本語", 4, "日…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
		{"", 3, ""},
	} {
		if got := Truncate(tc.in, tc.width); got != tc.want {
			t.Errorf("Truncate(%q, %d) = %q, want %q", tc.in, tc.width, got, tc.want)
		}
	}
}

// TestWideHalves: whichever half of a wide character is written over, the
// other half goes too.
func TestWideHalves(t *testing.T) {
	for x, want := range []string{"x 本", " x本", "日x ", "日 x"} {
		c := New(4, 1)
		c.Text(0, 0, "日本", theme.Full)
		c.Set(x, 0, 'x', theme.Text)
		if got := ansi.Strip(c.String(theme.Dark())); got != want {
			t.Errorf("x at %d: %q, want %q", x, got, want)
		}
	}
	c := New(4, 1)
	c.Text(0, 0, "日本", theme.Text)
	c.Text(1, 0, "語", theme.Text)
	if got := c.String(theme.Dark()); got != " 語 " {
		t.Errorf("a wide character between two: %q", got)
	}
}

func TestSub(t *testing.T) {
	c := New(10, 4)
	c.Fill(c.Bounds(), '·', theme.Text)
	sub := c.Sub(image.Rect(2, 1, 6, 3))
	sub.Text(0, 0, "abcdef", theme.Text)
	sub.Set(-1, 0, 'X', theme.Text)
	sub.Set(0, -1, 'X', theme.Text)
	deep := sub.Sub(image.Rect(2, 1, 9, 9))
	deep.Fill(deep.Bounds(), '#', theme.Text)
	want := "··········\n··abcd····\n····##····\n··········"
	if got := c.String(theme.Mono()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if w, h := deep.Size(); w != 7 || h != 8 {
		t.Errorf("a window keeps its size: %d×%d", w, h)
	}
	outside := c.Sub(image.Rect(20, 20, 25, 25))
	outside.Text(0, 0, "nothing", theme.Text)
	if s, _ := outside.At(0, 0); s != "" {
		t.Errorf("a cell outside of the grid is %q", s)
	}
}

// TestPaint: escapes only where the pen changes, and every line ends plain.
func TestPaint(t *testing.T) {
	th := theme.Dark()
	c := New(6, 2)
	c.Text(0, 0, "ab", theme.Full)
	c.Text(2, 0, "cd", theme.Full)
	c.Text(4, 1, "ef", theme.Bad)
	want := th.SGR(theme.Full) + "abcd" + ansi.ResetStyle + "  \n    " + th.SGR(theme.Bad) + "ef" + ansi.ResetStyle
	if got := c.String(th); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestSignsInASCII: a sign takes the blank behind it, an arrow only between blanks.
func TestSignsInASCII(t *testing.T) {
	for text, want := range map[string]string{"R² .59 ± .04": "R2 .59 +-.04", "a → b": "a ->b", "a→ b": "a> b", "±1": "~1", " ±": " ~"} {
		c := New(Width(text), 1)
		c.Text(0, 0, text, theme.Text)
		if got := ansi.Strip(c.String(theme.Mono().With(theme.ASCII))); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

// TestNeighbours: characters that join when written side by side must not
// change the width of a line: a flag of two halves, Hangul parts.
func TestNeighbours(t *testing.T) {
	for _, pair := range [][2]string{{"🇩", "🇪"}, {"ᄀ", "ᅡ"}, {"\u0600", "1"}, {"क\u094d", "ष"}} {
		for x := 1; x <= 2; x++ {
			c := New(8, 1)
			c.Text(0, 0, pair[0], theme.Text)
			c.Text(x, 0, pair[1], theme.Text)
			requireFrame(t, c, 8, 1)
		}
	}
}

func TestBox(t *testing.T) {
	c := New(60, 9)
	c.Sub(image.Rect(0, 0, 24, 5)).Box("Attributes", true, false)
	c.Sub(image.Rect(25, 0, 37, 4)).Box("Loss against budget", false, false)
	c.Sub(image.Rect(38, 0, 44, 3)).Box("B", false, false)
	c.Sub(image.Rect(45, 0, 49, 3)).Box("no room", false, false)
	c.Sub(image.Rect(50, 0, 52, 2)).Box("x", false, false)
	inner := c.Sub(image.Rect(0, 5, 20, 9)).Box("", false, false)
	c.Sub(image.Rect(0, 5, 20, 9)).Fill(inner, '▒', theme.Scoring)
	if r := c.Sub(image.Rect(55, 5, 56, 9)).Box("x", false, false); !r.Empty() {
		t.Errorf("a frame without inside has %v inside", r)
	}
	requireFrame(t, c, 60, 9)
	golden.RequireEqual(t, c.String(theme.Dark()))
}

func FuzzText(f *testing.F) {
	for _, s := range []string{
		"plain", "\x1b[31mred", "日本語", "e\u0301\u0301", "👩\u200d👩\u200d👧", "🇩🇪🇫", "\u202eabc", "\xff\xfe", "각", "\u0600\u0661", "\x1b]8;;x\x07y", "⚠\ufe0f⌚", "\u200d", "क्ष", "﷽", "\t\n\r",
	} {
		f.Add(s, 3, 10)
	}
	f.Fuzz(func(t *testing.T, s string, x, w int) {
		w = max(min(w, 60), -3)
		x = max(min(x, 80), -80)
		c := New(w, 3)
		c.Text(x, 0, s, theme.Honest)
		if got := c.TextMax(0, 1, s, w, theme.Full); got > max(w, 0) {
			t.Errorf("TextMax used %d of %d columns", got, w)
		}
		c.TextRight(w, 2, s, theme.Scoring)
		c.Text(x+1, 2, s, theme.Full)
		for _, r := range s {
			c.Set(x, 1, r, theme.Full)
			x++
		}
		requireFrame(t, c, max(w, 0), 3)
		if got := Width(Truncate(s, w)); got > max(w, 0) {
			t.Errorf("Truncate(%q, %d) is %d columns wide", s, w, got)
		}
		if once := Clean(s); Clean(once) != once || Width(once) != Width(s) {
			t.Errorf("Clean(%q) = %q, cleaned again %q", s, once, Clean(once))
		}
	})
}

// TestSimple: what is taken for simple measures and cleans as by the long way.
func TestSimple(t *testing.T) {
	for r := rune(0); r < 0x3000; r++ {
		s := string([]rune{'a', r, 'b'})
		n, ok := simple(s)
		if !ok {
			continue
		}
		if got := reduce(figure.Clean(ansi.Strip(s))); got != s || n != 3 || ansi.StringWidth(s) != 3 || ansi.StringWidthWc(s) != 3 {
			t.Errorf("%q (%U) is taken for simple, and is %q of %d columns", r, r, got, ansi.StringWidth(s))
		}
	}
}
