package read

import (
	"slices"
	"strings"

	"fms-tui/model"
)

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
