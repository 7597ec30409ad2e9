package panel

import (
	"image"
	"math"
	"strings"
	"testing"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// TestRoll: a block stands where repeats reach a new height, hollow beyond the budget; the
// compared algorithm's roll is shown where the active one never asks; digits tell the repeats
// where there are no colours.
func TestRoll(t *testing.T) {
	active, compared := [][]int{}, [][]int{}
	for _, n := range []int{0, 1, 1, 0, 2, 2, 3, 3} {
		active, compared = append(active, []int{n, 0, 0}), append(compared, []int{0, n, 0})
	}
	rolls := &Rolls{At: 5, By: [2]Buyer{{Pen: theme.Full, Repeats: active}, {Pen: theme.Scoring, Repeats: compared}}}
	draw := func(attribute int) (text string, pens []theme.Pen) {
		c := chart.New(8, 1)
		rolls.draw(c, 0, 8, 0, Roll{Of: attribute})
		for x := range 8 {
			sign, pen := c.At(x, 0)
			text, pens = text+sign, append(pens, pen)
		}
		return text, pens
	}
	for attribute, want := range []string{" ■─ ■│□─", " ■─ ■│□─", "     │  "} {
		text, pens := draw(attribute)
		hue := []theme.Pen{theme.Full, theme.Scoring, theme.Text}[attribute]
		if text != want || attribute < 2 && (pens[1] != hue || pens[6] != hue.Ahead()) || pens[5] != theme.Cursor {
			t.Errorf("the roll of %d is %q in %v, want %q", attribute, text, pens, want)
		}
	}
	rolls.Digits = true
	if text, _ := draw(0); text != " 1─ 2│3─" {
		t.Errorf("in digits the roll is %q", text)
	}
}

// TestReceiptParts: every part of a receipt is found where it is drawn, at every size, and
// what does not fit is counted.
func TestReceiptParts(t *testing.T) {
	r := Receipt{Head: Item{Left: []Span{{Text: "head"}}}, Brief: []Span{{Text: "brief", Does: 90}}}
	for i := range 9 {
		r.Items = append(r.Items, Item{Left: []Span{{Text: "  1 × "}, {Text: "name", Does: i + 1}}, Right: []Span{{Text: "right", Does: 50 + i}}, Count: 1})
		r.More = append(r.More, Item{Left: []Span{{Text: "more", Does: 70 + i}}})
	}
	r.Foot = []Item{{Left: []Span{{Text: "total"}}}, {Left: []Span{{Text: "next", Does: 80}}}}
	for h := 1; h < 40; h++ {
		if n := len(r.lines(h)); n != h {
			t.Fatalf("%d lines in %d rows", n, h)
		}
		c := chart.New(30, h)
		r.Draw(c)
		rows := strings.Split(chart.Strip(c.String(theme.Mono())), "\n")
		for y, item := range r.lines(h) {
			if item == nil {
				continue
			}
			for _, p := range append(item.Left, item.Right...) {
				before, _, found := strings.Cut(rows[y], p.Text)
				if got := c.TargetAt(image.Pt(chart.Width(before), y)); !found || got != p.Does {
					t.Fatalf("at %d rows line %d is %q, and %q does %v, want %v", h, y, rows[y], p.Text, got, p.Does)
				}
			}
		}
	}
	if got := r.lines(7)[4].Left[0].Text; got != "  6 × 6 others" {
		t.Errorf("the rest is %q", got)
	}
}

// TestSlider: the thumb stands at its share of the track and hides marks; without a range there is
// none.
func TestSlider(t *testing.T) {
	for want, s := range map[string]*Slider{
		"●─────────┤": {Fraction: 0},
		"┝━━━━●────┤": {Fraction: .5},
		"┝━━━━━━━━━●": {Fraction: 2},
		"├─────────┤": {Fraction: math.NaN()},
		"┝━┬━━●──┬─┤": {Fraction: .5, Marks: []chart.SliderMark{{Fraction: .2, Rune: '┬'}, {Fraction: .5, Rune: '┬'}, {Fraction: .8, Rune: '┬'}, {Fraction: math.NaN(), Rune: '┬'}}},
	} {
		c := chart.New(11, 1)
		s.drawTrack(c)
		if got := chart.Strip(c.String(theme.Mono())); got != want {
			t.Errorf("%+v shows %q, want %q", s, got, want)
		}
	}
}

// TestChartSmall: no size panics, nor do series without points, and no chart is drawn or
// pressed where there is none.
func TestChartSmall(t *testing.T) {
	for _, p := range []*Chart{
		{Title: "t", Empty: "nothing is chosen"},
		{Plot: chart.Plot{Series: []chart.Series{{}}}, Legend: []Span{{Text: "legend"}}},
		{Plot: chart.Plot{Series: []chart.Series{{Name: "full", X: []float64{1}, Y: []float64{math.NaN()}}}}},
	} {
		for _, w := range []int{1, 7, 60} {
			for _, h := range []int{1, 2, 3, 12} {
				c := chart.New(w, h)
				if p.Draw(c); c.TargetAt(image.Pt(w/2, h/2)) != nil {
					t.Errorf("%d×%d: there is no chart to press", w, h)
				}
			}
		}
	}
}
