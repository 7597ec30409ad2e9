package engine

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// clickhouse asks a server over HTTP. The server has no snapshot: fingerprints of what
// is read are compared at the end.
type clickhouse struct {
	client         *http.Client
	base           string // address of the server
	database       string
	user, password string
	bare           bool   // the user's profile allows no settings
	id             string // with which those of its queries begin
	asked          int    // queries
}

// handshakeTime is how long a server has to answer the beginning of TLS: one that has none may
// wait for the end of a line.
var handshakeTime = 10 * time.Second

// connectClickhouse asks the server something, so that an address, a user or a
// password that is wrong shows at once. What the address does not say comes from
// CLICKHOUSE_HOST, CLICKHOUSE_PORT, CLICKHOUSE_USER, CLICKHOUSE_PASSWORD and
// CLICKHOUSE_DATABASE.
func connectClickhouse(ctx context.Context, a *Address) (connection, error) {
	host := cmp.Or(a.url.Hostname(), os.Getenv("CLICKHOUSE_HOST"), "127.0.0.1")
	plain := isLocal(host)
	transport := &http.Transport{DisableCompression: true, TLSHandshakeTimeout: handshakeTime, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12}}
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
	c := &clickhouse{
		id:       "fms-tui-" + rand.Text() + "-",
		client:   &http.Client{Transport: transport},
		base:     scheme + "://" + net.JoinHostPort(host, cmp.Or(a.url.Port(), os.Getenv("CLICKHOUSE_PORT"), port)) + "/",
		database: cmp.Or(strings.Trim(a.url.Path, "/"), os.Getenv("CLICKHOUSE_DATABASE")),
		user:     cmp.Or(a.url.User.Username(), os.Getenv("CLICKHOUSE_USER"), "default"),
		password: cmp.Or(a.secret, os.Getenv("CLICKHOUSE_PASSWORD")),
	}
	_, err := c.list(ctx, "select 1")
	var f *failure
	if errors.As(err, &f) && f.kind == noSettings { // which a profile may forbid
		c.bare = true
		_, err = c.list(ctx, "select 1")
	}
	return c, err
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
	body, err := c.ask(ctx, sql+" format TabSeparatedWithNames")
	if err != nil {
		return nil, err
	}
	r := &clickhouseRows{body: body, lines: bufio.NewReaderSize(body, 256<<10)}
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
func (c *clickhouse) ask(ctx context.Context, sql string) (rows io.ReadCloser, err error) {
	c.asked++
	q := url.Values{"query_id": {c.id + strconv.Itoa(c.asked)}}
	if c.database != "" {
		q.Set("database", c.database)
	}
	if !c.bare {
		q.Set("readonly", "2") // reads, and takes the setting that follows
		q.Set("max_execution_time", strconv.Itoa(int(statementTime.Seconds())))
	}
	answer, err := c.post(ctx, q, sql)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		defer answer.Body.Close()
		text, _ := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
		return nil, clickhouseFailure(string(text), answer.Status)
	}
	return answer.Body, nil
}

// list is all rows of a statement.
func (c *clickhouse) list(ctx context.Context, sql string) ([][]string, error) {
	rows, err := c.query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return listed(rows)
}

// listed reads all rows of a statement.
func listed(c cursor) (list [][]string, err error) {
	defer c.close()
	for {
		cells, err := c.next()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return list, err
		}
		row := make([]string, len(cells))
		for i, cell := range cells {
			row[i] = string(cell)
		}
		list = append(list, row)
	}
}

func (c *clickhouse) post(ctx context.Context, q url.Values, sql string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"?"+q.Encode(), strings.NewReader(sql))
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", "fms-tui")
	request.Header.Set("X-ClickHouse-User", c.user)
	if c.password != "" {
		request.Header.Set("X-ClickHouse-Key", c.password)
	}
	return c.client.Do(request)
}

// close ends what still runs on the server.
func (c *clickhouse) close() {
	ctx, cancel := context.WithTimeout(context.Background(), cancelTime)
	defer cancel()
	if answer, err := c.post(ctx, nil, "kill query where query_id like '"+c.id+"%' async"); err == nil {
		answer.Body.Close()
	}
	c.client.CloseIdleConnections()
}

// fingerprint implements connection: the number of rows and a sum of hashes, of the parts
// in which the server keeps a table, or else of the rows. Parts that the server merges
// meanwhile have the same sum.
func (c *clickhouse) fingerprint(ctx context.Context, q *query, from string) (prints, error) {
	var hashed []string
	for _, name := range q.names() {
		hashed = append(hashed, "ifNull(toString("+backslashed(name)+"), '')")
	}
	sum := "sum(cityHash64(" + strings.Join(hashed, ", ") + "))"
	if in := c.inParts(ctx, q.table); in != "" {
		parts := "select partition_id as p, max(max_block_number) as m, max(data_version) as v, sum(rows) as n from system.parts where active and " + in + " group by p"
		sum = "(select sum(cityHash64(p, m, v, n)) from (" + parts + "))"
	}
	list, err := c.list(ctx, "select count(), "+sum+" from "+from)
	if err != nil || len(list) == 0 || len(list[0]) < 2 {
		return prints{}, err
	}
	n, err := strconv.ParseInt(list[0][0], 10, 64)
	return prints{n, list[0][1]}, err
}

// inParts is the condition of the parts of a table; "" where it has none, or nobody may know.
func (c *clickhouse) inParts(ctx context.Context, table string) string {
	database, name, dotted := strings.Cut(table, ".")
	in := "database = " + quotedText(database)
	if !dotted {
		in, name = "database = currentDatabase()", table
	}
	list, err := c.list(ctx, "select engine from system.tables where "+in+" and name = "+quotedText(name))
	if err != nil || len(list) == 0 || !strings.HasSuffix(list[0][0], "MergeTree") {
		return ""
	}
	return in + " and table = " + quotedText(name)
}

// quotedText is a text in a statement of ClickHouse.
func quotedText(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

// clickhouseRows are the rows of a statement as lines.
type clickhouseRows struct {
	body  io.Closer
	lines *bufio.Reader
	names []column
	cells [][]byte
}

var tab = []byte{'\t'}

// exceptionMark is in the text that the server puts behind the rows where it fails in
// the middle: the answer then ends as if all were well.
var exceptionMark = []byte("DB::Exception: ")

// line returns the next line without its end.
func (r *clickhouseRows) line() ([]byte, error) {
	line, err := r.lines.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		start := bytes.Clone(line)
		line, err = r.lines.ReadBytes('\n')
		line = append(start, line...)
	}
	switch {
	case bytes.HasPrefix(line, []byte("Code: ")) && bytes.Contains(line, exceptionMark):
		return nil, clickhouseFailure(string(line), "")
	case errors.Is(err, io.EOF) && len(line) > 0: // a line without its end
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, err
	}
	return line[:len(line)-1], nil
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

func (r *clickhouseRows) close() { _ = r.body.Close() }

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
	return f
}
