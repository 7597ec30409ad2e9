package read

import (
	"slices"

	"fms-tui/model"
)

// GiveRoles are the choices that give columns their roles, with those of others that are about
// something else.
func GiveRoles(all []model.ColumnRole, others []model.Choice) []model.Choice {
	about := []model.Option{model.OptionLayout, model.OptionObject, model.OptionAttribute, model.OptionJudgment, model.OptionRater, model.OptionPivot, model.OptionAttributes, model.OptionIgnore, model.OptionLabel, model.OptionOrder}
	choices := slices.DeleteFunc(slices.Clone(others), func(c model.Choice) bool { return slices.Contains(about, c.Option) })
	of := make(map[string][]string)
	for _, c := range all {
		if c.File == all[0].File && !slices.Contains(of[c.Role], c.Column) { // a file of labels has roles of its own
			of[c.Role] = append(of[c.Role], c.Column)
		}
	}
	add := func(o model.Option, names ...string) {
		if len(names) > 0 {
			choices = append(choices, model.Choice{Option: o, Value: joinNames(names)})
		}
	}
	add(model.OptionObject, of[model.RoleObject]...)
	if len(of[model.RoleJudgment]) > 0 {
		choices = append(choices, model.Choice{Option: model.OptionLayout, Value: Long})
		add(model.OptionAttribute, of[model.RoleAttribute]...)
		add(model.OptionJudgment, of[model.RoleJudgment]...)
	}
	if raters := of[model.RoleRater]; len(raters) > 0 {
		add(model.OptionRater, raters[0])
	} else {
		add(model.OptionRater, noColumn)
	}
	add(model.OptionLabel, of[model.RoleLabel]...)
	add(model.OptionOrder, of[model.RoleNumbering]...)
	add(model.OptionIgnore, of[model.RoleUnused]...)
	return choices
}
