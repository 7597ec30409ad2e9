package engine

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"syscall"

	"fms-tui/model"
	"fms-tui/model/read"
)

// Session is a connection to a database, opened when something is first read. What is
// read through it comes from one snapshot. It is for one goroutine.
type Session struct {
	ctx     context.Context
	address *Address
	conn    *postgres // nil before something is read
}

// Connect returns a session with a database. Close it when everything is read.
func Connect(ctx context.Context, a *Address) *Session { return &Session{ctx: ctx, address: a} }

// Source is a table or a query of the database. Without a query it is the table that
// the address names; naming neither or both is an error.
func (s *Session) Source(sql string) (read.Source, error) {
	from := s.Query(sql)
	switch q := from.Database.(*query); {
	case q.sql == "" && q.table == "":
		return read.Source{}, &read.Error{File: from.Name, Message: "names no table: add ?table=NAME", Remedies: []model.Choice{model.Choose(model.OptionSQL, "QUERY", "reads a query")}}
	case q.sql != "" && q.table != "":
		return read.Source{}, &read.Error{File: from.Name, Message: "names a table, and a query is given too: leave out one of them", Option: model.OptionSQL}
	}
	return from, nil
}

// Query is a query of the database, whatever table its address names.
func (s *Session) Query(sql string) read.Source {
	sql = strings.TrimRight(strings.TrimSpace(sql), "; \t\r\n") // to be part of another query
	return read.Source{Name: s.address.String(), Database: &query{session: s, table: s.address.table, sql: sql}}
}

// Close ends the connection.
func (s *Session) Close() {
	if s.conn != nil {
		s.conn.close()
		s.conn = nil
	}
}

// query is a table or a query of a session.
type query struct {
	session    *Session
	table, sql string // one of the two; of both the query counts
	names      []string
}

// Title implements read.Database.
func (q *query) Title() string {
	if q.sql != "" {
		u := q.session.address.url
		return "query of " + strings.TrimSuffix(u.Host+u.Path, "/")
	}
	return q.table
}

// First implements read.Database.
func (q *query) First(n int) (names []string, rows [][]string, err error) {
	if n == 0 && q.names != nil {
		return q.names, nil, nil
	}
	r, err := q.run(fmt.Sprintf("select * from %s limit %d", q.from(), n))
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	for {
		next, err := r.Next()
		if errors.Is(err, io.EOF) {
			return q.names, rows, nil
		}
		if err != nil {
			return nil, nil, err
		}
		rows = append(rows, slices.Clone(next))
	}
}

// All implements read.Database.
func (q *query) All(object string, of read.Shard) (read.Rows, error) {
	from, order := q.from(), ""
	if object != "" {
		object = quoted(object)
		order = " order by " + object
		if of.N > 1 { // as read.Shard.Has tells it
			from += fmt.Sprintf(" where (('x'||substr(md5((%s)::text),1,8))::bit(32)::bigint %% %d = %d) is not false", object, of.N, of.I-1)
		}
	}
	return q.run("select * from " + from + order)
}

// from is what rows come from.
func (q *query) from() string {
	if q.sql != "" {
		return "(" + q.sql + "\n) as judgments_of_query"
	}
	parts := strings.Split(q.table, ".")
	for i := range parts {
		parts[i] = quoted(parts[i])
	}
	return strings.Join(parts, ".")
}

// run runs a statement, after connecting if need be.
func (q *query) run(sql string) (*rows, error) {
	s := q.session
	if s.conn == nil {
		conn, err := connect(s.ctx, s.address)
		if err != nil {
			return nil, q.explain(err, 0)
		}
		s.conn = conn
	}
	names, all, err := s.conn.query(s.ctx, sql)
	if err != nil {
		return nil, q.explain(err, 0)
	}
	q.names, all.of = names, q
	return all, nil
}

// explain turns an error of an engine, after so many rows, into one sentence with its own words behind.
func (q *query) explain(err error, rows int64) error {
	s := q.session
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	var done *read.Error
	var f *failure
	switch {
	case errors.As(err, &done):
		return err
	case !errors.As(err, &f):
		return q.wrong(s.address.connectionProblem(err, rows)+"; the system says: "+innermost(err), err)
	case rows > 0 && f.means == noAnswer:
		return q.wrong(lost+"; the server says: "+f.words, err)
	}
	return q.wrong(f.means+"; the server says: "+f.words, err)
}

func (q *query) wrong(message string, err error) error {
	return &read.Error{File: q.session.address.String(), Message: message, Err: err}
}

// connectionProblem says what is wrong with a connection, over which rows came before.
func (a *Address) connectionProblem(err error, rows int64) string {
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	says := func(words string) bool { return strings.Contains(err.Error(), words) }
	switch {
	case rows > 0 || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE):
		return lost
	case errors.Is(err, syscall.ECONNREFUSED):
		return "no database listens at " + a.url.Host + ": start it, or correct host and port"
	case errors.As(err, &host):
		return "the certificate of the server is for another host: use the name that the certificate has"
	case errors.As(err, &certificate), errors.As(err, &authority):
		return "the server cannot be verified: name its certificate authority (docs/formats.md)"
	case says("refused TLS"):
		return "the server has no TLS, which is asked for: ?sslmode=disable asks for none"
	}
	return "the database cannot be reached"
}

// innermost are the words of the first cause of an error, which name no user.
func innermost(err error) string {
	for {
		next := errors.Unwrap(err)
		if many, ok := err.(interface{ Unwrap() []error }); ok && len(many.Unwrap()) > 0 {
			next = many.Unwrap()[0]
		}
		if next == nil {
			return err.Error()
		}
		err = next
	}
}
