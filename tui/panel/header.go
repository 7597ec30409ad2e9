package panel

import (
	"image"
	"math"
	"strings"

	"fms-tui/core/report"
	"fms-tui/tui/chart"
	"fms-tui/tui/theme"
)

// Header is the first line: what data these are, and the screens there are.
type Header struct {
	Name   string // of the data
	Facts  []Fact // objects, attributes, judgments a cell
	Label  string
	Choose bool     // there are other labels to choose from
	Labels any      // what a press on the label is about
	Doing  []string // what is being computed, in fewer and fewer words; nil for nothing
	Tabs   []Tab
	Screen int // index of the one shown
}

type Tab struct {
	Name string
	Off  bool // the screen does not apply to the data
	Does any  // what a press on it is about
}

// Fact is something to know of the data or of what is shown.
type Fact struct {
	Text string
	Rank int // where there is no room, facts of a higher rank leave first
}

// What leaves last where there is no room for the facts, and the least of the data's name.
const (
	program, labelled   = "fms-tui", "label "
	programRank         = 1
	dataLeast, betweens = 5, 3
)

// left are the spans from the left edge to column w. Facts leave by rank, then the program's name,
// then the end of the data's, until all fit.
func (h *Header) left(w int) []Span {
	label := h.Label
	if h.Choose {
		label += " ▾"
	}
	parts := []Span{{Text: program, Pen: theme.Accent}, {Text: h.Name, Pen: theme.Title}}
	columns := []report.Column{{Priority: programRank}, {}}
	// the program's name is nearer to the next than others, and so is the word before the label
	natural := []int{chart.Width(program) - 1, chart.Width(h.Name)}
	for _, f := range h.Facts {
		parts = append(parts, Span{Text: f.Text, Pen: theme.Muted})
		columns, natural = append(columns, report.Column{Priority: programRank + 1 + f.Rank}), append(natural, chart.Width(f.Text))
	}
	parts = append(parts, Span{labelled, theme.Muted, h.Labels}, Span{label, theme.Text, h.Labels})
	columns = append(columns, report.Column{Priority: programRank}, report.Column{})
	natural = append(natural, chart.Width(labelled)-betweens, chart.Width(label))
	kept, _ := report.Fit(columns, natural, w-1, betweens)
	spans, name := []Span{{Text: " "}}, 0
	for k, i := range kept {
		switch {
		case k == 0:
		case parts[kept[k-1]].Text == program:
			spans = append(spans, Span{Text: "  "})
		case parts[kept[k-1]].Text != labelled:
			spans = append(spans, Span{Text: " · ", Pen: theme.Faint})
		}
		if i == 1 {
			name = len(spans)
		}
		spans = append(spans, parts[i])
	}
	spans[name].Text = chart.Truncate(h.Name, max(chart.Width(h.Name)+min(w-Width(spans), 0), dataLeast))
	return spans
}

// namesWidth is from where the names of all screens are shown: what else stands on the line gives way.
const namesWidth = 90

// tabs are the screens' names, and where they begin in a header w wide. Without room, screens that
// are not shown have only their keys; with none at all the number keys still work.
func (h *Header) tabs(w int) (x int, spans []Span) {
	for i, t := range h.Tabs {
		name, pen, blank := t.Name, theme.Muted, Span{Text: " "}
		switch {
		case i == h.Screen:
			pen, blank.Pen = theme.Chip, theme.Chip
		case t.Off:
			pen = theme.Excluded
		}
		key, _, _ := strings.Cut(name, " ")
		if i != h.Screen && w < namesWidth {
			spans = append(spans, Span{key, pen, t.Does}, blank)
		} else {
			spans = append(spans, blank, Span{name, pen, t.Does}, blank)
		}
	}
	if x = w - Width(spans); x < w/4 {
		return w, nil
	}
	return x, spans
}

// Draw draws the left part, what is being computed, in as many words as leave room for the names of
// data and label, and the tabs.
func (h *Header) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	x, tabs := h.tabs(w)
	room, doing := w, ""
	if tabs != nil {
		room = x - 1
	}
	most := room
	for _, doing = range h.Doing {
		if room = most - chart.Width(doing) - 2; room >= dataLeast+betweens+1+chart.Width(h.Label) {
			break
		}
	}
	end := drawSpans(c, 0, 0, room, h.left(room))
	c.TextMax(end+2, 0, doing, room+chart.Width(doing)-end, theme.Warning)
	drawSpans(c, x, 0, w, tabs)
}

// Hint is a key and what it does, in the footer.
type Hint struct {
	Key, Text string
	Rank      int  // hints of the highest rank leave first where there is no room
	Off       bool // not to be done now
	Does      any  // what a press on it is about
}

// Footer is the last line: the keys to know. Hints that do not fit are left out whole.
type Footer struct {
	Hints []Hint
	Steps string // what to do first, left of the hints; "" for nothing
}

const hintGap = 2

func (f *Footer) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	x := 1
	if f.Steps != "" {
		x += c.TextMax(1, 0, f.Steps, w-1, theme.Muted) + 2*hintGap
	}
	columns, natural := make([]report.Column, len(f.Hints)), make([]int, len(f.Hints))
	for i, h := range f.Hints {
		columns[i].Priority, natural[i] = h.Rank+1, chart.Width(h.Key)+1+chart.Width(h.Text)
	}
	kept, _ := report.Fit(columns, natural, w-x-1, hintGap)
	for _, i := range kept {
		h, key, text := &f.Hints[i], theme.Key, theme.Muted
		if h.Off {
			key, text = theme.Faint, theme.Faint
		}
		x = hintGap + drawSpans(c, x, 0, w, []Span{{h.Key, key, h.Does}, {" ", theme.Text, h.Does}, {h.Text, text, h.Does}})
	}
}

// Slider is the line of what can be dragged: its track and its value.
type Slider struct {
	Name     string // of what is dragged
	Symbol   string // of its value
	Value    string
	Unit     string  // of the axis
	Longest  int     // width of the longest value, so that the track does not move
	Fraction float64 // of the range, in [0,1]; NaN where there is no range
	Marks    []chart.SliderMark
	Held     bool // the thumb is being dragged
	// Columns are the first column of the track and the one after the last, where it
	// shares them with what lies above and below; zero: all between name and value.
	Columns [2]int
	Axis    chart.Budgets // with Columns: its ticks are drawn
}

// Draw draws the line, and with Columns below it, where there is a second one, the ticks' labels.
func (s *Slider) Draw(c *chart.Canvas) {
	w, h := c.Size()
	if s.Columns == [2]int{} {
		from := c.Text(0, 0, " "+s.Name+" ", theme.Muted)
		to := max(w-(3+chart.Width(s.Symbol+" = ")+s.Longest), from)
		s.drawTrack(c.Sub(image.Rect(from, 0, to, 1)))
		s.drawValue(c, to+1)
		return
	}
	t := image.Rect(s.Columns[0], 0, min(s.Columns[1], w), 1)
	s.drawTrack(c.Sub(t))
	if t.Min.X >= sliderNamed {
		s.drawValue(c, 1)
	}
	c.TextMax(t.Max.X+1, 0, s.Unit, w-t.Max.X-1, theme.Muted)
	if h > 1 {
		drawTicks(c, t.Min.X, 1, t.Dx(), s.Axis, s.thumb(t.Dx()), s.Value)
	}
}

func (s *Slider) thumb(w int) int {
	if math.IsNaN(s.Fraction) {
		return -1
	}
	return chart.Place(s.Fraction, w)
}

// drawTrack draws the track with its thumb: ├━━━━●────┤.
func (s *Slider) drawTrack(c *chart.Canvas) {
	w, _ := c.Size()
	dial, thumb := c.Dial(func(x int) float64 { return chart.SliderShare(x, w) }), s.thumb(w)
	if w > 1 {
		c.Target(c.Bounds(), dial)
	}
	set := func(x int, passed, ahead rune) {
		if x < thumb {
			c.Set(x, 0, passed, theme.Thumb)
		} else {
			c.Set(x, 0, ahead, theme.Track)
		}
	}
	for x := range w {
		set(x, '━', '─')
	}
	if s.Columns != [2]int{} {
		ticks, _ := s.Axis.Ticks(w)
		for _, v := range ticks {
			set(s.Axis.Col(v, w), '┷', '┴')
		}
	}
	set(w-1, '┤', '┤')
	set(0, '┝', '├')
	for _, m := range s.Marks {
		if m.Fraction >= 0 && m.Fraction <= 1 {
			x := chart.Place(m.Fraction, w)
			c.Set(x, 0, m.Rune, m.Pen)
			c.Target(image.Rect(x, 0, x+1, 1), chart.Marked{On: dial})
		}
	}
	if thumb >= 0 { // it hides a mark
		c.Target(image.Rect(thumb, 0, thumb+1, 1), dial)
		pen := theme.Thumb
		if s.Held {
			pen = pen.Selected()
		}
		c.Set(thumb, 0, '●', pen)
	}
}

// sliderNamed is from which first column of the track the value stands left of it: the receipt does otherwise.
const sliderNamed = AxisLabels + 1

func (s *Slider) drawValue(c *chart.Canvas, x int) {
	x += c.Text(x, 0, s.Symbol+" = ", theme.Muted)
	c.Text(x, 0, s.Value, theme.Accent.Strong())
}
