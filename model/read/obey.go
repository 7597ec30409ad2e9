package read

import (
	"slices"
	"strings"

	"fms-tui/model"
)

// obey assigns the roles that the user's flags name.
func (r *roles) obey(opt Options, fileLabels []string) error {
	r.ignore(opt)
	for _, one := range []struct {
		name, flag string
		as         role
		column     *int
	}{
		{opt.ObjectCol, "--object-col", objectRole, &r.object},
		{opt.JudgmentCol, "--judgment-col", judgmentRole, &r.judgment},
		{opt.RaterCol, "--rater-col", raterRole, &r.rater},
	} {
		if one.name == "" {
			continue
		}
		var columns []int
		if err := r.obeyOne(one.name, one.flag, one.as, &columns); err != nil {
			return err
		}
		*one.column = columns[0]
	}
	for _, name := range opt.AttributeCol {
		if err := r.obeyOne(name, "--attribute-col", attributeRole, &r.attribute); err != nil {
			return err
		}
	}
	for _, name := range opt.Pivot {
		if err := r.obeyOne(name, "--pivot", attributeRole, &r.pivot); err != nil {
			return err
		}
	}
	if column, value, ok := splitCondition(r.header, opt.Label); ok && !slices.Contains(r.header, opt.Label) && !slices.Contains(fileLabels, opt.Label) {
		r.labelIs = &value
		return r.obeyOne(r.header[column], "--label", labelRole, &r.labels)
	}
	if opt.Label != "" && slices.Contains(r.header, opt.Label) && !slices.Contains(fileLabels, opt.Label) {
		return r.obeyOne(opt.Label, "--label", labelRole, &r.labels)
	}
	return nil
}

// ignore takes the columns of --ignore-col out. A name that this file lacks may
// be in another one.
func (r *roles) ignore(opt Options) {
	for i, h := range r.header {
		if len(opt.Ignore) > 0 && matchesAny(opt.Ignore, h) {
			r.set(i, unused, why{model.ReasonIgnored, ignored})
		}
	}
}

const ignored = "--ignore-col"

// obeyOne gives the only column of that name a role.
func (r *roles) obeyOne(name, flag string, as role, columns *[]int) error {
	name = strings.TrimSpace(name)
	found := false
	for i, h := range r.header {
		switch {
		case h != name:
			continue
		case r.role[i] != noRole:
			return r.fail("column %s cannot be both: %s says %s, %s says %s", plainOrQuoted(name), r.why[i].text, r.role[i], flag, as)
		case found:
			return r.duplicate(slices.Index(r.header, name), i)
		}
		found = true
		r.set(i, as, flagged(flag))
		*columns = append(*columns, i)
	}
	if !found {
		return r.noColumn(name, flag, r.header)
	}
	return nil
}

func (r *roles) noColumn(name, flag string, columns []string) error {
	return r.fail("has no column %s, which %s names: the columns are %s", plainOrQuoted(name), flag, listSome(model.Nearest(name, columns)))
}
