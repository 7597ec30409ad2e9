package chart

import (
	"fmt"
	"image"
	"math/rand/v2"
	"testing"

	"github.com/charmbracelet/x/vt"

	"fms-tui/internal/fresh"
	"fms-tui/tui/theme"
)

// scribbled is a canvas with texts of all kinds, some of another canvas: but combining
// accents, which the emulator puts elsewhere.
func scribbled(rng *rand.Rand, w, h int, like *Canvas) *Canvas {
	c := New(w, h)
	if like != nil {
		copy(c.grid.cells, like.grid.cells)
		c.grid.clusters = append([]string(nil), like.grid.clusters...)
	}
	texts := []string{"a", "female 12", "⣿⠶⠒", "日本語", "👩‍👩‍👧x", "क्षि", "━━╸▆▀", "        ", "مرحبا"}
	for range rng.IntN(6) {
		pen := []theme.Pen{theme.Text, theme.Full, theme.Muted.Selected(), theme.Honest.Strong()}[rng.IntN(4)]
		c.Text(rng.IntN(w), rng.IntN(h), texts[rng.IntN(len(texts))], pen)
	}
	if rng.IntN(8) == 0 {
		c.Fill(image.Rect(0, 0, rng.IntN(w)+1, rng.IntN(h)+1), ' ', theme.Text)
	}
	return c
}

// cellsShown are the cells of a terminal with their styles.
func cellsShown(e *vt.Emulator, w, h int) string {
	var all []byte
	for y := range h {
		for x := range w {
			cell := e.CellAt(x, y)
			all = fmt.Appendf(all, "%q %v\n", cell.Content, cell.Style)
		}
	}
	return string(all)
}

// TestChanges: what changes from frame to frame leads to the cells that a terminal shows
// to which the last frame alone was written; and what has not changed writes nothing.
func TestChanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 41), 0))
	th := theme.Dark()
	for range fresh.Share(60) {
		w, h := 1+rng.IntN(30), 1+rng.IntN(5)
		changed := vt.NewEmulator(w, h)
		var before *Canvas
		for range 12 {
			next := scribbled(rng, w, h, before)
			_, _ = changed.Write(next.Changes(nil, before, th))
			whole := vt.NewEmulator(w, h)
			_, _ = whole.Write(next.Changes(nil, nil, th))
			if got, want := cellsShown(changed, w, h), cellsShown(whole, w, h); got != want {
				t.Fatalf("%d×%d:\n%s\nis shown in place of\n%s", w, h, changed.Render(), whole.Render())
			}
			if again := next.Changes(nil, next, th); len(again) > 0 {
				t.Fatalf("what has not changed writes %q", again)
			}
			before = next
		}
	}
}

// TestChangesWhole: a terminal shows a frame that is written as a whole as the text of the
// canvas says.
func TestChangesWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(fresh.Seed(t, 42), 0))
	for range fresh.Share(60) {
		w, h := 1+rng.IntN(30), 1+rng.IntN(5)
		c := scribbled(rng, w, h, scribbled(rng, w, h, nil))
		e := vt.NewEmulator(w, h)
		_, _ = e.Write(c.Changes(nil, nil, theme.Mono()))
		for y := range h {
			for x := range w {
				want, _ := c.At(x, y)
				got := e.CellAt(x, y).Content
				if want == "" || len(want) > 1 && want[0] >= 0x80 { // cells that terminals disagree about
					continue
				}
				if got != want && got+want != " " {
					t.Fatalf("(%d, %d) shows %q, want %q", x, y, got, want)
				}
			}
		}
	}
}

// TestChangesFew: a cell that changes is written with one move, and those that are far are
// not written again.
func TestChangesFew(t *testing.T) {
	before, next := New(80, 3), New(80, 3)
	before.Text(3, 1, "abc", theme.Text)
	next.Text(3, 1, "abd", theme.Text)
	if got := string(next.Changes(nil, before, theme.Mono())); got != "\x1b[2;6Hd" {
		t.Errorf("one letter changes by %q", got)
	}
	next.Text(60, 1, "x", theme.Text)
	if got := string(next.Changes(nil, before, theme.Mono())); got != "\x1b[2;6Hd\x1b[2;61Hx" {
		t.Errorf("two letters change by %q", got)
	}
}
