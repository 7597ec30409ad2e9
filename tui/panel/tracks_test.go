package panel

import (
	"testing"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// TestTracks: a track runs on, weaker, over budgets that do not ask between budgets that
// do; digits stand where there are more repeats than at any smaller budget; where
// another line shows the tracks nothing but B's line is drawn.
func TestTracks(t *testing.T) {
	full, scoring := []int{0, 1, 0, 2, 2, 3}, []int{0, 0, 1, 0, 1, 1}
	table := Table{Active: theme.Full, Compared: theme.Scoring, At: 5}
	for k, repeats := range [][]int{full, scoring} {
		for _, n := range repeats {
			table.Tracks[k] = append(table.Tracks[k], []int{n})
		}
	}
	draw := func(h Halves, shared bool) (text string, pens []theme.Pen) {
		table.Halves = h
		c := chart.New(6, 1)
		table.drawTracks(c, Place{W: 6}, 0, 0, shared)
		for x := range 6 {
			s, pen := c.At(x, 0)
			text, pens = text+s, append(pens, pen)
		}
		return text, pens
	}
	text, pens := draw(HalfBlocks, false)
	if text != " ▀▀▀▀█" {
		t.Errorf("half blocks are %q", text)
	}
	for x, want := range []theme.Pen{
		1: theme.Tones(theme.ToneOf(theme.Full, 1), 0),
		2: theme.Tones(theme.PausedTone(theme.Full), theme.ToneOf(theme.Scoring, 1)),
		3: theme.Tones(theme.ToneOf(theme.Full, 2), theme.PausedTone(theme.Scoring)),
		4: theme.Tones(theme.ToneOf(theme.Full, 2), theme.ToneOf(theme.Scoring, 1)),
		5: theme.Cursor,
	} {
		if x > 0 && pens[x] != want {
			t.Errorf("column %d has pen %x, want %x", x, pens[x], want)
		}
	}
	for h, want := range map[Halves]string{DotLines: " 1\u28c12\u28c9█", Specks: " 1\u28c02\u28c9█"} {
		if text, _ := draw(h, false); text != want {
			t.Errorf("dots are %q, want %q", text, want)
		}
	}
	if text, _ := draw(HalfBlocks, true); text != "     │" {
		t.Errorf("shared tracks are %q", text)
	}
}

// TestExplanation: a clause is said whole or not at all, as long as the first has room.
func TestExplanation(t *testing.T) {
	e := Explanation{Lead: "/x: 3 of 9", Clauses: []string{"noise 40%: raters agree in part", "3 judgments reach reliability .80"}}
	for _, c := range []struct {
		w, rows, free int
		want          string
	}{
		{90, 1, 0, "/x: 3 of 9 · noise 40%: raters agree in part; 3 judgments reach reliability .80|"},
		{76, 1, 0, "/x: 3 of 9 · noise 40%: raters agree in part|"},
		{50, 2, 0, "/x: 3 of 9 · noise 40%: raters agree in part; 3|  judgments reach reliability .80|"},
		{50, 2, 20, "/x: 3 of 9 · noise 40%: raters agree in part|"},
		{20, 2, 0, "/x: 3 of 9 · noise|40%: raters agree i…|"},
	} {
		got := ""
		for _, l := range e.lines(c.w, c.rows, c.free) {
			got += l + "|"
		}
		if got != c.want {
			t.Errorf("%d columns, %d rows: %q, want %q", c.w, c.rows, got, c.want)
		}
	}
}

// TestClauses: a text that is too long ends after a clause.
func TestClauses(t *testing.T) {
	const text = "copies needs the judgments themselves, and as many of each: none here"
	for w, want := range map[int]string{80: text, 60: "copies needs the judgments themselves, and as many of each", 40: "copies needs the judgments themselves", 12: "copies need…"} {
		if got := chart.Clauses(text, w); got != want {
			t.Errorf("%d columns: %q, want %q", w, got, want)
		}
	}
}
