package figure

import "testing"

// TestProgress: pieces come with their rate and the time left, in a unit that fits.
func TestProgress(t *testing.T) {
	for _, c := range []struct {
		done, of int
		want     string
	}{
		{0, 0, "learning · 4 s"},
		{0, 10, "learning · 4 s"},
		{20, 0, "learning · 20 · 5.0 a second · 4 s"},
		{2, 10, "learning · 2 of 10 · 0.50 a second · 16 s left"},
		{4, 1204, "learning · 4 of 1,204 · 1.0 a second · 20 min left"},
		{1, 5001, "learning · 1 of 5,001 · 0.25 a second · 6 h left"},
		{10, 10, "learning · 10 of 10 · 2.5 a second · 0 s left"},
	} {
		if got := Progress("learning", c.done, c.of, 4); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
