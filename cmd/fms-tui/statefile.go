package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fms-tui/core/selection"
	"fms-tui/model"
	"fms-tui/tui"
)

// stateVersion is the version of the file that keeps settings.
const stateVersion = 1

// stateFile is that file: what a user set, and nothing of the data but names of
// attributes and of a label. The settings are fields of it, as the table of model
// has them.
type stateFile struct {
	stateLook
	settings map[model.Option][]model.SettingsValue
}

// stateLook is what a user set besides the settings.
type stateLook struct {
	Version    int                 `json:"version"`
	LabelFrom  string              `json:"label_from"`
	LabelAgg   model.Aggregate     `json:"label_agg"`
	Budget     *model.Amount       `json:"budget"`
	Algorithm  selection.Algorithm `json:"algorithm"`
	Compared   selection.Algorithm `json:"compared,omitempty"`
	Range      model.Amount        `json:"range"`
	Reference  model.Amount        `json:"reference"`
	Sort       string              `json:"sort"`
	Reverse    bool                `json:"reverse"`
	Columns    []string            `json:"columns,omitempty"`
	Scale      string              `json:"scale,omitempty"`
	Decide     string              `json:"decide,omitempty"`
	Confidence float64             `json:"confidence,omitempty"`
	Screen     string              `json:"screen"`
}

// label is the label that was kept.
func (s *stateFile) label() string {
	for _, v := range s.settings[model.OptionLabel] {
		return v.Text
	}
	return ""
}

// all are the settings as far as keep has their attributes.
func (s *stateFile) all(keep func(attribute string) bool) (set model.Settings, err error) {
	for _, f := range model.SettingsFields() {
		for _, v := range s.settings[f.Option] {
			if v.Attribute != "" && !keep(v.Attribute) {
				continue
			}
			if set, err = f.Set(set, v.Attribute, v.Text); err != nil {
				return set, fmt.Errorf("%s %s: %w", f.Key, v.Attribute, err)
			}
		}
	}
	return set, nil
}

// MarshalJSON writes the settings among what else was set.
func (s *stateFile) MarshalJSON() ([]byte, error) {
	set, err := s.all(func(string) bool { return true })
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(s.stateLook)
	for _, f := range model.SettingsFields() {
		var value []byte
		if err == nil {
			value, err = json.Marshal(f.JSON(set, s.attributes()))
		}
		text = append(fmt.Appendf(text[:len(text)-1], ",%q:", f.Key), append(value, '}')...)
	}
	return text, err
}

// attributes are the attributes that settings name.
func (s *stateFile) attributes() []string {
	var names []string
	for _, f := range model.SettingsFields() {
		for _, v := range s.settings[f.Option] {
			if v.Attribute != "" && !slices.Contains(names, v.Attribute) {
				names = append(names, v.Attribute)
			}
		}
	}
	return names
}

// UnmarshalJSON reads what MarshalJSON writes, and files of before, which lack
// fields.
func (s *stateFile) UnmarshalJSON(text []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	if err := json.Unmarshal(text, &s.stateLook); err != nil {
		return err
	}
	s.settings = make(map[model.Option][]model.SettingsValue)
	for _, f := range model.SettingsFields() {
		values, err := f.Decode(fields[f.Key])
		if err != nil {
			return err
		}
		s.settings[f.Option] = values
	}
	return nil
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
	set, err := s.all(func(string) bool { return true })
	for _, check := range []func() error{
		set.Design.Check,
		func() error { return set.Design.CheckRaters(set.Raters) },
		func() error { return set.CheckLimits(s.attributes()) },
		func() error { _, err := selection.Parse(string(s.Algorithm)); return err },
	} {
		if err != nil {
			return err
		}
		err = check()
	}
	switch {
	case err != nil:
		return err
	case s.Budget == nil:
		return errors.New("it lacks the budget")
	case s.LabelFrom != "" && s.LabelAgg != model.AggregateMean && s.LabelAgg != model.AggregateMedian:
		return fmt.Errorf("no label is made by %q", s.LabelAgg)
	}
	return nil
}

// saved is what of it can come back with these data: what names an attribute or
// a label that is not there is left out.
func (s *stateFile) saved(ds *model.Dataset) tui.Saved {
	set, _ := s.all(func(name string) bool { return slices.Contains(ds.Attributes, name) }) // check has seen it
	if _, err := set.Design.OnSheets(ds.Attributes); err != nil {
		set.Design = model.Design{}
	}
	if ds.LabelNamed(set.Label, set.Ordered) == nil {
		set.Ordered = nil
	}
	if ds.LabelNamed(set.Label, nil) == nil {
		set.Label = ""
	}
	out := tui.Saved{
		Settings: set, Budget: *s.Budget, Range: s.Range, Reference: s.Reference, Sort: s.Sort, Reverse: s.Reverse, Columns: s.Columns, Scale: s.Scale, Decide: s.Decide, Confidence: s.Confidence, Screen: s.Screen,
	}
	if name, single := strings.CutPrefix(string(s.Algorithm), string(selection.Single)+"="); single && slices.Contains(ds.Attributes, name) {
		out.Algorithm = s.Algorithm
	}
	if slices.Contains(selection.AllAlgorithms(), s.Algorithm) {
		out.Algorithm = s.Algorithm
	}
	if slices.Contains(selection.AllAlgorithms(), s.Compared) {
		out.Compared = s.Compared
	}
	return out
}

// gone lists the attributes, and the label, that something was set for and that are
// not in the data any more.
func (s *stateFile) gone(ds *model.Dataset) []string {
	var gone []string
	if label := s.label(); label != "" && ds.LabelNamed(label, nil) == nil && s.LabelFrom == "" {
		gone = append(gone, fmt.Sprintf("the label %q", label))
	}
	for _, name := range slices.Sorted(slices.Values(s.attributes())) {
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
	out := &stateFile{settings: make(map[model.Option][]model.SettingsValue), stateLook: stateLook{
		Version: stateVersion, Budget: &s.Budget, Algorithm: s.Algorithm, Compared: s.Compared,
		Range: s.Range, Reference: s.Reference, Sort: s.Sort, Reverse: s.Reverse, Columns: s.Columns, Scale: s.Scale, Decide: s.Decide, Confidence: s.Confidence, Screen: s.Screen,
	}}
	if f.labelFrom != "" {
		out.LabelFrom, out.LabelAgg = f.labelFrom, f.labelAgg
	}
	for _, field := range model.SettingsFields() {
		out.settings[field.Option] = field.Values(s.Settings, ds.Attributes)
	}
	return out
}
