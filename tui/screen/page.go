package screen

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"fms-tui/core"
	tables "fms-tui/core/report"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// Page is a document being written: lines of at most the given width.
type Page struct {
	ds    *model.Dataset
	x     *core.Examination
	Width int
	Lines []panel.Line

	filter *filter // of the attributes listed
}

func (o *Page) line(pen theme.Pen, format string, args ...any) {
	o.Lines = append(o.Lines, panel.Line{Spans: []panel.Span{{Text: fmt.Sprintf(format, args...), Pen: pen}}})
}

func (o *Page) heading(text string) {
	if len(o.Lines) > 0 {
		o.Lines = append(o.Lines, panel.Line{})
	}
	o.say(theme.Title, "%s", text)
}

// say writes a sentence in as many lines as it takes.
func (o *Page) say(pen theme.Pen, format string, args ...any) {
	for _, l := range chart.Wrap(fmt.Sprintf(format, args...), max(o.Width, 20)) {
		o.line(pen, "%s", l)
	}
}

// table writes a table, without the columns that have no room.
func (o *Page) table(columns []tables.Column, rows [][]panel.Cell) {
	o.Lines = append(o.Lines, panel.Grid(tableOf(columns, rows), o.Width)...)
}

// tableOf is a table of cells.
func tableOf(columns []tables.Column, rows [][]panel.Cell) *tables.Table {
	t := &tables.Table{Columns: columns}
	for _, row := range rows {
		cells := make([]tables.Value, len(row))
		for i := range row {
			cells[i] = row[i]
		}
		t.Row(cells...)
	}
	return t
}

// factWidth is the width of the names of facts.
const factWidth = 13

func (o *Page) fact(name, text string) {
	width := max(factWidth, ansi.StringWidth(name)+1) // a long name has its text behind it
	for i, l := range chart.Wrap(text, max(o.Width-width, 12)) {
		if i > 0 {
			name = ""
		}
		o.Lines = append(o.Lines, panel.Line{Spans: []panel.Span{{Text: pad(name, width), Pen: theme.Muted}, {Text: strings.TrimSpace(l)}}})
	}
}

// flow fills a few lines with sentences of spans, as long as they fit.
type flow struct {
	w, most int
	spans   []panel.Span
	lines   []panel.Line
}

// add puts a sentence behind the others if there is room for it. The first one is
// taken whatever room there is.
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
