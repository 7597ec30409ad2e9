package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// dataView is the Data screen: what was read and what is odd about it, and what
// the judgments are worth.
type dataView struct {
	x       *core.Examination // nil while it is not known
	of      examined          // what x was asked for
	pending examined          // what is being computed
	asked   bool
	lines   dataLines
}

// examined is what an examination depends on.
type examined struct {
	label  string
	raters model.Raters
	psd    model.Projection
	design string // with its sheets
}

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

// examine computes aside what the Data screen shows, if it is not known yet.
func (a *app) examine() tea.Cmd {
	want := a.shown.state.examined()
	v := &a.data
	if v.x != nil && v.of == want || v.asked && v.pending == want {
		return nil
	}
	v.asked, v.pending = true, want
	ctx, study, settings := a.root, a.opt.Study, a.shown.state.Settings
	return func() tea.Msg {
		x, err := study.Examine(ctx, settings)
		return examinedMsg{want, x, err}
	}
}

// examined takes what the Data screen shows, unless something else is wanted by
// now.
func (a *app) examined(m examinedMsg) {
	v := &a.data
	if v.asked && v.pending == m.of {
		v.asked = m.err != nil // an error would come again
	}
	if m.err != nil {
		if a.root.Err() == nil {
			a.toast.fail(m.err.Error())
		}
		return
	}
	v.x, v.of = m.x, m.of
	a.change()
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
	var x *core.Examination
	if v.of == a.shown.state.examined() {
		x = v.x
	}
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
