package agreement

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// Parts of a report.
const (
	PartCoefficients = "coefficients"
	PartRepeats      = "repeats"
	PartLabel        = "label"
	PartJudges       = "judges"
	PartSources      = "sources"
)

// Parts are the parts of a report, in their order.
func Parts() []string {
	return []string{PartCoefficients, PartRepeats, PartLabel, PartJudges, PartSources}
}

// Report is the agreement of a data set as people and programs read it: against a label, "" without
// one, with the number of replicates of its bootstrap and their seed; parts are those wanted, all
// without any.
func (a *Agreement) Report(ds *model.Dataset, label string, replicates int, seed uint64, parts ...string) *report.Report {
	s, t := ds.Summary(), &told{a, ds, label}
	r := &report.Report{Title: "agreement of " + ds.Name}
	raters := "unknown raters"
	if n := ds.NamedRaters(); n > 0 {
		raters = figure.CountOf(n, "rater")
	}
	r.Head("agreement of %s: %s, %s by %s", figure.CountOf(len(a.Attributes), "attribute"), figure.CountOf(s.Objects, "object"), figure.CountOf(s.Judgments, "judgment"), raters)
	if replicates > 0 {
		r.Say("[ ]: 95 %% interval for other objects and the same raters, from %s of blocks of objects", figure.CountOf(replicates, "draw"))
	}
	r.Field("version", 1, "label", report.OrNull(label), "objects", s.Objects, "judgments", s.Judgments, "raters", ds.NamedRaters(),
		"replicates", replicates, "level", Level, "seed", seed)
	for i, add := range []func(*report.Report){t.addCoefficients, t.addRepeats, t.addAgainst, t.addJudges, t.addSources} {
		if len(parts) == 0 || slices.Contains(parts, Parts()[i]) {
			add(r)
		}
	}
	return r
}

type told struct {
	*Agreement
	ds    *model.Dataset
	label string
}

// Text is the coefficient for people: .47 [.41, .53]; nil where it is not known.
func (c Coefficient) Text() any {
	if !c.Known() {
		return nil
	}
	return figure.Interval(c.Value, c.Low, c.High, figure.Share)
}

// coefficient is a column for people with three for programs, and its values of a
// row.
type coefficient struct {
	name, head string
	of         func(*Attribute) Coefficient
}

// coefficients are all of them; the first are ICCs, the others corrected for chance.
var coefficients = []coefficient{
	{"icc1", "ICC(1)", func(a *Attribute) Coefficient { return a.ICC1 }},
	{"icc_a1", "ICC(A,1)", func(a *Attribute) Coefficient { return a.ICCA1 }},
	{"icc_c1", "ICC(C,1)", func(a *Attribute) Coefficient { return a.ICCC1 }},
	{"icc_ak", "ICC(A,k)", func(a *Attribute) Coefficient { return a.ICCAk }},
	{"alpha_interval", "α interval", func(a *Attribute) Coefficient { return a.AlphaInterval }},
	{"alpha_ordinal", "α ordinal", func(a *Attribute) Coefficient { return a.AlphaOrdinal }},
	{"alpha_nominal", "α nominal", func(a *Attribute) Coefficient { return a.AlphaNominal }},
	{"kappa", "κ", func(a *Attribute) Coefficient { return a.Kappa }},
}

// addCoefficients adds two tables for people, each with the columns that are known of
// some attribute, and one for programs.
func (a *told) addCoefficients(r *report.Report) {
	all := &report.Table{Name: "attributes", Columns: []report.Column{
		{Name: "attribute"}, {Name: "objects"}, {Name: "judgments"}, {Name: "raters"}, {Name: "categories"}, {Name: "k"},
	}}
	for _, c := range coefficients {
		all.Columns = append(all.Columns, report.Column{Name: c.name}, report.Column{Name: c.name + "_low"}, report.Column{Name: c.name + "_high"})
	}
	all.Columns = append(all.Columns, report.Column{Name: "kappa_of"})
	for i := range a.Attributes {
		at := &a.Attributes[i]
		row := []any{at.Name, at.Objects, at.Judgments, at.Raters, at.Categories, at.K}
		for _, c := range coefficients {
			x := c.of(at)
			row = append(row, x.Value, x.Low, x.High)
		}
		all.Row(append(row, report.OrNull(string(at.KappaOf)))...)
	}
	if !a.known() {
		r.Say("No agreement is known: no attribute has two judgments of one object, by different raters, and values that differ. " +
			"A second round, of some objects, would measure it.")
		r.Add(all)
		return
	}
	r.Add(a.coefficientTable(coefficients[:4], report.Column{Head: "k", Align: report.Right}, func(at *Attribute) any { return at.K }))
	if a.ds.MomentsOf != nil {
		r.Say("The other coefficients need raters, which moments do not hold: open the judgments.")
	} else {
		kind := report.Column{}
		if slices.ContainsFunc(a.Attributes, func(at Attribute) bool { return at.KappaOf != NoKappa }) {
			kind.Head = "κ of"
		}
		r.Add(a.coefficientTable(coefficients[4:], kind, func(at *Attribute) any { return string(at.KappaOf) }))
	}
	r.Say("ICC(1): one judgment by anybody. ICC(A,1): absolute agreement, ICC(C,1): consistency, raters' offsets apart. " +
		"ICC(A,k): the mean of the k judgments of an object. α, κ: agreement beyond chance.")
	r.Add(all)
}

func (a *told) known() bool {
	return slices.ContainsFunc(a.Attributes, func(at Attribute) bool { return at.ICC1.Known() })
}

func (a *told) coefficientTable(of []coefficient, last report.Column, value func(*Attribute) any) *report.Table {
	shown := slices.DeleteFunc(slices.Clone(of), func(c coefficient) bool {
		return !slices.ContainsFunc(a.Attributes, func(at Attribute) bool { return c.of(&at).Known() })
	})
	t := &report.Table{Columns: []report.Column{{Head: "attribute"}}}
	for i, c := range shown {
		t.Columns = append(t.Columns, report.Column{Head: c.head, Priority: i})
	}
	last.Priority = len(shown)
	t.Columns = append(t.Columns, last)
	if len(shown) == 0 {
		return t
	}
	for i := range a.Attributes {
		row := []any{a.Attributes[i].Name}
		for _, c := range shown {
			row = append(row, c.of(&a.Attributes[i]).Text())
		}
		t.Row(append(row, value(&a.Attributes[i]))...)
	}
	return t
}

const curveEnd = 20

func (a *told) addRepeats(r *report.Report) {
	t := &report.Table{Columns: []report.Column{{Head: "attribute"}}}
	points := []int{1, 2, 3, 5, 10}
	for i, k := range points {
		t.Columns = append(t.Columns, report.Column{Head: fmt.Sprintf("k = %d", k), Priority: i})
	}
	for _, q := range Targets {
		t.Columns = append(t.Columns, report.Column{Head: "for " + figure.Share(q)})
	}
	d := &report.Table{Name: "dstudy", Columns: []report.Column{
		{Name: "attribute"}, {Name: "repeats"}, {Name: "reliability"}, {Name: "reliability_low"}, {Name: "reliability_high"},
	}}
	needed := &report.Table{Name: "repeats_needed", Columns: []report.Column{
		{Name: "attribute"}, {Name: "reliability"}, {Name: "repeats"}, {Name: "repeats_low"}, {Name: "repeats_high"},
	}}
	for i := range a.Attributes {
		at := &a.Attributes[i]
		curve := at.Curve(curveEnd)
		row := []any{at.Name}
		for _, k := range points {
			row = append(row, curve[k-1].Reliability.Text())
		}
		for _, q := range Targets {
			n, low, high := at.Repeats(q)
			row = append(row, Needed(n, low, high))
			needed.Row(at.Name, q, n, low, high)
		}
		t.Row(row...)
		for _, s := range curve {
			d.Row(at.Name, s.Repeats, s.Reliability.Value, s.Reliability.Low, s.Reliability.High)
		}
	}
	if a.known() {
		r.Head("reliability of the mean of k judgments by different raters (D study)")
		r.Add(t)
	}
	r.Add(d, needed)
}

// Needed is a number of judgments with its interval: 3 [2, 5].
func Needed(n, low, high float64) any {
	if math.IsNaN(n) {
		return nil
	}
	return figure.Interval(n, low, high, figure.Repeats)
}

const mostAgainst = 12

func (a *told) addAgainst(r *report.Report) {
	t := &report.Table{Name: "against_label", Columns: []report.Column{
		{Name: "attribute", Head: "attribute", Merge: true},
		{Name: "rater", Head: "rater"},
		{Name: "objects", Head: "objects", Format: report.Counts, Align: report.Right},
		{Name: "r", Head: "r", Format: report.Float(figure.Corr), Align: report.Right},
		{Name: "bias", Head: "bias", Format: report.Digits(3), Align: report.Right},
		{Name: "accuracy", Head: "accuracy", Format: report.Float(figure.Percent), Align: report.Right},
		{Name: "kappa", Head: "κ", Format: report.Float(figure.Share), Align: report.Right},
	}}
	t.Shown = []int{}
	raters := make(map[int]int)
	for _, g := range a.Against {
		raters[g.Attribute]++
	}
	for _, g := range a.Against {
		if g.Rater == Everybody || raters[g.Attribute] <= mostAgainst+1 {
			t.Shown = append(t.Shown, len(t.Rows))
		}
		rater := any("(mean)")
		if g.Rater != Everybody {
			rater = a.ds.Raters[g.Rater]
		}
		t.Row(a.ds.Attributes[g.Attribute], rater, g.Objects, g.R, g.Bias, g.Accuracy, g.Kappa)
	}
	switch {
	case a.label == "":
		r.Say("No label: with one, raters are compared with it.")
	case len(t.Rows) == 0:
		r.Say("No rater judged %d objects with the label %s.", LeastObjects, a.label)
	default:
		r.Head("against the label %s: correlation, mean of judgment - label, share of equal classes", a.label)
	}
	r.Add(t)
	if more := len(t.Rows) - len(t.Shown); more > 0 {
		r.Say("(mean): the mean of all judgments of an object. %s of single raters: other forms list them.", figure.CountOf(more, "row"))
	}
}

// JudgesTable has the effective numbers of judges, who have these names.
func (a *Agreement) JudgesTable(attributes, raters []string) *report.Table {
	t := &report.Table{Name: "judges", Columns: []report.Column{
		{Name: "attribute", Only: report.OnlyJSON}, // whose raters; null for the attributes themselves
		{Name: "of", Head: "judges"},
		{Name: "judges", Head: "n", Align: report.Right},
		{Name: "rho", Head: "ρ̄ of errors", Format: report.Float(figure.Corr), Align: report.Right},
		{Name: "effective", Head: "effective", Format: report.Float(FewJudges), Align: report.Right},
		{Name: "without", Only: report.OnlyJSON},
		{Head: "without each (the least needed first)"},
	}}
	for i := range a.Judges {
		j := &a.Judges[i]
		of, names, attribute := "attributes", attributes, any(nil)
		if j.Attribute != Everybody {
			of, names, attribute = "raters of "+attributes[j.Attribute], raters, attributes[j.Attribute]
		}
		without := &report.Table{Columns: []report.Column{{Name: "judge"}, {Name: "effective"}}}
		for k, judge := range j.Judges {
			without.Row(names[judge], j.Without[k])
		}
		t.Row(attribute, of, len(j.Judges), j.Rho, j.Effective, without, j.LeastNeeded(names))
	}
	return t
}

func (a *told) addJudges(r *report.Report) {
	t := a.JudgesTable(a.ds.Attributes, a.ds.Raters)
	if len(t.Rows) > 0 {
		r.Head("how many independent judges the judges are worth: n/(1+(n-1)ρ̄), ρ̄ the mean correlation of their errors about %s", a.label)
	}
	r.Add(t)
}

// FewJudges is a number of independent judges for people.
func FewJudges(x float64) string {
	if math.IsInf(x, 1) {
		return "all"
	}
	return figure.Fixed(x, 1)
}

// LeastNeeded lists the judges without whom most is left, by their names.
func (j *Judges) LeastNeeded(names []string) string {
	const most = 4
	order := make([]int, len(j.Without))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(p, q int) int { return cmp.Compare(j.Without[q], j.Without[p]) })
	var text []string
	for _, k := range order[:min(most, len(order))] {
		if !math.IsNaN(j.Without[k]) {
			text = append(text, fmt.Sprintf("%s %s", names[j.Judges[k]], FewJudges(j.Without[k])))
		}
	}
	if len(order) > most {
		text = append(text, "…")
	}
	return strings.Join(text, ", ")
}

func (a *told) addSources(r *report.Report) {
	t := &report.Table{Name: "sources", Columns: []report.Column{
		{Name: "source", Head: "source"},
		{Name: "variance", Head: "variance", Format: report.Digits(3), Align: report.Right},
		{Name: "share", Head: "share", Format: report.Float(figure.Percent), Align: report.Right},
	}}
	for _, c := range a.Components {
		t.Row(c.Of.String(), c.Variance, c.Share)
	}
	if len(t.Rows) > 0 {
		in := "in the units of the judgments"
		if !a.OneScale {
			in = "each attribute in units of its standard deviation, for the scales differ"
		}
		r.Head("where the variance of a judgment comes from (G study), %s", in)
	}
	r.Add(t)
}
