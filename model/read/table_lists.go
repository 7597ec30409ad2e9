package read

import (
	"encoding/json"
	"slices"
	"strings"
)

// Cells may hold lists: [4, 5, 3], or ["u", "v"] beside it. Each place of the lists is a row, in which
// the other cells repeat. Databases and clusters write such files by grouping.

// cellsOf are the elements of a list of numbers, texts, true, false and null as JSON or Python writes
// it. A missing cell is a list of nothing.
func cellsOf(cell string) (cells []string, ok bool) {
	if cell = trim(cell); isMissing(cell) {
		return nil, true
	}
	var list []json.RawMessage
	if cell[0] != '[' || json.Unmarshal([]byte(cell), &list) != nil &&
		json.Unmarshal([]byte(strings.ReplaceAll(cell, "'", `"`)), &list) != nil &&
		json.Unmarshal([]byte(pythonConstants.Replace(cell)), &list) != nil {
		return nil, false
	}
	for _, raw := range list {
		if raw[0] == '[' || raw[0] == '{' {
			return nil, false
		}
		cells = append(cells, plain(raw))
	}
	return cells, true
}

// pythonConstants turns Python's constants into JSON's.
var pythonConstants = strings.NewReplacer("None", "null", "True", "true", "False", "false", "NaN", "null", "nan", "null")

// plain returns a JSON value as a cell: text without its quotes, null as nothing.
func plain(raw json.RawMessage) string {
	var text string
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return ""
	case json.Unmarshal(raw, &text) == nil:
		return strings.TrimSpace(text)
	}
	return string(raw)
}

// rowsOfLists makes a row of each place of the lists in some columns, and so many at least.
func rowsOfLists(cells []string, columns []int, lists [][]string, least int) (rows [][]string) {
	for _, list := range lists {
		least = max(least, len(list))
	}
	for at := range least {
		row := slices.Clone(cells)
		for k, i := range columns {
			if row[i] = ""; at < len(lists[k]) {
				row[i] = lists[k][at]
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// listColumn are the lists in a column of the first rows.
type listColumn struct {
	lists   [][]string // by row; nil where other cells are among them
	numbers bool       // they hold numbers alone
	twice   bool       // a value comes twice in a list
}

func listColumnOf(rows []row, column int) listColumn {
	c, some := listColumn{numbers: true}, false
	for _, r := range rows {
		list, is := cellsOf(r.cells[column])
		if !is {
			return listColumn{}
		}
		some = some || strings.HasPrefix(trim(r.cells[column]), "[")
		c.numbers = c.numbers && !slices.ContainsFunc(list, func(cell string) bool { _, k := parseValue(cell); return k == text })
		c.twice = c.twice || len(distinct(list)) < len(list)
		c.lists = append(c.lists, list)
	}
	if !some {
		return listColumn{}
	}
	return c
}

// objectIn is the JSON object that a cell holds, as models answer, perhaps in a fence of Markdown; false
// for other text.
func objectIn(cell string) (json.RawMessage, bool) {
	cell = trim(cell)
	if inner, is := strings.CutPrefix(cell, "```"); is {
		cell = trim(strings.TrimPrefix(strings.TrimSuffix(inner, "```"), "json"))
	}
	raw := json.RawMessage(cell)
	return raw, strings.HasPrefix(cell, "{") && json.Valid(raw)
}

// openObjects makes columns of the fields of JSON objects, where the cells of a column hold them. Cells
// that do not stay in the column.
func openObjects(t *lookahead, file string) *lookahead {
	t.peek(func() bool { return len(t.rows) < sampleMinRows })
	names, _ := t.header()
	by := make(map[int]wide)
	for i, name := range names {
		fieldsOf := func(cell string) (fields []field, is bool) {
			raw, is := objectIn(cell)
			if rec := (record{}); is && rec.addObject(file, raw, name+".", 0) == nil {
				return rec.fields, true
			}
			return []field{{name, cell}}, false
		}
		keys, objects, others := []string{name}, 0, 0
		for _, r := range t.rows {
			fields, is := fieldsOf(r.cells[i])
			objects, others = objects+b2i(is), others+b2i(!is && !isMissing(r.cells[i]))
			for _, f := range fields {
				if !slices.Contains(keys, f.name) && !slices.Contains(names, f.name) {
					keys = append(keys, f.name)
				}
			}
		}
		if objects > others {
			by[i] = wide{keys, func(cell string) []string {
				cells := make([]string, len(keys))
				fields, _ := fieldsOf(cell)
				for _, f := range fields {
					if k := slices.Index(keys, f.name); k >= 0 {
						cells[k] = f.cell
					}
				}
				return cells
			}}
		}
	}
	if len(by) == 0 {
		return t
	}
	return &lookahead{table: widened(t, by)}
}
