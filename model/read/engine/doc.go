// Package engine reads judgments from PostgreSQL. It is the only package that opens network
// connections, and only to the database that the user names.
//
// An [Address] names a database as a URL; [Connect] makes a [Session] of it, which gives a
// [read.Source] for a table or a query. Nothing is written: reading happens in one read-only
// transaction, which sees one snapshot.
package engine

import "strings"

// quoted is the name of a column or table in a statement.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

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
	tooOld     = "the server cannot do what reading needs"
)
