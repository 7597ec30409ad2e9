package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"fms-tui/core"
	"fms-tui/model"
	"fms-tui/model/read"
)

// addDesign adds the flags that say how judgments of new objects are bought.
func (f *buyingFlags) addDesign(c *cobra.Command) {
	fs := c.Flags()
	fs.Var(&value{kind: "NAME", read: f.setDesign}, "design", "how judgments of a new object are bought: auto (as the pilot was), single (each by another rater), "+
		"form (a rater answers everything), call:PRICE (one price for everything asked), panel (the same raters; also panel,form)")
	fs.Var(&value{kind: "NAME=GLOB[:PRICE]", read: f.addSheet}, "sheet", "attributes asked on one form or call, at PRICE a form or else paid by answer; repeated for several forms")
	fs.StringArrayVar(&f.sheetFiles, "sheets", nil, "`FILE` of forms with the columns sheet,attribute,price, read before --sheet")
	words := []string{"auto", "single", "form", "call:", "panel", "panel,single", "panel,form", "panel,call:"}
	complete(c, "design", words)
	c.PreRunE = func(*cobra.Command, []string) error { return f.checkDesign() }
}

// setDesign reads --design.
func (f *buyingFlags) setDesign(s string) (err error) {
	f.design, err = model.ParseDesign(s)
	if err == nil && f.design.Kind == model.DesignSheets {
		err = errors.New("sheets are named by --sheet NAME=GLOB[,GLOB…][:PRICE] or --sheets FILE")
	}
	return err
}

// addSheet reads --sheet.
func (f *buyingFlags) addSheet(s string) error {
	sheet, err := model.ParseSheet(s)
	if err == nil {
		f.sheets = append(f.sheets, sheet)
	}
	return err
}

// checkDesign refuses flags that contradict each other, before any data are
// read.
func (f *buyingFlags) checkDesign() error {
	d := f.design
	if len(f.sheetFiles) > 0 && d.Kind != "" && d.Kind != model.DesignAuto {
		return misused("--sheets and --design %s both say what is asked together: use one of them", d)
	}
	if len(f.sheets) > 0 {
		var err error
		if d, err = d.WithSheets(f.sheets...); err != nil {
			return misused("--sheet: %w", err)
		}
	} else if len(f.sheetFiles) > 0 {
		d.Kind = model.DesignSheets
	}
	if err := d.CheckRaters(f.asked.Raters); err != nil {
		return usageError{err}
	}
	return nil
}

// designOf is the design that the flags ask for, whose sheets name attributes of
// the data.
func (f *flags) designOf(ctx context.Context, ds *model.Dataset) (model.Design, error) {
	d := f.design
	for _, path := range f.sheetFiles {
		rows, err := read.Sheets(ctx, f.file(path))
		if err != nil {
			return d, err
		}
		for _, r := range rows {
			found := model.Matching(ds.Attributes, r.Glob)
			if len(found) == 0 {
				return d, &read.Error{File: path, Line: r.Line, Column: "attribute", Value: r.Glob, Message: model.NoMatch(ds.Attributes, r.Glob)}
			}
			s := model.Sheet{Name: r.Sheet, Price: r.Price}
			for _, a := range found {
				s.Attributes = append(s.Attributes, model.GlobOf(ds.Attributes[a]))
			}
			if d, err = d.WithSheets(s); err != nil {
				return d, &read.Error{File: path, Line: r.Line, Message: err.Error()}
			}
		}
	}
	if len(f.sheets) > 0 {
		var err error
		if d, err = d.WithSheets(f.sheets...); err != nil {
			return d, fmt.Errorf("--sheet: %w", err)
		}
	}
	_, err := d.OnSheets(ds.Attributes)
	return d, err
}

// overDesign puts the design of the flags in the place of the design of kept settings.
// Given raters or a given design win over kept raters and a kept design.
func (f *flags) overDesign(ctx context.Context, ds *model.Dataset, s model.Settings, given func(flag string) bool) (model.Settings, error) {
	if given("design") || given("sheet") || given("sheets") {
		d, err := f.designOf(ctx, ds)
		if err != nil {
			return s, err
		}
		s.Design = d
		if s.Design.CheckRaters(s.Raters) != nil && !given("raters") {
			s.Raters = model.RatersAuto
		}
	}
	if s.Design.CheckRaters(s.Raters) != nil {
		s.Design = model.Design{}
	}
	return s, nil
}

// designSettings are the settings in documents that have no others.
type designSettings struct {
	Design model.BoughtDesign `json:"design"`
	Shrink model.Shrink       `json:"shrink"`
}

// describedDesign is the design taken, with all its attributes.
func describedDesign(r *core.Result) model.BoughtDesign {
	return r.Design.Described(r.Data().Attributes, func(int) bool { return true })
}

// tellDesign says on stderr how judgments are taken to be bought, where the user
// did not say so and it is more than single judgments of raters who are known.
func tellDesign(p *program, r *core.Result, f *flags) {
	known := len(r.Data().Raters) > 0 || r.Settings.Raters == model.RatersPaper
	if !f.quiet && !r.Design.Asked && (!r.Design.Singles() || !known) {
		p.tell("judgments are bought as " + designSentence(&r.Design))
	}
}

// designSentence is a design with why it was taken.
func designSentence(d *core.Design) string { return d.Words() + ": " + d.Why }
