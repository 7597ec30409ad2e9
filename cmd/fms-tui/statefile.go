package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui"
)

// stateVersion is the version of the file that keeps settings.
const stateVersion = 1

// stateFile is that file: what a user set, and nothing of the data but names of
// attributes and of a label.
type stateFile struct {
	Version    int                     `json:"version"`
	Label      string                  `json:"label"`
	LabelFrom  string                  `json:"label_from"`
	LabelAgg   model.Aggregate         `json:"label_agg"`
	Raters     model.Raters            `json:"raters"`
	Design     string                  `json:"design"` // as --design has it; "" = auto
	Sheets     []string                `json:"sheets"` // as --sheet has them
	PSD        model.Projection        `json:"psd"`
	Shrink     model.Shrink            `json:"shrink"` // files of old have none: auto
	Ridge      string                  `json:"ridge"`  // as --ridge has it
	MaxRepeats int                     `json:"max_repeats"`
	Costs      map[string]model.Amount `json:"costs"`
	Exclude    []string                `json:"exclude"`
	Min        map[string]int          `json:"min"`
	Max        map[string]int          `json:"max"`
	Budget     *model.Amount           `json:"budget"`
	Algorithm  selection.Algorithm     `json:"algorithm"`
	Range      model.Amount            `json:"range"`
	Reference  model.Amount            `json:"reference"`
	Sort       string                  `json:"sort"`
	Reverse    bool                    `json:"reverse"`
	Screen     string                  `json:"screen"`
}

// decodeState reads a file of settings. The error goes on from the file's name.
func decodeState(text []byte) (*stateFile, error) {
	if len(text) > mostState {
		return nil, errors.New("is too large to hold settings")
	}
	var is struct{ Version *int }
	switch err := json.Unmarshal(text, &is); {
	case err != nil || is.Version == nil || *is.Version < 1:
		return nil, errors.New("is broken: it holds no settings")
	case *is.Version > stateVersion:
		return nil, fmt.Errorf("is of a newer fms-tui (version %d of the file, this one reads %d)", *is.Version, stateVersion)
	}
	s := new(stateFile)
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("is broken: %w", err)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("is broken: %w", err)
	}
	return s, nil
}

// check refuses what no user could have set.
func (s *stateFile) check() error {
	_, _, err := model.ParseRidge(s.Ridge)
	if err == nil {
		_, err = model.ParseRaters(string(s.Raters))
	}
	if err == nil {
		_, err = s.design()
	}
	if err == nil {
		_, err = model.ParseProjection(string(s.PSD))
	}
	if err == nil && s.Shrink != "" {
		_, err = model.ParseShrink(string(s.Shrink))
	}
	if err == nil {
		_, err = selection.Parse(string(s.Algorithm))
	}
	switch {
	case err != nil:
		return err
	case s.Budget == nil:
		return errors.New("it lacks the budget")
	case s.LabelFrom != "" && s.LabelAgg != model.AggregateMean && s.LabelAgg != model.AggregateMedian:
		return fmt.Errorf("no label is made by %q", s.LabelAgg)
	case s.MaxRepeats < 0 || s.MaxRepeats > model.MostRepeats:
		return fmt.Errorf("%d is no number of judgments", s.MaxRepeats)
	}
	for name, c := range s.Costs {
		if c == 0 {
			return fmt.Errorf("a judgment of %q cannot cost 0", name)
		}
	}
	for _, bounds := range []map[string]int{s.Min, s.Max} {
		for name, n := range bounds {
			if n < 1 || n > model.MostRepeats {
				return fmt.Errorf("%d is no number of judgments of %q", n, name)
			}
			if most, ok := s.Max[name]; ok && most < s.Min[name] {
				return fmt.Errorf("at least %d and at most %d judgments of %q cannot both be", s.Min[name], most, name)
			}
		}
	}
	return nil
}

// design is the design that was kept, of which files of old have none.
func (s *stateFile) design() (model.Design, error) {
	if s.Design == "" {
		return model.Design{}, nil
	}
	d, err := model.ParseDesign(s.Design)
	for _, text := range s.Sheets {
		if err != nil {
			return d, err
		}
		var sheet model.Sheet
		if sheet, err = model.ParseSheet(text); err == nil {
			d, err = d.WithSheets(sheet)
		}
	}
	if err == nil {
		err = d.Check()
	}
	if err == nil {
		err = d.CheckRaters(s.Raters)
	}
	return d, err
}

// saved is what of it can come back with these data: what names an attribute or
// a label that is not there is left out.
func (s *stateFile) saved(ds *model.Dataset) tui.Saved {
	lambda, auto, _ := model.ParseRidge(s.Ridge)
	set := model.Settings{Raters: s.Raters, PSD: s.PSD, Shrink: s.Shrink, MaxRepeats: s.MaxRepeats}.WithRidge(lambda, auto)
	if d, err := s.design(); err == nil {
		if _, err := d.OnSheets(ds.Attributes); err == nil {
			set.Design = d
		}
	}
	if ds.Label(s.Label) != nil {
		set.Label = s.Label
	}
	excluded := make(map[string]bool)
	for _, name := range s.Exclude {
		excluded[name] = true
	}
	out := tui.Saved{Budget: *s.Budget, Range: s.Range, Reference: s.Reference, Sort: s.Sort, Reverse: s.Reverse, Screen: s.Screen}
	for _, name := range ds.Attributes {
		if c, ok := s.Costs[name]; ok {
			set = set.WithCost(name, c)
		}
		if l := (model.Limit{Min: s.Min[name], Max: s.Max[name]}); l != (model.Limit{}) {
			set = set.WithLimit(name, l)
		}
		if excluded[name] {
			set = set.WithExcluded(name, true)
		}
		if string(s.Algorithm) == string(selection.Single)+"="+name {
			out.Algorithm = s.Algorithm
		}
	}
	if slices.Contains(selection.AllAlgorithms(), s.Algorithm) {
		out.Algorithm = s.Algorithm
	}
	out.Settings = set
	return out
}

// gone lists the attributes, and the label, that something was set for and that are
// not in the data any more.
func (s *stateFile) gone(ds *model.Dataset) []string {
	var gone []string
	if s.Label != "" && ds.Label(s.Label) == nil && s.LabelFrom == "" {
		gone = append(gone, fmt.Sprintf("the label %q", s.Label))
	}
	names := slices.Concat(s.Exclude, slices.Collect(maps.Keys(s.Costs)), slices.Collect(maps.Keys(s.Min)), slices.Collect(maps.Keys(s.Max)))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if !slices.Contains(ds.Attributes, name) && name != s.LabelFrom {
			gone = append(gone, fmt.Sprintf("the attribute %q", name))
		}
	}
	const most = 4
	if more := len(gone) - most; more > 0 {
		gone = append(gone[:most], fmt.Sprintf("and %d more", more))
	}
	return gone
}

// stateOf is the file that keeps what is set.
func stateOf(ds *model.Dataset, f *flags, s tui.Saved) *stateFile {
	out := &stateFile{
		Version: stateVersion, Label: s.Settings.Label, Raters: s.Settings.Raters, PSD: s.Settings.PSD, Shrink: s.Settings.Shrink,
		Design: s.Settings.Design.String(), Sheets: []string{}, Ridge: s.Settings.RidgeString(), MaxRepeats: s.Settings.MaxRepeats,
		Costs: map[string]model.Amount{}, Exclude: []string{}, Min: map[string]int{}, Max: map[string]int{},
		Budget: &s.Budget, Algorithm: s.Algorithm, Range: s.Range, Reference: s.Reference, Sort: s.Sort, Reverse: s.Reverse, Screen: s.Screen,
	}
	if f.labelFrom != "" {
		out.LabelFrom, out.LabelAgg = f.labelFrom, f.labelAgg
	}
	if out.Raters == "" {
		out.Raters = model.RatersAuto
	}
	if out.PSD == "" {
		out.PSD = model.ProjectScaled
	}
	if out.Shrink == "" {
		out.Shrink = model.ShrinkAuto
	}
	for _, sheet := range s.Settings.Design.Sheets {
		out.Sheets = append(out.Sheets, sheet.String())
	}
	for _, name := range ds.Attributes {
		if c, ok := s.Settings.Cost(name); ok {
			out.Costs[name] = c
		}
		l := s.Settings.OwnLimit(name)
		if l.Min > 0 {
			out.Min[name] = l.Min
		}
		if l.Max > 0 {
			out.Max[name] = l.Max
		}
		if s.Settings.Excluded(name) {
			out.Exclude = append(out.Exclude, name)
		}
	}
	return out
}
