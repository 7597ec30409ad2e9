package read

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	little "encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fms-tui/model"
)

// Database gives the rows of a [Source] that is not a file: a table or a query of a
// database. Package engine has the databases that the program knows.
type Database interface {
	// First returns the names of the columns and up to n rows in any order: they show the roles of the columns.
	First(n int) (names []string, rows [][]string, err error)
	// All returns the rows of the objects in a shard, in the order of the column of the objects' ids; "" is
	// no order and all objects.
	All(object string, of Shard) (Rows, error)
	// Title is what the data are called on screen.
	Title() string
}

// Rows are the rows of a table, one after another.
type Rows interface {
	// Next returns the cells of the next row, valid until the next call, "" for a cell
	// without a value; io.EOF after the last.
	Next() ([]string, error)
	// Close ends the reading. It must be called once, also after io.EOF.
	Close()
}

// databaseTable is the table of a database's rows. Their fingerprint is the SHA-256 of their number and of the sum,
// as four numbers modulo 2⁶⁴, of the SHA-256 of each: it does not depend on their order.
type databaseTable struct {
	names []string
	rows  Rows
	order *rowOrder // nil for rows as they come
	row   int
	total [4]uint64
}

func (t *databaseTable) header() ([]string, int) { return t.names, 0 }

// next returns the next row, and its number as its line. Errors do not show the number:
// other rows may come before the row next time.
func (t *databaseTable) next() (cells []string, line int, err error) {
	var r databaseRow
	if t.order != nil {
		r, err = t.order.next(t.rows)
	} else if r.cells, err = t.rows.Next(); err == nil {
		r.sum = sumOf(r.cells)
	}
	if err != nil {
		return nil, 0, err
	}
	for i := range t.total {
		t.total[i] += little.LittleEndian.Uint64(r.sum[8*i:])
	}
	t.row++
	return r.cells, t.row, nil
}

// sumOf is the SHA-256 of the cells of a row.
func sumOf(cells []string) [sha256.Size]byte {
	var room [256]byte
	text := room[:0]
	for _, c := range cells {
		text = append(append(text, c...), 0)
	}
	return sha256.Sum256(text)
}

// readDatabase is read for the rows of a database, in the order found before.
func (s Source) readDatabase(f form, use func(table) error) (model.Source, error) {
	from := model.Source{File: s.Name}
	names, _, err := s.Database.First(0)
	if err != nil {
		return from, err
	}
	rows, err := s.Database.All(s.byObject, s.shard)
	if err != nil {
		return from, err
	}
	defer rows.Close()
	t := &databaseTable{names: names, rows: rows, order: s.order}
	if err := use(f.cells(t, s.Name, false)); err != nil {
		if wrong, is := errors.AsType[*Error](err); is {
			wrong.Line = 0
			wrong.Message = strings.ReplaceAll(wrong.Message, " on line ", " in row ")
		}
		return from, err
	}
	all := little.LittleEndian.AppendUint64(nil, uint64(t.row))
	for _, lane := range t.total {
		all = little.LittleEndian.AppendUint64(all, lane)
	}
	from.SHA256 = fmt.Sprintf("%x", sha256.Sum256(all))
	return from, nil
}

// inOrder returns a source of a database's rows in the order of a [rowOrder], as the first rows show the roles of the
// columns. Files stay as they are. Objects come in order where c takes no parts.
func (s Source) inOrder(c *collector, opt Options, fileLabels []string) (Source, error) {
	if s.Database == nil {
		return s, nil
	}
	s.meter.begin(s.title(), 0)
	names, rows, err := s.Database.First(sampleRows)
	if err != nil {
		return s, err
	}
	t := &held{names: names}
	for _, cells := range rows {
		t.rows = append(t.rows, row{cells: cells})
	}
	r, err := likeliestRoles(s.Name, &lookahead{table: t}, &opt, fileLabels, nil, c.warnOnce)
	if _, ambiguous := errors.AsType[*AmbiguousError](err); ambiguous || r == nil {
		return s, err
	}
	if r.object >= 0 && r.object < len(names) { // an object of several columns has no order on the server
		s.order = &rowOrder{object: r.object, rater: r.rater, turn: slices.Index(names, opt.OrderCol), attribute: slices.Clone(r.names)}
		s.byObject, s.shard = names[r.object], opt.Shard
	}
	return s, err
}

// ofObject adds the object to an error about a row of a database.
func (r *roles) ofObject(err error, cells []string) error {
	if wrong, is := errors.AsType[*Error](err); is && r.opt.database && wrong.Line > 0 && wrong.Object == "" && wrong.Column != r.header[r.object] {
		wrong.Object = trim(cells[r.object])
	}
	return err
}

// rowOrder orders the rows of an object, so that the result does not depend on the database's order of rows: by
// attribute, rater and the column of --order-col if there is one. The program sorts, not the database: an object has
// few rows, and sorting all rows by all columns takes the server ten times as long.
//
// All else is ordered by a hash: were judgments ordered by value, the smallest of each attribute
// would seem to be one rater's (moments.PositionTest).
type rowOrder struct {
	object, rater, turn int           // columns, -1 for none
	attribute           []int         // columns
	group               []databaseRow // the rows of an object, not returned yet
	ahead               []databaseRow // the first row of the object after
	ended               error
}

// databaseRow is a row of a database, and what it is ordered by.
type databaseRow struct {
	cells            []string
	attribute, rater string
	sum              [sha256.Size]byte
}

// next returns the next row of all rows in order.
func (o *rowOrder) next(rows Rows) (databaseRow, error) {
	if len(o.group) == 0 {
		if err := o.fill(rows); err != nil {
			return databaseRow{}, err
		}
	}
	r := o.group[0]
	o.group = o.group[1:]
	return r, nil
}

// fill reads the rows of another object and orders them.
func (o *rowOrder) fill(rows Rows) error {
	o.group, o.ahead = o.ahead, nil
	for o.ended == nil && o.ahead == nil {
		cells, err := rows.Next()
		switch {
		case err != nil:
			o.ended = err
		case len(o.group) > 0 && cells[o.object] != o.group[0].cells[o.object]:
			o.ahead = []databaseRow{o.row(cells)}
		default:
			o.group = append(o.group, o.row(cells))
		}
	}
	if o.ended != nil && (len(o.group) == 0 || !errors.Is(o.ended, io.EOF)) {
		return o.ended
	}
	slices.SortFunc(o.group, func(x, y databaseRow) int {
		order := cmp.Or(strings.Compare(x.attribute, y.attribute), strings.Compare(x.rater, y.rater))
		if order == 0 && o.turn >= 0 {
			order = compareCells(x.cells[o.turn], y.cells[o.turn])
		}
		return cmp.Or(order, bytes.Compare(x.sum[:], y.sum[:]))
	})
	return nil
}

// row is a row with what it is ordered by.
func (o *rowOrder) row(cells []string) databaseRow {
	r := databaseRow{cells: slices.Clone(cells), sum: sumOf(cells)}
	if o.rater >= 0 && !isMissing(trim(r.cells[o.rater])) {
		r.rater = r.cells[o.rater]
	}
	r.attribute = strings.Join(pick(r.cells, o.attribute), "\x00")
	return r
}

// compareCells orders numbers by value, and other cells as text.
func compareCells(p, q string) int {
	x, k := parseValue(p)
	y, l := parseValue(q)
	if k == number && l == number {
		return cmp.Compare(x, y)
	}
	return strings.Compare(p, q)
}
