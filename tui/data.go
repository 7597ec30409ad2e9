package tui

import (
	"context"
	"fmt"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/figure"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// dataView is the Data screen: what was read and what is odd about it, and what
// the judgments are worth.
type dataView struct {
	base
	what, worth *document
	examining   job.Latest[examined, *core.Examination]
	lines       dataLines
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

func newDataView(a *Analysis) *dataView {
	v := &dataView{base: base{Analysis: a}, what: newDocument(0, a.change), worth: newDocument(listsWorth, a.change)}
	v.what.joins = true
	v.kind = about{
		tab: "5 Data", help: "the Data screen: what was read, what is odd, what it is worth",
		panes: []*pane{&v.what.pane, &v.worth.pane}, noteless: true,
	}
	return v
}

// place puts what was read beside what it is worth, or both in one.
func (v *dataView) place(b *body) {
	worth := b.area
	if b.mode == modeColumns {
		left, right := cutLeft(b.area, b.area.Dx()*9/20)
		b.put(&v.what.pane, left)
		worth = right
	}
	b.put(&v.worth.pane, worth)
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

// work finds out what the screen shows.
func (v *dataView) work() tea.Cmd {
	study, settings := v.opt.Study, v.shown.state.Settings
	return v.examining.Ask(v.runner(), job.Question[examined, *core.Examination]{
		Key: v.shown.state.examined(),
		Work: func(ctx context.Context, _ func(*core.Examination)) (*core.Examination, error) {
			return study.Examine(ctx, settings)
		},
		Took: func() tea.Cmd {
			if err := v.examining.Err; err != nil {
				v.toast.fail(err.Error())
			}
			return nil
		},
	})
}

// refresh makes the documents for the present layout.
func (v *dataView) refresh(b *body) {
	left, right := v.what.width(b), v.worth.width(b)
	if b.at(&v.what.pane).Empty() {
		left = right
	}
	if b.at(&v.worth.pane).Empty() {
		right = left
	}
	x, _ := v.examining.Answer(v.shown.state.examined())
	notes := v.notes()
	if k := &v.lines; k.read == nil || k.x != x || k.left != left || k.right != right || k.filter != v.filter.text || k.warnings != len(notes) || k.result != v.shown.result {
		*k = dataLines{x: x, warnings: len(notes), result: v.shown.result, left: left, right: right, filter: v.filter.text}
		ds := v.opt.Study.Data()
		k.odd, k.read = oddLines(notes, left), joined(readingLines(ds, left), boughtLines(&v.shown.result.Design, left))
		k.worth = []panel.Line{{Spans: []panel.Span{{Text: "examining…", Pen: theme.Muted}}}}
		if x != nil {
			k.worth = worthOf(ds, x, right, &v.filter)
		}
	}
	title, lines := "What it is worth", v.lines.worth
	if b.mode != modeColumns {
		title, lines = "Data", joined(v.lines.odd, v.lines.read, v.lines.worth)
		if v.shown.result.Objects < core.FewObjects { // then reliabilities come first
			lines = joined(v.lines.odd, v.lines.worth, v.lines.read)
		}
	}
	v.what.show(b, "What was read", joined(v.lines.odd, v.lines.read))
	v.worth.show(b, title+v.filter.label(), lines)
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

// sentence is the size of the data and, once it is known, how reliable the
// judgments are.
func (v *dataView) sentence() string {
	ds, r := v.opt.Study.Data(), v.shown.result
	sum := ds.Summary()
	by := "raters who are not known"
	if sum.Raters > 0 {
		by = figure.CountOf(sum.Raters, "rater")
	}
	text := fmt.Sprintf("%s: %s of %s of %s by %s; the label is %s, of %s", chart.Clean(ds.Name), figure.CountOf(sum.Judgments, "judgment"),
		figure.CountOf(len(ds.Attributes), "attribute"), figure.CountOf(sum.Objects, "object"), by,
		chart.Clean(r.Label), figure.CountOf(r.Objects, "object"))
	low, high := -1, -1
	for i := range r.Attributes {
		rel := r.Attributes[i].Reliability()
		if math.IsNaN(rel) {
			continue
		}
		if low < 0 || rel < r.Attributes[low].Reliability() {
			low = i
		}
		if high < 0 || rel > r.Attributes[high].Reliability() {
			high = i
		}
	}
	if low < 0 {
		return text
	}
	named := func(i int) string {
		return fmt.Sprintf("%s (%s)", figure.Share(r.Attributes[i].Reliability()), chart.Clean(r.Attributes[i].Name))
	}
	return fmt.Sprintf("%s; one judgment has a reliability from %s to %s", text, named(low), named(high))
}

// table is the reliabilities of the attributes and, below, the raters.
func (v *dataView) table(t *tsv) string {
	x, known := v.examining.Answer(v.shown.state.examined())
	if !known {
		return ""
	}
	t.head("attribute", "objects", "judgments", "reliability", "reliability_5", "judgments_80", "note")
	for i := range x.Attributes {
		at := &x.Attributes[i]
		t.row(at.Name, at.Objects, at.Judgments, at.Reliability(), at.ReliabilityOf(5), at.JudgmentsFor(aim), at.Unusable())
	}
	what := t.counted("attribute")
	raters := v.opt.Study.Data().Raters
	if len(raters) == 0 {
		return what
	}
	t.WriteByte('\n')
	t.head("rater", "objects", "judgments", "severity", "agreement")
	for i, name := range raters {
		w := &x.Raters[i]
		t.row(name, w.Objects, w.Judgments, w.Severity, w.Agreement)
	}
	return what + " and " + figure.CountOf(len(raters), "rater")
}
