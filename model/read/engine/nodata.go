//go:build nodata

package engine

import (
	"context"

	"fms-tui/model/read"
)

// The tag nodata leaves the engines out, and with them all that speaks to a network.

func connectPostgres(_ context.Context, a *Address) (connection, error)   { return nil, leftOut(a) }
func connectClickhouse(_ context.Context, a *Address) (connection, error) { return nil, leftOut(a) }

func leftOut(a *Address) error {
	return &read.Error{File: a.String(), Message: "is a database, which this program was built without (go build -tags nodata): " +
		"build it without the tag, or export the table to a file"}
}

// connectionProblem is never asked: there are no connections.
func connectionProblem(err error, _ int64, _ *Address) string { return innermost(err) }
