package read

import (
	"context"
	"errors"
	"io"
)

// stream is a table whose rows take time to come, from text, pages or a network, and that tells nobody
// anything: its rows may be read while others are added.
type stream interface{ streams() }

// streams tells whether a table is a stream, behind rows that were looked at.
func streams(t table) bool {
	for {
		look, is := t.(*lookahead)
		if !is {
			_, is = t.(stream)
			return is
		}
		t = look.table
	}
}

// eachRowAhead calls add for every row of a table until it or the context ends. Rows of a stream are
// read meanwhile, unless plainly: both take about as long.
func eachRowAhead(ctx context.Context, t table, plainly bool, add func(*row) error) error {
	one := new(row)
	use := func(cells []string, line int) error {
		*one = row{cells, line}
		return add(one)
	}
	if plainly || !streams(t) {
		return eachRow(ctx, t, use)
	}
	const inUse = 3
	free, full := make(chan *rowsAhead, inUse), make(chan *rowsAhead, inUse)
	for range inUse {
		free <- new(rowsAhead)
	}
	go func() {
		defer close(full)
		for a := range free {
			a.fill(t)
			ended := a.err != nil
			full <- a // has room: there are no more than places
			if ended {
				return
			}
		}
	}()
	names, _ := t.header()
	err := addAhead(ctx, full, free, len(names), use)
	close(free)
	for ctx.Err() == nil { // a reader may wait for a terminal or a network
		if _, more := <-full; !more {
			break
		}
	}
	return err
}

// rowsAhead are rows of a table, read before they are added.
type rowsAhead struct {
	cells []string // of all rows, one after another
	lines []int    // by row
	err   error    // what ended the table behind them; nil where more follow
}

// fill reads the next rows.
func (a *rowsAhead) fill(t table) {
	const most = 512 // rows
	a.cells, a.lines = a.cells[:0], a.lines[:0]
	for len(a.lines) < most && a.err == nil {
		var cells []string
		var line int
		if cells, line, a.err = t.next(); a.err == nil {
			a.cells, a.lines = append(a.cells, cells...), append(a.lines, line)
		}
	}
}

// addAhead adds rows in their order.
func addAhead(ctx context.Context, full <-chan *rowsAhead, free chan<- *rowsAhead, width int, add func([]string, int) error) error {
	for {
		var a *rowsAhead
		select {
		case <-ctx.Done():
		case a = <-full:
		}
		if ctx.Err() != nil { // select may choose rows although both are ready
			return ctx.Err()
		}
		for i, line := range a.lines {
			if err := add(a.cells[i*width:(i+1)*width], line); err != nil {
				return err
			}
		}
		if errors.Is(a.err, io.EOF) {
			return nil
		}
		if a.err != nil {
			return a.err
		}
		free <- a
	}
}
