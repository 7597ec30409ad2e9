//go:build !nodata

package engine

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"fms-tui/model/read"
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
		case "table":
		case "secure":
			plain = values[0] == "0" || values[0] == "false"
		case "ca":
			pool, err := authority(values[0])
			if err != nil {
				return nil, &failure{noAnswer, err.Error()}
			}
			transport.TLSClientConfig.RootCAs = pool
		default:
			return nil, &failure{noAnswer, "the address knows the parameters table, secure and ca, not " + strconv.Quote(key)}
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
	_, err := c.first(ctx, "select 1")
	var f *failure
	if errors.As(err, &f) && f.means == noSettings { // which a profile may forbid
		c.bare = true
		_, err = c.first(ctx, "select 1")
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

// query implements connection: rows come as CSV, below the names of the columns.
func (c *clickhouse) query(ctx context.Context, sql string) (names []string, rows read.Rows, err error) {
	body, err := c.ask(ctx, sql+" format CSVWithNames")
	if err != nil {
		return nil, nil, err
	}
	r := &clickhouseRows{body: body}
	r.csv = csv.NewReader(r)
	r.csv.FieldsPerRecord, r.csv.ReuseRecord = -1, true
	names, err = r.Next()
	if err != nil {
		r.Close()
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, nil, err
	}
	r.columns = len(names)
	return slices.Clone(names), r, nil
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

// first is the first row of a statement; nil for none.
func (c *clickhouse) first(ctx context.Context, sql string) ([]string, error) {
	_, rows, err := c.query(ctx, sql)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	row, err := rows.Next()
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	return row, err
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
	for _, name := range q.names {
		hashed = append(hashed, "ifNull(toString("+backslashed(name)+"), '')")
	}
	sum := "sum(cityHash64(" + strings.Join(hashed, ", ") + "))"
	if in := c.inParts(ctx, q.table); in != "" {
		parts := "select partition_id as p, max(max_block_number) as m, max(data_version) as v, sum(rows) as n from system.parts where active and " + in + " group by p"
		sum = "(select sum(cityHash64(p, m, v, n)) from (" + parts + "))"
	}
	row, err := c.first(ctx, "select count(), "+sum+" from "+from)
	if err != nil || len(row) < 2 {
		return prints{}, err
	}
	n, err := strconv.ParseInt(row[0], 10, 64)
	return prints{n, row[1]}, err
}

// inParts is the condition of the parts of a table; "" where it has none, or nobody may know.
func (c *clickhouse) inParts(ctx context.Context, table string) string {
	database, name, dotted := strings.Cut(table, ".")
	in := "database = " + quotedText(database)
	if !dotted {
		in, name = "database = currentDatabase()", table
	}
	row, err := c.first(ctx, "select engine from system.tables where "+in+" and name = "+quotedText(name))
	if err != nil || row == nil || !strings.HasSuffix(row[0], "MergeTree") {
		return ""
	}
	return in + " and table = " + quotedText(name)
}

// quotedText is a text in a statement of ClickHouse.
func quotedText(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

// clickhouseRows are the rows of a statement.
type clickhouseRows struct {
	body    io.ReadCloser
	cut     bool // what was read last ends in the middle of a line
	csv     *csv.Reader
	columns int // 0 before their names are read
}

// Read implements io.Reader. Rows that end in the middle of a line are not all.
func (r *clickhouseRows) Read(p []byte) (int, error) {
	n, err := r.body.Read(p)
	if n > 0 {
		r.cut = p[n-1] != '\n'
	}
	if r.cut && errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// exceptionMark is in the text that the server puts behind the rows where it fails in
// the middle: the answer then ends as if all were well.
const exceptionMark = "DB::Exception: "

// Next implements read.Rows.
func (r *clickhouseRows) Next() ([]string, error) {
	cells, err := r.csv.Read()
	if line := strings.Join(cells, ","); strings.HasPrefix(line, "Code: ") && strings.Contains(line, exceptionMark) {
		return nil, clickhouseFailure(line, "")
	}
	var damaged *csv.ParseError
	if errors.As(err, &damaged) || err == nil && r.columns > 0 && len(cells) != r.columns {
		return nil, io.ErrUnexpectedEOF
	}
	for i, cell := range cells {
		if cell == `\N` { // NULL
			cells[i] = ""
		}
	}
	return cells, err
}

// Close implements read.Rows.
func (r *clickhouseRows) Close() { _ = r.body.Close() }

// clickhouseMeans is what codes of exceptions mean.
var clickhouseMeans = map[string]string{
	"60": noTable, "81": noDatabase, "47": noColumn, "16": noColumn, "62": wrongQuery, "46": wrongQuery, "43": wrongQuery, "53": wrongQuery,
	"497": noRight, "291": noRight, "192": noLogin, "193": noLogin, "194": noLogin, "195": noLogin, "516": noLogin,
	"159": tooLong, "164": noSettings, "394": lost, "236": lost,
}

// clickhouseFailure reads the text of an exception.
func clickhouseFailure(text, status string) error {
	f := &failure{words: strings.TrimSpace(text)}
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimPrefix(text, "Code: "), ".", ","), ",")
	f.means = cmp.Or(clickhouseMeans[strings.TrimSpace(code)], noAnswer)
	if _, words, ok := strings.Cut(text, exceptionMark); ok {
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
