package model

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// How judgments by the same rater are treated (docs/research/method.md section 11; --raters).
const (
	RatersAuto  = "auto"  // paper without rater ids, fixed for a panel, otherwise aware
	RatersAware = "aware" // raters are random, and shared between attributes
	RatersPaper = "paper" // every judgment by a fresh rater, as S&K assume
	RatersFixed = "fixed" // the same panel will judge future objects
)

// How Σ is moved to the nearest positive semi-definite matrix (--psd).
const (
	ProjectScaled = "scaled" // in standardised units: the choice does not depend on units
	ProjectPaper  = "paper"  // on the raw scale, as in S&K section 3.4
	ProjectLabel  = "label"  // in standardised units, together with b and Var(y): no projected loss is below 0
)

// Who gives the label, here and of new objects (--label-by). Errors of judgments and label go together
// where the same raters give both.
const (
	LabelByUnknown = "unknown" // the data are looked at for signs of the same raters
	LabelBySame    = "same"    // the raters of the judgments, of new objects too
	LabelByOthers  = "others"  // other raters, or a measurement
)

// What takes the place of the paper's label covariance b (--shrink).
const (
	ShrinkAuto = "auto" // b̃, what the pilot can vouch for: the posterior of b (docs/research/small_pilots.md)
	ShrinkNone = "none" // the paper's b
)

// Settings are the choices of a user that decide what is computed from a data
// set. They are one immutable value: the With methods return a changed copy
// and share nothing that could be written, so a Settings is its own undo
// record. The zero value is the default for every field.
type Settings struct {
	Label string // name of the label; "" = the first
	// Ordered names the classes of the label from low to high; nil is as the data have them.
	Ordered []string
	Also    []Further // labels that the same judgments are to predict besides
	Raters  string    // "" = auto
	Design  Design    // how judgments are bought; its zero value is auto
	PSD     string    // "" = scaled
	Shrink  string    // "" = auto
	LabelBy string    // "" = unknown
	Ridge   float64   // λ >= 0; 0 is the paper's form without parameters
	// AutoRidge says that λ is to be chosen among Ridges by the honest loss; in
	// the settings of an answer, that Ridge was.
	AutoRidge bool
	// MaxRepeats is the most judgments of any attribute without a limit of its
	// own: 1 or more, or one of AutoRepeats, CellRepeats and AnyRepeats.
	MaxRepeats int
	own        map[string]ownSettings // by attribute; none is the zero value
}

// ownSettings are what the user says of one attribute.
type ownSettings struct {
	cost        Amount // of one judgment; 0 where none was set
	excluded    bool
	limit       Limit
	reliability float64 // assumed, in (0,1]; 0 assumes nothing
}

// with returns s with what is said of an attribute changed.
func (s Settings) with(attribute string, change func(*ownSettings)) Settings {
	own := s.own[attribute]
	change(&own)
	s.own = maps.Clone(s.own)
	if s.own == nil {
		s.own = make(map[string]ownSettings)
	}
	if s.own[attribute] = own; own == (ownSettings{}) {
		delete(s.own, attribute)
	}
	return s
}

// Values of Settings.MaxRepeats that are no number of judgments.
const (
	AutoRepeats = -iota // no more than the pilot's objects hold, unless that costs much
	CellRepeats         // no more than the pilot's objects hold
	AnyRepeats          // any number
)

// repeatWords are the texts of the values of Settings.MaxRepeats that are no number.
var repeatWords = map[int]string{AutoRepeats: "auto", CellRepeats: "cells", AnyRepeats: "none"}

// RepeatsString is the text of MaxRepeats: a number, auto, cells or none.
func (s Settings) RepeatsString() string {
	return cmp.Or(repeatWords[s.MaxRepeats], strconv.Itoa(s.MaxRepeats))
}

// Further is a label besides the first that the same judgments predict.
type Further struct {
	Name   string
	Weight float64 // of its loss, as a share of its variance; the first label's is 1
}

// WithFurther returns s with one more label to predict.
func (s Settings) WithFurther(f Further) Settings {
	s.Also = append(slices.Clone(s.Also), f)
	return s
}

// Limit bounds the repeats of one attribute.
type Limit struct {
	Min int // at least, paid first; 0 for none
	Max int // at most; 0 for any number
}

// String is the form that ParseLimit reads: "3", "3..8", "..5", "2..", or ""
// for no limit.
func (l Limit) String() string {
	least, most := textIf(l.Min, strconv.Itoa), textIf(l.Max, strconv.Itoa)
	if l.Min == l.Max {
		return most
	}
	return least + ".." + most
}

// MostRepeats is the largest limit on the repeats of an attribute.
const MostRepeats = 1_000_000

// ParseLimit reads least and most repeats: "3" for exactly 3, "3..8", "3.." for
// at least, "..5" for at most; "" is no limit.
func ParseLimit(s string) (l Limit, err error) {
	least, most, span := strings.Cut(s, "..")
	if !span {
		most = least
	}
	for i, text := range []string{least, most} {
		to := []*int{&l.Min, &l.Max}[i]
		if text == "" {
			continue
		}
		if *to, err = strconv.Atoi(text); err != nil || *to < 0 || *to > MostRepeats {
			return Limit{}, fmt.Errorf("%q is not a number of judgments: write 3, 3..8, 3.. or ..5", text)
		}
	}
	if most != "" && l.Max == 0 {
		return Limit{}, fmt.Errorf("no judgments at all: exclude the attribute instead")
	}
	return l, l.check()
}

// check refuses bounds that contradict each other.
func (l Limit) check() error {
	if l.Max != 0 && l.Max < l.Min {
		return fmt.Errorf("at least %d and at most %d judgments cannot both be", l.Min, l.Max)
	}
	return nil
}

// WithLimit returns s with the repeats of an attribute bounded; the zero Limit
// takes the bounds away.
func (s Settings) WithLimit(attribute string, l Limit) Settings {
	return s.with(attribute, func(o *ownSettings) { o.limit = l })
}

// OwnLimit returns the bounds set for an attribute itself.
func (s Settings) OwnLimit(attribute string) Limit { return s.own[attribute].limit }

// Limit returns the bounds of an attribute, MaxRepeats included.
func (s Settings) Limit(attribute string) Limit {
	l := s.OwnLimit(attribute)
	if l.Max == 0 && s.MaxRepeats > 0 {
		l.Max = max(s.MaxRepeats, l.Min) // what is said of one attribute wins
	}
	return l
}

// CheckLimits refuses bounds that contradict each other.
func (s Settings) CheckLimits(attributes []string) error {
	for _, name := range attributes {
		if err := s.OwnLimit(name).check(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// WithReliability returns s with the reliability of one judgment of an attribute assumed, in
// (0,1]; 0 assumes nothing.
func (s Settings) WithReliability(attribute string, r float64) Settings {
	return s.with(attribute, func(o *ownSettings) { o.reliability = r })
}

// Reliability returns the reliability assumed for an attribute, 0 for none.
func (s Settings) Reliability(attribute string) float64 { return s.own[attribute].reliability }

// WithCost returns s with the price of one judgment of an attribute set.
func (s Settings) WithCost(attribute string, price Amount) Settings {
	return s.with(attribute, func(o *ownSettings) { o.cost = price })
}

// Cost returns the price set for an attribute, and false where none was set.
func (s Settings) Cost(attribute string) (Amount, bool) {
	c := s.own[attribute].cost
	return c, c > 0
}

// WithExcluded returns s with the attribute left out of, or back in, the
// candidates.
func (s Settings) WithExcluded(attribute string, out bool) Settings {
	return s.with(attribute, func(o *ownSettings) { o.excluded = out })
}

// Excluded tells whether the user left the attribute out.
func (s Settings) Excluded(attribute string) bool { return s.own[attribute].excluded }

// Shrunk is Shrink with its default in place of "".
func (s Settings) Shrunk() string { return cmp.Or(s.Shrink, ShrinkAuto) }

// LabelGivenBy is LabelBy with its default in place of "".
func (s Settings) LabelGivenBy() string { return cmp.Or(s.LabelBy, LabelByUnknown) }

// Ridges are the λ that an automatic ridge is chosen from, rising (docs/research/method.md
// section 6).
func Ridges() []float64 { return []float64{0, .01, .03, .1, .3, 1, 3, 10} }

// RidgeString is λ, or auto.
func (s Settings) RidgeString() string {
	if s.AutoRidge {
		return "auto"
	}
	return exactly(s.Ridge)
}

// exactly writes a number with all its digits.
func exactly(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Equal tells whether two settings would compute the same.
func (s Settings) Equal(o Settings) bool {
	return s.Label == o.Label && slices.Equal(s.Also, o.Also) && slices.Equal(s.Ordered, o.Ordered) && s.Raters == o.Raters && s.Design.Equal(o.Design) && s.PSD == o.PSD &&
		s.Shrunk() == o.Shrunk() && s.LabelGivenBy() == o.LabelGivenBy() && s.RidgeString() == o.RidgeString() && s.MaxRepeats == o.MaxRepeats &&
		maps.Equal(s.own, o.own)
}

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
	ownField(OptionCost, "costs", func(o *ownSettings) *Amount { return &o.cost }, ParsePrice, Amount.String),
	{
		Option: OptionExclude, Key: "exclude", Each: true, List: true,
		texts: func(s Settings, a string) []string {
			return slices.Repeat([]string{""}, map[bool]int{true: 1}[s.Excluded(a)])
		},
		set: func(s Settings, a, _ string) (Settings, error) { return s.WithExcluded(a, true), nil },
	},
	ownField(OptionMin, "min", func(o *ownSettings) *int { return &o.limit.Min }, parseRepeats, strconv.Itoa),
	ownField(OptionMax, "max", func(o *ownSettings) *int { return &o.limit.Max }, parseRepeats, strconv.Itoa),
	ownField(OptionReliability, "reliability", func(o *ownSettings) *float64 { return &o.reliability }, func(s string) (float64, error) {
		r, err := strconv.ParseFloat(s, 64)
		if err != nil || !(r > 0 && r <= 1) {
			return 0, fmt.Errorf("%q is no reliability: write a number above 0, at most 1, such as 0.5", s)
		}
		return r, nil
	}, exactly),
	textField(OptionRidge, "0", Settings.RidgeString, func(s *Settings, text string) (err error) {
		if s.Ridge, s.AutoRidge = 0, text == "auto"; s.AutoRidge {
			return nil
		}
		if s.Ridge, err = strconv.ParseFloat(text, 64); err != nil || !(s.Ridge >= 0) || math.IsInf(s.Ridge, 0) {
			return fmt.Errorf("%q is no ridge: write a number from 0 on, such as 0.1, or auto", text)
		}
		return nil
	}),
	choiceField(OptionRaters, func(s *Settings) *string { return &s.Raters }, RatersAuto, RatersAware, RatersPaper, RatersFixed),
	choiceField(OptionPSD, func(s *Settings) *string { return &s.PSD }, ProjectScaled, ProjectPaper, ProjectLabel),
	choiceField(OptionShrink, func(s *Settings) *string { return &s.Shrink }, ShrinkAuto, ShrinkNone),
	choiceField(OptionLabelBy, func(s *Settings) *string { return &s.LabelBy }, LabelByUnknown, LabelBySame, LabelByOthers),
	textField(OptionMaxRepeats, repeatWords[AutoRepeats], Settings.RepeatsString, func(s *Settings, text string) (err error) {
		for n, word := range repeatWords {
			if text == word {
				s.MaxRepeats = n
				return nil
			}
		}
		if s.MaxRepeats, err = parseRepeats(text); err != nil {
			err = fmt.Errorf("%w, nor cells, none or auto", err)
		}
		return err
	}),
	textField(OptionDesign, DesignAuto, func(s Settings) string { return s.Design.String() }, func(s *Settings, text string) (err error) {
		sheets := s.Design.Sheets
		if s.Design, err = ParseDesign(text); err == nil && len(sheets) > 0 {
			s.Design, err = s.Design.WithSheets(sheets...)
		}
		return err
	}),
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

// ownField is a field of which each attribute has a value of its own, 0 for none.
func ownField[T comparable](o Option, key string, at func(*ownSettings) *T, parse func(string) (T, error), write func(T) string) *SettingsField {
	return &SettingsField{
		Option: o, Key: key, Each: true,
		texts: func(s Settings, a string) (texts []string) {
			own := s.own[a]
			if text := textIf(*at(&own), write); text != "" {
				texts = append(texts, text)
			}
			return texts
		},
		set: func(s Settings, a, text string) (Settings, error) {
			x, err := parse(text)
			return s.with(a, func(own *ownSettings) { *at(own) = x }), err
		},
	}
}

// textIf is the text of a value, "" of none.
func textIf[T comparable](x T, write func(T) string) string {
	if x == *new(T) {
		return ""
	}
	return write(x)
}

// textField is a field with one value.
func textField(o Option, usual string, text func(Settings) string, set func(s *Settings, text string) error) *SettingsField {
	return &SettingsField{
		Option: o, Key: strings.ReplaceAll(string(o), "-", "_"), Default: usual,
		texts: func(s Settings, _ string) []string { return []string{text(s)} },
		set:   func(s Settings, _, text string) (Settings, error) { err := set(&s, text); return s, err },
	}
}

// choiceField is a field of a few words, the usual one first.
func choiceField(o Option, at func(*Settings) *string, words ...string) *SettingsField {
	f := textField(o, words[0], func(s Settings) string { return cmp.Or(*at(&s), words[0]) }, func(s *Settings, text string) error {
		if !slices.Contains(words, text) {
			return fmt.Errorf("%q is not known: accepted are %s", text, strings.Join(words, ", "))
		}
		*at(s) = text
		return nil
	})
	f.Accepted = words
	return f
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
