package read

import (
	"context"
	"strconv"
	"strings"
)

// ObjectRow is one line of a list of objects.
type ObjectRow struct {
	ID    string   // unique, not empty
	Cells []string // the other columns, as they stand
}

// Objects reads a list of objects to be judged: a table with a column of ids, which
// is named like one (object, item, story …) or is the only one. Columns are the names
// of the other columns.
func Objects(ctx context.Context, s Source) (columns []string, rows []ObjectRow, err error) {
	seen := make(map[string]int)
	_, err = s.readTable(form{}, "a list of objects", func(t table) error {
		names, line := t.header()
		id := objectColumn(names)
		if id < 0 {
			return &Error{File: s.Name, Line: line, Message: "has no column of object ids: name the column object, and every other column is shown to the raters"}
		}
		for i, name := range names {
			if i != id {
				columns = append(columns, strings.Clone(strings.TrimSpace(name)))
			}
		}
		return eachRow(ctx, t, func(cells []string, line int) error {
			if blank(cells) {
				return nil
			}
			row := ObjectRow{ID: strings.Clone(strings.TrimSpace(cells[id]))}
			first, twice := seen[row.ID]
			switch {
			case row.ID == "":
				return &Error{File: s.Name, Line: line, Column: names[id], Message: "is empty: every object needs an id"}
			case twice:
				return &Error{File: s.Name, Line: line, Column: names[id], Value: row.ID, Message: "is on line " + strconv.Itoa(first) + " too: each object is listed once"}
			}
			seen[row.ID] = line
			for i, cell := range cells {
				if i != id {
					row.Cells = append(row.Cells, strings.Clone(cell))
				}
			}
			rows = append(rows, row)
			return nil
		})
	})
	if err == nil && len(rows) == 0 {
		err = &Error{File: s.Name, Message: "lists no object: at least one row with an id is needed"}
	}
	return columns, rows, err
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
