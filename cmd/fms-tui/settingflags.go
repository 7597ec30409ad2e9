package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"fms-tui/model"
)

// settingUsage is how help shows the flags of settings.
var settingUsage = map[model.Option]struct{ kind, text string }{
	model.OptionCost:        {"GLOB=C", "price of a judgment of the attributes that GLOB matches; a later --cost wins"},
	model.OptionExclude:     {"GLOB", "leave out the attributes that GLOB matches"},
	model.OptionMin:         {"GLOB=R", "buy at least R judgments of the attributes that GLOB matches"},
	model.OptionMax:         {"GLOB=R", "buy at most R judgments of the attributes that GLOB matches"},
	model.OptionMaxRepeats:  {"R", "buy at most R judgments of any attribute without a --max of its own; cells: as many as your objects hold; none: any number; auto: cells unless that costs R² .02"},
	model.OptionReliability: {"GLOB=R", "assume that one judgment of the attributes that GLOB matches has the reliability R, above 0 and at most 1"},
	model.OptionRidge:       {"L|auto", "ridge λ, 0 or more: for few objects, .01 to 1; auto chooses it by the honest loss"},
	model.OptionRaters:      {"NAME", "how judgments by the same rater are treated"},
	model.OptionPSD:         {"NAME", "how covariances are made positive semi-definite: in standardised units, in the units of the data, or together with the label"},
	model.OptionLabelBy:     {"NAME", "who gave the label: the same raters as the judgments, or others"},
	model.OptionShrink:      {"NAME", "label covariances: auto shrinks them where the pilot is small, none takes them as estimated, as in the paper"},
}

// givenSetting is a flag of a setting that was given.
type givenSetting struct {
	field      *model.SettingsField
	glob, text string // glob is "" where attributes have no values of their own
}

// addSetting adds the flag of a setting, with the words of a choice at the end of
// its usage and in completions.
func (f *buyingFlags) addSetting(c *cobra.Command, o model.Option) {
	field, usage := model.FieldOf(o), settingUsage[o]
	v := &value{kind: usage.kind, read: func(s string) error { return f.addGiven(field, usage.kind, s) }}
	if !field.Each {
		v.text = func() string { return field.Text(f.asked) }
	}
	if words := field.Accepted; words != nil {
		usage.text += ": " + strings.Join(words, ", ")
		f.asked, _ = field.Set(f.asked, "", field.Default)
	}
	c.Flags().Var(v, string(o), usage.text)
	complete(c, string(o), field.Accepted)
}

// addGiven reads GLOB, GLOB=VALUE or VALUE. A glob ends at the last equals sign: names
// may have some, values have none.
func (f *buyingFlags) addGiven(field *model.SettingsField, kind, s string) error {
	glob, text := "", s
	switch i := strings.LastIndexByte(s, '='); {
	case field.List:
		glob, text = s, ""
	case field.Each && i <= 0:
		return fmt.Errorf("%q is not of the form %s, such as height=3", s, kind)
	case field.Each:
		glob, text = s[:i], s[i+1:]
	}
	asked, err := field.Set(f.asked, glob, text)
	if err != nil {
		return err
	}
	if !field.Each {
		f.asked = asked
	}
	f.given = append(f.given, givenSetting{field, glob, text})
	return nil
}

// values are the flags given of a setting.
func (f *buyingFlags) values(o model.Option) []givenSetting {
	var all []givenSetting
	for _, g := range f.given {
		if g.field.Option == o {
			all = append(all, g)
		}
	}
	return all
}
