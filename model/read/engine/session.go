package engine

import (
	"context"
	"errors"
	"io"
	"slices"

	"fms-tui/model"
	"fms-tui/model/read"
)

// Session is a connection to a database, opened when something is first read. What is
// read through it comes from one snapshot. It is for one goroutine.
type Session struct {
	ctx     context.Context
	address *Address
	conn    connection
	read    []fingerprint
	failed  bool // what was read is of no use
}

// fingerprint is what the rows of a query were when their reading began.
type fingerprint struct {
	of     *query
	from   string
	before prints
}

// Connect returns a session with a database. Close it when everything is read.
func Connect(ctx context.Context, a *Address) *Session { return &Session{ctx: ctx, address: a} }

// Source is a table or a query of the database. Without a query it is the table that
// the address names; naming neither or both is an error.
func (s *Session) Source(sql string) (read.Source, error) {
	sql = cleanSQL(sql)
	switch {
	case sql == "" && s.address.table == "":
		return read.Source{}, &read.Error{File: s.address.String(), Message: "names no table: add ?table=NAME", Remedies: []model.Remedy{model.Choose(model.OptionSQL, "QUERY", "reads a query")}}
	case sql != "" && s.address.table != "":
		return read.Source{}, &read.Error{File: s.address.String(), Message: "names a table, and a query is given too: leave out one of them", Option: model.OptionSQL}
	}
	return s.source(sql), nil
}

// Query is a query of the database, whatever table its address names.
func (s *Session) Query(sql string) read.Source { return s.source(cleanSQL(sql)) }

func (s *Session) source(sql string) read.Source {
	q := &query{session: s, statement: statement{dialect: s.address.engine, table: s.address.table, sql: sql}}
	return read.Source{Name: s.address.String(), Database: q}
}

// Close checks that what was read did not change meanwhile, and ends the connection.
func (s *Session) Close() error {
	if s.conn == nil {
		return nil
	}
	defer func() {
		s.conn.close()
		s.conn, s.read = nil, nil
	}()
	for _, f := range s.read {
		if s.failed || s.ctx.Err() != nil {
			break
		}
		now, err := s.conn.fingerprint(s.ctx, f.of, f.from)
		if err != nil {
			return f.of.explain(err)
		}
		if now != f.before {
			return f.of.wrong(sentences[changed], nil)
		}
	}
	return nil
}

// query is a table or a query of a session.
type query struct {
	session *Session
	statement
	columns []column
}

// Title implements read.Database.
func (q *query) Title() string {
	if q.sql != "" {
		return "query of " + q.session.address.place()
	}
	return q.table
}

// First implements read.Database.
func (q *query) First(n int) (names []string, rows [][]string, err error) {
	if n == 0 && q.columns != nil {
		return q.names(), nil, nil
	}
	r, err := q.run(q.first(n))
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	for {
		next, err := r.Next()
		if errors.Is(err, io.EOF) {
			return q.names(), rows, nil
		}
		if err != nil {
			return nil, nil, err
		}
		rows = append(rows, slices.Clone(next))
	}
}

// All implements read.Database.
func (q *query) All(w read.Wanted) (read.Rows, error) {
	if q.columns == nil {
		if _, _, err := q.First(0); err != nil {
			return nil, err
		}
	}
	from := q.ofShard(w.Object, w.Shard)
	before, err := q.session.conn.fingerprint(q.session.ctx, q, from)
	if err != nil {
		return nil, q.explain(err)
	}
	if before != (prints{}) {
		q.session.read = append(q.session.read, fingerprint{q, from, before})
	}
	r, err := q.run(q.all(w.Object, w.Shard))
	if err == nil && before != (prints{}) {
		r.count = before.rows
	}
	return r, err
}

func (q *query) names() []string {
	var names []string
	for _, c := range q.columns {
		names = append(names, c.name)
	}
	return names
}

// run runs a statement, after connecting if need be.
func (q *query) run(sql string) (*rows, error) {
	s := q.session
	if s.conn == nil {
		conn, err := s.address.engine.connect(s.ctx, s.address)
		if err != nil {
			return nil, q.explain(err)
		}
		s.conn = conn
	}
	c, err := s.conn.query(s.ctx, sql)
	if err != nil {
		return nil, q.explain(err)
	}
	q.columns = c.columns()
	return &rows{of: q, cursor: c, cells: make([]string, len(q.columns)), count: -1}, nil
}

// rows are the rows of a statement as read.Rows.
type rows struct {
	of     *query
	cursor cursor
	cells  []string
	line   []byte // of the cells
	done   int64
	count  int64 // of all rows; -1 where nobody knows
}

// ended is the error with which rows end: io.EOF after all of them.
func (r *rows) ended(err error) error {
	if !errors.Is(err, io.EOF) {
		return r.of.explainAfter(err, r.done)
	}
	if r.count >= 0 && r.done != r.count {
		return r.of.explainAfter(io.ErrUnexpectedEOF, r.done)
	}
	return io.EOF
}

// Next implements read.Rows.
func (r *rows) Next() ([]string, error) {
	values, err := r.cursor.next()
	if err != nil {
		return nil, r.ended(err)
	}
	r.line = r.line[:0]
	for _, v := range values {
		r.line = append(r.line, v...)
	}
	text, at := string(r.line), 0
	for i, v := range values {
		r.cells[i] = text[at : at+len(v)]
		at += len(v)
		if r.of.columns[i].truth {
			r.cells[i] = truth(r.cells[i])
		}
	}
	r.done++
	return r.cells, nil
}

// truth is a cell of truth values in the words of files.
func truth(cell string) string {
	switch cell {
	case "t":
		return "true"
	case "f":
		return "false"
	}
	return cell
}

// Close implements read.Rows.
func (r *rows) Close() { r.cursor.close() }
