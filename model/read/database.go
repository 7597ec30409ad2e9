package read

import (
	"errors"
	"slices"
	"strings"

	"fms-tui/model"
)

// Database gives the rows of a [Source] that is not a file: a table or a query of a
// database. Package engine has the databases that the program knows.
type Database interface {
	// First returns the names of the columns and up to n rows in any order: they show
	// the roles of the columns.
	First(n int) (names []string, rows [][]string, err error)
	// All returns the rows that are wanted.
	All(w Wanted) (Rows, error)
	// Title is what the data are called on screen.
	Title() string
	// Remarks are what the user should know about the database.
	Remarks() []model.Finding
}

// Wanted says which rows of a [Database] are read, and how they may come.
type Wanted struct {
	Object string // the column of the objects' ids, in whose order rows come; "" is no order and all objects
	Shard  Shard  // of the objects
}

// Rows are the rows of a table, one after another.
type Rows interface {
	// Next returns the cells of the next row, valid until the next call, "" for a cell
	// without a value; io.EOF after the last.
	Next() ([]string, error)
	// Close ends the reading. It must be called once, also after io.EOF.
	Close()
}

// databaseRow is a row of a database.
type databaseRow struct {
	cells    []string
	judgment float64 // NaN for none, where parsed
	parsed   bool

	attribute, rater string // what it is ordered by, and without a rater a hash
	hash             uint64
}

// databaseTable is the table of a database's rows, which takes their fingerprint.
type databaseTable struct {
	names []string
	rows  Rows
	order *rowOrder // nil for rows as they come
	sum   rowSum
	row   int
}

func (t *databaseTable) header() ([]string, int) { return t.names, 0 }

// next returns the next row, and its number as its line. Errors do not show the number:
// other rows may come before the row next time.
func (t *databaseTable) next() (cells []string, line int, err error) {
	var r databaseRow
	if t.order != nil {
		r, err = t.order.next(t.rows)
	} else {
		r.cells, err = t.rows.Next()
	}
	if err != nil {
		return nil, 0, err
	}
	t.sum.add(r)
	t.row++
	return r.cells, t.row, nil
}

func (t *databaseTable) streams() {}

// readDatabase is read for the rows of a database, in the order found before.
func (s Source) readDatabase(f form, use func(table) error) (model.Source, error) {
	from := model.Source{File: s.Name}
	names, _, err := s.Database.First(0)
	if err != nil {
		return from, err
	}
	rows, err := s.Database.All(s.wanted)
	if err != nil {
		return from, err
	}
	defer rows.Close()
	t := &databaseTable{names: names, rows: rows, order: s.order, sum: newRowSum(s.order)}
	if err := use(f.cells(t, s.Name, false)); err != nil {
		var wrong *Error
		if errors.As(err, &wrong) {
			wrong.Line = 0
			wrong.Message = strings.ReplaceAll(wrong.Message, " on line ", " in row ")
		}
		return from, err
	}
	from.SHA256 = t.sum.text()
	for _, w := range s.Database.Remarks() {
		if f.tell != nil {
			f.tell(w.Code, w.Message, w.Remedies...)
		}
	}
	return from, nil
}

// inOrder returns a source of a database's rows in the order of a [rowOrder], as the
// first rows show the roles of the columns. Files stay as they are. Objects come in
// order where c takes no parts.
func (s Source) inOrder(c *collector, opt Options, fileLabels []string) (Source, error) {
	if s.Database == nil {
		return s, nil
	}
	s.meter.begin(s.title(), nil)
	names, rows, err := s.Database.First(sampleRows)
	if err != nil {
		return s, err
	}
	t := &held{names: names}
	for _, cells := range rows {
		t.rows = append(t.rows, row{cells: cells})
	}
	r, err := likeliestRoles(s.Name, &lookahead{table: compose(t, opt)}, &opt, fileLabels, nil, c.warnOnce)
	var ambiguous *AmbiguousError
	if errors.As(err, &ambiguous) || r == nil {
		return s, err
	}
	if r.object >= 0 && r.object < len(names) { // an object of several columns has no order on the server
		s.order = newRowOrder(r, slices.Index(names, opt.OrderCol))
		s.wanted = Wanted{Object: names[r.object], Shard: opt.Shard}
	}
	return s, err
}

// ofObject adds the object to an error about a row of a database.
func (r *roles) ofObject(err error, cells []string) error {
	var wrong *Error
	if r.opt.database && errors.As(err, &wrong) && wrong.Line > 0 && wrong.Object == "" && wrong.Column != r.header[r.object] {
		wrong.Object = trim(cells[r.object])
	}
	return err
}
