package screen

import (
	"fmt"
	"slices"
	"strings"

	tables "fms-tui/core/report"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Page is a document being written: lines of at most the given width.
type Page struct {
	Width  int
	Lines  []panel.Line
	filter *filter // of the attributes that reports list; nil for all
}

// report writes what a command prints of the same: its sentences and tables.
func (o *Page) report(r *tables.Report) {
	_ = r.Read(func(item any, isApart bool) error { // of the screen's tables there is no error
		if isApart {
			o.Space()
		}
		switch item := item.(type) {
		case tables.Line:
			pen := theme.Muted
			if item.Heading {
				pen = theme.Title
			}
			o.Say(pen, "%s", item.Text)
		case tables.Findings:
			for _, text := range item {
				o.Say(theme.Muted, "- %s", text)
			}
		case *tables.Table:
			o.reported(item)
		}
		return nil
	})
}

// reported writes a table of a report, of the attributes that the filter keeps.
func (o *Page) reported(t *tables.Table) {
	first := slices.IndexFunc(t.Columns, func(c tables.Column) bool { return c.Head == "attribute" || c.Head == "halo" })
	if first >= 0 && o.filter != nil && o.filter.On() {
		kept := *t
		kept.Rows, kept.Shown = nil, nil
		for i, row := range t.Rows {
			if name, ok := row[first].(string); ok && o.filter.Keeps(name) && (t.Shown == nil || slices.Contains(t.Shown, i)) {
				kept.Rows = append(kept.Rows, row)
			}
		}
		if t = &kept; len(kept.Rows) == 0 {
			return
		}
	}
	if len(t.Rows) > 0 && slices.ContainsFunc(t.Columns, func(c tables.Column) bool { return c.Head != "" }) {
		o.Lines = append(o.Lines, panel.Grid(t, o.Width)...)
	}
}

func (o *Page) Space() { o.Lines = append(o.Lines, panel.Line{}) }

func (o *Page) Heading(text string) {
	if len(o.Lines) > 0 {
		o.Space()
	}
	o.Say(theme.Title, "%s", text)
}

func (o *Page) Say(pen theme.Pen, format string, args ...any) {
	for _, l := range chart.Wrap(fmt.Sprintf(format, args...), max(o.Width, 20)) {
		o.Lines = append(o.Lines, panel.Line{Spans: []panel.Span{{Text: l, Pen: pen}}})
	}
}

// factWide is how far a fact's text ends from its name at most.
const factWide = 48

// fact is a name, and a text at the right edge, or below the name where that leaves too little room.
func (o *Page) fact(name, text string) {
	w := min(o.Width, factWide)
	if blank := w - chart.Width(name) - chart.Width(text); blank > 0 {
		o.Lines = append(o.Lines, panel.Line{Spans: []panel.Span{{Text: name + strings.Repeat(" ", blank), Pen: theme.Muted}, {Text: text, Pen: theme.Text.Strong()}}})
		return
	}
	o.Say(theme.Muted, "%s", name)
	o.Marked(panel.Span{Text: "  "}, text, theme.Text.Strong())
}

// Marked writes a text behind a mark, in as many lines as it takes.
func (o *Page) Marked(mark panel.Span, text string, pen theme.Pen) {
	width := chart.Width(mark.Text)
	for i, l := range chart.Wrap(text, max(o.Width-width, 12)) {
		if i > 0 {
			mark.Text = Pad("", width)
		}
		o.Lines = append(o.Lines, panel.Line{Spans: []panel.Span{mark, {Text: strings.TrimSpace(l), Pen: pen}}})
	}
}

// flow fills a few lines with sentences of spans, as long as they fit.
type flow struct {
	w, most int
	spans   []panel.Span
	lines   []panel.Line
}

// add puts a sentence behind the others if there is room for it. The first one is taken whatever room there is.
func (f *flow) add(spans []panel.Span) bool {
	all := spans
	if len(f.spans) > 0 {
		all = append(append(f.spans[:len(f.spans):len(f.spans)], panel.Span{Text: " "}), spans...)
	}
	lines := wrapSpans(all, f.w)
	if len(lines) > f.most {
		return false
	}
	f.spans, f.lines = all, lines
	return true
}

// hard is a blank at which no line is broken.
const hard = "\u00a0"

// wrapSpans breaks spans into lines of at most w columns, at their blanks.
func wrapSpans(spans []panel.Span, w int) []panel.Line {
	var lines []panel.Line
	var line, word []panel.Span
	lineWidth, wordWidth := 0, 0
	end := func() {
		switch {
		case len(word) == 0:
			return
		case lineWidth > 0 && lineWidth+1+wordWidth <= w:
			line = append(line, panel.Span{Text: " ", Pen: word[0].Pen})
			lineWidth++
		case lineWidth > 0:
			lines = append(lines, panel.Line{Spans: line})
			line, lineWidth = nil, 0
		}
		line = append(line, word...)
		lineWidth, word, wordWidth = lineWidth+wordWidth, nil, 0
	}
	for _, s := range spans {
		for i, part := range strings.Split(chart.Clean(s.Text), " ") {
			if i > 0 {
				end()
			}
			if part = strings.ReplaceAll(part, hard, " "); part != "" {
				word, wordWidth = append(word, panel.Span{Text: part, Pen: s.Pen}), wordWidth+chart.Width(part)
			}
		}
	}
	end()
	return append(lines, panel.Line{Spans: line})
}

func Pad(s string, width int) string {
	return s + strings.Repeat(" ", max(width-chart.Width(s), 0))
}

// cleaned are names of the data as a terminal may show them.
func cleaned(names []string) (out []string) {
	for _, n := range names {
		out = append(out, chart.Clean(n))
	}
	return out
}
