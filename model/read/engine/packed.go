package engine

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"fms-tui/model/read"
)

// packing is a statement of packed rows: one row an object, of its id and, for each other
// column, an array of the values of its rows. A label of numbers has its smallest and its
// largest value in place of an array: an object has one value of a label, and where it has
// several, both are seen.
type packing struct {
	sql    string
	object string // the column of the objects
	sorted bool   // the objects come in order
}

// packedKind is how the values of a column come in a packed row.
type packedKind uint8

const (
	packedID     packedKind = iota // the id of the object
	packedTexts                    // an array of texts
	packedValues                   // an array of numbers, NaN for none
	packedRange                    // the smallest and the largest number, NaN for none
)

// kindOf tells how a column comes.
func (c column) kindOf(w read.Wanted) packedKind {
	switch {
	case c.name == w.Object:
		return packedID
	case c.exact && c.name == w.Judgment:
		return packedValues
	case c.exact && slices.Contains(w.Labels, c.name):
		return packedRange
	}
	return packedTexts
}

// packing builds the statement of packed rows.
func (q *query) packing(w read.Wanted) packing {
	object := q.identifier(w.Object)
	list := []string{q.text(object) + " as id_of_object"}
	for _, c := range q.columns {
		name := q.identifier(c.name)
		switch c.kindOf(w) {
		case packedTexts:
			list = append(list, fmt.Sprintf(q.array, fmt.Sprintf(q.cell, name)))
		case packedValues:
			list = append(list, fmt.Sprintf(q.array, fmt.Sprintf(q.number, name)))
		case packedRange:
			list = append(list, fmt.Sprintf(q.least, name), fmt.Sprintf(q.most, name))
		}
	}
	sql := "select " + strings.Join(list, ", ") + " from " + q.ofShard(w.Object, w.Shard) + " group by " + object
	if q.sorts {
		sql += " order by " + object
	}
	return packing{sql: sql, object: w.Object, sorted: w.Sorted}
}

// packedCursor are the packed rows of a statement.
type packedCursor interface {
	// next puts the next packed row in its place; io.EOF after the last.
	next() error
	close()
}

// packedRows are packed rows as read.Rows, taken apart.
type packedRows struct {
	expected
	cursor packedCursor
	kinds  []packedKind
	// The packed row at hand, by column:
	texts  [][]string
	values []float64    // of the judgments
	ranges [][2]float64 // smallest and largest
	id     string
	n, at  int // rows in it, and taken
	cells  []string
	judged int // the column of values, -1 for none
}

func newPackedRows(e expected, columns []column, w read.Wanted) *packedRows {
	r := &packedRows{expected: e, texts: make([][]string, len(columns)), ranges: make([][2]float64, len(columns)), cells: make([]string, len(columns)), judged: -1}
	for i, c := range columns {
		kind := c.kindOf(w)
		r.kinds = append(r.kinds, kind)
		if kind == packedValues {
			r.judged = i
		}
	}
	return r
}

// columns is how many columns a packed row has.
func (r *packedRows) columns() int {
	n := 0
	for _, kind := range r.kinds {
		n++
		if kind == packedRange {
			n++
		}
	}
	return n
}

// Next implements read.Rows.
func (r *packedRows) Next() (read.Row, error) {
	for r.at == r.n {
		err := r.cursor.next()
		if err == nil {
			err = r.begin()
		}
		if err != nil {
			return read.Row{}, r.ended(err)
		}
	}
	row := read.Row{Cells: r.cells}
	for i, kind := range r.kinds {
		switch kind {
		case packedTexts:
			r.cells[i] = r.texts[i][r.at]
		case packedValues:
			row.Judgment, row.Parsed = r.values[r.at], true
			r.cells[i] = ""
			if math.IsInf(row.Judgment, 0) { // the message about it shows it
				row.Parsed, r.cells[i] = false, number(row.Judgment)
			}
		case packedRange:
			if r.at == 1 { // the first row has the smallest
				r.cells[i] = number(r.ranges[i][1])
			}
		}
	}
	r.at++
	r.done++
	return row, nil
}

// begin takes up a packed row, whose arrays must have the same length.
func (r *packedRows) begin() error {
	r.at, r.n = 0, -1
	for i, kind := range r.kinds {
		n := r.n
		switch kind {
		case packedID:
			r.cells[i] = r.id
		case packedTexts:
			n = len(r.texts[i])
		case packedValues:
			n = len(r.values)
		case packedRange:
			r.cells[i] = number(r.ranges[i][0])
		}
		if r.n >= 0 && n != r.n {
			r.n = 0
			return io.ErrUnexpectedEOF
		}
		r.n = n
	}
	r.n = max(r.n, 0)
	return nil
}

// number is a number as a cell, "" for none.
func number(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Close implements read.Rows.
func (r *packedRows) Close() { r.cursor.close() }

// packedMost is the most judgments of an object for which its rows are packed: an array
// has a limit, and is held as a whole.
const packedMost = 100_000
