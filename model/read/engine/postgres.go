package engine

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// statementTime is how long a statement may take where the user says nothing else.
const statementTime = time.Hour

// cancelTime is how long the server has to obey a cancel request before the
// connection is cut.
const cancelTime = 5 * time.Second

// postgres is a connection in a read-only transaction of one snapshot.
type postgres struct{ conn *pgconn.PgConn }

// connectPostgres connects as programs with libpq do: what the address does not say
// comes from the environment, a service file and ~/.pgpass. But TLS is verified where
// nobody says otherwise and the server is another machine.
func connectPostgres(ctx context.Context, a *Address) (connection, error) {
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
		settings = append(settings, "set statement_timeout = "+strconv.FormatInt(statementTime.Milliseconds(), 10))
	}
	for _, sql := range settings {
		_, _ = p.conn.Exec(ctx, sql).ReadAll()
	}
	if err := p.begin(ctx); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// postgresConfig reads an address as libpq does. Where neither the address nor the
// environment says how TLS is used, it is verified, but on this machine.
func postgresConfig(a *Address) (*pgconn.Config, error) {
	u := *a.url
	q := u.Query()
	parse := func() (*pgconn.Config, error) {
		u.RawQuery = strings.ReplaceAll(q.Encode(), "+", "%20")
		config, err := pgconn.ParseConfig(u.String())
		if err != nil {
			err = &failure{kind: other, words: innermost(err)}
		}
		return config, err
	}
	config, err := parse()
	said := q.Has("sslmode") || q.Has("service") || os.Getenv("PGSSLMODE") != "" || os.Getenv("PGSERVICE") != ""
	if err != nil || said || isLocal(config.Host) {
		return config, err
	}
	q.Set("sslmode", "verify-full")
	return parse()
}

// begin opens the snapshot.
func (p *postgres) begin(ctx context.Context) error {
	_, err := p.conn.Exec(ctx, "begin isolation level repeatable read read only").ReadAll()
	return postgresFailure(err)
}

// query implements connection. All values come as text, whatever their types.
func (p *postgres) query(ctx context.Context, sql string) (cursor, error) {
	r := p.conn.ExecParams(ctx, sql, nil, nil, nil, nil)
	rows := &postgresRows{conn: p.conn, reader: r, ready: r.NextRow()}
	for _, f := range r.FieldDescriptions() {
		rows.names = append(rows.names, column{name: f.Name, truth: f.DataTypeOID == truthType})
	}
	if !rows.ready { // an error, or no row
		if _, err := rows.next(); !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	return rows, nil
}

// truthType is the number of the type bool.
const truthType = 16

// fingerprint implements connection: a snapshot does not change.
func (p *postgres) fingerprint(context.Context, *query, string) (prints, error) { return prints{}, nil }

func (p *postgres) close() {
	ctx, cancel := context.WithTimeout(context.Background(), cancelTime)
	defer cancel()
	_ = p.conn.Close(ctx)
}

// postgresRows are the rows of a statement, read as they come: the server waits
// while nobody reads.
type postgresRows struct {
	conn   *pgconn.PgConn
	reader *pgconn.ResultReader // nil where there is no row
	names  []column
	ready  bool // a row is there that next has not returned
}

func (r *postgresRows) columns() []column { return r.names }

func (r *postgresRows) next() ([][]byte, error) {
	if r.reader == nil {
		return nil, io.EOF
	}
	if r.ready || r.reader.NextRow() {
		r.ready = false
		return r.reader.Values(), nil
	}
	_, err := r.reader.Close()
	r.reader = nil
	if err != nil {
		return nil, postgresFailure(err)
	}
	return nil, io.EOF
}

func (r *postgresRows) close() {
	if r.reader == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), cancelTime)
	defer cancel()
	_ = r.conn.CancelRequest(ctx) // the server need not send the rest
	_, _ = r.reader.Close()       // what was sent is thrown away
}

// postgresKinds are the SQLSTATEs that are explained, the longest beginning first.
var postgresKinds = []struct {
	code string
	kind kind
}{
	{"42P01", noTable},
	{"3F000", noTable},
	{"42703", noColumn},
	{"42501", noRight},
	{"28", noLogin},
	{"3D000", noDatabase},
	{"57014", tooLong},
	{"57P", stopped},
	{"08", stopped},
	{"0A", unsupported},
	{"42", wrongQuery},
	{"22", wrongQuery},
}

// postgresFailure turns an error of the driver into what is wrong.
func postgresFailure(err error) error {
	var said *pgconn.PgError
	if err == nil || !errors.As(err, &said) {
		return err
	}
	f := &failure{words: said.Message}
	if said.Hint != "" {
		f.words += " (" + said.Hint + ")"
	}
	for _, k := range postgresKinds {
		if strings.HasPrefix(said.Code, k.code) {
			f.kind = k.kind
			break
		}
	}
	return f
}

// connectionProblem says what is wrong with a connection.
func connectionProblem(err error, rows int64, a *Address) string {
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var lookup *net.DNSError
	words := "; the system says: " + innermost(err)
	switch {
	case rows > 0 || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE):
		return fmt.Sprintf("%s%s", sentences[stopped], words)
	case errors.Is(err, syscall.ECONNREFUSED):
		return "no database listens at " + a.url.Host + ": start it, or correct host and port" + words
	case errors.As(err, &lookup):
		return "there is no host " + a.url.Hostname() + words
	case errors.As(err, &host):
		return "the certificate of the server is for another host: use the name that the certificate has" + words
	case errors.As(err, &certificate), errors.As(err, &authority):
		return "the server cannot be verified: name its certificate authority (docs/formats.md)" + words
	case strings.Contains(words, "refused TLS"):
		return "the server has no TLS, which is asked for: ?sslmode=disable asks for none" + words
	case strings.Contains(words, "HTTP response to HTTPS"), strings.Contains(words, "TLS handshake timeout"):
		return "the server has no TLS, which is asked for: ?secure=0 asks for none" + words
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded), errors.Is(err, syscall.ETIMEDOUT):
		return "the server does not answer" + words
	}
	return "the database cannot be reached" + words
}
