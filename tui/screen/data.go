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
	*Session
	kind                Screen
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
	v := &DataView{Session: a, What: newDocument(0, a.Change), Worth: newDocument(ListsWorth, a.Change), Raters: newDocument(0, a.Change)}
	v.What.Joins, v.Raters.Joins = true, true
	v.kind = Screen{
		Tab: "4 Data", Help: "show Data: what was read, findings, reliability, raters and how they agree", Saved: "data",
		Panes: []*Pane{&v.What.Pane, &v.Worth.Pane, &v.Raters.Pane}, Noteless: true, Answer: v.answer,
		Place: v.place, Refresh: v.refresh, Work: v.work, Table: v.table,
	}
	return v
}

// ratersWidth is from what width the raters stand in a column of their own.
const ratersWidth = 170

// place puts what was read beside the reliabilities, and these beside the raters, or
// all in one.
func (v *DataView) place(b *Body) {
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
	failed              string // why there is none
	agreed              *agreement.Agreement
	warnings            int
	result              *core.Result
	left, middle, right int // widths; right is 0 where raters have no column of their own
	filter              string
	budget              model.Amount // the filter may ask what is bought
}

// work finds out what the screen shows.
func (v *DataView) work() tea.Cmd {
	study, settings := v.Opt.Study, v.Shown.State.Settings
	label := v.Shown.Result.Label
	examine := need(v.Host, &v.Examining, v.Shown.State.Examined(), 0, func(ctx context.Context) (*core.Examination, error) { return study.Examine(ctx, settings) })
	return tea.Batch(examine, need(v.Host, &v.Agreeing, labelled{label}, 0, func(ctx context.Context) (*agreement.Agreement, error) {
		return study.Agreement(ctx, label, agreement.Question{Replicates: agreementDraws, Seed: agreementSeed})
	}))
}

// refresh makes the documents for the present layout.
func (v *DataView) refresh(b *Body) {
	x, _ := v.Examining.Answer(v.Shown.State.Examined())
	agreed, _ := v.Agreeing.Answer(labelled{v.Shown.Result.Label})
	notes := v.Notes()
	key := dataKey{
		x: x, agreed: agreed, warnings: len(notes), result: v.Shown.Result, filter: v.Filter.Text, budget: v.Shown.State.Budget,
		left: v.What.width(b), middle: v.Worth.width(b), right: v.Raters.width(b),
	}
	if err := v.Examining.Err; err != nil {
		key.failed = err.Error()
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
	ds, width := v.Opt.Study.Data(), k.right
	if width <= 0 {
		width = k.middle
	}
	lines := func(width int, write func(o *Page)) []panel.Line {
		o := &Page{ds: ds, x: k.x, Width: width, filter: &v.Filter}
		write(o)
		return o.Lines
	}
	d := &v.Shown.Result.Design
	k.odd, k.read = OddLines(notes, k.left), Joined(ReadingLines(ds, k.left), lines(k.left, func(o *Page) {
		o.heading("How judgments are bought (R)")
		o.say(theme.Muted, "%s: %s", d.Words(), d.Why)
	}))
	switch {
	case k.x != nil:
		k.worth = lines(k.middle, (*Page).reliabilities)
	case k.failed != "":
		k.worth = lines(k.middle, func(o *Page) { o.say(theme.Bad, "%s", k.failed) })
	default:
		k.worth = lines(k.middle, func(o *Page) { o.say(theme.Muted, "examining…") })
	}
	k.raters = lines(width, func(o *Page) {
		if k.x != nil {
			o.raters()
		}
		if k.agreed != nil {
			o.agreeing(k.agreed)
		}
		if k.x != nil {
			o.halo()
		}
	})
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

// answer is the size of the data and how reliable the judgments are.
func (v *DataView) answer() []said {
	ds, r := v.Opt.Study.Data(), v.Shown.Result
	sum := ds.Summary()
	by := "raters who are not known"
	if sum.Raters > 0 {
		by = figure.CountOf(sum.Raters, "rater")
	}
	size := figure.CountOf(sum.Judgments, "judgment")
	whole := said{
		{in(theme.Accent.Strong(), "%s", size), in(theme.Text, " of %s of %s by %s; %s is the label, of %s.", figure.CountOf(len(ds.Attributes), "attribute"),
			figure.CountOf(sum.Objects, "object"), by, chart.Clean(r.Label), figure.CountOf(r.Objects, "object"))},
		{in(theme.Accent.Strong(), "%s", size), in(theme.Text, " of %s.", figure.CountOf(sum.Objects, "object"))},
	}
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
		return []said{whole, {{in(theme.Warning, "%s.", capital(core.AskedOnce))}}}
	case low < 0:
		return []said{whole}
	}
	named := func(i int) string {
		return fmt.Sprintf("%s (%s)", figure.Share(r.Attributes[i].Reliability()), chart.Clean(r.Attributes[i].Name))
	}
	return []said{whole, {{in(theme.Text, "One judgment has a reliability from %s to %s.", named(low), named(high))}}}
}

// table is the reliabilities of the attributes and, below, the raters.
func (v *DataView) table(t *Tsv) string {
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
