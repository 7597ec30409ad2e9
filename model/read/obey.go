package read

import (
	"slices"
	"strings"

	"fms-tui/model"
)

// obey assigns the roles that the user names. A label may be one of a label file.
func (r *roles) obey(fileLabels []string) error {
	r.ignore()
	for _, f := range r.opt.fields() {
		if f.as == noRole {
			continue
		}
		for _, name := range f.names() {
			if name == "" || name == noColumn && f.as == raterRole && !slices.Contains(r.header, noColumn) {
				continue
			}
			column, err := r.assign(name, f.option, f.as)
			if err != nil {
				return err
			}
			if f.as == attributeRole {
				r.names = append(r.names, column)
			}
		}
	}
	for _, name := range append(slices.Clone(r.opt.Also), r.opt.Label) {
		column, value, compares := splitCondition(r.header, name)
		switch own := slices.Contains(r.header, name); {
		case name == "" || slices.Contains(fileLabels, name) || !own && (!compares || name != r.opt.Label):
			continue
		case !own:
			r.labelIs, name = map[int]string{column: value}, r.header[column]
		}
		if _, err := r.assign(name, model.OptionLabel, labelRole); err != nil {
			return err
		}
	}
	r.leaveParts()
	return nil
}

// assign gives the only column of a name the role that an option says.
func (r *roles) assign(name string, option model.Option, as role) (column int, err error) {
	name = strings.TrimSpace(name)
	if column = slices.Index(r.header, name); column < 0 {
		return column, r.absent(option, "column", name, r.header)
	}
	if j := slices.Index(r.header[column+1:], name); j >= 0 {
		return column, r.duplicate(column, column+1+j)
	}
	if r.role[column] != noRole {
		return column, r.fail(nil, "column %s cannot be both, the %s and the %s: each role needs a column of its own", plainOrQuoted(name), r.role[column], as)
	}
	r.set(column, as, askedBy(option))
	return column, nil
}

// ignore takes the columns out that the user ignores. A name that this file lacks may be in another one.
func (r *roles) ignore() {
	for i, h := range r.header {
		if matchesAny(r.opt.Ignore, h) {
			r.set(i, unused, why{code: model.ReasonIgnored, text: "left out by you", remedy: model.Choose(model.OptionIgnore, "", "")})
		}
	}
}

// heed gives the columns that no flag claims the roles that a tool knows.
func (r *roles) heed(h *hint) {
	if h == nil {
		return
	}
	r.hint = h
	if h.because != "" {
		r.decided = append(r.decided, model.Finding{Message: h.because})
	}
	if h.layout != "" {
		r.opt.Layout = h.layout
	}
	named := len(r.opt.AttributeCol) > 0
	for i, name := range r.header {
		k, ok := h.known[name]
		if !ok || k.role == noRole || r.role[i] != noRole {
			continue
		}
		taken := k.role == objectRole && r.object >= 0 || k.role == raterRole && r.rater >= 0 || k.role == judgmentRole && r.judgment >= 0
		if k.role == attributeRole && h.layout == Long {
			if taken = named; !taken {
				r.names, named = append(r.names, i), true
			}
		}
		if taken {
			k = known{unused, why{code: model.ReasonOther, text: "a flag names another column: " + k.why.text}}
		}
		r.set(i, k.role, k.why)
	}
}

// isJudged tells whether a tool knows a column of by-rater or by-object as an
// attribute of its own, whatever its header is like.
func (r *roles) isJudged(column int) bool {
	return r.hint != nil && r.role[column] == attributeRole && r.hint.known[r.header[column]].role == attributeRole
}

// objectParts returns the columns that --object-col A,B names; nil where it names one column.
func objectParts(names []string, objectCol string) []int {
	wanted := splitNames(objectCol)
	if len(wanted) < 2 || slices.Contains(names, objectCol) {
		return nil
	}
	var parts []int
	for _, name := range wanted {
		i := slices.Index(names, strings.TrimSpace(name))
		if i < 0 {
			return nil
		}
		parts = append(parts, i)
	}
	return parts
}

// compose adds the object that several columns make up together, if the flag names several: a
// document and the system that summed it up. The column is called as --object-col names it,
// DOCUMENT,SYSTEM, and its cells are joined by " / ". They are empty where a part is missing.
func (l *lookahead) compose(opt Options) {
	names, _ := l.header()
	parts := objectParts(names, opt.ObjectCol)
	if parts == nil {
		return
	}
	value := func(cells []string) string {
		var ids []string
		for _, i := range parts {
			id := trim(cells[i])
			if isMissing(id) {
				return ""
			}
			ids = append(ids, id)
		}
		return strings.Join(ids, " / ")
	}
	for i, row := range l.rows {
		l.rows[i].cells = append(slices.Clone(row.cells), value(row.cells))
	}
	l.table = extended(l.table, opt.ObjectCol, value)
}

// leaveParts takes the parts of the object out of the columns that may be attributes.
func (r *roles) leaveParts() {
	names := r.header
	if r.object >= 0 && r.header[r.object] == r.opt.ObjectCol {
		names = slices.Delete(slices.Clone(names), r.object, r.object+1)
	}
	for _, i := range objectParts(names, r.opt.ObjectCol) {
		if r.role[i] == noRole {
			r.set(i, unused, why{code: model.ReasonFlag, text: "part of the object", remedy: model.Choose(model.OptionObject, "", "")})
		}
	}
}
