package screen

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"fms-tui/core"
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
