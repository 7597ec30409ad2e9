package main

import (
	"io"

	"fms-tui/core"
	"fms-tui/core/report"
	"fms-tui/core/report/figure"
	"fms-tui/model"
	"fms-tui/tui"
)

// addReading adds what became of the rows, and the labels.
func addReading(r *report.Report, study *core.Study) {
	ds := study.Data()
	s, read := ds.Summary(), &ds.Reading
	r.Field("version", 1)
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

// addWorth adds what judgments are worth: drawn as on the Data screen, and as
// tables.
func addWorth(r *report.Report, ds *model.Dataset, x *core.Examination) {
	right := report.Right
	attributes := &report.Table{Name: "attributes", Drawn: true, Columns: []report.Column{
		{Name: "name", Head: "attribute"},
		{Name: "objects", Head: "objects", Format: asCount, Align: right},
		{Name: "judgments", Head: "judgments", Format: asCount, Align: right},
		{Name: "internal_variance", Head: "v", Align: right},
		{Name: "external_variance", Head: "σ²", Align: right},
		{Name: "reliability", Head: "reliability", Format: asShare, Align: right},
		{Name: "noise"},                         // measured, assumed or unknown
		{Name: "unusable", Head: report.NoHead}, // why; "" where it can be selected
	}}
	for i := range x.Attributes {
		a := &x.Attributes[i]
		attributes.Row(a.Name, a.Objects, a.Judgments, a.V, a.Sigma2, a.Reliability(), a.Noise(), a.Unusable())
	}
	raters := &report.Table{Name: "raters", Drawn: true, Columns: []report.Column{
		{Name: "rater", Head: "rater"},
		{Name: "objects", Head: "objects", Format: asCount, Align: right},
		{Name: "judgments", Head: "judgments", Format: asCount, Align: right},
		{Name: "severity", Head: "severity", Format: report.Float(figure.Corr), Align: right},
		{Name: "agreement", Head: "agreement", Format: report.Float(figure.Corr), Align: right},
	}}
	for i, w := range x.Raters {
		if !ds.IsNameless(i) {
			raters.Row(ds.Raters[i], w.Objects, w.Judgments, w.Severity, w.Agreement)
		}
	}
	r.Add(report.Drawing(func(w io.Writer, width int) error { return tui.WriteWorth(w, ds, x, width) }), attributes, raters)
	r.Field("raters_mode", x.Mode, "raters_reason", x.Why, "design", x.Design.Described(ds.Attributes, func(int) bool { return true }),
		"design_reason", x.Design.Why, "halo", haloOf(x), "psd_cut", x.PSDCut)
}

// haloOf is the correlations of one rater's errors, by pairs of attributes.
func haloOf(x *core.Examination) any {
	if x.Halo == nil {
		return nil
	}
	var names []string
	var correlations [][]number
	for a := range x.Attributes {
		names = append(names, x.Attributes[a].Name)
		var row []number
		for b := range x.Attributes {
			row = append(row, number(x.HaloCorrelation(a, b)))
		}
		correlations = append(correlations, row)
	}
	h := &report.Section{}
	h.Field("attributes", names, "correlations", correlations, "cut", x.HaloCut) // share of their spectrum that no covariance has
	return h
}

// addColumns adds the roles of columns, what the cells decided, calls and prices.
func addColumns(r *report.Report, ds *model.Dataset) {
	columns := &report.Table{Name: "columns", Columns: []report.Column{{Name: "file"}, {Name: "column"}, {Name: "role"}, {Name: "reason"}, {Name: "code"}}}
	for _, c := range ds.Reading.Columns {
		columns.Row(c.File, c.Column, c.Role, reasonOf(&c), c.Code)
	}
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
	r.Add(columns)
	r.Field("because", reasonsOf(ds))
	r.Add(calls)
	r.Field("price_unit", unit, "prices", prices)
}
