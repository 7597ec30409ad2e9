// Package engine reads judgments from databases. It is the only package that opens
// network connections, and only to the database that the user names.
//
// An [Address] names a database as a URL; [Connect] makes a [Session] of it, which
// gives a [read.Source] for a table or a query. What an engine can do is a [dialect]:
// another engine is another file and another entry of the table dialects.
//
// Nothing is written to a database: reading happens in a read-only transaction where
// the engine has one, and in one snapshot. Where an engine has no snapshot, the
// session compares a count and a fingerprint of the rows before and after.
package engine

import (
	"context"
	"strings"

	"fms-tui/model/read"
)

// dialect is what differs between engines.
type dialect struct {
	schemes []string // of addresses
	// connect opens a connection whose reading sees one snapshot, or whose fingerprints tell
	// at the end that there was none.
	connect func(ctx context.Context, a *Address) (connection, error)
	// identifier quotes the name of a column or table.
	identifier func(name string) string
	// shard is the condition that a column is in shard I+1 of N, of the column, N and I: read.Shard.Has.
	shard string
}

// dialects are the engines that can be read.
var dialects = []dialect{
	{
		[]string{"postgres", "postgresql"},
		connectPostgres, doubleQuoted,
		"(('x'||substr(md5((%s)::text),1,8))::bit(32)::bigint %% %d = %d) is not false",
	},
	{
		[]string{"clickhouse"},
		connectClickhouse, backslashed,
		"ifNull(reinterpretAsUInt32(reverse(substring(MD5(toString(%s)), 1, 4))) %% %d = %d, 1)",
	},
}

// connection is a connection to an engine.
type connection interface {
	// query runs a statement that returns rows, of columns with these names.
	query(ctx context.Context, sql string) (names []string, rows read.Rows, err error)
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

func doubleQuoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// backslashed quotes an identifier.
func backslashed(name string) string {
	return "`" + strings.NewReplacer(`\`, `\\`, "`", "\\`").Replace(name) + "`"
}

// failure is what an engine says is wrong: what that means, and its own words.
type failure struct{ means, words string }

func (f *failure) Error() string { return f.words }

// What can be wrong, and what helps.
const (
	noAnswer   = "the database cannot answer"
	noTable    = "there is no such table"
	noColumn   = "there is no such column" // in the user's query
	noRight    = "you may not read it: its owner can GRANT SELECT to your user"
	noLogin    = "the database does not accept the user or the password: they come from the address, the environment or the password file"
	noDatabase = "the server has no such database"
	wrongQuery = "the query cannot be run"
	tooLong    = "the server stopped the query when its time was over: raise the limit in the address, or read shards"
	lost       = "the connection was lost: nothing of what was read is used"
	changed    = "the rows changed while they were read: nothing is used, read them again when nobody writes"
	noSettings = "the server allows the user no settings"
	tooOld     = "the server cannot do what reading needs"
)
