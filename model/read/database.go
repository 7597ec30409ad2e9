package read

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"slices"
	"strings"

	"fms-tui/model"
)

// Database is where the rows of a [Source] come from that is no file: a table or a
// query of a database. Package engine has those that the program knows.
type Database interface {
	// First returns the names of the columns and up to n rows in any order: they show
	// the roles of the columns.
	First(n int) (names []string, rows [][]string, err error)
	// All returns the rows whose object, in the column of that name, is in the shard, in
	// the order of the objects. "" is no order and all objects.
	All(object string, shard Shard) (Rows, error)
	// Title is what the data are called on screen.
	Title() string
}

// Rows are the rows of a table, one after another.
type Rows interface {
	// Next returns the cells of the next row, valid until the next call; io.EOF after
	// the last. "" is a cell without a value.
	Next() (cells []string, err error)
	// Close ends the reading. It must be called once, also after io.EOF.
	Close()
}

// databaseTable is the table of a database's rows, which takes their fingerprint.
type databaseTable struct {
	names []string
	rows  Rows
	order *rowOrder // nil for rows as they come
	sum   hash.Hash
	bytes []byte // of a row
	row   int
}

func (t *databaseTable) header() ([]string, int) { return t.names, 0 }

// next returns the number of the row as its line. Errors do not show the number:
// other rows may come before the row next time.
func (t *databaseTable) next() (cells []string, line int, err error) {
	if t.order != nil {
		cells, err = t.order.next(t.rows)
	} else {
		cells, err = t.rows.Next()
	}
	if err != nil {
		return nil, 0, err
	}
	t.bytes = t.bytes[:0]
	for _, c := range cells {
		t.bytes = append(append(t.bytes, c...), 0)
	}
	t.sum.Write(t.bytes)
	t.row++
	return cells, t.row, nil
}

// readDatabase is read for the rows of a database, in the order found before.
func (s Source) readDatabase(use func(table) error) (model.Source, error) {
	from := model.Source{File: s.Name}
	s.meter.beginRows(s.Name)
	names, _, err := s.Database.First(0)
	if err != nil {
		return from, err
	}
	object := ""
	if s.order != nil {
		object = names[s.order.object]
	}
	rows, err := s.Database.All(object, s.shard)
	if err != nil {
		return from, err
	}
	defer rows.Close()
	t := &databaseTable{names: names, rows: rows, order: s.order, sum: sha256.New()}
	if err := use(t); err != nil {
		var wrong *Error
		if errors.As(err, &wrong) {
			wrong.Line = 0
			wrong.Message = strings.ReplaceAll(wrong.Message, " on line ", " in row ")
		}
		return from, err
	}
	from.SHA256 = hex.EncodeToString(t.sum.Sum(nil))
	return from, nil
}

// inOrder returns a source of a database's rows in the order of a [rowOrder], as the
// first rows show the roles of the columns. Files stay as they are.
func (s Source) inOrder(opt Options, fileLabels []string) (Source, error) {
	if s.Database == nil {
		return s, nil
	}
	names, rows, err := s.Database.First(sampleRows)
	if err != nil {
		return s, err
	}
	t := &held{names: names}
	for _, cells := range rows {
		t.rows = append(t.rows, row{cells: cells})
	}
	r, err := findRoles(s.Name, &lookahead{table: t}, opt, fileLabels, nil)
	var ambiguous *AmbiguousError
	if errors.As(err, &ambiguous) || r == nil {
		return s, err
	}
	if r.object >= 0 {
		s.order = newRowOrder(r, slices.Index(names, opt.OrderCol))
	}
	s.shard = opt.Shard
	return s, err
}

// ofObject adds the object to an error about a row of a database.
func (r *roles) ofObject(err error, cells []string) error {
	var wrong *Error
	if r.database && errors.As(err, &wrong) && wrong.Line > 0 && wrong.Object == "" && wrong.Column != r.header[r.object] {
		wrong.Object = trim(cells[r.object])
	}
	return err
}
