package read

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// Objects reads a list of objects to be judged: a table with a column of ids, which has one of the
// names given, or is named like one (object, item, story …), or is the only one. Ids are unique and not empty;
// columns are the names of the other columns, and cells, by object, what stands in them.
func Objects(ctx context.Context, s Source, named ...string) (columns, ids []string, cells [][]string, err error) {
	seen := make(map[string]int)
	_, err = s.readTable(form{}, "a list of objects", func(t table) error {
		names, line := t.header()
		id := slices.IndexFunc(names, func(name string) bool { return slices.Contains(named, strings.TrimSpace(name)) })
		if id < 0 {
			id = objectColumn(names)
		}
		if id < 0 {
			return &Error{File: s.Name, Line: line, Message: "has no column of object ids: name the column object, and every other column is shown to the raters"}
		}
		for i, name := range names {
			if i != id {
				columns = append(columns, strings.Clone(strings.TrimSpace(name)))
			}
		}
		return eachRow(ctx, t, func(row []string, line int) error {
			if blank(row) {
				return nil
			}
			object := strings.Clone(strings.TrimSpace(row[id]))
			first, twice := seen[object]
			switch {
			case object == "":
				return &Error{File: s.Name, Line: line, Column: names[id], Message: "is empty: every object needs an id"}
			case twice:
				return &Error{File: s.Name, Line: line, Column: names[id], Value: object, Message: "is on line " + strconv.Itoa(first) + " too: each object is listed once"}
			}
			seen[object] = line
			var others []string
			for i, cell := range row {
				if i != id {
					others = append(others, strings.Clone(cell))
				}
			}
			ids, cells = append(ids, object), append(cells, others)
			return nil
		})
	})
	if err == nil && len(ids) == 0 {
		err = &Error{File: s.Name, Message: "lists no object: at least one row with an id is needed"}
	}
	return columns, ids, cells, err
}

// objectColumn is the column of ids: the column with the clearest name, or the only
// column; -1 for none.
func objectColumn(names []string) int {
	switch best := byHeader(names); {
	case len(best) > 0:
		return best[0]
	case len(names) == 1:
		return 0
	}
	return -1
}
