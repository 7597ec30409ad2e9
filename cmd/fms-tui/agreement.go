package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/core/agreement"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// Parts of what check --agreement prints.
const (
	partCoefficients = "coefficients"
	partRepeats      = "repeats"
	partLabel        = "label"
	partJudges       = "judges"
	partSources      = "sources"
)

var agreementParts = []string{partCoefficients, partRepeats, partLabel, partJudges, partSources}

// agreementFlags are the flags of check --agreement.
type agreementFlags struct {
	asked      bool
	parts      []string // nil for all
	replicates int
}

func (of *agreementFlags) has(part string) bool {
	return len(of.parts) == 0 || slices.Contains(of.parts, part)
}

// add adds the flags of check --agreement.
func (of *agreementFlags) add(c *cobra.Command) {
	fs := c.Flags()
	fs.BoolVar(&of.asked, "agreement", false, "measure how raters agree with each other and with the label")
	fs.StringSliceVar(&of.parts, "part", nil, "`PARTS` of --agreement to print, comma-separated (default all): "+strings.Join(agreementParts, ", "))
	complete(c, "part", agreementParts)
}

// accept refuses parts that do not exist, before any data are read.
func (of *agreementFlags) accept(f *flags, bootstrapGiven bool) error {
	for _, part := range of.parts {
		if !slices.Contains(agreementParts, part) {
			return misused("--part: %v", notAccepted(part, agreementParts))
		}
	}
	if len(of.parts) > 0 && !of.asked {
		return misused("--part needs --agreement")
	}
	if of.replicates = agreement.DefaultReplicates; bootstrapGiven {
		of.replicates = f.bootstrap
	}
	return nil
}

func printAgreement(ctx context.Context, p *program, paths []string, f *flags, of *agreementFlags) error {
	study, err := p.openStudy(ctx, paths, f)
	if err != nil {
		return err
	}
	ds := study.Data()
	if err := of.check(study); err != nil {
		return err
	}
	tellReading(p, ds, f)
	r, err := study.Agreement(ctx, f.read.Label, agreement.Question{Replicates: of.replicates, Seed: f.seed})
	if err != nil {
		return err
	}
	label := f.read.Label
	if label == "" && len(ds.Labels) > 0 {
		label = ds.Labels[0].Name
	}
	a := agreementAnswer{r, ds, label, of}
	return p.print(ctx, f, a.report(f.seed))
}

// check refuses parts that the data cannot give.
func (of *agreementFlags) check(study *core.Study) error {
	ds := study.Data()
	for _, part := range of.parts {
		switch {
		case ds.MomentsOf != nil && part != partCoefficients && part != partRepeats:
			return &model.NeedsJudgmentsError{What: "--part " + part, Data: ds.Name, Hint: "moments hold no raters; --part coefficients,repeats does without"}
		case part == partSources && ds.NamedRaters() < 2:
			return fmt.Errorf("--part %s needs two raters or more with ids, and the data name %d: --rater-col COLUMN names the column of the rater", part, ds.NamedRaters())
		case (part == partLabel || part == partJudges) && len(ds.Labels) == 0:
			return fmt.Errorf("--part %s: %w", part, hasLabel(ds))
		}
	}
	return nil
}

// agreementAnswer is what agreement prints.
type agreementAnswer struct {
	*agreement.Agreement
	ds    *model.Dataset
	label string // "" without one
	of    *agreementFlags
}

func (a *agreementAnswer) report(seed uint64) *report.Report {
	s := a.ds.Summary()
	r := &report.Report{Title: "agreement of " + a.ds.Name}
	raters := "unknown raters"
	if n := a.ds.NamedRaters(); n > 0 {
		raters = figure.CountOf(n, "rater")
	}
	r.Head("agreement of %s: %s, %s by %s", figure.CountOf(len(a.Attributes), "attribute"), figure.CountOf(s.Objects, "object"), figure.CountOf(s.Judgments, "judgment"), raters)
	if a.of.replicates > 0 {
		r.Say("[ ]: 95 %% interval for other objects and the same raters, from %s of blocks of objects", figure.CountOf(a.of.replicates, "draw"))
	}
	r.Field("version", 1, "label", unlessEmpty(a.label), "objects", s.Objects, "judgments", s.Judgments, "raters", a.ds.NamedRaters(),
		"replicates", a.of.replicates, "level", agreement.Level, "seed", seed)
	for _, part := range []struct {
		name string
		add  func(*report.Report)
	}{
		{partCoefficients, a.addCoefficients},
		{partRepeats, a.addRepeats},
		{partLabel, a.addAgainst},
		{partJudges, a.addJudges},
		{partSources, a.addSources},
	} {
		if before := len(r.Items); a.of.has(part.name) {
			r.Space()
			if part.add(r); !slices.ContainsFunc(r.Items[before+1:], isSeen) {
				r.Items = slices.Delete(r.Items, before, before+1)
			}
		}
	}
	r.Field("warnings", warningsOf(a.ds.Warnings))
	for _, item := range r.Items {
		if t, ok := item.(*report.Table); ok && len(t.Rows) == 0 { // people see no headings of nothing
			for i := range t.Columns {
				t.Columns[i].Head = ""
			}
		}
	}
	return r
}

// isSeen tells whether people see an item: a text, or a table with rows and headings.
func isSeen(item report.Item) bool {
	t, ok := item.(*report.Table)
	return !ok || len(t.Rows) > 0 && slices.ContainsFunc(t.Columns, func(c report.Column) bool { return c.Head != "" })
}

// interval is a coefficient for people: .47 [.41, .53].
func interval(c agreement.Coefficient) report.Value {
	if !c.Known() {
		return nil
	}
	return figure.Interval(c.Value, c.Low, c.High, figure.Share)
}

// coefficient is a column for people with three for programs, and its values of a
// row.
type coefficient struct {
	name, head string
	of         func(*agreement.Attribute) agreement.Coefficient
}

var iccs = []coefficient{
	{"icc1", "ICC(1)", func(a *agreement.Attribute) agreement.Coefficient { return a.ICC1 }},
	{"icc_a1", "ICC(A,1)", func(a *agreement.Attribute) agreement.Coefficient { return a.ICCA1 }},
	{"icc_c1", "ICC(C,1)", func(a *agreement.Attribute) agreement.Coefficient { return a.ICCC1 }},
	{"icc_ak", "ICC(A,k)", func(a *agreement.Attribute) agreement.Coefficient { return a.ICCAk }},
}

var chanceCorrected = []coefficient{
	{"alpha_interval", "α interval", func(a *agreement.Attribute) agreement.Coefficient { return a.AlphaInterval }},
	{"alpha_ordinal", "α ordinal", func(a *agreement.Attribute) agreement.Coefficient { return a.AlphaOrdinal }},
	{"alpha_nominal", "α nominal", func(a *agreement.Attribute) agreement.Coefficient { return a.AlphaNominal }},
	{"kappa", "κ", func(a *agreement.Attribute) agreement.Coefficient { return a.Kappa }},
}

// addCoefficients adds two tables for people, each with the columns that are known of
// some attribute, and one for programs.
func (a *agreementAnswer) addCoefficients(r *report.Report) {
	all := &report.Table{Name: "attributes", Columns: []report.Column{
		{Name: "attribute"}, {Name: "objects"}, {Name: "judgments"}, {Name: "raters"}, {Name: "categories"}, {Name: "k"},
	}}
	for _, c := range append(append([]coefficient{}, iccs...), chanceCorrected...) {
		all.Columns = append(all.Columns, report.Column{Name: c.name}, report.Column{Name: c.name + "_low"}, report.Column{Name: c.name + "_high"})
	}
	all.Columns = append(all.Columns, report.Column{Name: "kappa_of"})
	for i := range a.Attributes {
		at := &a.Attributes[i]
		row := []report.Value{at.Name, at.Objects, at.Judgments, at.Raters, at.Categories, at.K}
		for _, c := range append(append([]coefficient{}, iccs...), chanceCorrected...) {
			x := c.of(at)
			row = append(row, x.Value, x.Low, x.High)
		}
		all.Row(append(row, unlessEmpty(string(at.KappaOf)))...)
	}
	if !a.known() {
		r.Say("No agreement is known: no attribute has two judgments of one object, by different raters, and values that differ. " +
			"plan --second-round N names N objects to judge again.")
		r.Add(all)
		return
	}
	r.Add(a.coefficientTable(iccs, report.Column{Head: "k", Align: report.Right}, func(at *agreement.Attribute) report.Value { return at.K }))
	if a.ds.MomentsOf != nil {
		r.Space()
		r.Say("The other coefficients need raters, which moments do not hold: open the judgments.")
	} else {
		r.Space()
		kind := report.Column{}
		if slices.ContainsFunc(a.Attributes, func(at agreement.Attribute) bool { return at.KappaOf != agreement.NoKappa }) {
			kind.Head = "κ of"
		}
		r.Add(a.coefficientTable(chanceCorrected, kind, func(at *agreement.Attribute) report.Value { return string(at.KappaOf) }))
	}
	r.Space()
	r.Say("ICC(1): one judgment by anybody. ICC(A,1): absolute agreement, ICC(C,1): consistency, raters' offsets apart. " +
		"ICC(A,k): the mean of the k judgments of an object. α, κ: agreement beyond chance.")
	r.Add(all)
}

// known tells whether the agreement on some attribute is known.
func (a *agreementAnswer) known() bool {
	return slices.ContainsFunc(a.Attributes, func(at agreement.Attribute) bool { return at.ICC1.Known() })
}

func (a *agreementAnswer) coefficientTable(of []coefficient, last report.Column, value func(*agreement.Attribute) report.Value) *report.Table {
	var shown []coefficient
	t := &report.Table{Columns: []report.Column{{Head: "attribute"}}}
	for _, c := range of {
		for i := range a.Attributes {
			if c.of(&a.Attributes[i]).Known() {
				shown = append(shown, c)
				t.Columns = append(t.Columns, report.Column{Head: c.head})
				break
			}
		}
	}
	t.Columns = append(t.Columns, last)
	if len(shown) == 0 {
		return t
	}
	for i := range a.Attributes {
		row := []report.Value{a.Attributes[i].Name}
		for _, c := range shown {
			row = append(row, interval(c.of(&a.Attributes[i])))
		}
		t.Row(append(row, value(&a.Attributes[i]))...)
	}
	return t
}

// curveEnd is the number of repeats up to which the D study goes.
const curveEnd = 20

// addRepeats adds the D study: how reliable the mean of k judgments is.
func (a *agreementAnswer) addRepeats(r *report.Report) {
	t := &report.Table{Columns: []report.Column{{Head: "attribute"}}}
	points := []int{1, 2, 3, 5, 10}
	for i, k := range points {
		t.Columns = append(t.Columns, report.Column{Head: fmt.Sprintf("k = %d", k), Priority: i})
	}
	for _, q := range agreement.Targets {
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
		row := []report.Value{at.Name}
		for _, k := range points {
			row = append(row, interval(curve[k-1].Reliability))
		}
		for _, q := range agreement.Targets {
			n, low, high := at.Repeats(q)
			row = append(row, repeats(n, low, high))
			needed.Row(at.Name, q, n, low, high)
		}
		t.Row(row...)
		for _, s := range curve {
			d.Row(at.Name, s.Repeats, s.Reliability.Value, s.Reliability.Low, s.Reliability.High)
		}
	}
	if a.known() {
		r.Head("reliability of the mean of k judgments by different raters (D study)")
		r.Space()
		r.Add(t)
	}
	r.Add(d, needed)
}

// repeats is a number of judgments with its interval: 3 [2, 5].
func repeats(n, low, high float64) report.Value {
	if math.IsNaN(n) {
		return nil
	}
	return figure.Interval(n, low, high, figure.Repeats)
}

// mostAgainst is how many raters of an attribute people see; of more, none.
const mostAgainst = 12

// addAgainst adds every attribute and every rater against the label.
func (a *agreementAnswer) addAgainst(r *report.Report) {
	t := &report.Table{Name: "against_label", Columns: []report.Column{
		{Name: "attribute", Head: "attribute", Merge: true},
		{Name: "rater", Head: "rater"},
		{Name: "objects", Head: "objects", Format: asCount, Align: report.Right},
		{Name: "r", Head: "r", Format: report.Float(figure.Corr), Align: report.Right},
		{Name: "bias", Head: "bias", Format: digits(3), Align: report.Right},
		{Name: "accuracy", Head: "accuracy", Format: report.Float(figure.Percent), Align: report.Right},
		{Name: "kappa", Head: "κ", Format: report.Float(figure.Share), Align: report.Right},
	}}
	t.Shown = []int{}
	raters := make(map[int]int)
	for _, g := range a.Against {
		raters[g.Attribute]++
	}
	for _, g := range a.Against {
		if g.Rater == agreement.Everybody || raters[g.Attribute] <= mostAgainst+1 {
			t.Shown = append(t.Shown, len(t.Rows))
		}
		rater := any("(mean)")
		if g.Rater != agreement.Everybody {
			rater = a.ds.Raters[g.Rater]
		}
		t.Row(a.ds.Attributes[g.Attribute], rater, g.Objects, g.R, g.Bias, g.Accuracy, g.Kappa)
	}
	switch {
	case a.label == "":
		r.Say("No label: --label NAME or --labels FILE names one, and raters are then compared with it.")
	case len(t.Rows) == 0:
		r.Say("No rater judged %d objects with the label %s.", agreement.LeastObjects, a.label)
	default:
		r.Head("against the label %s: correlation, mean of judgment - label, share of equal classes", a.label)
		r.Space()
	}
	r.Add(t)
	if more := len(t.Rows) - len(t.Shown); more > 0 {
		r.Space()
		r.Say("(mean): the mean of all judgments of an object. %s of single raters: --form csv lists them.", figure.CountOf(more, "row"))
	}
}

// addJudges adds the effective numbers of judges.
func (a *agreementAnswer) addJudges(r *report.Report) {
	t := &report.Table{Name: "judges", Columns: []report.Column{
		{Name: "attribute", Only: report.OnlyJSON}, // whose raters; null for the attributes themselves
		{Name: "of", Head: "judges"},
		{Name: "judges", Head: "n", Align: report.Right},
		{Name: "rho", Head: "ρ̄ of errors", Format: report.Float(figure.Corr), Align: report.Right},
		{Name: "effective", Head: "effective", Format: report.Float(fewJudges), Align: report.Right},
		{Name: "without", Only: report.OnlyJSON},
		{Head: "without each (the least needed first)"},
	}}
	for i := range a.Judges {
		j := &a.Judges[i]
		of, names := "attributes", a.ds.Attributes
		if j.Attribute != agreement.Everybody {
			of, names = "raters of "+a.ds.Attributes[j.Attribute], a.ds.Raters
		}
		without := &report.Table{Columns: []report.Column{{Name: "judge"}, {Name: "effective"}}}
		for k, judge := range j.Judges {
			without.Row(names[judge], j.Without[k])
		}
		var attribute any
		if j.Attribute != agreement.Everybody {
			attribute = a.ds.Attributes[j.Attribute]
		}
		t.Row(attribute, of, len(j.Judges), j.Rho, j.Effective, without, leastNeeded(j, names))
	}
	if len(t.Rows) > 0 {
		r.Head("how many independent judges the judges are worth: n/(1+(n-1)ρ̄), ρ̄ the mean correlation of their errors about %s", a.label)
		r.Space()
	}
	r.Add(t)
}

func fewJudges(x float64) string {
	if math.IsInf(x, 1) {
		return "all"
	}
	return figure.Fixed(x, 1)
}

// leastNeeded lists the judges without whom most is left.
func leastNeeded(j *agreement.Judges, names []string) string {
	const most = 4
	order := make([]int, len(j.Without))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(p, q int) int { return cmp.Compare(j.Without[q], j.Without[p]) })
	var text []string
	for _, k := range order[:min(most, len(order))] {
		if !math.IsNaN(j.Without[k]) {
			text = append(text, fmt.Sprintf("%s %s", names[j.Judges[k]], fewJudges(j.Without[k])))
		}
	}
	if len(order) > most {
		text = append(text, "…")
	}
	return strings.Join(text, ", ")
}

// addSources adds the G study.
func (a *agreementAnswer) addSources(r *report.Report) {
	t := &report.Table{Name: "sources", Columns: []report.Column{
		{Name: "source", Head: "source"},
		{Name: "variance", Head: "variance", Format: digits(3), Align: report.Right},
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
		r.Space()
	}
	r.Add(t)
}
