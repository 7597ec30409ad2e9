package main

import (
	"io"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/read"
)

// The parts of what `check --json` prints, version 1. What is not known is null.
type (
	checkJSON struct {
		Version    int                `json:"version"`
		Reading    readingJSON        `json:"reading"`
		Labels     []labelJSON        `json:"labels"`
		Attributes []examinedJSON     `json:"attributes"`
		Raters     []raterJSON        `json:"raters"`
		Mode       model.Raters       `json:"raters_mode"`
		Why        string             `json:"raters_reason"`
		Design     model.BoughtDesign `json:"design"`
		DesignWhy  string             `json:"design_reason"`
		Halo       *haloJSON          `json:"halo"`
		PSDCut     number             `json:"psd_cut"`
		Warnings   findings           `json:"warnings"`
		Command    string             `json:"command"` // that reads the same the same way
		Columns    []columnRoleJSON   `json:"columns"`
		Because    []string           `json:"because"` // what the cells decided, a sentence each
		Calls      []callJSON         `json:"calls"`
		PriceUnit  *string            `json:"price_unit"`
		Prices     []model.Amount     `json:"prices"` // from the data, by attribute; null where they say none
		Conclusion string             `json:"conclusion"`
	}

	// callJSON are attributes that come from one call.
	callJSON struct {
		Attributes []string      `json:"attributes"`
		Why        string        `json:"why"`
		Price      *model.Amount `json:"price"` // of a call
	}

	readingJSON struct {
		Form      string        `json:"form"` // of an export; "" for a plain table
		Layout    string        `json:"layout"`
		Rows      int           `json:"rows"`
		Kept      int           `json:"rows_kept"`
		Dropped   []droppedJSON `json:"dropped"`
		Objects   int           `json:"objects"`
		Judgments int           `json:"judgments"`
		Empty     int           `json:"empty_cells"`
	}

	droppedJSON struct {
		Reason string `json:"reason"`
		Count  int    `json:"count"`
	}

	columnRoleJSON struct {
		File   string           `json:"file"`
		Column string           `json:"column"`
		Role   string           `json:"role"`
		Reason string           `json:"reason"`
		Code   model.ReasonCode `json:"code"` // of the reason
	}

	labelJSON struct {
		Name    string `json:"name"`
		Objects int    `json:"objects"`
	}

	examinedJSON struct {
		Name             string `json:"name"`
		Objects          int    `json:"objects"`
		Judgments        int    `json:"judgments"`
		InternalVariance number `json:"internal_variance"`
		ExternalVariance number `json:"external_variance"`
		Reliability      number `json:"reliability"`
		Unusable         string `json:"unusable"` // why; "" where it can be selected
	}

	raterJSON struct {
		Rater     string `json:"rater"`
		Objects   int    `json:"objects"`
		Judgments int    `json:"judgments"`
		Severity  number `json:"severity"`
		Agreement number `json:"agreement"`
	}

	// haloJSON are correlations of one rater's errors, by pairs of attributes.
	haloJSON struct {
		Attributes   []string   `json:"attributes"`
		Correlations [][]number `json:"correlations"`
		Cut          number     `json:"cut"` // share of their spectrum that no covariance has
	}
)

// writeCheckJSON writes how data were read, and what they are worth.
func writeCheckJSON(w io.Writer, study *core.Study, x *core.Examination, paths []string) error {
	ds := study.Data()
	s := ds.Summary()
	out := checkJSON{
		Version: 1,
		Reading: readingJSON{
			Form: ds.Reading.Form, Layout: ds.Reading.Layout, Rows: ds.Reading.Rows, Kept: ds.Reading.Kept, Dropped: []droppedJSON{}, Objects: s.Objects,
			Judgments: s.Judgments, Empty: s.Objects*len(ds.Attributes) - s.Cells,
		},
		Labels: []labelJSON{}, Attributes: []examinedJSON{}, Raters: []raterJSON{}, Columns: []columnRoleJSON{},
		Mode: x.Mode, Why: x.Why,
		Design: x.Design.Described(ds.Attributes, func(int) bool { return true }), DesignWhy: x.Design.Why, Halo: haloOf(x), PSDCut: number(x.PSDCut),
		Warnings: append(append([]model.Finding{}, ds.Warnings...), x.Warnings...),
		Command:  read.ShellWords(append(append([]string{"fms-tui", "select"}, paths...), argumentsOf(ds.Reading.Choices)...)),
	}
	out.Because, out.Calls, out.Conclusion = reasonsOf(ds), []callJSON{}, conclusion(ds)
	for _, f := range ds.Calls {
		j := callJSON{Attributes: f.Attributes, Why: f.Why}
		if f.Price > 0 {
			j.Price = &f.Price
		}
		out.Calls = append(out.Calls, j)
	}
	if ds.PriceUnit != "" {
		out.PriceUnit, out.Prices = &ds.PriceUnit, ds.Prices
	}
	for _, d := range ds.Reading.Dropped {
		out.Reading.Dropped = append(out.Reading.Dropped, droppedJSON{d.Reason, d.Count})
	}
	for _, c := range ds.Reading.Columns {
		out.Columns = append(out.Columns, columnRoleJSON{c.File, c.Column, string(c.Role), reasonOf(&c), c.Code})
	}
	for i, l := range ds.Labels {
		out.Labels = append(out.Labels, labelJSON{l.Name, s.Labelled[i]})
	}
	for i := range x.Attributes {
		a := &x.Attributes[i]
		out.Attributes = append(out.Attributes, examinedJSON{
			a.Name, a.Objects, a.Judgments, number(a.V), number(a.Sigma2), number(a.Reliability()), a.Unusable(),
		})
	}
	for i, r := range x.Raters {
		if ds.IsNameless(i) {
			continue
		}
		out.Raters = append(out.Raters, raterJSON{ds.Raters[i], r.Objects, r.Judgments, number(r.Severity), number(r.Agreement)})
	}
	return printJSON(w, out)
}

func haloOf(x *core.Examination) *haloJSON {
	if x.Halo == nil {
		return nil
	}
	h := &haloJSON{Cut: number(x.HaloCut)}
	for a := range x.Attributes {
		h.Attributes = append(h.Attributes, x.Attributes[a].Name)
		var row []number
		for b := range x.Attributes {
			row = append(row, number(x.HaloCorrelation(a, b)))
		}
		h.Correlations = append(h.Correlations, row)
	}
	return h
}
