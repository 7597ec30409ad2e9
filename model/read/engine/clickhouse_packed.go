//go:build !nodata

package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fms-tui/model/read"
)

// storage is what the server says about a table.
type storage struct {
	engine string // such as MergeTree; "" where nothing is known
	key    string // by which it is sorted
	full   string // the engine with its arguments
	// Of a distributed table: the cluster, the table on its servers, and what tells the
	// server of a row.
	cluster, database, table, sharding string
}

// groupedMemory is how much memory a server takes for grouping before it goes on on disk.
const groupedMemory = 2 << 30

// packs implements connection: a table that is sorted by object is grouped quickly.
func (c *clickhouse) packs(ctx context.Context, q *query, w read.Wanted) (bool, error) {
	if q.table == "" {
		return false, nil
	}
	s, err := c.storageOf(ctx, q.table)
	if err == nil && s.cluster != "" {
		s, err = c.storageOf(ctx, s.database+"."+s.table)
	}
	first, _, _ := strings.Cut(s.key, ",")
	return err == nil && bare(first) == w.Object, err
}

// bare is a name without the quotes that an expression has about it.
func bare(name string) string {
	name = strings.TrimSpace(name)
	if len(name) > 1 && name[0] == '`' && name[len(name)-1] == '`' {
		return strings.NewReplacer("\\`", "`", `\\`, `\`).Replace(name[1 : len(name)-1])
	}
	return name
}

// storageOf looks a table up; of a table that is not there nothing is known.
func (c *clickhouse) storageOf(ctx context.Context, table string) (storage, error) {
	if s, known := c.tablesKnown[table]; known {
		return s, nil
	}
	database, name, dotted := strings.Cut(table, ".")
	in := quotedText(database)
	if !dotted {
		in, name = "currentDatabase()", table
	}
	var s storage
	rows, err := c.query(ctx, "select engine, sorting_key, engine_full, database from system.tables where database = "+in+" and name = "+quotedText(name))
	if err != nil {
		return s, err
	}
	defer rows.close()
	cells, err := rows.next()
	switch {
	case errors.Is(err, io.EOF):
	case err != nil:
		return s, err
	case len(cells) == 4:
		s = storage{engine: string(cells[0]), key: string(cells[1]), full: string(cells[2]), database: string(cells[3]), table: name}
		if s.engine == "Distributed" {
			s.distribute()
		}
	}
	if c.tablesKnown == nil {
		c.tablesKnown = make(map[string]storage)
	}
	c.tablesKnown[table] = s
	return s, nil
}

// distribute reads the arguments of Distributed(cluster, database, table, sharding key).
func (s *storage) distribute() {
	inside := strings.TrimSuffix(strings.TrimPrefix(s.full, "Distributed("), ")")
	arguments := strings.SplitN(inside, ",", 4)
	for i := range arguments {
		arguments[i] = strings.Trim(bare(arguments[i]), "'")
	}
	if len(arguments) < 3 {
		return
	}
	s.cluster, s.table = arguments[0], arguments[2]
	if arguments[1] != "" {
		s.database = arguments[1]
	}
	if len(arguments) == 4 {
		s.sharding = arguments[3]
	}
}

// word finds the names in an expression, and what follows them.
var word = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(`(?:[^`\\\\]|\\\\.)*`|[A-Za-z_][A-Za-z_0-9]*)\\s*(\\()?")
})

// keeps tells whether a sharding key puts all rows of an object on one shard: it depends
// on the object and on nothing else.
func (s *storage) keeps(object string) bool {
	if strings.Contains(s.sharding, "'") {
		return false // a text may hold anything
	}
	found := false
	for _, m := range word().FindAllStringSubmatch(s.sharding, -1) {
		switch {
		case m[2] == "(":
			if strings.HasPrefix(strings.ToLower(m[1]), "rand") || strings.HasPrefix(m[1], "now") {
				return false
			}
		case bare(m[1]) != object:
			return false
		default:
			found = true
		}
	}
	return found
}

// wholeOnShards tells whether each object is whole on one shard: found by the sharding
// key of the table, or told by the address (?sharding=COLUMN).
func (c *clickhouse) wholeOnShards(ctx context.Context, q *query, object string) (bool, error) {
	if c.sharding != "" || q.table == "" {
		return c.sharding == object, nil
	}
	s, err := c.storageOf(ctx, q.table)
	return s.cluster != "" && s.keeps(object), err
}

// packed implements connection. Where objects are whole on shards, these group their own
// rows, and the server that is asked passes the groups on.
func (c *clickhouse) packed(ctx context.Context, p packing, into *packedRows) (packedCursor, error) {
	whole, err := c.wholeOnShards(ctx, into.of, p.object)
	if err != nil {
		return nil, err
	}
	settings := url.Values{"max_bytes_before_external_group_by": {strconv.Itoa(groupedMemory)}}
	if whole {
		settings.Set("distributed_group_by_no_merge", "1")
	}
	sql := p.sql
	if p.sorted {
		sql = "select * from (" + sql + ") order by id_of_object"
	}
	body, id, err := c.ask(ctx, sql+" format RowBinary", settings)
	if err != nil {
		return nil, err
	}
	return &clickhousePacked{of: c, id: id, body: body, into: into}, nil
}

// clickhousePacked are packed rows in the format RowBinary: values one after another, a
// text with its length before it, an array with the number of its elements, lengths and
// numbers as varints, numbers of 64 bits with the lowest byte first.
type clickhousePacked struct {
	of     *clickhouse
	id     string
	body   io.ReadCloser
	into   *packedRows
	buffer []byte
	from   int // where the next row begins in it
	ended  error
}

// packedBuffer is how many bytes are read at a time, and longestRow bounds a row: more is
// no row.
const (
	packedBuffer = 256 << 10
	longestRow   = 1 << 30
)

func (r *clickhousePacked) next() error {
	for {
		size := r.into.sizeOf(r.buffer[r.from:])
		if size > 0 {
			r.into.cut(string(r.buffer[r.from:][:size]))
			r.from += size
			return nil
		}
		if r.ended == nil && size == 0 && len(r.buffer)-r.from < longestRow {
			r.fill()
			continue
		}
		return r.ending()
	}
}

// fill reads more of the answer.
func (r *clickhousePacked) fill() {
	if r.from > 0 {
		r.buffer = r.buffer[:copy(r.buffer, r.buffer[r.from:])]
		r.from = 0
	}
	r.buffer = slices.Grow(r.buffer, max(packedBuffer, len(r.buffer)/2))
	n, err := r.body.Read(r.buffer[len(r.buffer):cap(r.buffer)])
	r.buffer, r.ended = r.buffer[:len(r.buffer)+n], err
}

// ending says how the rows ended: what is no row may be the words of an exception, which
// the server puts behind the rows where it fails in the middle.
func (r *clickhousePacked) ending() error {
	rest := r.buffer[r.from:]
	switch {
	case bytes.Contains(rest, exceptionMark):
		r.of.done(r.id)
		return clickhouseFailure(string(rest), "")
	case r.ended != nil && !errors.Is(r.ended, io.EOF):
		return r.ended
	case len(rest) > 0 || r.ended == nil:
		return io.ErrUnexpectedEOF
	}
	r.of.done(r.id)
	return io.EOF
}

func (r *clickhousePacked) close() {
	if n, err := io.CopyN(io.Discard, r.body, littleLeft); errors.Is(err, io.EOF) && n < littleLeft {
		r.of.done(r.id)
	}
	_ = r.body.Close()
}

// length reads a varint at a place, and returns the place behind it: 0 where the bytes
// end before, -1 where it is none.
func length[T string | []byte](b T, at int) (n, behind int) {
	for shift := 0; ; shift += 7 {
		switch {
		case at >= len(b):
			return 0, 0
		case shift > 28:
			return 0, -1
		}
		n |= int(b[at]&0x7f) << shift
		at++
		if b[at-1] < 0x80 {
			return n, at
		}
	}
}

// sizeOf is how many bytes the packed row takes that b begins with, 0 where b ends before,
// -1 where it is none.
func (r *packedRows) sizeOf(b []byte) int {
	n, at := length(b, 0)
	if at <= 0 {
		return at
	}
	at += n
	for _, kind := range r.kinds {
		switch kind {
		case packedID:
			continue
		case packedRange:
			at += 16
			continue
		}
		if n, at = length(b, at); at <= 0 {
			return at
		}
		if kind == packedValues {
			at += 8 * n
			continue
		}
		for ; n > 0; n-- {
			var size int
			if size, at = length(b, at); at <= 0 {
				return at
			}
			at += size
		}
	}
	if at > len(b) {
		return 0
	}
	return at
}

// cut takes the packed row that is s apart.
func (r *packedRows) cut(s string) {
	text := func(at int) (string, int) {
		n, at := length(s, at)
		return s[at : at+n], at + n
	}
	float := func(at int) float64 {
		var bits uint64
		for i := range 8 {
			bits |= uint64(s[at+i]) << (8 * i)
		}
		return math.Float64frombits(bits)
	}
	var at, n int
	r.id, at = text(0)
	for i, kind := range r.kinds {
		switch kind {
		case packedTexts:
			n, at = length(s, at)
			r.texts[i] = slices.Grow(r.texts[i][:0], n)[:n]
			for k := range n {
				r.texts[i][k], at = text(at)
			}
		case packedValues:
			n, at = length(s, at)
			r.values = slices.Grow(r.values[:0], n)[:n]
			for k := range n {
				r.values[k] = float(at)
				at += 8
			}
		case packedRange:
			r.ranges[i] = [2]float64{float(at), float(at + 8)}
			at += 16
		}
	}
}

// quotedText is a text in a statement of ClickHouse.
func quotedText(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

// fingerprint implements connection: the number of rows and a sum of hashes, of the parts
// in which the server keeps a table, or else of the rows. Parts that the server merges
// meanwhile have the same sum.
func (c *clickhouse) fingerprint(ctx context.Context, q *query, from string) (prints, error) {
	if q.table != "" {
		s, err := c.storageOf(ctx, q.table)
		if err != nil {
			return prints{}, err
		}
		if p, err := c.printOfParts(ctx, s); err == nil && p.sum != "" {
			if from == q.from() {
				return p, nil
			}
			n, err := c.printOf(ctx, "select count(), 0 from "+from)
			return prints{n.rows, p.sum}, err
		}
	}
	var hashed []string
	for _, name := range q.names() {
		hashed = append(hashed, "ifNull(toString("+backslashed(name)+"), '')")
	}
	return c.printOf(ctx, "select count(), sum(cityHash64("+strings.Join(hashed, ", ")+")) from "+from)
}

// printOfParts is the fingerprint of a table by its parts, of all shards where it is
// distributed; the zero value where nothing is known of them.
func (c *clickhouse) printOfParts(ctx context.Context, s storage) (prints, error) {
	parts, family := "system.parts", s.engine
	if s.cluster != "" {
		parts, family = "cluster("+quotedText(s.cluster)+", system.parts)", "MergeTree"
	}
	if !strings.HasSuffix(family, "MergeTree") {
		return prints{}, nil
	}
	return c.printOf(ctx, "select sum(n), sum(cityHash64(p, h, m, v, n)) from (select partition_id as p, hostName() as h, max(max_block_number) as m, max(data_version) as v, sum(rows) as n from "+
		parts+" where active and database = "+quotedText(s.database)+" and table = "+quotedText(s.table)+" group by p, h)")
}

// printOf asks for a fingerprint. Rows of no row have none.
func (c *clickhouse) printOf(ctx context.Context, sql string) (prints, error) {
	rows, err := c.query(ctx, sql)
	if err != nil {
		return prints{}, err
	}
	defer rows.close()
	cells, err := rows.next()
	if err != nil || len(cells) != 2 {
		return prints{}, cmp.Or(err, io.ErrUnexpectedEOF)
	}
	n, err := strconv.ParseInt(string(cells[0]), 10, 64)
	if err != nil || n == 0 {
		return prints{}, err
	}
	return prints{n, string(cells[1])}, nil
}
