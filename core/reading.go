package core

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
)

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

// ReportReading adds what became of the rows, and the labels, for programs.
func ReportReading(r *report.Section, ds *model.Dataset) {
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

// ReportTaken adds how raters, designs, calls and prices are taken, for programs.
func (x *Examination) ReportTaken(r *report.Section, ds *model.Dataset) {
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
func haloOf(x *Examination) any {
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
	h := &report.Section{}
	h.Field("attributes", names, "correlations", correlations, "cut", x.HaloCut) // share of their spectrum that no covariance has
	return h
}
