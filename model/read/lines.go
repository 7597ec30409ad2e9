package read

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
)

// eachParsedRow calls add for every row of a table until it or the context ends. The numbers of some
// columns are parsed where the table has them as numbers, or as lines of text, unless all of it is to
// be read plainly, cell by cell; object is the column of the objects.
func eachParsedRow(ctx context.Context, t table, numeric []int, object int, plainly bool, add func(*parsedRow) error) error {
	row := new(parsedRow)
	one := func(cells []string, numbers []float64, line int) error {
		row.cells, row.numbers, row.line = cells, numbers, line
		return add(row)
	}
	if numbers, is := t.(numberTable); is && givesNumbers(t) && !plainly {
		return eachAhead(ctx, numbers, numeric, object, one)
	}
	return eachRow(ctx, t, func(cells []string, line int) error { return one(cells, nil, line) })
}

// rowsAhead are rows of a table, read before they are added.
type rowsAhead struct {
	cells   []string  // of all rows, one after another
	numbers []float64 // likewise
	rows    []rowAhead
	err     error // what ended the table behind them; nil where more follow
}

// rowAhead is one of them: the line, and whether its numbers were parsed.
type rowAhead struct {
	line   int
	parsed bool
}

// fill reads the next rows.
func (a *rowsAhead) fill(t numberTable, columns []int, object int) {
	const most = 512 // rows
	names, _ := t.header()
	a.cells, a.numbers, a.rows = a.cells[:0], a.numbers[:0], a.rows[:0]
	for len(a.rows) < most && a.err == nil {
		c, n := len(a.cells), len(a.numbers)
		a.cells, a.numbers = slices.Grow(a.cells, len(names))[:c+len(names)], slices.Grow(a.numbers, len(columns))[:n+len(columns)]
		var r rowAhead
		if r.parsed, r.line, a.err = t.nextNumbers(a.cells[c:], columns, a.numbers[n:], object); a.err == nil {
			a.rows = append(a.rows, r)
		}
	}
}

// eachAhead calls add for the rows of a table, which are read meanwhile: where they are cut from
// text, both take about as long.
func eachAhead(ctx context.Context, t numberTable, columns []int, object int, add func([]string, []float64, int) error) error {
	const inUse = 3
	free, full := make(chan *rowsAhead, inUse), make(chan *rowsAhead, inUse)
	for range inUse {
		free <- new(rowsAhead)
	}
	go func() {
		defer close(full)
		for a := range free {
			a.fill(t, columns, object)
			ended := a.err != nil
			full <- a // has room: there are no more than places
			if ended {
				return
			}
		}
	}()
	names, _ := t.header()
	err := addAhead(ctx, full, free, len(names), len(columns), add)
	close(free)
	for ctx.Err() == nil { // a reader may wait for a terminal or a network
		if _, more := <-full; !more {
			break
		}
	}
	return err
}

// addAhead adds rows in their order.
func addAhead(ctx context.Context, full <-chan *rowsAhead, free chan<- *rowsAhead, width, numbers int, add func([]string, []float64, int) error) error {
	for {
		var a *rowsAhead
		select {
		case <-ctx.Done():
		case a = <-full:
		}
		if ctx.Err() != nil { // select may choose rows although both are ready
			return ctx.Err()
		}
		for i, r := range a.rows {
			var parsed []float64
			if r.parsed {
				parsed = a.numbers[i*numbers : (i+1)*numbers : (i+1)*numbers]
			}
			if err := add(a.cells[i*width:(i+1)*width], parsed, r.line); err != nil {
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

// nextNumbers implements numberTable. [delimited.next] reads what is irregular: a line with another
// number of cells or without an expected number, and the rest of a file from its first quote on.
func (d *delimited) nextNumbers(cells []string, columns []int, numbers []float64, object int) (parsed bool, line int, err error) {
	for d.quoted == nil {
		text, err := d.readLine()
		if err != nil {
			return false, 0, err
		}
		if d.hasQuote && strings.IndexByte(text, '"') >= 0 {
			d.quote(text)
			break
		}
		d.line++
		if text = trimLineEnd(text); text == "" {
			continue
		}
		if d.cutLine(text, cells, columns, numbers) && !isMissing(trim(cells[object])) {
			return true, d.line, nil
		}
		all, err := d.cellsOf(text)
		copy(cells, all)
		return false, d.line, err
	}
	all, line, err := d.next()
	copy(cells, all)
	return false, line, err
}

// cutLine cuts a line without a quote into its cells, and parses the numbers of some columns, whose
// cells are left empty. It is false where the line has more or fewer cells than the header, or
// something else than a number where one is expected.
func (d *delimited) cutLine(line string, cells []string, columns []int, numbers []float64) bool {
	at := 0
	for i := range cells {
		if at > len(line) {
			return false
		}
		if len(columns) == 0 || columns[0] != i {
			end := at
			for end < len(line) && line[end] != d.separator { // cells are short: faster than strings.IndexByte
				end++
			}
			cells[i] = line[at:end]
			at = end + 1
			continue
		}
		value, end := scanDecimal(line, at)
		if end < 0 || end < len(line) && line[end] != d.separator {
			end = at
			for end < len(line) && line[end] != d.separator {
				end++
			}
			var is kind
			if value, is = parseValue(line[at:end]); is == missing {
				value = math.NaN()
			} else if is != number {
				return false
			}
		}
		cells[i], numbers[0] = "", value
		columns, numbers = columns[1:], numbers[1:]
		at = end + 1
	}
	return at == len(line)+1
}
