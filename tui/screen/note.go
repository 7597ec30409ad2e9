package screen

import (
	"fmt"

	"fms-tui/core/report/figure"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// note is the first of the notes, and how many more the help has.
type note struct {
	text string // "" for none
	more int
}

// noteOf is the note to show.
func (a *Scene) noteOf() note {
	notes := a.Notes()
	if len(notes) == 0 {
		return note{}
	}
	return note{AdviseKeys(notes[0].Message, notes[0].Remedies...), len(notes) - 1}
}

// lead is what stands before the text.
func (n note) lead() []panel.Span {
	spans := []panel.Span{{Text: "! ", Pen: theme.Warning.Strong()}}
	if n.more > 0 {
		spans = append(spans, panel.Span{Text: fmt.Sprintf("(? shows %s) ", figure.CountOf(n.more, "more note")), Pen: theme.Muted})
	}
	return spans
}

func (n note) width() int { return chart.Width(panel.Plain(n.lead()) + n.text) }

// NoteRows is how many lines the notes take on a terminal of w columns: none, one, or
// two where one has been too long at some budget.
func (l *look) NoteRows(w int) int {
	switch {
	case !l.Noted:
		return 0
	case l.longNote > w-2:
		return 2
	}
	return 1
}

// NoteLines is the note in at most n lines of w columns: all of it, or as much as makes
// sense.
func (l *look) NoteLines(w, rows int) []panel.Line {
	if l.note.text == "" || rows <= 0 || w <= 2 {
		return nil
	}
	lines := func(text string) []panel.Line {
		return wrapSpans(append(l.note.lead(), panel.Span{Text: text, Pen: theme.Warning}), w-2)
	}
	text := l.note.text
	for {
		if all := lines(text); len(all) <= rows {
			return all
		}
		shorter := chart.Shorter(text)
		if shorter == "" {
			break
		}
		text = shorter
	}
	all := lines(text)
	last := panel.Plain(all[rows-1].Spans) + " …"
	return append(all[:rows-1:rows-1], panel.Line{Spans: []panel.Span{{Text: chart.Truncate(last, w-2), Pen: theme.Warning}}})
}
