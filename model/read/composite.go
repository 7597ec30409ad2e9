package read

import (
	"slices"
	"strings"

	"fms-tui/model"
)

// composite is a table with one more column, the object that several columns make up together:
// a document and the system that summed it up. The column is called as --object-col names it,
// DOCUMENT,SYSTEM, and its cells are joined by " / ". They are empty where a part is missing.
type composite struct {
	table
	column string
	parts  []int
	names  []string
	cells  []string
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

// compose adds the object that several columns make up, if the flag names several.
func compose(t table, opt Options) table {
	names, _ := t.header()
	if parts := objectParts(names, opt.ObjectCol); parts != nil {
		return &composite{table: t, column: opt.ObjectCol, parts: parts}
	}
	return t
}

func (c *composite) header() ([]string, int) {
	names, line := c.table.header()
	c.names = append(append(c.names[:0], names...), c.column)
	return c.names, line
}

func (c *composite) next() ([]string, int, error) {
	cells, line, err := c.table.next()
	if err != nil {
		return nil, line, err
	}
	var ids []string
	for _, i := range c.parts {
		if id := trim(cells[i]); !isMissing(id) {
			ids = append(ids, id)
		}
	}
	object := ""
	if len(ids) == len(c.parts) {
		object = strings.Join(ids, " / ")
	}
	c.cells = append(append(c.cells[:0], cells...), object)
	return c.cells, line, nil
}

// leaveParts takes the parts of the object out of the columns that may be attributes.
func (r *roles) leaveParts(opt Options) {
	names := r.header
	if r.object >= 0 && r.header[r.object] == opt.ObjectCol {
		names = slices.Delete(slices.Clone(names), r.object, r.object+1)
	}
	for _, i := range objectParts(names, opt.ObjectCol) {
		if r.role[i] == noRole {
			r.set(i, unused, why{code: model.ReasonFlag, text: "part of the object", remedy: model.Choose(model.OptionObject, "", "")})
		}
	}
}
