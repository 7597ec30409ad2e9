package engine

import (
	"context"
	"fmt"
	"strings"

	"fms-tui/model/read"
)

// dialect is what differs between engines.
type dialect struct {
	name    string   // for people
	schemes []string // of addresses
	// connect opens a connection whose reading sees one snapshot, or whose check tells
	// at the end that there was none.
	connect func(ctx context.Context, a *Address) (connection, error)
	// identifier quotes the name of a column or table.
	identifier func(name string) string
	// shard is the condition that an expression is in a shard: read.Shard.Has.
	shard func(expression string, s read.Shard) string
	// text is an expression as text.
	text func(expression string) string
}

// dialects are the engines that can be read.
var dialects = []dialect{
	{
		name: "PostgreSQL", schemes: []string{"postgres", "postgresql"}, connect: connectPostgres, identifier: doubleQuoted,
		shard: func(e string, s read.Shard) string {
			return fmt.Sprintf("(('x'||substr(md5(%s),1,8))::bit(32)::bigint %% %d = %d) is not false", e, s.N, s.I-1)
		},
		text: func(e string) string { return "(" + e + ")::text" },
	},
	{
		name: "ClickHouse", schemes: []string{"clickhouse"}, connect: connectClickhouse, identifier: backslashed,
		shard: func(e string, s read.Shard) string {
			return fmt.Sprintf("ifNull(reinterpretAsUInt32(reverse(substring(MD5(%s), 1, 4))) %% %d = %d, 1)", e, s.N, s.I-1)
		},
		text: func(e string) string { return "toString(" + e + ")" },
	},
}

// connection is a connection to an engine.
type connection interface {
	// query runs a statement that returns rows.
	query(ctx context.Context, sql string) (cursor, error)
	// fingerprint tells whether the rows of a query change while they are read: it is asked
	// before and after. The zero value is an engine with a snapshot, in which they cannot.
	fingerprint(ctx context.Context, q *query, from string) (prints, error)
	close()
}

// prints is the number of rows, and something that differs where the rows do: "" for nothing known.
type prints struct {
	rows int64
	sum  string
}

// cursor is the rows of a statement.
type cursor interface {
	columns() []column
	// next returns the cells of the next row as text, valid until the next call; nil
	// for NULL; io.EOF after the last.
	next() ([][]byte, error)
	close()
}

// column is a column of a statement's rows.
type column struct {
	name  string
	truth bool // holds true and false, as t and f or 1 and 0
}

func doubleQuoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// backslashed quotes an identifier.
func backslashed(name string) string {
	return "`" + strings.NewReplacer(`\`, `\\`, "`", "\\`").Replace(name) + "`"
}

// statement builds the queries of a source.
type statement struct {
	*dialect
	table, sql string // one of the two
}

// from is what rows come from.
func (s *statement) from() string {
	if s.sql != "" {
		return "(" + s.sql + "\n) as judgments_of_query"
	}
	parts := strings.Split(s.table, ".")
	for i := range parts {
		parts[i] = s.identifier(parts[i])
	}
	return strings.Join(parts, ".")
}

// first asks for some rows.
func (s *statement) first(n int) string { return fmt.Sprintf("select * from %s limit %d", s.from(), n) }

// all asks for the rows of a shard in the order of the objects; "" is no order and all
// rows.
func (s *statement) all(object string, shard read.Shard) string {
	sql := "select * from " + s.ofShard(object, shard)
	if object != "" {
		sql += " order by " + s.identifier(object)
	}
	return sql
}

// ofShard is what the rows of a shard come from.
func (s *statement) ofShard(object string, shard read.Shard) string {
	if object == "" || shard.N < 2 {
		return s.from()
	}
	return s.from() + " where " + s.shard(s.text(s.identifier(object)), shard)
}

// cleanSQL is a user's query without what stops it from being part of another.
func cleanSQL(sql string) string { return strings.TrimRight(strings.TrimSpace(sql), "; \t\r\n") }
