package answers

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

// unknownOr is the format of what is not known where an attribute was asked once: see
// [core.UnknownLegend].
func unknownOr(f func(float64) string) func(any) string {
	return report.Always(func(x float64) string {
		if math.IsNaN(x) {
			return "?"
		}
		return f(x)
	})
}

// AttributeTable has what is known of each attribute, in the order of the data.
func AttributeTable(r *core.Result) *report.Table {
	t := &report.Table{Name: "attributes", Columns: []report.Column{
		{Name: "name", Head: "attribute"},
		{Name: "cost", Head: "cost", Align: report.Right},
		{Name: "objects", Head: "objects", Format: report.Counts, Align: report.Right},
		{Name: "judgments", Head: "judgments", Format: report.Counts, Align: report.Right},
		{Name: "mean", Head: "mean", Align: report.Right},
		{Name: "label_covariance", Head: "b", Align: report.Right}, // as measured
		{Name: "label_covariance_posterior"},                       // b̃ of --shrink auto, in the units of b
		{Name: "tau"},                                              // its prior variance, squared label units
		{Name: "correlation", Head: "corr", Format: report.Always(figure.Corr), Align: report.Right},
		{Name: "internal_variance", Head: "v", Format: unknownOr(figure.Loss), Align: report.Right},
		{Name: "external_variance", Head: "σ²", Format: unknownOr(figure.Loss), Align: report.Right},
		{Name: "normalized_correlation"},
		{Name: "noise_ratio"},
		{Name: "reliability", Head: "reliability", Format: unknownOr(figure.Share), Align: report.Right},
		{Name: "noise"}, // measured, assumed or unknown
		{Name: "selectable"},
	}}
	for i := range r.Attributes {
		a := &r.Attributes[i]
		shrunk, tau, _ := r.Shrunk(i)
		t.Row(a.Name, a.Price, a.Objects, a.Judgments, a.Mean, a.B, shrunk, tau, a.Corr, a.V, a.Sigma2,
			a.NormalizedCorrelation(), a.NoiseRatio(), a.Reliability(), a.Noise(), a.Selectable())
	}
	return t
}

const wantedReliability = .8

// Examined adds what judgments are worth: how reliable the attributes are, what the raters did,
// and what a rater's judgments of one object have in common.
func Examined(r *report.Report, x *core.Examination, ds *model.Dataset) {
	r.Head("Reliability: signal's share of a judgment's variance")
	r.Add(reliabilityTable(x))
	if legend := core.Legend(x.Attributes); legend != "" {
		r.Say("%s", legend)
	}
	r.Say("PSD cut %s: the share of the covariances that was removed to make them consistent; large means too few objects for this many attributes.", figure.Share(x.PSDCut))
	r.Head("Raters")
	r.Say("Taken as %s: %s.", x.Raters, x.RatersReason)
	raters := raterTable(x, ds)
	switch {
	case ds.MomentsOf != nil:
		r.Say("Severity, agreement and halo need the judgments, and these are their moments alone.")
	case len(raters.Rows) == 0:
		r.Say("No judgment names its rater: severity and agreement are not known.")
	default:
		r.Say("Severity: standard deviations above the others. Agreement: correlation with their mean, in cells they share, the least first.")
	}
	r.Add(raters)
	sayHalo(r, x)
}

func reliabilityTable(x *core.Examination) *report.Table {
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
			marked, note = a.Mark(""), core.AskedOnce
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
func Ranked(x *core.Examination, most int) *report.Table {
	t := reliabilityTable(x)
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
	if math.IsInf(n, 1) || n > core.MostJudgments {
		return "never"
	}
	return figure.Count(int(n))
}

// raterTable has a row for each rater with a name; people see the least agreeing ones first.
func raterTable(x *core.Examination, ds *model.Dataset) *report.Table {
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
func sayHalo(r *report.Report, x *core.Examination) {
	d := len(x.Attributes)
	if x.Halo == nil || d < 2 {
		return
	}
	t := &report.Table{Columns: []report.Column{{Head: "halo"}}}
	mean, pairs := 0., 0
	for a := range d {
		row := []any{x.Attributes[a].Name}
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

// ReadingWords count in a sentence what was read from data of a name.
func ReadingWords(ds *model.Dataset, name string) string {
	s, read := ds.Summary(), &ds.Reading
	if name == "-" {
		name = "stdin"
	}
	how := []string{cmp.Or(read.Form, read.Layout)}
	if ds.MomentsOf == nil {
		how = append(how, figure.CountOf(read.Rows, "row"))
	}
	if read.Kept != read.Rows {
		how = append(how, figure.Count(read.Kept)+" kept")
	}
	cells := fmt.Sprintf("%d of each cell", s.Most)
	if s.Fewest != s.Most {
		cells = fmt.Sprintf("%d to %d of each cell", s.Fewest, s.Most)
	}
	if empty := s.Objects*len(ds.Attributes) - s.Cells; empty > 0 {
		cells += fmt.Sprintf(", %s empty", figure.CountOf(empty, "cell"))
	}
	raters := "no rater is named"
	if n := s.Raters - len(ds.Raters) + ds.NamedRaters(); n > 0 { // of moments the summary alone knows any
		raters = figure.CountOf(n, "rater")
	}
	said := []string{
		figure.CountOf(s.Objects, "object"), figure.CountOf(len(ds.Attributes), "attribute"),
		figure.CountOf(s.Judgments, "judgment") + " (" + cells + ")", raters,
	}
	for i, l := range ds.Labels {
		if i == mostLabels {
			said = append(said, fmt.Sprintf("%s more", figure.CountOf(len(ds.Labels)-i, "label")))
			break
		}
		said = append(said, fmt.Sprintf("label %s of %s", report.Clean(l.Name), figure.CountOf(s.Labelled[i], "object")))
	}
	if ds.PriceUnit != "" && len(ds.Prices) > 0 {
		low, high := slices.Min(ds.Prices), slices.Max(ds.Prices)
		price := fmt.Sprint(low)
		if low != high {
			price = fmt.Sprintf("%s to %s", low, high)
		}
		said = append(said, fmt.Sprintf("%s %s a judgment, from the data", price, ds.PriceUnit))
	}
	return fmt.Sprintf("%s (%s): %s.", name, strings.Join(how, ", "), strings.Join(said, ", "))
}

const mostLabels = 3

// Reading adds what became of the rows, and the labels, for programs.
func Reading(r *report.Report, ds *model.Dataset) {
	s, read := ds.Summary(), &ds.Reading
	in := r.Begin("reading")
	in.Field("form", read.Form, "layout", read.Layout, "rows", read.Rows, "rows_kept", read.Kept) // form of an export; "" for a plain table
	dropped := &report.Table{Name: "dropped", Columns: []report.Column{{Name: "reason"}, {Name: "count"}}}
	for _, d := range read.Dropped {
		dropped.Row(d.Reason, d.Count)
	}
	in.Add(dropped)
	in.Field("objects", s.Objects, "judgments", s.Judgments, "empty_cells", s.Objects*len(ds.Attributes)-s.Cells)
	labels := &report.Table{Name: "labels", Columns: []report.Column{{Name: "name"}, {Name: "objects"}}}
	for i, l := range ds.Labels {
		labels.Row(l.Name, s.Labelled[i])
	}
	r.Add(labels)
}

// Taken adds how raters, designs, calls and prices are taken, for programs.
func Taken(r *report.Report, x *core.Examination, ds *model.Dataset) {
	r.Field("raters_mode", x.Raters, "raters_reason", x.RatersReason, "design", x.Design.Described(ds.Attributes, func(int) bool { return true }),
		"design_reason", x.Design.Why, "halo", haloOf(x), "psd_cut", x.PSDCut)
	calls := &report.Table{Name: "calls", Columns: []report.Column{{Name: "attributes"}, {Name: "why"}, {Name: "price"}}} // price of a call
	for _, f := range ds.Calls {
		var price any
		if f.Price > 0 {
			price = f.Price
		}
		calls.Row(f.Attributes, f.Why, price)
	}
	var unit, prices any // from the data, by attribute; null where they say none
	if ds.PriceUnit != "" {
		unit, prices = ds.PriceUnit, ds.Prices
	}
	r.Add(calls)
	r.Field("price_unit", unit, "prices", prices)
}

// haloOf is the correlations of one rater's errors, by pairs of attributes.
func haloOf(x *core.Examination) any {
	if x.Halo == nil {
		return nil
	}
	var names []string
	var correlations [][]report.Number
	for a := range x.Attributes {
		names = append(names, x.Attributes[a].Name)
		var row []report.Number
		for b := range x.Attributes {
			row = append(row, report.Number(x.HaloCorrelation(a, b)))
		}
		correlations = append(correlations, row)
	}
	h := &report.Report{}
	h.Field("attributes", names, "correlations", correlations, "cut", x.HaloCut) // share of their spectrum that no covariance has
	return h
}
