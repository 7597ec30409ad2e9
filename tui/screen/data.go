package screen

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/agreement"
	tables "fms-tui/core/report"
	"fms-tui/core/report/answers"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui/chart"
	"fms-tui/tui/panel"
	"fms-tui/tui/theme"
)

// DataView is Data: what was read and what is found about it, how reliable the judgments are, and how raters agree.
type DataView struct {
	*Session
	kind        Screen
	What, Worth *Document
	Examining   asked[Examined, *core.Examination]
	Agreeing    asked[labelled, *agreement.Agreement]
	lines       dataLines
}

// The bootstrap behind the intervals on the screen, with the seed of the command.
const agreementDraws, agreementSeed = 200, 1

type Examined struct{ model.Settings }

func (x Examined) Equal(o Examined) bool {
	return x.Label == o.Label && x.Raters == o.Raters && x.PSD == o.PSD && x.Design.Equal(o.Design)
}

func newDataView(a *Session) *DataView {
	v := &DataView{Session: a, What: newDocument(0), Worth: newDocument(ListsWorth)}
	v.What.Joins = true
	v.Examining = asks(0, func() (Examined, bool) { return v.Shown.State.Examined(), true },
		func(ctx context.Context, x Examined) (*core.Examination, error) {
			return v.Opt.Study.Examine(ctx, x.Settings)
		})
	v.Agreeing = asks(0, func() (labelled, bool) { return labelled{v.Opt.Study, v.Shown.Result.Label, ""}, true },
		func(ctx context.Context, of labelled) (*agreement.Agreement, error) {
			return of.study.Agreement(ctx, of.label, agreement.Question{Replicates: agreementDraws, Seed: agreementSeed})
		})
	v.kind = Screen{
		Tab: "4 Data", Help: "show Data: what was read, findings, reliability, raters and how they agree", Saved: "data",
		Panes: []*Pane{&v.What.Pane, &v.Worth.Pane}, Answer: v.answer,
		Place: func(b *Body) {
			worth := b.Area
			if b.Mode == modeColumns {
				worth = b.share(&v.What.Pane, worth, 45)
			}
			b.put(&v.Worth.Pane, worth)
		},
		Refresh: v.refresh, Asks: []question{&v.Examining, &v.Agreeing}, Table: v.table,
	}
	return v
}

func (s State) Examined() Examined { return Examined{s.Settings} }

// dataLines are kept from frame to frame: with many attributes they are long.
type dataLines struct {
	key              [9]any // what they depend on; the filter may ask what is bought
	odd, read, worth []panel.Line
}

func (v *DataView) refresh(b *Body) {
	x, agreed := v.Examining.now(), v.Agreeing.now()
	k, notes, left, right := &v.lines, v.Notes(), v.What.width(b), v.Worth.width(b)
	if b.At(&v.What.Pane).Empty() {
		left = right
	}
	key := [...]any{x, v.Examining.Err, agreed, len(notes), v.Shown.Result, v.Filter.Text, v.Shown.State.Budget, left, right}
	if k.key != key {
		ds, d := v.Opt.Study.Data(), &v.Shown.Result.Design
		odd, bought := &Page{Width: left}, &Page{Width: left}
		odd.Heading("Findings")
		if len(notes) == 0 {
			odd.Say(theme.Good, "none")
		}
		for _, f := range notes {
			odd.Marked(panel.Span{Text: "! ", Pen: theme.Warning.Strong()}, AdviseKeys(f.Message, f.Remedies...), theme.Warning)
		}
		worth := &Page{Width: right, filter: &v.Filter}
		switch {
		case v.Filter.None() != "":
			worth.Say(theme.Muted, "%s", v.Filter.None())
		case x != nil:
			r := &tables.Report{}
			if answers.Examined(r, x, ds); agreed != nil {
				r.Add(agreed.Report(ds, v.Shown.Result.Label, agreementDraws, agreementSeed))
			}
			worth.report(r)
		case v.Examining.Err != nil:
			worth.Say(theme.Bad, "%s", v.Examining.Err)
		default:
			worth.Say(theme.Muted, "examining…")
		}
		bought.Heading("How judgments are bought (R)")
		bought.Say(theme.Muted, "%s: %s", d.Words(), d.Why)
		*k = dataLines{key, odd.Lines, Joined(ReadingLines(ds, left), bought.Lines), worth.Lines}
	}
	title, lines := "Reliability, raters and agreement", k.worth
	if b.Mode != modeColumns {
		title, lines = "Data", Joined(k.odd, k.read, k.worth)
		if v.Shown.Result.Objects < core.FewObjects { // then reliabilities come first
			lines = Joined(k.odd, k.worth, k.read)
		}
	}
	v.What.show(b, "Data read", Joined(k.odd, k.read))
	v.Worth.show(b, title+v.Filter.label(), lines)
}

func Joined(parts ...[]panel.Line) (lines []panel.Line) {
	for _, p := range parts {
		if len(lines) > 0 && len(p) > 0 {
			lines = append(lines, panel.Line{})
		}
		lines = append(lines, p...)
	}
	return lines
}

func (v *DataView) answer() []said {
	ds, r := v.Opt.Study.Data(), v.Shown.Result
	sum := ds.Summary()
	by := "raters who are not known"
	if n := ds.NamedRaters(); n > 0 {
		by = figure.CountOf(n, "rater")
	}
	size, objects := in(theme.Accent.Strong(), "%s", figure.CountOf(sum.Judgments, "judgment")), figure.CountOf(sum.Objects, "object")
	whole := said{
		say("%v of %v of %v by %v; %v is the label, of %v.", size, figure.CountOf(len(ds.Attributes), "attribute"), objects, by, chart.Clean(r.Label), figure.CountOf(r.Objects, "object")),
		say("%v of %v.", size, objects),
	}
	var known []int // least reliable first
	for i := range r.Attributes {
		if !math.IsNaN(r.Attributes[i].Reliability()) {
			known = append(known, i)
		}
	}
	slices.SortStableFunc(known, func(i, k int) int { return cmp.Compare(r.Attributes[i].Reliability(), r.Attributes[k].Reliability()) })
	named := func(i int) string {
		return fmt.Sprintf("%s (%s)", figure.Share(r.Attributes[i].Reliability()), chart.Clean(r.Attributes[i].Name))
	}
	switch {
	case len(known) > 0:
		return []said{whole, {say("One judgment has a reliability from %v to %v.", named(known[0]), named(known[len(known)-1]))}}
	case core.Legend(r.Attributes) != "":
		return []said{whole, {{in(theme.Warning, "%s.", Capital(core.AskedOnce))}}}
	}
	return []said{whole}
}

// table is the reliabilities of the attributes and, below, the raters, as check writes them.
func (v *DataView) table(to *tables.Report) string {
	x := v.Examining.now()
	if x == nil {
		return ""
	}
	answers.Examined(to, x, v.Opt.Study.Data())
	what := figure.CountOf(len(x.Attributes), "attribute")
	if n := v.Opt.Study.Data().NamedRaters(); n > 0 {
		what += " and " + figure.CountOf(n, "rater")
	}
	return what
}

// ReadingLines say how data were read: what came in, and what was left out.
func ReadingLines(ds *model.Dataset, width int) []panel.Line {
	o, names := &Page{Width: width}, []string(nil)
	if ds.Origin != "" {
		o.Say(theme.Text, "Real data: %s", ds.Origin)
	}
	for _, s := range ds.Sources {
		names = append(names, s.File)
	}
	o.Say(theme.Text, "%s", chart.Clean(answers.ReadingWords(ds, cmp.Or(strings.Join(names, " "), ds.Name))))
	for _, d := range ds.Reading.Dropped {
		o.Say(theme.Muted, "Left out %s: %s", figure.Count(d.Count), d.Reason)
	}
	if n := len(ds.Reading.Columns); n > 0 {
		o.Say(theme.Muted, "%s: D shows their roles", figure.CountOf(n, "column"))
	}
	return o.Lines
}

// remedyKeys are the keys that make choices.
var remedyKeys = map[model.Option]string{
	model.OptionRaters: "R", model.OptionDesign: "R", model.OptionSheet: "R", model.OptionShrink: "h", model.OptionLabelBy: "L", model.OptionRidge: "r",
	model.OptionExclude: "space", model.OptionLabel: "l", model.OptionOrdered: "l", model.OptionCost: "c", model.OptionReliability: "i",
}

// AdviseKeys joins the problem and its remedies, each remedy with its key. Remedies
// that only the command line offers are named by their flags.
func AdviseKeys(message string, remedies ...model.Choice) string {
	var parts []string
	for _, r := range remedies {
		if r == (model.Choice{}) {
			continue
		}
		choice := strings.TrimSpace(string(r.Option) + " " + r.Value)
		if key, ok := remedyKeys[r.Option]; ok {
			choice += " (" + key + ")"
		} else {
			choice = "--" + choice
		}
		parts = append(parts, strings.TrimSpace(choice+" "+r.Does))
	}
	switch {
	case len(parts) == 0:
		return message
	case message == "" || strings.HasSuffix(message, "?"):
		return strings.TrimSpace(message + " " + strings.Join(parts, "; "))
	}
	return message + "; " + strings.Join(parts, "; ")
}

// adviseError says what is wrong, and with keys what helps.
func adviseError(err error) string {
	return AdviseKeys(err.Error(), model.Remedies(err)...)
}
