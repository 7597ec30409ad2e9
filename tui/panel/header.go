package panel

import (
	"image"
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

// Tab is the key and the name of a screen.
type Tab struct {
	Name string
	Off  bool // the screen does not apply to the data
	Does any  // what a press on it is about
}

// Fact is something to know of the data or of what is shown.
type Fact struct {
	Text  string
	Short string // in fewer words; "" where there are none
	Rank  int    // where there is no room, facts of a higher rank leave first
}

const program = "fms-tui"

// left returns the spans from the left edge; label is the index of the first that
// names the label. Facts take fewer words, then they leave by rank, then the
// program's name, then the end of the data's, until all fit in w.
func (h *Header) left(w int) (spans []Span, label int) {
	const gap = 3
	bare, _ := h.spans(nil, true)
	room := w - spansWidth(bare)
	for _, short := range []bool{false, true} {
		columns, natural, told := make([]report.Column, len(h.Facts)), make([]int, len(h.Facts)), []string(nil)
		for i, f := range h.Facts {
			if short && f.Short != "" {
				f.Text = f.Short
			}
			columns[i].Priority, natural[i], told = f.Rank+1, chart.Width(f.Text), append(told, f.Text)
		}
		kept, _ := report.Fit(columns, natural, room-gap, gap)
		if len(kept) < len(told) && !short {
			continue
		}
		for k, i := range kept {
			told[k] = told[i]
		}
		if spans, label = h.spans(told[:len(kept)], true); spansWidth(spans) <= w {
			return spans, label
		}
	}
	spans, label = h.spans(nil, false)
	name := &spans[1].Text
	*name = chart.Truncate(*name, max(w-spansWidth(spans)+chart.Width(*name), nameLeast/2))
	return spans, label
}

// spans are the names of program, data and label with some facts, or the data's and
// the label's alone.
func (h *Header) spans(told []string, full bool) (spans []Span, label int) {
	spans = []Span{{" ", theme.Text}}
	if full {
		spans = append(spans, Span{program, theme.Accent}, Span{"  ", theme.Text})
	}
	spans = append(spans, Span{h.Name, theme.Title})
	for _, f := range told {
		spans = append(spans, Span{" · ", theme.Faint}, Span{f, theme.Muted})
	}
	mark := ""
	if h.Choose {
		mark = " ▾"
	}
	spans = append(spans, Span{" · ", theme.Faint})
	label = len(spans)
	if full {
		spans = append(spans, Span{"label ", theme.Muted})
	}
	return append(spans, Span{h.Label + mark, theme.Text}), label
}

// namesWidth is from where the names of all screens are shown: what else stands on
// the line gives way.
const namesWidth = 80

// names are the screens' names in a header w wide. Without room, screens that are not
// shown have only their keys.
func (h *Header) names(w int) []string {
	names := make([]string, len(h.Tabs))
	for i, t := range h.Tabs {
		if names[i] = t.Name; i != h.Screen && w < namesWidth {
			names[i], _, _ = strings.Cut(t.Name, " ")
		}
	}
	return names
}

// tabs returns where each screen's name stands in a header w wide.
func (h *Header) tabs(w int) []image.Rectangle {
	x := w
	names := h.names(w)
	out := make([]image.Rectangle, len(names))
	for i := len(names) - 1; i >= 0; i-- {
		n := chart.Width(names[i]) + 2
		if n == 3 && i != h.Screen {
			n = 2 // a key alone
		}
		x -= n
		out[i] = image.Rect(x, 0, x+n, 1)
	}
	if x < w/4 {
		return nil // no room: the number keys still work
	}
	return out
}

// room is the width left of the tabs, and of what is being computed: in as many words as
// leave room for the names of data and label.
func (h *Header) room(w int) (room int, doing string) {
	if tabs := h.tabs(w); len(tabs) > 0 {
		w = tabs[0].Min.X - 1
	}
	if len(h.Doing) == 0 {
		return w, ""
	}
	names, _ := h.spans(nil, false)
	least := spansWidth(names) - max(0, chart.Width(h.Name)-nameLeast/2)
	for _, doing = range h.Doing {
		if room = w - chart.Width(doing) - 2; room >= least {
			break
		}
	}
	return room, doing
}

// LabelAt is the column where the label's name begins on a line w wide.
func (h *Header) LabelAt(w int) int {
	room, _ := h.room(w)
	spans, label := h.left(room)
	return spansWidth(spans[:label])
}

// Draw draws the line.
func (h *Header) Draw(c *chart.Canvas) {
	w, _ := c.Size()
	room, doing := h.room(w)
	spans, label := h.left(room)
	end := drawSpans(c, 0, 0, room, spans)
	c.Target(image.Rect(spansWidth(spans[:label]), 0, end, 1), h.Labels)
	if doing != "" {
		c.TextMax(end+2, 0, doing, room+chart.Width(doing)-end, theme.Warning)
	}
	names := h.names(w)
	for i, r := range h.tabs(w) {
		pen := theme.Muted
		if h.Tabs[i].Off {
			pen = theme.Excluded
		}
		if i == h.Screen {
			pen = theme.Chip
			c.Fill(r, ' ', pen)
		}
		x := r.Max.X - 1 - chart.Width(names[i])
		c.Text(x, 0, names[i], pen)
		c.Target(image.Rect(x, 0, r.Max.X-1, 1), h.Tabs[i].Does)
	}
}

// Hint is a key and what it does, in the footer.
type Hint struct {
	Key, Text string
	Rank      int  // hints of the highest rank leave first where there is no room
	Off       bool // not to be done now
	Does      any  // what a press on it is about
}

// Footer is the last line: the keys to know. Hints that do not fit are left
// out whole.
type Footer struct {
	Hints []Hint
	Steps string // what to do first, left of the hints; "" for nothing
}

const hintGap = 2

// Draw draws the line.
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
		c.Text(x+c.Text(x, 0, h.Key, key)+1, 0, h.Text, text)
		c.Target(image.Rect(x, 0, x+natural[i], 1), h.Does)
		x += natural[i] + hintGap
	}
}
