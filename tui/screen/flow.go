package screen

import (
	"strings"

	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
)

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
