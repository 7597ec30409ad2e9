package panel

import (
	"image"
	"math"
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Span is a piece of text in one pen.
type Span struct {
	Text string
	Pen  theme.Pen
}

// drawSpans writes spans one after another from x, and returns the column
// after the last. Nothing is drawn from column limit on.
func drawSpans(c *chart.Canvas, x, y, limit int, spans []Span) int {
	for _, s := range spans {
		if x >= limit {
			break
		}
		x += c.TextMax(x, y, s.Text, limit-x, s.Pen)
	}
	return x
}

func spansWidth(spans []Span) int {
	w := 0
	for _, s := range spans {
		w += chart.Width(s.Text)
	}
	return w
}

// Header is the first line: what data these are, and the screens there are.
type Header struct {
	Name    string   // of the data
	Facts   []string // objects, attributes, judgments a cell
	Label   string
	Choose  bool // there are other labels to choose from
	Busy    bool // figures are being computed
	Screens []string
	Screen  int // index of the one shown
}

const program = "fms-tui"

// left returns the spans from the left edge; label is the index of the one
// that names the label. Facts are dropped from the end until all fit in w.
func (h *Header) left(w int) (spans []Span, label int) {
	for n := len(h.Facts); ; n-- {
		spans = []Span{{" ", theme.Text}, {program, theme.Accent}, {"  ", theme.Text}, {h.Name, theme.Title}}
		for _, f := range h.Facts[:n] {
			spans = append(spans, Span{" · ", theme.Faint}, Span{f, theme.Muted})
		}
		mark := ""
		if h.Choose {
			mark = " ▾"
		}
		spans = append(spans, Span{" · ", theme.Faint}, Span{"label ", theme.Muted}, Span{h.Label + mark, theme.Text})
		if n == 0 || spansWidth(spans) <= w {
			return spans, len(spans) - 1
		}
	}
}

// tabs returns where each screen's name stands in a header w wide.
func (h *Header) tabs(w int) []image.Rectangle {
	x := w
	out := make([]image.Rectangle, len(h.Screens))
	for i := len(h.Screens) - 1; i >= 0; i-- {
		n := chart.Width(h.Screens[i]) + 2
		x -= n
		out[i] = image.Rect(x, 0, x+n, 1)
	}
	if x < w/2 {
		return nil // no room: the number keys still work
	}
	return out
}

// ScreenAt returns the index of the screen whose name is at column x, or -1.
func (h *Header) ScreenAt(x, w int) int {
	for i, r := range h.tabs(w) {
		if image.Pt(x, 0).In(r) {
			return i
		}
	}
	return -1
}

// room is the width left of the tabs.
func (h *Header) room(w int) int {
	if tabs := h.tabs(w); len(tabs) > 0 {
		return tabs[0].Min.X - 1
	}
	return w
}

// OnLabel tells whether the label's name is at column x.
func (h *Header) OnLabel(x, w int) bool {
	room := h.room(w)
	spans, label := h.left(room)
	from := spansWidth(spans[:label-1])
	return x >= from && x < min(from+spansWidth(spans[label-1:]), room)
}

// Draw draws the line.
func (h *Header) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	room := h.room(w)
	spans, _ := h.left(room)
	end := drawSpans(c, 0, 0, room, spans)
	if h.Busy {
		c.TextMax(end+2, 0, "computing…", room-end-2, theme.Warning)
	}
	for i, r := range h.tabs(w) {
		pen := theme.Muted
		if i == h.Screen {
			pen = theme.Chip
			c.Fill(r, ' ', pen)
		}
		c.Text(r.Min.X+1, 0, h.Screens[i], pen)
	}
}

// Slider is the line of the budget: its track, its value and, where there is
// room beside it, the readout.
type Slider struct {
	Budget   string
	Longest  int     // width of the longest value, so that the track does not move
	Fraction float64 // of the range, in [0,1]; NaN where there is no range
	Readout  []Span  // drawn on the line if Inline
	Reserve  int     // columns kept for the readout if Inline
	Inline   bool
}

const sliderName = " Budget "

// track is where the slider's track lies on a line w wide.
func (s *Slider) track(w int) image.Rectangle {
	x := chart.Width(sliderName)
	end := w - (3 + 4 + s.Longest) // " B = 20 "
	if s.Inline {
		end -= s.Reserve + 2
	}
	return image.Rect(x, 0, max(end, x), 1)
}

// FractionAt returns the share of the range that column x of a line w wide
// stands for, clamped to [0,1], and false where there is no track.
func (s *Slider) FractionAt(x, w int) (float64, bool) {
	t := s.track(w)
	if t.Dx() < 2 {
		return 0, false
	}
	return chart.SliderValue(x-t.Min.X, 0, 1, t.Dx()), true
}

// Draw draws the line.
func (s *Slider) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	c.Text(0, 0, sliderName, theme.Muted)
	t := s.track(w)
	chart.Slider{Fraction: s.Fraction}.Draw(c, t)
	x := t.Max.X + 1
	x += c.Text(x, 0, "B = ", theme.Muted)
	c.Text(x, 0, s.Budget, theme.Accent.Strong())
	if s.Inline {
		drawSpans(c, w-s.Reserve-1, 0, w, s.Readout)
	}
}

// Line is a line of spans, such as the readout or a note.
type Line struct{ Spans []Span }

// Draw draws the line.
func (l *Line) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	drawSpans(c, 1, 0, w, l.Spans)
}

// Plain is the text of spans.
func Plain(spans []Span) string {
	var s strings.Builder
	for _, p := range spans {
		s.WriteString(p.Text)
	}
	return s.String()
}

// Hint is a key and what it does, in the footer.
type Hint struct {
	Key, Text string
	Rank      int // hints of the highest rank leave first where there is no room
}

func (h Hint) width() int { return chart.Width(h.Key) + 1 + chart.Width(h.Text) }

// Footer is the last line: the keys to know. Hints that do not fit are left
// out whole.
type Footer struct{ Hints []Hint }

const hintGap = 2

// places returns where each hint stands on a line w wide; empty rectangles for
// those left out.
func (f *Footer) places(w int) []image.Rectangle {
	rank := math.MaxInt
	for f.total(rank) > w && rank >= 0 {
		highest := -1
		for _, h := range f.Hints {
			if h.Rank < rank {
				highest = max(highest, h.Rank)
			}
		}
		rank = highest
	}
	out := make([]image.Rectangle, len(f.Hints))
	x := 1
	for i, h := range f.Hints {
		if h.Rank < rank {
			out[i] = image.Rect(x, 0, x+h.width(), 1)
			x += h.width() + hintGap
		}
	}
	return out
}

// total is the width that the hints below a rank take.
func (f *Footer) total(rank int) int {
	x := 1
	for _, h := range f.Hints {
		if h.Rank < rank {
			x += h.width() + hintGap
		}
	}
	return x - hintGap + 1
}

// HintAt returns the index of the hint at column x, or -1.
func (f *Footer) HintAt(x, w int) int {
	for i, r := range f.places(w) {
		if image.Pt(x, 0).In(r) {
			return i
		}
	}
	return -1
}

// Draw draws the line.
func (f *Footer) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	for i, r := range f.places(w) {
		if r.Empty() {
			continue
		}
		x := r.Min.X + c.Text(r.Min.X, 0, f.Hints[i].Key, theme.Key)
		c.Text(x+1, 0, f.Hints[i].Text, theme.Muted)
	}
}

// Prompt is the line in which the user types.
type Prompt struct {
	Name  string
	Value []rune
	At    int    // position of the cursor in Value
	Hint  string // what would be accepted, or what is wrong
	Bad   bool
}

// layout returns where the value begins, how many runes of it are cut off on
// the left so that the cursor shows, and the cursor's column.
func (p *Prompt) layout(w int) (from, skip, cursor int) {
	from = chart.Width(p.Name) + 2
	width := func(r []rune) int { return chart.Width(string(r)) }
	for skip < p.At && from+width(p.Value[skip:p.At]) >= w-1 {
		skip++
	}
	return from, skip, from + width(p.Value[skip:p.At])
}

// Cursor returns the column of the text cursor on a line w wide.
func (p *Prompt) Cursor(w int) int {
	_, _, x := p.layout(w)
	return x
}

// Draw draws the line.
func (p *Prompt) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	from, skip, _ := p.layout(w)
	c.TextMax(1, 0, p.Name, w-1, theme.Accent)
	x := from + c.Text(from, 0, string(p.Value[skip:]), theme.Text.Strong())
	pen := theme.Faint
	if p.Bad {
		pen = theme.Bad
	}
	c.TextMax(x+2, 0, p.Hint, w-x-2, pen)
}
