//go:build !nodata

package engine

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
)

// clickhouse asks a server over HTTP. The server has no snapshot: fingerprints of what
// is read are compared at the end.
type clickhouse struct {
	client         *http.Client
	base           string // address of the server
	database       string
	user, password string
	bare           bool // the user's profile allows no settings
	tablesKnown    map[string]storage
	release        string   // the server's version
	running        []string // ids of queries whose rows are not all read
}

// connectClickhouse asks the server for its version, so that an address, a user or a
// password that is wrong shows at once. What the address does not say comes from
// CLICKHOUSE_HOST, CLICKHOUSE_PORT, CLICKHOUSE_USER, CLICKHOUSE_PASSWORD and
// CLICKHOUSE_DATABASE.
func connectClickhouse(ctx context.Context, a *Address) (connection, error) {
	c := &clickhouse{user: "default", database: strings.Trim(a.url.Path, "/")}
	host := either(a.url.Hostname(), os.Getenv("CLICKHOUSE_HOST"), "127.0.0.1")
	plain := isLocal(host)
	transport := &http.Transport{DisableCompression: true, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}}
	for key, values := range a.url.Query() {
		switch key {
		case "secure":
			plain = values[0] == "0" || values[0] == "false"
		case "ca":
			pool, err := authority(values[0])
			if err != nil {
				return nil, &failure{kind: other, words: err.Error()}
			}
			transport.TLSClientConfig.RootCAs = pool
		default:
			return nil, &failure{kind: other, words: "the address knows the parameters table, secure and ca, not " + strconv.Quote(key)}
		}
	}
	scheme, port := "https", "8443"
	if plain {
		scheme, port = "http", "8123"
	}
	c.base = scheme + "://" + joined(host, either(a.url.Port(), os.Getenv("CLICKHOUSE_PORT"), port)) + "/"
	c.database = either(c.database, os.Getenv("CLICKHOUSE_DATABASE"), "")
	c.user = either(a.url.User.Username(), os.Getenv("CLICKHOUSE_USER"), c.user)
	c.password = either(a.secret, os.Getenv("CLICKHOUSE_PASSWORD"), "")
	c.client = &http.Client{Transport: transport}
	for _, probe := range []bool{false, true} { // a profile may forbid settings
		c.bare = probe
		cells, err := c.one(ctx, "select version() as version", 1)
		var f *failure
		switch {
		case err == nil:
			c.release = cells[0]
			return c, nil
		case errors.As(err, &f) && f.kind == noSettings:
			continue
		}
		return nil, err
	}
	return nil, &failure{kind: unsupported, words: "settings are refused"}
}

// version implements connection.
func (c *clickhouse) version() string { return c.release }

func either(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// joined is host:port, of a host that may be an address of IPv6.
func joined(host, port string) string {
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return host + ":" + port
}

func authority(file string) (*x509.CertPool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s holds no certificate", file)
	}
	return pool, nil
}

// query implements connection: rows come as text, below the names of the columns.
func (c *clickhouse) query(ctx context.Context, sql string) (cursor, error) {
	body, id, err := c.ask(ctx, sql+" format TabSeparatedWithNames")
	if err != nil {
		return nil, err
	}
	r := &clickhouseRows{of: c, id: id, body: body, lines: bufio.NewReaderSize(body, 256<<10)}
	names, err := r.line()
	if err != nil {
		r.close()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	for _, name := range bytes.Split(names, tab) {
		r.names = append(r.names, column{name: string(unescaped(name))})
	}
	return r, nil
}

// ask sends a statement and returns the bytes of its rows.
func (c *clickhouse) ask(ctx context.Context, sql string) (rows io.ReadCloser, id string, err error) {
	var random [12]byte
	_, _ = rand.Read(random[:]) // never fails
	id = "fms-tui-" + hex.EncodeToString(random[:])
	q := url.Values{"query_id": {id}}
	if c.database != "" {
		q.Set("database", c.database)
	}
	if !c.bare {
		q.Set("readonly", "2") // reads, and takes the setting that follows
		q.Set("max_execution_time", strconv.Itoa(int(statementTime.Seconds())))
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"?"+q.Encode(), strings.NewReader(sql))
	if err != nil {
		return nil, "", err
	}
	request.Header.Set("User-Agent", "fms-tui")
	request.Header.Set("X-ClickHouse-User", c.user)
	if c.password != "" {
		request.Header.Set("X-ClickHouse-Key", c.password)
	}
	c.running = append(c.running, id)
	answer, err := c.client.Do(request)
	if err != nil {
		return nil, "", err
	}
	if answer.StatusCode != http.StatusOK {
		defer answer.Body.Close()
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
		return nil, "", clickhouseFailure(string(text), answer.Status)
	}
	return answer.Body, id, nil
}

// one asks for one row of some cells, empty where there is no row.
func (c *clickhouse) one(ctx context.Context, sql string, cells int) ([]string, error) {
	list, err := c.list(ctx, sql)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return make([]string, cells), nil
	case len(list[0]) != cells:
		return nil, io.ErrUnexpectedEOF
	}
	return list[0], nil
}

// list implements connection.
func (c *clickhouse) list(ctx context.Context, sql string) ([][]string, error) {
	rows, err := c.query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return listed(rows)
}

// close ends what still runs on the server.
func (c *clickhouse) close() {
	for _, id := range c.running {
		ctx, cancel := context.WithTimeout(context.Background(), cancelTime)
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base, strings.NewReader("kill query where query_id = '"+id+"' async"))
		if err == nil {
			request.Header.Set("X-ClickHouse-User", c.user)
			request.Header.Set("X-ClickHouse-Key", c.password)
			if answer, err := c.client.Do(request); err == nil {
				answer.Body.Close()
			}
		}
		cancel()
	}
	c.client.CloseIdleConnections()
}

// done notes that a query has ended.
func (c *clickhouse) done(id string) {
	c.running = slices.DeleteFunc(c.running, func(running string) bool { return running == id })
}

// clickhouseRows are the rows of a statement as lines.
type clickhouseRows struct {
	of    *clickhouse
	id    string
	body  io.Closer
	lines *bufio.Reader
	long  []byte // a line longer than the buffer
	names []column
	cells [][]byte
}

var tab = []byte{'\t'}

// exceptionMark is in the text that the server puts behind the rows where it fails in
// the middle: the answer then ends as if all were well.
var exceptionMark = []byte("DB::Exception: ")

// line returns the next line without its end.
func (r *clickhouseRows) line() ([]byte, error) {
	r.long = r.long[:0]
	for {
		part, err := r.lines.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			r.long = append(r.long, part...)
			continue
		case errors.Is(err, io.EOF) && len(part)+len(r.long) == 0:
			r.of.done(r.id)
			return nil, io.EOF
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		}
		if len(r.long) > 0 {
			part = append(r.long, part...)
			r.long = part
		}
		if bytes.HasPrefix(part, []byte("Code: ")) && bytes.Contains(part, exceptionMark) {
			r.of.done(r.id)
			return nil, clickhouseFailure(string(part), "")
		}
		if err != nil { // a line without its end
			return nil, io.ErrUnexpectedEOF
		}
		return part[:len(part)-1], nil
	}
}

func (r *clickhouseRows) columns() []column { return r.names }

func (r *clickhouseRows) next() ([][]byte, error) {
	line, err := r.line()
	if err != nil {
		return nil, err
	}
	r.cells = r.cells[:0]
	for rest, more := line, true; more; {
		var cell []byte
		cell, rest, more = bytes.Cut(rest, tab)
		r.cells = append(r.cells, unescaped(cell))
	}
	if len(r.cells) != len(r.names) {
		return nil, io.ErrUnexpectedEOF
	}
	return r.cells, nil
}

// close ends the reading. A query of which little is left ends by itself, and need not
// be killed.
func (r *clickhouseRows) close() {
	if _, err := io.CopyN(io.Discard, r.lines, littleLeft); errors.Is(err, io.EOF) {
		r.of.done(r.id)
	}
	_ = r.body.Close()
}

// littleLeft is how many bytes are read and thrown away rather than stopped.
const littleLeft = 64 << 10

// escapes are what follows a backslash in a cell, and what it stands for.
var escapes = map[byte]byte{'t': '\t', 'n': '\n', 'r': '\r', 'b': '\b', 'f': '\f', '0': 0}

// unescaped is a cell as it is in the table, in the cell's own memory; nil for NULL.
func unescaped(cell []byte) []byte {
	at := bytes.IndexByte(cell, '\\')
	if at < 0 {
		return cell
	}
	if string(cell) == `\N` {
		return nil
	}
	out := cell[:at]
	for i := at; i < len(cell); i++ {
		b := cell[i]
		if b == '\\' && i+1 < len(cell) {
			i++
			b = cell[i]
			if is, ok := escapes[b]; ok {
				b = is
			}
		}
		out = append(out, b)
	}
	return out
}

// clickhouseKinds are the codes of exceptions that are explained.
var clickhouseKinds = map[string]kind{
	"60": noTable, "81": noDatabase, "47": noColumn, "16": noColumn, "62": wrongQuery, "46": wrongQuery, "43": wrongQuery, "53": wrongQuery,
	"497": noRight, "291": noRight, "192": noLogin, "193": noLogin, "194": noLogin, "195": noLogin, "516": noLogin,
	"159": tooLong, "164": noSettings, "394": stopped, "236": stopped,
}

// clickhouseFailure reads the text of an exception.
func clickhouseFailure(text, status string) error {
	f := &failure{words: strings.TrimSpace(text)}
	code, _, ok := strings.Cut(strings.TrimPrefix(text, "Code: "), ",")
	if !ok {
		code, _, _ = strings.Cut(strings.TrimPrefix(text, "Code: "), ".")
	}
	f.kind = clickhouseKinds[strings.TrimSpace(code)]
	if _, words, ok := strings.Cut(text, string(exceptionMark)); ok {
		f.words = words
	}
	for _, end := range []string{", e.what() =", ". (", "\n"} {
		f.words, _, _ = strings.Cut(f.words, end)
	}
	const mostWords = 300
	if f.words = strings.Join(strings.Fields(f.words), " "); len(f.words) > mostWords {
		f.words = strings.ToValidUTF8(f.words[:mostWords], "") + "…"
	}
	if f.words == "" {
		f.words = status
	}
	for _, before := range []string{"Table ", "identifier: ", "no column "} {
		if _, rest, ok := strings.Cut(f.words, before); ok && f.name == "" {
			f.name, _, _ = strings.Cut(rest, " ")
			f.name = strings.Trim(f.name, "`'\",.")
		}
	}
	return f
}
