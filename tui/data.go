package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// dataView is the Data screen: what was read and what is odd about it, and what
// the judgments are worth.
type dataView struct {
	examining job.Latest[examined, *core.Examination]
	lines     dataLines
}

// examined is what an examination depends on.
type examined struct {
	label  string
	raters model.Raters
	psd    model.Projection
	design string // with its sheets
}

// Equal compares what examinations depend on.
func (x examined) Equal(o examined) bool { return x == o }

func (s State) examined() examined {
	design := s.Settings.Design.String()
	for _, sheet := range s.Settings.Design.Sheets {
		design += "\n" + sheet.String()
	}
	return examined{s.Settings.Label, s.Settings.Raters, s.Settings.PSD, design}
}

// dataLines are kept from frame to frame: with many attributes they are long.
type dataLines struct {
	x           *core.Examination
	warnings    int
	result      *core.Result
	left, right int // widths
	filter      string
	odd         []panel.Line
	read, worth []panel.Line
}

// examine finds out what the Data screen shows.
func (a *app) examine() tea.Cmd {
	study, settings := a.opt.Study, a.shown.state.Settings
	return a.data.examining.Ask(a.runner(), job.Question[examined, *core.Examination]{
		Key: a.shown.state.examined(),
		Work: func(ctx context.Context, _ func(*core.Examination)) (*core.Examination, error) {
			return study.Examine(ctx, settings)
		},
		Took: func() tea.Cmd {
			if err := a.data.examining.Err; err != nil {
				a.toast.fail(err.Error())
			}
			return nil
		},
	})
}

// lookData makes the documents of the Data screen for the present layout.
func (a *app) lookData() {
	v, l := &a.data, a.layout()
	left, right := l.panes[paneRead].Dx()-documentEdge, l.panes[paneWorth].Dx()-documentEdge
	if l.panes[paneRead].Empty() {
		left = right
	}
	if l.panes[paneWorth].Empty() {
		right = left
	}
	x, _ := v.examining.Answer(a.shown.state.examined())
	notes := a.notes()
	if k := &v.lines; k.read == nil || k.x != x || k.left != left || k.right != right || k.filter != a.filter.text || k.warnings != len(notes) || k.result != a.shown.result {
		*k = dataLines{x: x, warnings: len(notes), result: a.shown.result, left: left, right: right, filter: a.filter.text}
		ds := a.opt.Study.Data()
		k.odd, k.read = oddLines(notes, left), joined(readingLines(ds, left), boughtLines(&a.shown.result.Design, left))
		k.worth = []panel.Line{{Spans: []panel.Span{{Text: "examining…", Pen: theme.Muted}}}}
		if x != nil {
			k.worth = worthOf(ds, x, right, &a.filter)
		}
	}
	read, worth := &a.look.documents[paneRead], &a.look.documents[paneWorth]
	*read = panel.Document{Title: "What was read", Lines: joined(v.lines.odd, v.lines.read)}
	*worth = panel.Document{Title: "What it is worth" + a.filter.label(), Lines: v.lines.worth}
	if !slices.Contains(a.choices(true), paneRead) {
		worth.Title = "Data" + a.filter.label()
		worth.Lines = joined(v.lines.odd, v.lines.read, v.lines.worth)
		if a.shown.result.Objects < core.FewObjects { // then reliabilities come first
			worth.Lines = joined(v.lines.odd, v.lines.worth, v.lines.read)
		}
	}
	a.setDocument(paneRead, &l)
	a.setDocument(paneWorth, &l)
}

// boughtLines say how judgments of new objects are bought, and why so.
func boughtLines(d *core.Design, width int) []panel.Line {
	o := &page{width: width}
	o.heading("How judgments are bought (R)")
	o.say(theme.Muted, "%s: %s", d.Words(), d.Why)
	return o.lines
}

// joined puts parts of a document together with a blank line between them.
func joined(parts ...[]panel.Line) []panel.Line {
	lines := slices.Clone(parts[0])
	for _, p := range parts[1:] {
		lines = append(append(lines, panel.Line{}), p...)
	}
	return lines
}

// documentEdge is the width of a document's box and margins.
const documentEdge = 4
