package engine

import (
	"errors"

	"fms-tui/model/read"
)

// failure is what an engine says is wrong, with what the program makes of it.
type failure struct {
	kind  kind
	words string // of the engine
}

func (f *failure) Error() string { return f.words }

// kind is what is wrong, whatever the engine.
type kind int

const (
	other       kind = iota
	noTable          // there is no such table
	noColumn         // there is no such column, in the user's query
	noRight          // the user may not read it
	noLogin          // unknown user, or wrong password
	noDatabase       // there is no such database
	wrongQuery       // the query is no query
	tooLong          // the server's time for a statement is over
	stopped          // the server or an administrator ended the connection
	changed          // the rows changed while they were read
	noSettings       // the user may change no settings
	unsupported      // the server is too old or lacks what is needed
)

// sentences are what is wrong and what helps, by kind.
var sentences = map[kind]string{
	other:       "the database cannot answer",
	noTable:     "there is no such table",
	noColumn:    "there is no such column",
	noRight:     "you may not read it: its owner can GRANT SELECT to your user",
	noLogin:     "the database does not accept the user or the password: they come from the address, the environment or the password file",
	noDatabase:  "the server has no such database",
	wrongQuery:  "the query cannot be run",
	tooLong:     "the server stopped the query when its time was over: raise the limit in the address, or read shards",
	stopped:     "the connection was lost: nothing of what was read is used",
	changed:     "the rows changed while they were read: nothing is used, read them again when nobody writes",
	noSettings:  "the server allows the user no settings",
	unsupported: "the server cannot do what reading needs",
}

// explain turns an error of an engine into one sentence with its own words behind.
func (q *query) explain(err error) error { return q.explainAfter(err, 0) }

// explainAfter is explain after some rows were read.
func (q *query) explainAfter(err error, rows int64) error {
	s := q.session
	s.failed = true
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	var done *read.Error
	if errors.As(err, &done) {
		return err
	}
	var f *failure
	if !errors.As(err, &f) {
		return q.wrong(connectionProblem(err, rows, s.address), err)
	}
	message := sentences[f.kind]
	if rows > 0 && f.kind == other {
		message = sentences[stopped]
	}
	return q.wrong(message+"; the server says: "+f.words, err)
}

func (q *query) wrong(message string, err error) error {
	return &read.Error{File: q.session.address.String(), Message: message, Err: err}
}

// innermost are the words of the first cause of an error, which name no user.
func innermost(err error) string {
	for {
		next := errors.Unwrap(err)
		if many, ok := err.(interface{ Unwrap() []error }); ok && len(many.Unwrap()) > 0 {
			next = many.Unwrap()[0]
		}
		if next == nil {
			return err.Error()
		}
		err = next
	}
}
