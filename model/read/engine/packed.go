package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model/read"
)

// unitSeparator stands between the values of a packed cell: the ASCII character for that, 31,
// which texts do not have.
const unitSeparator = "\x1f"

// packing is the statement of packed rows: one row an object, of its id, the number of its rows
// and, for each other column, the cells of these rows, joined. A label has its smallest and its
// largest cell in place of all: an object has one value of a label, and where it has several,
// two of them are seen.
func (q *query) packing(w read.Wanted) string {
	object := q.identifier(w.Object)
	list := []string{q.text(object) + " as id_of_object", "count(*)"}
	for _, c := range q.columns {
		cell := fmt.Sprintf(q.cell, q.identifier(c.name))
		switch {
		case c.name == w.Object:
		case slices.Contains(w.Labels, c.name):
			list = append(list, "min("+cell+")", "max("+cell+")")
		default:
			list = append(list, fmt.Sprintf(q.join, cell))
		}
	}
	sql := "select " + strings.Join(list, ", ") + " from " + q.ofShard(w.Object, w.Shard) + " group by " + object
	if w.Sorted {
		sql = "select * from (" + sql + ") as packed_rows order by id_of_object"
	}
	return sql
}

// packedRows are packed rows as read.Rows, taken apart.
type packedRows struct {
	rows
	lists [][]string // of the packed row at hand, by column of the table
	at    int        // rows of it that were taken
	n     int        // rows in it
}

// Next implements read.Rows.
func (r *packedRows) Next() ([]string, error) {
	for r.at == r.n {
		values, err := r.cursor.next()
		if err == nil {
			err = r.begin(values)
		}
		if err != nil {
			return nil, r.ended(err)
		}
	}
	for i, list := range r.lists {
		r.cells[i] = list[min(r.at, len(list)-1)]
		if r.of.columns[i].truth {
			r.cells[i] = truth(r.cells[i])
		}
	}
	r.at++
	r.done++
	return r.cells, nil
}

// begin takes up a packed row. The id of the object and the cells of a label are lists of one
// cell and of two, the last of which repeats.
func (r *packedRows) begin(values [][]byte) (err error) {
	wrong := &failure{kind: unsupported, words: "packed rows are not as asked for: a text may hold the character 31; read plain rows"}
	if len(values) < 2 {
		return wrong
	}
	if r.n, err = strconv.Atoi(string(values[1])); err != nil || r.n < 1 {
		return wrong
	}
	r.at = 0
	id, values := values[0], values[2:]
	for i, c := range r.of.columns {
		r.lists[i] = r.lists[i][:0]
		switch {
		case c.name == r.wanted.Object:
			r.lists[i] = append(r.lists[i], string(id))
			continue
		case len(values) == 0 || slices.Contains(r.wanted.Labels, c.name) && len(values) == 1:
			return wrong
		case slices.Contains(r.wanted.Labels, c.name):
			r.lists[i] = append(r.lists[i], string(values[0]), string(values[1]))
			values = values[2:]
			continue
		}
		text, more := string(values[0]), true
		for more {
			var cell string
			cell, text, more = strings.Cut(text, unitSeparator)
			r.lists[i] = append(r.lists[i], cell)
		}
		if values = values[1:]; len(r.lists[i]) != r.n {
			return wrong
		}
	}
	return nil
}
