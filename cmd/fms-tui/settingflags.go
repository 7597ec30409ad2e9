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

// settingFlag is the flag of one field of settings.
type settingFlag struct {
	field *model.SettingsField
	to    *flags
}

// addSetting adds the flag of a setting, with the words of a choice at the end of
// its usage and in completions.
func (f *flags) addSetting(c *cobra.Command, o model.Option) {
	field, usage := model.FieldOf(o), settingUsage[o]
	if words := field.Accepted; words != nil {
		usage.text += ": " + strings.Join(words, ", ")
		f.asked, _ = field.Set(f.asked, "", field.Default)
		_ = c.RegisterFlagCompletionFunc(string(o), cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
	c.Flags().Var(settingFlag{field, f}, string(o), usage.text)
	if field.Accepted != nil {
		_ = c.RegisterFlagCompletionFunc(string(o), cobra.FixedCompletions(field.Accepted, cobra.ShellCompDirectiveNoFileComp))
	}
}

func (v settingFlag) Type() string { return settingUsage[v.field.Option].kind }

func (v settingFlag) String() string {
	if !v.field.Each {
		return v.field.Text(v.to.asked)
	}
	var words []string
	for _, g := range v.to.values(v.field.Option) {
		words = append(words, strings.TrimSuffix(g.glob+"="+g.text, "="))
	}
	return strings.Join(words, " ")
}

// Set reads GLOB, GLOB=VALUE or VALUE. A glob ends at the last equals sign: names
// may have some, values have none.
func (v settingFlag) Set(s string) error {
	glob, text := "", s
	switch i := strings.LastIndexByte(s, '='); {
	case v.field.List:
		glob, text = s, ""
	case v.field.Each && i <= 0:
		return fmt.Errorf("%q is not of the form %s, such as height=3", s, v.Type())
	case v.field.Each:
		glob, text = s[:i], s[i+1:]
	}
	asked, err := v.field.Set(v.to.asked, glob, text)
	if err != nil {
		return err
	}
	if !v.field.Each {
		v.to.asked = asked
	}
	v.to.given = append(v.to.given, givenSetting{v.field, glob, text})
	return nil
}

// values are the flags given of a setting.
func (f *flags) values(o model.Option) []givenSetting {
	var all []givenSetting
	for _, g := range f.given {
		if g.field.Option == o {
			all = append(all, g)
		}
	}
	return all
}
