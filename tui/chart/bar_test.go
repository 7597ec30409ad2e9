package chart

import (
	"testing"

	"fms-tui/tui/theme"
)

// bare is the text of a canvas of one row, trailing blanks cut.
func bare(w int, f func(c *Canvas)) string {
	c := New(w, 1)
	f(c)
	return Strip(c.String(theme.Mono()))
}

func TestSignedBar(t *testing.T) {
	for _, tc := range []struct {
		width int
		value float64
		want  string
	}{
		{5, 0.2, "  │╸"},
		{5, 0.8, "  │━╸"},
		{5, -1, "━━│"},
		{5, -0.3, " ╺│"},
		{5, nan, "  │"},
		{3, 9, " │━"},
		{0, 1, ""},
	} {
		got := bare(9, func(c *Canvas) { c.SignedBar(0, 0, tc.width, tc.value, theme.Bad, theme.Good, theme.Axis) })
		if got != tc.want {
			t.Errorf("SignedBar(%d, %g) = %q, want %q", tc.width, tc.value, got, tc.want)
		}
	}
}

func TestBarsEverySize(t *testing.T) {
	for w := range 161 {
		c := New(w, 4)
		f := float64(w%11) / 10
		c.Text(0, 0, BarText(f, w), theme.Full)
		c.SignedBar(0, 2, w, 2*f-1, theme.Bad, theme.Good, theme.Axis)
		requireFrame(t, c, w, 4)
		for y := range 4 {
			// One step past the width must not be touched.
			wide := New(w+1, 4)
			wide.Text(0, y, BarText(2, w), theme.Full)
			wide.SignedBar(0, y, w, 2, theme.Full, theme.Full, theme.Full)
			if s, _ := wide.At(w, y); s != " " {
				t.Fatalf("width %d: %q beyond the end", w, s)
			}
		}
	}
}

func TestSliderRoundTrip(t *testing.T) {
	for w := 1; w <= 250; w++ {
		for col := range w {
			if got := SliderCol(SliderShare(col, w), w); got != col {
				t.Fatalf("width %d: column %d means a share in column %d", w, col, got)
			}
		}
		if SliderShare(-4, w) != 0 || w > 1 && SliderShare(w+4, w) != 1 {
			t.Errorf("width %d: a share beside the track", w)
		}
	}
	if a, b, c := SliderCol(-inf, 9), SliderCol(inf, 9), SliderCol(nan, 9); a != 0 || b != 8 || c != 0 {
		t.Errorf("infinite shares lie in columns %d and %d, NaN in %d", a, b, c)
	}
}
