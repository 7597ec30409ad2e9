package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// obey assigns the roles that the user names.
func (r *roles) obey(opt Options, fileLabels []string) error {
	r.ignore(opt)
	for _, one := range []struct {
		name   string
		option model.Option
		as     role
		column *int
	}{
		{opt.ObjectCol, model.OptionObject, objectRole, &r.object},
		{opt.JudgmentCol, model.OptionJudgment, judgmentRole, &r.judgment},
		{opt.RaterCol, model.OptionRater, raterRole, &r.rater},
	} {
		if one.name == "" || one.name == noColumn && one.as == raterRole && !slices.Contains(r.header, noColumn) {
			continue
		}
		var columns []int
		if err := r.obeyOne(one.name, one.option, one.as, &columns); err != nil {
			return err
		}
		*one.column = columns[0]
	}
	if opt.OrderCol != "" {
		if err := r.obeyOne(opt.OrderCol, model.OptionOrder, numberingRole, new([]int)); err != nil {
			return err
		}
	}
	for _, name := range opt.AttributeCol {
		if err := r.obeyOne(name, model.OptionAttribute, attributeRole, &r.attribute); err != nil {
			return err
		}
	}
	for _, name := range opt.Pivot {
		if err := r.obeyOne(name, model.OptionPivot, attributeRole, &r.pivot); err != nil {
			return err
		}
	}
	if err := r.obeyLabels(opt, fileLabels); err != nil {
		return err
	}
	r.leaveParts(opt)
	return nil
}

// obeyLabels assigns the roles of labels that the user names.
func (r *roles) obeyLabels(opt Options, fileLabels []string) error {
	for _, name := range opt.Also {
		if slices.Contains(r.header, name) && !slices.Contains(fileLabels, name) {
			if err := r.obeyOne(name, model.OptionLabel, labelRole, &r.labels); err != nil {
				return err
			}
		}
	}
	if column, value, ok := splitCondition(r.header, opt.Label); ok && !slices.Contains(r.header, opt.Label) && !slices.Contains(fileLabels, opt.Label) {
		r.labelIs = map[int]string{column: value}
		return r.obeyOne(r.header[column], model.OptionLabel, labelRole, &r.labels)
	}
	if opt.Label != "" && slices.Contains(r.header, opt.Label) && !slices.Contains(fileLabels, opt.Label) {
		return r.obeyOne(opt.Label, model.OptionLabel, labelRole, &r.labels)
	}
	return nil
}

// ignore takes the columns out that the user ignores. A name that this file lacks may
// be in another one.
func (r *roles) ignore(opt Options) {
	for i, h := range r.header {
		if len(opt.Ignore) > 0 && matchesAny(opt.Ignore, h) {
			r.set(i, unused, why{code: model.ReasonIgnored, text: "left out by you", remedy: model.Choose(model.OptionIgnore, "", "")})
		}
	}
}

// obeyOne gives the only column of that name a role.
func (r *roles) obeyOne(name string, option model.Option, as role, columns *[]int) error {
	name = strings.TrimSpace(name)
	found := false
	for i, h := range r.header {
		switch {
		case h != name:
			continue
		case r.role[i] != noRole:
			return r.fail("column %s cannot be both, the %s and the %s: each role needs a column of its own", plainOrQuoted(name), r.role[i], as)
		case found:
			return r.duplicate(slices.Index(r.header, name), i)
		}
		found = true
		r.set(i, as, askedBy(option))
		*columns = append(*columns, i)
	}
	if !found {
		return r.noColumn(name, option, r.header)
	}
	return nil
}

func (r *roles) noColumn(name string, option model.Option, columns []string) error {
	return &Error{File: r.file, Line: r.line, Option: option, Message: fmt.Sprintf("has no column %s: the columns are %s", plainOrQuoted(name), listSome(model.Nearest(name, columns)))}
}
