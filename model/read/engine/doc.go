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
