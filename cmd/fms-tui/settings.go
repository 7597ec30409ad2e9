package main

import (
	"context"
	"fmt"

	"fms-tui/model"
	"fms-tui/model/read"
)

// settings makes the settings that the flags ask for.
func (f *flags) settings(ctx context.Context, ds *model.Dataset) (model.Settings, error) {
	s, err := f.further(f.asked)
	if err != nil {
		return s, err
	}
	s.Label = f.read.Label
	d, err := f.designOf(ctx, ds)
	if err != nil {
		return s, err
	}
	return f.ofAttributes(ctx, ds, s.WithDesign(d))
}

// over returns settings with what the flags ask for in their place; given tells
// whether a flag was given.
func (f *flags) over(ctx context.Context, ds *model.Dataset, s model.Settings, given func(flag string) bool) (_ model.Settings, err error) {
	if s.Label == "" || given("label") || given("label-from") {
		if s, err = f.further(s); err != nil {
			return s, err
		}
		s.Label = f.read.Label
	}
	if f.noHonest && s.AutoRidge { // which needs the honest loss
		s = s.WithRidge(0, false)
	}
	for _, g := range f.given {
		if !g.field.Each {
			if s, err = g.field.Set(s, "", g.text); err != nil {
				return s, err
			}
		}
	}
	if s, err = f.overDesign(ctx, ds, s, given); err != nil {
		return s, err
	}
	return f.ofAttributes(ctx, ds, s)
}

// ofAttributes applies the flags that name attributes.
func (f *flags) ofAttributes(ctx context.Context, ds *model.Dataset, s model.Settings) (model.Settings, error) {
	s, err := f.pricesFromFiles(ctx, ds, s)
	if err != nil {
		return s, err
	}
	for _, g := range f.given {
		if !g.field.Each {
			continue
		}
		found := model.Matching(ds.Attributes, g.glob)
		if len(found) == 0 {
			return s, fmt.Errorf("%s %q %s", flagOf(g.field.Option), g.glob, model.NoMatch(ds.Attributes, g.glob))
		}
		for _, a := range found {
			if s, err = g.field.Set(s, ds.Attributes[a], g.text); err != nil {
				return s, err
			}
		}
	}
	return s, s.CheckLimits(ds.Attributes)
}

// pricesFromFiles applies the files of --costs.
func (f *flags) pricesFromFiles(ctx context.Context, ds *model.Dataset, s model.Settings) (model.Settings, error) {
	for _, path := range f.costs {
		costs, err := read.Costs(ctx, f.file(path))
		if err != nil {
			return s, err
		}
		for _, c := range costs {
			found := model.Matching(ds.Attributes, c.Glob)
			if len(found) == 0 {
				return s, &read.Error{File: path, Line: c.Line, Column: "attribute", Value: c.Glob, Message: model.NoMatch(ds.Attributes, c.Glob)}
			}
			for _, a := range found {
				s = s.WithCost(ds.Attributes[a], c.Price)
			}
		}
	}
	return s, nil
}
