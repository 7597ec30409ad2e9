package read

import (
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// obey assigns the roles that the user names. A label may be one of a label file.
func (r *roles) obey(opt Options, fileLabels []string) error {
	r.ignore(opt)
	own := func(name string) bool { return slices.Contains(r.header, name) && !slices.Contains(fileLabels, name) }
	labels := slices.DeleteFunc(append(slices.Clone(opt.Also), opt.Label), func(name string) bool { return !own(name) })
	if column, value, ok := splitCondition(r.header, opt.Label); ok && !own(opt.Label) && !slices.Contains(fileLabels, opt.Label) {
		r.labelIs, labels = map[int]string{column: value}, append(labels, r.header[column])
	}
	into := func(columns *[]int) func(int) { return func(i int) { *columns = append(*columns, i) } }
	for _, one := range []struct {
		names  []string
		option model.Option
		as     role
		take   func(column int)
	}{
		{[]string{opt.ObjectCol}, model.OptionObject, objectRole, func(i int) { r.object = i }},
		{[]string{opt.JudgmentCol}, model.OptionJudgment, judgmentRole, func(i int) { r.judgment = i }},
		{[]string{opt.RaterCol}, model.OptionRater, raterRole, func(i int) { r.rater = i }},
		{[]string{opt.OrderCol}, model.OptionOrder, numberingRole, func(int) {}},
		{opt.AttributeCol, model.OptionAttribute, attributeRole, into(&r.attribute)},
		{opt.Pivot, model.OptionPivot, attributeRole, into(&r.pivot)},
		{labels, model.OptionLabel, labelRole, into(&r.labels)},
	} {
		for _, name := range one.names {
			if name == "" || name == noColumn && one.as == raterRole && !slices.Contains(r.header, noColumn) {
				continue
			}
			column, err := r.onlyColumn(name, one.option)
			if err != nil {
				return err
			}
			if r.role[column] != noRole {
				return r.fail("column %s cannot be both, the %s and the %s: each role needs a column of its own", plainOrQuoted(r.header[column]), r.role[column], one.as)
			}
			r.set(column, one.as, askedBy(one.option))
			one.take(column)
		}
	}
	r.leaveParts(opt)
	return nil
}

// ignore takes the columns out that the user ignores. A name that this file lacks may
// be in another one.
func (r *roles) ignore(opt Options) {
	for i, h := range r.header {
		if matchesAny(opt.Ignore, h) {
			r.set(i, unused, why{code: model.ReasonIgnored, text: "left out by you", remedy: model.Choose(model.OptionIgnore, "", "")})
		}
	}
}

// onlyColumn is the only column of that name.
func (r *roles) onlyColumn(name string, option model.Option) (int, error) {
	name = strings.TrimSpace(name)
	i := slices.Index(r.header, name)
	if i < 0 {
		return i, r.noColumn(name, option, r.header)
	}
	if j := slices.Index(r.header[i+1:], name); j >= 0 {
		return i, r.duplicate(i, i+1+j)
	}
	return i, nil
}

func (r *roles) noColumn(name string, option model.Option, columns []string) error {
	return &Error{File: r.file, Line: r.line, Option: option, Message: fmt.Sprintf("has no column %s: the columns are %s", plainOrQuoted(name), listSome(model.Nearest(name, columns)))}
}
