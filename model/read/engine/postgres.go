//go:build !nodata

package engine

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// cancelTime is how long the server has to obey a cancel request before the connection is cut.
const cancelTime = 5 * time.Second

// postgres is a connection in a read-only transaction of one snapshot.
type postgres struct{ conn *pgconn.PgConn }

// connect connects as programs with libpq do: what the address does not say comes from the environment, a service
// file and ~/.pgpass. But TLS is verified where nobody says otherwise and the server is another machine.
func connect(ctx context.Context, a *Address) (*postgres, error) {
	config, err := postgresConfig(a)
	if err != nil {
		return nil, err
	}
	if a.secret != "" {
		config.Password = a.secret
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "fms-tui"
	}
	config.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: c, DeadlineDelay: cancelTime}
	}
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return nil, postgresFailure(err)
	}
	p := &postgres{conn}
	// Servers of the family lack some of these: what is refused is left as it is.
	settings := []string{"set jit = off", "set extra_float_digits = 3"}
	if config.RuntimeParams["statement_timeout"] == "" {
		settings = append(settings, "set statement_timeout = "+strconv.FormatInt(time.Hour.Milliseconds(), 10))
	}
	for _, sql := range settings {
		_, _ = conn.Exec(ctx, sql).ReadAll()
	}
	if _, err := conn.Exec(ctx, "begin isolation level repeatable read read only").ReadAll(); err != nil {
		p.close()
		return nil, postgresFailure(err)
	}
	return p, nil
}

// postgresConfig reads an address as libpq does. Where neither the address nor the
// environment says how TLS is used, it is verified, but on this machine.
func postgresConfig(a *Address) (*pgconn.Config, error) {
	u := *a.url
	q := u.Query()
	q.Del("table")
	parse := func() (*pgconn.Config, error) {
		u.RawQuery = strings.ReplaceAll(q.Encode(), "+", "%20")
		config, err := pgconn.ParseConfig(u.String())
		if err != nil {
			err = &failure{noAnswer, innermost(err)}
		}
		return config, err
	}
	config, err := parse()
	said := q.Has("sslmode") || q.Has("service") || os.Getenv("PGSSLMODE") != "" || os.Getenv("PGSERVICE") != ""
	here := func(host string) bool { return strings.HasPrefix(config.Host, host) } // this machine, or a socket
	if err != nil || said || config.Host == "localhost" || config.Host == "::1" || here("127.") || here("/") {
		return config, err
	}
	q.Set("sslmode", "verify-full")
	return parse()
}

// query runs a statement that returns rows. All values come as text, whatever their types.
func (p *postgres) query(ctx context.Context, sql string) (names []string, all *rows, err error) {
	r := p.conn.ExecParams(ctx, sql, nil, nil, nil, nil)
	ready := r.NextRow() // or an error, or no row
	all = &rows{conn: p.conn, reader: r, ready: ready}
	const truthType = 16 // the number of the type bool
	for _, f := range r.FieldDescriptions() {
		names = append(names, f.Name)
		all.truth = append(all.truth, f.DataTypeOID == truthType)
	}
	if !ready {
		if _, err := all.next(); !errors.Is(err, io.EOF) {
			return nil, nil, err
		}
	}
	return names, all, nil
}

func (p *postgres) close() {
	ctx, cancel := context.WithTimeout(context.Background(), cancelTime)
	defer cancel()
	_ = p.conn.Close(ctx)
}

// rows are the rows of a statement, read as they come: the server waits while nobody reads.
type rows struct {
	of     *query
	done   int64 // rows
	conn   *pgconn.PgConn
	reader *pgconn.ResultReader // nil where there is no row
	ready  bool                 // a row is there that Next has not returned
	truth  []bool               // by column: it holds t and f, true and false in files
	line   []byte
	cells  []string
}

// Next implements read.Rows, with errors that are explained.
func (r *rows) Next() ([]string, error) {
	cells, err := r.next()
	if err == nil {
		r.done++
	} else if !errors.Is(err, io.EOF) {
		err = r.of.explain(err, r.done)
	}
	return cells, err
}

// next is the next row. Its cells are parts of one text, which saves allocating each.
func (r *rows) next() ([]string, error) {
	switch {
	case r.reader == nil:
		return nil, io.EOF
	case !r.ready && !r.reader.NextRow():
		_, err := r.reader.Close()
		r.reader = nil
		if err != nil {
			return nil, postgresFailure(err)
		}
		return nil, io.EOF
	}
	r.ready = false
	values := r.reader.Values()
	r.line, r.cells = r.line[:0], r.cells[:0]
	for _, v := range values {
		r.line = append(r.line, v...)
	}
	for text, i := string(r.line), 0; i < len(values); i++ {
		cell := text[:len(values[i])]
		text = text[len(cell):]
		if r.truth[i] {
			cell = map[string]string{"t": "true", "f": "false"}[cell]
		}
		r.cells = append(r.cells, cell)
	}
	return r.cells, nil
}

// Close implements read.Rows.
func (r *rows) Close() {
	if r.reader == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), cancelTime)
	defer cancel()
	_ = r.conn.CancelRequest(ctx) // the server need not send the rest
	_, _ = r.reader.Close()       // what was sent is thrown away
}

// postgresMeans is what SQLSTATEs mean that begin so.
var postgresMeans = map[string]string{
	"42P01": noTable, "3F000": noTable, "42703": noColumn, "42501": noRight, "28": noLogin, "3D000": noDatabase,
	"57014": tooLong, "57P": lost, "08": lost, "0A": tooOld, "42": wrongQuery, "22": wrongQuery,
}

// postgresFailure turns an error of the driver into what is wrong.
func postgresFailure(err error) error {
	var said *pgconn.PgError
	if !errors.As(err, &said) {
		return err
	}
	f := &failure{noAnswer, said.Message}
	if said.Hint != "" {
		f.words += " (" + said.Hint + ")"
	}
	for n := range said.Code { // the longest beginning counts
		if means := postgresMeans[said.Code[:n+1]]; means != "" {
			f.means = means
		}
	}
	return f
}
