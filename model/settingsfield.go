package model

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// SettingsField is a field of [Settings] as text. Flags, documents and copied commands all
// read the table of [SettingsFields].
type SettingsField struct {
	Option   Option
	Key      string   // in JSON
	Default  string   // of a field with one value: the value that the zero value of Settings stands for
	Accepted []string // the words of a choice; nil where other texts are accepted
	Each     bool     // each attribute has a value of its own
	List     bool     // JSON is a list: of the attributes
	texts    func(s Settings, attribute string) []string
	set      func(s Settings, attribute, text string) (Settings, error)
}

// settingsValue is one value of a field.
type settingsValue struct {
	Attribute string // "" where it is of no single attribute
	Text      string // as Set reads it; "" where the attribute says it all
}

// SettingsFields are the fields of settings, in the order of documents.
func SettingsFields() []*SettingsField { return settingsFields }

// FieldOf returns the field that an option sets. It panics if the option sets none.
func FieldOf(o Option) *SettingsField {
	i := slices.IndexFunc(settingsFields, func(f *SettingsField) bool { return f.Option == o })
	return settingsFields[i]
}

var settingsFields = []*SettingsField{
	{
		Option: OptionCost, Key: "costs", Each: true,
		texts: func(s Settings, a string) []string {
			c, ok := s.Cost(a)
			return textIf(ok, c.String())
		},
		set: func(s Settings, a, text string) (Settings, error) {
			c, err := ParsePrice(text)
			return s.WithCost(a, c), err
		},
	},
	{
		Option: OptionExclude, Key: "exclude", Each: true, List: true,
		texts: func(s Settings, a string) []string { return textIf(s.Excluded(a), "") },
		set:   func(s Settings, a, _ string) (Settings, error) { return s.WithExcluded(a, true), nil },
	},
	{
		Option: OptionMin, Key: "min", Each: true,
		texts: func(s Settings, a string) []string {
			return textIf(s.OwnLimit(a).Min > 0, strconv.Itoa(s.OwnLimit(a).Min))
		},
		set: func(s Settings, a, text string) (Settings, error) {
			n, err := parseRepeats(text)
			return s.WithLimit(a, Limit{Min: n, Max: s.OwnLimit(a).Max}), err
		},
	},
	{
		Option: OptionMax, Key: "max", Each: true,
		texts: func(s Settings, a string) []string {
			return textIf(s.OwnLimit(a).Max > 0, strconv.Itoa(s.OwnLimit(a).Max))
		},
		set: func(s Settings, a, text string) (Settings, error) {
			n, err := parseRepeats(text)
			return s.WithLimit(a, Limit{Min: s.OwnLimit(a).Min, Max: n}), err
		},
	},
	{
		Option: OptionReliability, Key: "reliability", Each: true,
		texts: func(s Settings, a string) []string {
			r := s.Reliability(a)
			return textIf(r > 0, strconv.FormatFloat(r, 'g', -1, 64))
		},
		set: func(s Settings, a, text string) (Settings, error) {
			r, err := ParseReliability(text)
			return s.WithReliability(a, r), err
		},
	},
	{
		Option: OptionRidge, Key: "ridge", Default: "0",
		texts: func(s Settings, _ string) []string { return []string{s.RidgeString()} },
		set: func(s Settings, _, text string) (_ Settings, err error) {
			s.Ridge, s.AutoRidge, err = ParseRidge(text)
			return s, err
		},
	},
	choiceField(OptionRaters, func(s *Settings) *Raters { return &s.Raters }, RatersAuto, RatersAware, RatersPaper, RatersFixed),
	choiceField(OptionPSD, func(s *Settings) *Projection { return &s.PSD }, ProjectScaled, ProjectPaper, ProjectLabel),
	choiceField(OptionShrink, func(s *Settings) *Shrink { return &s.Shrink }, ShrinkAuto, ShrinkNone),
	choiceField(OptionLabelBy, func(s *Settings) *string { return &s.LabelBy }, LabelByUnknown, LabelBySame, LabelByOthers),
	{
		Option: OptionMaxRepeats, Key: "max_repeats", Default: repeatWords[AutoRepeats],
		texts: func(s Settings, _ string) []string {
			return []string{s.RepeatsString()}
		},
		set: func(s Settings, _, text string) (_ Settings, err error) {
			for n, word := range repeatWords {
				if text == word {
					s.MaxRepeats = n
					return s, nil
				}
			}
			if s.MaxRepeats, err = parseRepeats(text); err != nil {
				err = fmt.Errorf("%w, nor cells, none or auto", err)
			}
			return s, err
		},
	},
	{
		Option: OptionDesign, Key: "design", Default: string(DesignAuto),
		texts: func(s Settings, _ string) []string { return []string{s.Design.String()} },
		set: func(s Settings, _, text string) (_ Settings, err error) {
			sheets := s.Design.Sheets
			if s.Design, err = ParseDesign(text); err == nil && len(sheets) > 0 {
				s.Design, err = s.Design.WithSheets(sheets...)
			}
			return s, err
		},
	},
	{
		Option: OptionSheet, Key: "sheets", List: true,
		texts: func(s Settings, _ string) (all []string) {
			for _, sheet := range s.Design.Sheets {
				all = append(all, sheet.String())
			}
			return all
		},
		set: func(s Settings, _, text string) (Settings, error) {
			sheet, err := ParseSheet(text)
			if err == nil {
				s.Design, err = s.Design.WithSheets(sheet)
			}
			return s, err
		},
	},
}

// choiceField is a field of a few words, the usual one first.
func choiceField[T ~string](o Option, at func(*Settings) *T, accepted ...T) *SettingsField {
	f := &SettingsField{Option: o, Key: strings.ReplaceAll(string(o), "-", "_"), Default: string(accepted[0])}
	for _, a := range accepted {
		f.Accepted = append(f.Accepted, string(a))
	}
	f.texts = func(s Settings, _ string) []string { return []string{string(cmp.Or(*at(&s), accepted[0]))} }
	f.set = func(s Settings, _, text string) (_ Settings, err error) {
		*at(&s), err = oneOf(text, accepted...)
		return s, err
	}
	return f
}

func textIf(ok bool, text string) []string {
	if ok {
		return []string{text}
	}
	return nil
}

// parseRepeats reads a number of judgments.
func parseRepeats(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > MostRepeats {
		return 0, fmt.Errorf("%q is not a number of judgments from 1 to %d", s, MostRepeats)
	}
	return n, nil
}

// Values are the field's values in settings, by attribute in the given order where
// these have their own. A field with one value always has it.
func (f *SettingsField) Values(s Settings, attributes []string) []settingsValue {
	if !f.Each {
		attributes = []string{""}
	}
	var all []settingsValue
	for _, a := range attributes {
		for _, text := range f.texts(s, a) {
			all = append(all, settingsValue{a, text})
		}
	}
	return all
}

// Text returns the value of a field that has one value.
func (f *SettingsField) Text(s Settings) string { return f.texts(s, "")[0] }

// Set returns settings with a value in them; "" is the attribute where none has a
// value of its own. Errors say what is accepted.
func (f *SettingsField) Set(s Settings, attribute, text string) (Settings, error) {
	out, err := f.set(s, attribute, text)
	if err != nil {
		return s, err
	}
	return out, nil
}

// JSON is what documents hold of the field: a list, an object by
// attribute, a number or a text.
func (f *SettingsField) JSON(s Settings, attributes []string) any {
	values := f.Values(s, attributes)
	switch {
	case f.List:
		list := []string{}
		for _, v := range values {
			list = append(list, cmp.Or(v.Attribute, v.Text))
		}
		return list
	case f.Each:
		object := map[string]json.Number{}
		for _, v := range values {
			object[v.Attribute] = json.Number(v.Text)
		}
		return object
	}
	if x, err := strconv.ParseFloat(values[0].Text, 64); err == nil {
		return x
	}
	return values[0].Text
}
