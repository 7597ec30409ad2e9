package core

import (
	"cmp"
	"math"
	"slices"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

const wantedReliability = .8

// Report adds what judgments are worth: how reliable the attributes are, what the raters did,
// and what a rater's judgments of one object have in common.
func (x *Examination) Report(r *report.Section, ds *model.Dataset) {
	r.Head("Reliability: signal's share of a judgment's variance")
	r.Add(x.attributeTable())
	if legend := Legend(x.Attributes); legend != "" {
		r.Say("%s", legend)
	}
	r.Say("PSD cut %s: the share of the covariances that was removed to make them consistent; large means too few objects for this many attributes.", figure.Share(x.PSDCut))
	r.Space()
	r.Head("Raters")
	r.Say("Taken as %s: %s.", x.Raters, x.RatersReason)
	raters := x.raterTable(ds)
	switch {
	case ds.MomentsOf != nil:
		r.Say("Severity, agreement and halo need the judgments, and these are their moments alone.")
	case len(raters.Rows) == 0:
		r.Say("No judgment names its rater: severity and agreement are not known.")
	default:
		r.Say("Severity: standard deviations above the others. Agreement: correlation with their mean, in cells they share, the least first.")
	}
	r.Add(raters)
	x.sayHalo(r)
}

func (x *Examination) attributeTable() *report.Table {
	right, share := report.Right, report.Float(figure.Share)
	t := &report.Table{Name: "attributes", Columns: []report.Column{
		{Name: "name", Head: "attribute"},
		{Name: "objects", Head: "objects", Format: report.Counts, Align: right, Priority: 3},
		{Name: "judgments", Head: "judgments", Format: report.Counts, Align: right, Priority: 4},
		{Name: "internal_variance", Head: "v", Format: report.Digits(3), Align: right, Priority: 6},
		{Name: "external_variance", Head: "σ²", Format: report.Digits(3), Align: right, Priority: 5},
		{Head: "reliability", Align: right},
		{Name: "reliability"},
		{Head: "of 5", Format: share, Align: right, Priority: 1},
		{Head: "judgments for .80", Align: right, Priority: 2},
		{Name: "noise"}, // measured, assumed or unknown
		{Head: report.NoHead},
		{Name: "unusable"}, // why; "" where it can be selected
	}}
	for i := range x.Attributes {
		a := &x.Attributes[i]
		note, marked, needed := a.Unusable(), "", ""
		switch rel := a.Reliability(); {
		case a.Once && a.Usable():
			marked, note = a.Mark(""), AskedOnce
		case !math.IsNaN(rel):
			marked, needed = a.Mark(figure.Share(rel)), judgmentsFor(a.JudgmentsFor(wantedReliability))
		}
		if a.Assumed > 0 {
			note = "assumed"
		}
		t.Row(a.Name, a.Objects, a.Judgments, a.V, a.Sigma2, marked, a.Reliability(), a.ReliabilityOf(5), needed, a.Noise(), note, a.Unusable())
	}
	return t
}

// Ranked lists the attributes from the most to the least reliable, of more than most the ends.
func (x *Examination) Ranked(most int) *report.Table {
	t := x.attributeTable()
	for i := range t.Columns {
		switch t.Columns[i].Head {
		case "v", "σ²", "of 5", "judgments for .80":
			t.Columns[i].Head = ""
		}
	}
	known := func(i int) float64 {
		if r := x.Attributes[i].Reliability(); !math.IsNaN(r) {
			return r
		}
		return -1
	}
	for i := range x.Attributes {
		t.Shown = append(t.Shown, i)
	}
	slices.SortStableFunc(t.Shown, func(i, k int) int { return cmp.Compare(known(k), known(i)) })
	if n := len(t.Shown); n > most {
		t.Aside(0, figure.CountOf(n-most+1, "other"))
		t.Shown = slices.Concat(t.Shown[:most/2], []int{n}, t.Shown[n-most+most/2+1:])
	}
	return t
}

func judgmentsFor(n float64) string {
	if math.IsInf(n, 1) || n > MostJudgments {
		return "never"
	}
	return figure.Count(int(n))
}

// raterTable has a row for each rater with a name; people see the least agreeing ones first.
func (x *Examination) raterTable(ds *model.Dataset) *report.Table {
	right := report.Right
	t := &report.Table{Name: "raters", Shown: []int{}, Columns: []report.Column{
		{Name: "rater", Head: "rater"},
		{Name: "objects", Head: "objects", Format: report.Counts, Align: right, Priority: 1},
		{Name: "judgments", Head: "judgments", Format: report.Counts, Align: right, Priority: 2},
		{Name: "severity", Head: "severity", Format: report.Float(figure.Corr), Align: right},
		{Name: "agreement", Head: "agreement", Format: report.Float(figure.Corr), Align: right},
	}}
	var of []float64
	for i, w := range x.RatersSeen {
		if ds.IsNameless(i) {
			continue
		}
		t.Shown = append(t.Shown, len(t.Rows))
		t.Row(ds.Raters[i], w.Objects, w.Judgments, w.Severity, w.Agreement)
		if of = append(of, w.Agreement); math.IsNaN(w.Agreement) {
			of[len(of)-1] = math.Inf(1) // last
		}
	}
	slices.SortStableFunc(t.Shown, func(i, k int) int { return cmp.Compare(of[i], of[k]) })
	return t
}

const mostHalo = 12

// sayHalo adds what the errors of one rater on two attributes have in common:
// C[a,a'] / √(v[a] v[a']), which is their correlation (docs/research/method.md section 11).
func (x *Examination) sayHalo(r *report.Section) {
	d := len(x.Attributes)
	if x.Halo == nil || d < 2 {
		return
	}
	t := &report.Table{Columns: []report.Column{{Head: "halo"}}}
	mean, pairs := 0., 0
	for a := range d {
		row := []report.Value{x.Attributes[a].Name}
		for b := range d - 1 {
			row = append(row, nil)
			if c := x.HaloCorrelation(a, b); b < a && !math.IsNaN(c) && !math.IsInf(c, 0) {
				pairs++
				mean += (c - mean) / float64(pairs)
				row[b+1] = figure.Corr(c)
			}
		}
		if a > 0 {
			t.Columns = append(t.Columns, report.Column{Head: x.Attributes[a-1].Name, Align: report.Right, Priority: a})
			t.Rows = append(t.Rows, row)
		}
	}
	r.Space()
	r.Head("Halo: correlation of one rater's errors on two attributes of an object")
	if pairs == 0 {
		r.Say("Not known: no object has two attributes judged by the same rater, and by different raters.")
		return
	}
	verdict := "hardly any: raters judge attributes apart"
	switch {
	case mean > .1:
		verdict = "raters judge an object as a whole, so covariances go by pairs of different raters"
	case mean < -.1:
		verdict = "raters set attributes off against one another"
	}
	r.Say("On average %s over %s; %s.", figure.Corr(mean), figure.CountOf(pairs, "pair"), verdict)
	if x.HaloCut > 1e-9 { // less is rounding
		r.Say("Halo cut %s: the share of these correlations that was removed to make them consistent.", figure.Share(x.HaloCut))
	}
	if d <= mostHalo {
		r.Add(t)
	}
}
