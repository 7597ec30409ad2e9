package read

import (
	"slices"
	"strings"

	"fms-tui/model"
)

// matches tells whether a name is the pattern, or matches it.
func matches(pattern, name string) bool { return model.Matching([]string{name}, pattern) != nil }

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(strings.TrimSpace(p), name) })
}

// keeps tells whether --attributes names a column, as it is called or as its
// attribute will be.
func (r *roles) keeps(header string) bool {
	return len(r.opt.Attributes) > 0 && (matchesAny(r.opt.Attributes, header) || matchesAny(r.opt.Attributes, r.shortName(header)))
}

// named tells whether a flag names a column by its very name: a defect in it is
// the user's to know.
func (r *roles) named(header string) bool {
	return slices.Contains(r.opt.Attributes, header) || header == r.opt.JudgmentCol
}

// keepOnly leaves out the columns of judgments that --attributes does not name.
// With --pivot the names of attributes are known only row by row.
func (r *roles) keepOnly() {
	if len(r.opt.Attributes) == 0 || len(r.names) > 0 {
		return
	}
	for i, h := range r.header {
		if r.role[i] == attributeRole && !r.keeps(h) && !r.keeps(stem(h)) {
			r.set(i, unused, why{code: model.ReasonIgnored, remedy: keptIf("does not name it")})
		}
	}
}

// wanted tells whether --attributes names an attribute that is known only row by
// row, or none at all.
func (c *collector) wanted(r *roles, name string) bool {
	if len(r.opt.Attributes) == 0 || r.layout != Long && len(r.names) == 0 || matchesAny(r.opt.Attributes, name) {
		return true
	}
	if r.layout != Long { // a column may be named without its judge
		if _, column, ok := strings.Cut(name, "."); ok && matchesAny(r.opt.Attributes, column) {
			return true
		}
	}
	if !slices.Contains(c.unwanted, name) && len(c.unwanted) < mostUnwanted {
		c.unwanted = append(c.unwanted, strings.Clone(name))
	}
	return false
}

// mostUnwanted bounds the names that an error about --attributes chooses from.
const mostUnwanted = 200

// noAttribute is the error about a glob of --attributes that names none of some names.
func (r *roles) noAttribute(glob string, names []string) error {
	return &Error{File: r.file, Message: "has no attribute " + plainOrQuoted(glob) + ": there are " + listSome(model.Nearest(glob, names)), Option: model.OptionAttributes}
}

// checkAttributes finds a glob of --attributes that names nothing.
func (c *collector) checkAttributes(first *roles, opt Options) error {
	names := slices.Sorted(slices.Values(slices.Concat(c.unwanted, c.builder.Attributes())))
	for _, glob := range opt.Attributes {
		glob = strings.TrimSpace(glob)
		if !slices.ContainsFunc(names, func(name string) bool {
			_, short, _ := strings.Cut(name, ".")
			return matches(glob, name) || matches(glob, short)
		}) && !slices.ContainsFunc(c.columns, func(col model.ColumnRole) bool {
			return matches(glob, col.Column) && col.Role == model.RoleAttribute
		}) {
			for _, col := range c.columns {
				names = append(names, col.Column)
			}
			return first.noAttribute(glob, names)
		}
	}
	return nil
}
