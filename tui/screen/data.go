package screen

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

// DataView is the Data screen: what was read and what is odd about it, and what
// the judgments are worth.
type DataView struct {
	base
	What, Worth *Document
	Examining   job.Latest[Examined, *core.Examination]
	lines       dataLines
}

// Examined is what an examination depends on.
type Examined struct {
	Label  string
	Raters model.Raters
	psd    model.Projection
	design string // with its sheets
}

// Equal compares what examinations depend on.
func (x Examined) Equal(o Examined) bool { return x == o }

func newDataView(a *Analysis) *DataView {
	v := &DataView{base: base{Analysis: a}, What: newDocument(0, a.Change), Worth: newDocument(ListsWorth, a.Change)}
	v.What.Joins = true
	v.kind = About{
		Tab: "4 Data", Help: "the Data screen: what was read, what is odd, what it is worth",
		Panes: []*Pane{&v.What.Pane, &v.Worth.Pane}, Noteless: true,
	}
	return v
}

// Place puts what was read beside what it is worth, or both in one.
func (v *DataView) Place(b *Body) {
	worth := b.Area
	if b.Mode == modeColumns {
		left, right := cutLeft(b.Area, b.Area.Dx()*9/20)
		b.put(&v.What.Pane, left)
		worth = right
	}
	b.put(&v.Worth.Pane, worth)
}

func (s State) Examined() Examined {
	design := s.Settings.Design.String()
	for _, sheet := range s.Settings.Design.Sheets {
		design += "\n" + sheet.String()
	}
	return Examined{s.Settings.Label, s.Settings.Raters, s.Settings.PSD, design}
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

// Work finds out what the screen shows.
func (v *DataView) Work() tea.Cmd {
	study, settings := v.Opt.Study, v.Shown.State.Settings
	return v.Examining.Ask(v.Runner(), job.Question[Examined, *core.Examination]{
		Key: v.Shown.State.Examined(),
		Work: func(ctx context.Context, _ func(*core.Examination)) (*core.Examination, error) {
			return study.Examine(ctx, settings)
		},
		Took: func() tea.Cmd {
			if err := v.Examining.Err; err != nil {
				v.Toast.Fail(err.Error())
			}
			return nil
		},
	})
}

// Refresh makes the documents for the present layout.
func (v *DataView) Refresh(b *Body) {
	left, right := v.What.width(b), v.Worth.width(b)
	if b.At(&v.What.Pane).Empty() {
		left = right
	}
	if b.At(&v.Worth.Pane).Empty() {
		right = left
	}
	x, _ := v.Examining.Answer(v.Shown.State.Examined())
	notes := v.Notes()
	if k := &v.lines; k.read == nil || k.x != x || k.left != left || k.right != right || k.filter != v.Filter.Text || k.warnings != len(notes) || k.result != v.Shown.Result {
		*k = dataLines{x: x, warnings: len(notes), result: v.Shown.Result, left: left, right: right, filter: v.Filter.Text}
		ds := v.Opt.Study.Data()
		k.odd, k.read = OddLines(notes, left), Joined(ReadingLines(ds, left), boughtLines(&v.Shown.Result.Design, left))
		k.worth = []panel.Line{{Spans: []panel.Span{{Text: "examining…", Pen: theme.Muted}}}}
		if x != nil {
			k.worth = worthOf(ds, x, right, &v.Filter)
		}
	}
	title, lines := "What it is worth", v.lines.worth
	if b.Mode != modeColumns {
		title, lines = "Data", Joined(v.lines.odd, v.lines.read, v.lines.worth)
		if v.Shown.Result.Objects < core.FewObjects { // then reliabilities come first
			lines = Joined(v.lines.odd, v.lines.worth, v.lines.read)
		}
	}
	v.What.show(b, "What was read", Joined(v.lines.odd, v.lines.read))
	v.Worth.show(b, title+v.Filter.label(), lines)
}

// boughtLines say how judgments of new objects are bought, and why so.
func boughtLines(d *core.Design, width int) []panel.Line {
	o := &Page{Width: width}
	o.heading("How judgments are bought (R)")
	o.say(theme.Muted, "%s: %s", d.Words(), d.Why)
	return o.Lines
}

// Joined puts parts of a document together with a blank line between them.
func Joined(parts ...[]panel.Line) []panel.Line {
	lines := slices.Clone(parts[0])
	for _, p := range parts[1:] {
		lines = append(append(lines, panel.Line{}), p...)
	}
	return lines
}

// Sentence is the size of the data and, once it is known, how reliable the
// judgments are.
func (v *DataView) Sentence() string {
	ds, r := v.Opt.Study.Data(), v.Shown.Result
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

// Table is the reliabilities of the attributes and, below, the raters.
func (v *DataView) Table(t *Tsv) string {
	x, known := v.Examining.Answer(v.Shown.State.Examined())
	if !known {
		return ""
	}
	t.head("attribute", "objects", "judgments", "reliability", "reliability_5", "judgments_80", "note")
	for i := range x.Attributes {
		at := &x.Attributes[i]
		t.Row(at.Name, at.Objects, at.Judgments, at.Reliability(), at.ReliabilityOf(5), at.JudgmentsFor(aim), at.Unusable())
	}
	what := t.counted("attribute")
	raters := v.Opt.Study.Data().Raters
	if len(raters) == 0 {
		return what
	}
	t.head("rater", "objects", "judgments", "severity", "agreement")
	for i, name := range raters {
		w := &x.Raters[i]
		t.Row(name, w.Objects, w.Judgments, w.Severity, w.Agreement)
	}
	return what + " and " + figure.CountOf(len(raters), "rater")
}
