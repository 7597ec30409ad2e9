package main

import (
	"context"
	"fmt"

	"fms-tui/model"
	"fms-tui/model/read"
)

// settings makes the settings that the flags ask for.
func (f *flags) settings(ctx context.Context, ds *model.Dataset) (model.Settings, error) {
	s := model.Settings{Label: f.read.Label, Raters: f.raters, PSD: f.psd, Shrink: f.shrink, MaxRepeats: int(f.bound)}.WithRidge(f.ridge.lambda, f.ridge.auto)
	d, err := f.designOf(ctx, ds)
	if err != nil {
		return s, err
	}
	return f.ofAttributes(ctx, ds, s.WithDesign(d))
}

// over returns settings with what the flags ask for in their place; given tells
// whether a flag was given.
func (f *flags) over(ctx context.Context, ds *model.Dataset, s model.Settings, given func(flag string) bool) (model.Settings, error) {
	if s.Label == "" || given("label") || given("label-from") {
		s.Label = f.read.Label
	}
	if given("raters") {
		s.Raters = f.raters
	}
	if given("psd") {
		s.PSD = f.psd
	}
	if given("shrink") {
		s.Shrink = f.shrink
	}
	if given("max-repeats") {
		s.MaxRepeats = int(f.bound)
	}
	if given("ridge") || f.noHonest && s.AutoRidge { // which needs the honest loss
		s = s.WithRidge(f.ridge.lambda, f.ridge.auto)
	}
	s, err := f.overDesign(ctx, ds, s, given)
	if err != nil {
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
	for _, c := range f.prices {
		if err := apply(ds, "--cost", c.glob, func(name string) { s = s.WithCost(name, c.value) }); err != nil {
			return s, err
		}
	}
	for _, c := range f.least {
		if err := apply(ds, "--min", c.glob, func(name string) {
			s = s.WithLimit(name, model.Limit{Min: c.value, Max: s.OwnLimit(name).Max})
		}); err != nil {
			return s, err
		}
	}
	for _, c := range f.most {
		if err := apply(ds, "--max", c.glob, func(name string) {
			s = s.WithLimit(name, model.Limit{Min: s.OwnLimit(name).Min, Max: c.value})
		}); err != nil {
			return s, err
		}
	}
	for _, glob := range f.exclude {
		if err := apply(ds, "--exclude", glob, func(name string) { s = s.WithExcluded(name, true) }); err != nil {
			return s, err
		}
	}
	return s, s.CheckLimits(ds.Attributes)
}

// pricesFromFiles applies the files of --costs.
func (f *flags) pricesFromFiles(ctx context.Context, ds *model.Dataset, s model.Settings) (model.Settings, error) {
	for _, path := range f.costs {
		costs, err := read.Costs(ctx, read.File(path))
		if err != nil {
			return s, err
		}
		for _, c := range costs {
			found := matching(ds.Attributes, c.Glob)
			if len(found) == 0 {
				return s, &read.Error{File: path, Line: c.Line, Column: "attribute", Value: c.Glob, Message: noMatch(ds.Attributes, c.Glob)}
			}
			for _, a := range found {
				s = s.WithCost(ds.Attributes[a], c.Price)
			}
		}
	}
	return s, nil
}

// apply calls set for the attributes that a flag's glob matches.
func apply(ds *model.Dataset, flag, glob string, set func(name string)) error {
	found := matching(ds.Attributes, glob)
	if len(found) == 0 {
		return fmt.Errorf("%s %q %s", flag, glob, noMatch(ds.Attributes, glob))
	}
	for _, a := range found {
		set(ds.Attributes[a])
	}
	return nil
}
