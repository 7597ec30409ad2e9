//go:build nodata

package engine

import (
	"context"

	"fms-tui/model/read"
)

// The tag nodata leaves the engine out, and with it all that speaks to a network.
func connect(_ context.Context, a *Address) (*postgres, error) {
	return nil, &read.Error{File: a.String(), Message: "is a database, which this program was built without (go build -tags nodata): " +
		"build it without the tag, or export the table to a file"}
}

// postgres and rows are of no connection.
type (
	postgres struct{}
	rows     struct {
		read.Rows
		of *query
	}
)

func (*postgres) query(context.Context, string) ([]string, *rows, error) { return nil, nil, nil }
func (*postgres) close()                                                 {}
