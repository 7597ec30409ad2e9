package screen

import (
	"context"
	"fmt"
	"math"

	tea "charm.land/bubbletea/v2"

	"fms-tui/core"
	"fms-tui/core/agreement"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/job"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// DataView is Data: what was read and what is found about it, how reliable the
// judgments are, and how raters agree.
type DataView struct {
	base
	What, Worth, Raters *Document
	Examining           job.Latest[Examined, *core.Examination]
	Agreeing            job.Latest[labelled, *agreement.Agreement]
	lines               dataLines
}

// labelled is what agreement depends on.
type labelled struct{ label string }

// Examined is what an examination depends on.
type Examined struct {
	Label  string
	Raters model.Raters
	psd    model.Projection
	design string // with its sheets
}

func newDataView(a *Session) *DataView {
	v := &DataView{base: base{Session: a}, What: newDocument(0, a.Change), Worth: newDocument(ListsWorth, a.Change), Raters: newDocument(0, a.Change)}
	v.What.Joins, v.Raters.Joins = true, true
	v.kind = About{
		Tab: "4 Data", Help: "show Data: what was read, findings, reliability, raters and how they agree",
		Panes: []*Pane{&v.What.Pane, &v.Worth.Pane, &v.Raters.Pane}, Noteless: true,
	}
	return v
}

// ratersWidth is from what width the raters stand in a column of their own.
const ratersWidth = 170

// Place puts what was read beside the reliabilities, and these beside the raters, or
// all in one.
func (v *DataView) Place(b *Body) {
	worth := b.Area
	switch {
	case b.Mode != modeColumns:
	case b.W >= ratersWidth:
		left, rest := cutLeft(b.Area, b.Area.Dx()/3)
		middle, right := cutLeft(rest, rest.Dx()/2)
		b.put(&v.What.Pane, left)
		b.put(&v.Raters.Pane, right)
		worth = middle
	default:
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
	dataKey
	odd, read, worth, raters []panel.Line
}

// dataKey is what the lines depend on.
type dataKey struct {
	x                   *core.Examination
	agreed              *agreement.Agreement
	warnings            int
	result              *core.Result
	left, middle, right int // widths; right is 0 where raters have no column of their own
	filter              string
	budget              model.Amount // the filter may ask what is bought
}

// Work finds out what the screen shows.
func (v *DataView) Work() tea.Cmd {
	study, settings := v.Opt.Study, v.Shown.State.Settings
	label := v.Shown.Result.Label
	return tea.Batch(v.Examining.Ask(v.Runner(), job.Question[Examined, *core.Examination]{
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
	}), v.Agreeing.Ask(v.Runner(), job.Question[labelled, *agreement.Agreement]{
		Key: labelled{label},
		Work: func(ctx context.Context, _ func(*agreement.Agreement)) (*agreement.Agreement, error) {
			return study.Agreement(ctx, label, agreement.Question{Replicates: agreementDraws, Seed: agreementSeed})
		},
	}))
}

// Refresh makes the documents for the present layout.
func (v *DataView) Refresh(b *Body) {
	x, _ := v.Examining.Answer(v.Shown.State.Examined())
	agreed, _ := v.Agreeing.Answer(labelled{v.Shown.Result.Label})
	notes := v.Notes()
	key := dataKey{
		x: x, agreed: agreed, warnings: len(notes), result: v.Shown.Result, filter: v.Filter.Text, budget: v.Shown.State.Budget,
		left: v.What.width(b), middle: v.Worth.width(b), right: v.Raters.width(b),
	}
	if b.At(&v.What.Pane).Empty() {
		key.left = key.middle
	}
	if k := &v.lines; k.read == nil || k.dataKey != key {
		*k = dataLines{dataKey: key}
		k.write(v, notes)
	}
	k := &v.lines
	title, lines := "Reliability and raters", Joined(k.worth, k.raters)
	switch {
	case !b.At(&v.Raters.Pane).Empty():
		title, lines = "Reliability", k.worth
	case b.Mode != modeColumns:
		title, lines = "Data", Joined(k.odd, k.read, k.worth, k.raters)
		if v.Shown.Result.Objects < core.FewObjects { // then reliabilities come first
			lines = Joined(k.odd, k.worth, k.raters, k.read)
		}
	}
	v.What.show(b, "Data read", Joined(k.odd, k.read))
	v.Worth.show(b, title+v.Filter.label(), lines)
	v.Raters.show(b, "Raters and agreement", k.raters)
}

// write makes the lines anew.
func (k *dataLines) write(v *DataView, notes []model.Finding) {
	ds, raters := v.Opt.Study.Data(), k.right
	if raters <= 0 {
		raters = k.middle
	}
	k.odd, k.read = OddLines(notes, k.left), Joined(ReadingLines(ds, k.left), boughtLines(&v.Shown.Result.Design, k.left))
	k.worth = []panel.Line{{Spans: []panel.Span{{Text: "examining…", Pen: theme.Muted}}}}
	if k.x != nil {
		k.worth, k.raters = reliabilityLines(ds, k.x, k.middle, &v.Filter), raterLines(ds, k.x, raters)
	}
	if k.agreed != nil {
		k.raters = Joined(k.raters, agreementLines(k.agreed, v.Opt.Study.Data(), raters, &v.Filter))
	}
	if k.x != nil {
		k.raters = Joined(k.raters, haloLines(ds, k.x, raters))
	}
}

// boughtLines say how judgments of new objects are bought, and why so.
func boughtLines(d *core.Design, width int) []panel.Line {
	o := &Page{Width: width}
	o.heading("How judgments are bought (R)")
	o.say(theme.Muted, "%s: %s", d.Words(), d.Why)
	return o.Lines
}

// Joined puts parts of a document together with a blank line between them.
func Joined(parts ...[]panel.Line) (lines []panel.Line) {
	for _, p := range parts {
		if len(lines) > 0 && len(p) > 0 {
			lines = append(lines, panel.Line{})
		}
		lines = append(lines, p...)
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
	switch {
	case low < 0 && core.Legend(r.Attributes) != "":
		return text + "; " + core.AskedOnce
	case low < 0:
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
	t.head("attribute", "objects", "judgments", "reliability", "reliability_5", "judgments_80", "noise", "note")
	for i := range x.Attributes {
		at := &x.Attributes[i]
		t.Row(at.Name, at.Objects, at.Judgments, at.Reliability(), at.ReliabilityOf(5), at.JudgmentsFor(aim), at.Noise(), at.Unusable())
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
