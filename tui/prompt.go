package tui

import (
	"strconv"

	"fms-tui/model"
	"fms-tui/tui/screen"
)

// usualHint is what can be done in a prompt that says no more of itself.
const usualHint = "enter to set, esc to cancel"

func promptBudget(a *app) {
	a.Type("Budget B =", usualHint, "", func(text string) (func(), error) {
		if text == "" {
			return nil, nil
		}
		b, err := model.ParseAmount(text)
		if err == nil {
			err = a.Shown.Result.CheckBudget(b)
		}
		return func() { a.TypeBudget(b) }, err
	})
}

// typedSetting is a setting that is typed: of the selected attribute, or of all.
type typedSetting struct {
	name, hint string
	each       bool
	now        func(a *app, attribute string) string
	set        func(s model.Settings, attribute, text string) (model.Settings, error)
}

var typedSettings = map[string]typedSetting{
	"c": {"Cost of a judgment", usualHint, true, func(a *app, attribute string) string {
		for i := range a.Shown.Result.Attributes {
			if at := &a.Shown.Result.Attributes[i]; at.Name == attribute {
				return at.Price.String()
			}
		}
		return ""
	}, model.FieldOf(model.OptionCost).Set},
	"p": {
		"Repeats", "3, 3..8, 3.. or ..5; nothing for no limit", true,
		func(a *app, attribute string) string { return a.State.Settings.OwnLimit(attribute).String() },
		func(s model.Settings, attribute, text string) (model.Settings, error) {
			l, err := model.ParseLimit(text)
			return s.WithLimit(attribute, l), err
		},
	},
	"i": {"Reliability to assume", "above 0, at most 1; nothing: as the data say", true, func(a *app, attribute string) string {
		if r := a.State.Settings.Reliability(attribute); r > 0 {
			return strconv.FormatFloat(r, 'g', -1, 64)
		}
		return ""
	}, func(s model.Settings, attribute, text string) (model.Settings, error) {
		if text == "" {
			return s.WithReliability(attribute, 0), nil
		}
		return model.FieldOf(model.OptionReliability).Set(s, attribute, text)
	}},
	"r": {
		"Ridge λ =", "0 is none; .01 to 1 where objects are few; or auto", false,
		func(a *app, _ string) string { return a.State.Settings.RidgeString() }, model.FieldOf(model.OptionRidge).Set,
	},
}

func promptSetting(key string) func(*app) {
	return func(a *app) {
		f, attribute := typedSettings[key], ""
		name := f.name
		if f.each {
			if attribute = a.Selected(); attribute == "" {
				return
			}
			name += " of " + attribute + ":"
		}
		a.Type(name, f.hint, f.now(a, attribute), func(text string) (func(), error) {
			settings, err := f.set(a.State.Settings, attribute, text)
			return func() { a.Alter(func(s *screen.State) { s.Settings = settings }) }, err
		})
	}
}

// promptFilter asks for the filter and shows at once what it keeps. The
// attribute that was selected is again when the filter lets it through, unless
// another one was selected meanwhile.
func promptFilter(a *app) {
	before := a.Filter.Text
	a.Type("Filter:", screen.FilterHelp+"; enter keeps it, esc takes it back", before, func(text string) (func(), error) {
		return func() {
			a.SetFilter(text)
			if name := a.Selected(); name != "" {
				a.Cursor = name
			}
		}, nil
	})
	a.over.field.live, a.over.cancel = a.SetFilter, func() { a.SetFilter(before) }
}
