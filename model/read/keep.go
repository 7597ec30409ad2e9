package read

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fms-tui/model"
)

// matches tells whether a name is the pattern, or matches it.
func matches(pattern, name string) bool { return model.Matching([]string{name}, pattern) != nil }

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(strings.TrimSpace(p), name) })
}

// keeps tells whether --attributes names a column, as it is called or as its attribute will be.
func (r *roles) keeps(header string) bool {
	return matchesAny(r.opt.Attributes, header) || matchesAny(r.opt.Attributes, cmp.Or(r.short[slices.Index(r.header, header)], header))
}

// named tells whether a flag names a column by its very name: a defect in it is the user's to know.
func (r *roles) named(header string) bool {
	return slices.Contains(r.opt.Attributes, header) || header == r.opt.JudgmentCol
}

// wanted tells whether --attributes names an attribute that is known only row by
// row, perhaps without its judge, or none at all.
func (c *collector) wanted(r *roles, name string) bool {
	_, column, _ := strings.Cut(name, ".")
	if len(r.opt.Attributes) == 0 || len(r.names) == 0 || matchesAny(r.opt.Attributes, name) || r.layout != Long && matchesAny(r.opt.Attributes, column) {
		return true
	}
	const most = 200 // names that an error about --attributes chooses from
	if !slices.Contains(c.unwanted, name) && len(c.unwanted) < most {
		c.unwanted = append(c.unwanted, strings.Clone(name))
	}
	return false
}

// absent is the error about a name that an option gives and a file does not have: there are others.
func (r *roles) absent(option model.Option, what, name string, others []string) *Error {
	e, are := &Error{File: r.file, Option: option}, "the columns are"
	switch what {
	case "column":
		e.Line = r.line
	case "attribute":
		are = "there are"
	}
	e.Message = fmt.Sprintf("has no %s %s: %s %s", what, plainOrQuoted(name), are, listSome(model.Nearest(name, others)))
	return e
}

// check finds the flags that name nothing in any file.
func (c *collector) check(first *roles, opt Options) error {
	columns := slices.Clone(c.before)
	judged := slices.Sorted(slices.Values(slices.Concat(c.unwanted, c.builder.Attributes())))
	for _, col := range c.columns {
		if columns = append(columns, col.Column); col.Role == model.RoleAttribute {
			judged = append(judged, col.Column)
		}
	}
	columns = distinct(columns)
	for _, glob := range opt.Ignore {
		if glob = strings.TrimSpace(glob); !slices.ContainsFunc(columns, func(name string) bool { return matches(glob, name) }) {
			return first.absent(model.OptionIgnore, "column", glob, columns)
		}
	}
	for _, glob := range opt.Attributes {
		glob = strings.TrimSpace(glob)
		if !slices.ContainsFunc(judged, func(name string) bool {
			_, short, _ := strings.Cut(name, ".")
			return matches(glob, name) || matches(glob, short)
		}) {
			return first.absent(model.OptionAttributes, "attribute", glob, distinct(append(judged, columns...)))
		}
	}
	if opt.Label == "" || opt.MaybeLabel || slices.ContainsFunc(c.labels, func(l *labelValues) bool { return l.name == opt.Label }) {
		return nil
	}
	failed := first.absent(model.OptionLabel, "label", opt.Label, columns)
	if _, is := c.builder.KnownAttribute(opt.Label); is {
		failed.Remedies = []model.Choice{model.Choose(model.OptionLabelFrom, opt.Label, "predicts this attribute")}
	}
	return failed
}
