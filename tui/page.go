package tui

import (
	"fmt"
	"strings"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// page is a document being written: lines of at most so many columns.
type page struct {
	ds    *model.Dataset
	x     *core.Examination
	width int
	lines []panel.Line

	filter *filter // of the attributes listed
}

func (o *page) line(pen theme.Pen, format string, args ...any) {
	o.lines = append(o.lines, panel.Line{Spans: []panel.Span{{Text: fmt.Sprintf(format, args...), Pen: pen}}})
}

func (o *page) heading(text string) {
	if len(o.lines) > 0 {
		o.lines = append(o.lines, panel.Line{})
	}
	o.say(theme.Title, "%s", text)
}

// say writes a sentence in as many lines as it takes.
func (o *page) say(pen theme.Pen, format string, args ...any) {
	for _, l := range chart.Wrap(fmt.Sprintf(format, args...), max(o.width, 20)) {
		o.line(pen, "%s", l)
	}
}

// factWidth is the width of the names of facts.
const factWidth = 13

func (o *page) fact(name, text string) {
	for i, l := range chart.Wrap(text, max(o.width-factWidth, 12)) {
		if i > 0 {
			name = ""
		}
		o.lines = append(o.lines, panel.Line{Spans: []panel.Span{{Text: pad(name, factWidth), Pen: theme.Muted}, {Text: strings.TrimSpace(l)}}})
	}
}
